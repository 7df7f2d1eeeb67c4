"""A game's probes, one after the other, held against the game's public log.

Round and message number say when a probe was asked: places compare so, with the probes at the end of a
round behind everything else in it. The order of the lines and the clock are held against that, and a line
where they say otherwise is a fault.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from pycheck.empirical.probing.faults import Kind, LogFault, Problem, shown
from pycheck.empirical.probing.game_log import Game
from pycheck.empirical.probing.jsonl import objects
from pycheck.empirical.probing.probe_line import probe_of
from pycheck.empirical.probing.records import Place, Probe

FILE = "introspection.jsonl"


def read_probes(folder: Path, file: str, game: Game) -> Iterator[Probe | LogFault]:
    """The probes of ``introspection.jsonl`` in ``folder`` as they stand there, and each fault where it is.

    Of a line that is left out there is the fault alone; of one that is kept, fault and probe. Of each probe
    the key is remembered, no text.
    """
    path = folder / FILE
    if not path.is_file():
        yield LogFault(file, 0, Kind.MISSING, "no such file", FILE)
        return
    if path.stat().st_size == 0:
        yield LogFault(file, 0, Kind.EMPTY, "an empty file", "a line for each probe")
        return
    checks = _Checks(game)
    for item in objects(path, file):
        if isinstance(item, LogFault):
            yield item
            continue
        line, data = item
        try:
            probe = probe_of(line, data)
            checks.refuse(probe)
        except Problem as problem:
            yield problem.at(file, line)
            continue
        for doubt in checks.doubts(probe):
            yield doubt.at(file, line)
        yield replace(probe, repeat=repeat) if (repeat := checks.repeat(probe)) else probe


class _Checks:
    """What was seen of a log so far, as far as later lines are held against it."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._seats = {name: seat for seat, name in enumerate(game.roles)}
        self._asked: dict[tuple[int, int, str, str], set[int]] = {}
        self._last: Probe | None = None
        self._unheard: set[Place] = set()

    def refuse(self, probe: Probe) -> None:
        """Raise :class:`Problem` if the probe cannot be one of this game."""
        game = self._game
        if game.game_id and probe.game_id != game.game_id:
            raise Problem(Kind.OTHER_GAME, f"game_id {shown(probe.game_id)}", shown(game.game_id))
        if game.roles and probe.player not in game.roles:
            raise Problem(Kind.UNKNOWN_PLAYER, shown(probe.player), "a player of the setup")
        if game.roles and probe.player not in game.living_at(probe.place):
            raise Problem(Kind.DEAD_PLAYER, f"{shown(probe.player)}, who is dead", "a living player")
        if probe.position in self._asked.get(_question(probe), ()):
            what = f"{probe.probe} of {shown(probe.player)} at {probe.round}:{probe.number} again"
            raise Problem(Kind.DUPLICATE, what, "each question once, or its repetition at another position")

    def repeat(self, probe: Probe) -> int:
        """How often the question was put at this moment before; from now on it was put once more."""
        asked = self._asked.setdefault(_question(probe), set())
        asked.add(probe.position)
        self._last = probe
        return len(asked) - 1

    def doubts(self, probe: Probe) -> Iterator[Problem]:
        """What is wrong with a probe that is kept."""
        game, last = self._game, self._last
        role = game.roles.get(probe.player, probe.role)
        if probe.role != role:
            yield Problem(Kind.WRONG_ROLE, f"role {shown(probe.role)} of {shown(probe.player)}", shown(role))
        seat = self._seats.get(probe.player, probe.player_index)
        if probe.player_index != seat:
            found = f"player_idx {probe.player_index} of {shown(probe.player)}"
            yield Problem(Kind.WRONG_INDEX, found, f"{seat}, the seat in the setup")
        here = probe.place
        if game.roles and not here.at_end and here not in game.places and here not in self._unheard:
            self._unheard.add(here)
            found = f"message {probe.number} of round {probe.round}"
            yield Problem(Kind.NO_SUCH_MESSAGE, found, "a message of game.jsonl")
        if last is not None and here < last.place:
            found = f"{probe.round}:{probe.number} after {last.round}:{last.number}"
            yield Problem(Kind.OUT_OF_ORDER, found, "probes in the order of the game")
        elif last is not None and probe.time < last.time:
            yield Problem(Kind.CLOCK, f"{last.time - probe.time:.3f} s before the line above", "a later time")
        if probe.parse_ok != (probe.parsed is not None) or probe.raw_fallback not in (
            None,
            not probe.parse_ok,
        ):
            found = f"answer_parse_ok {probe.parse_ok}, raw fallback {probe.raw_fallback}"
            value = "with" if probe.parsed is not None else "without"
            yield Problem(Kind.CONTRADICTION, f"{found}, {value} a parsed answer", "flags that agree")


def _question(probe: Probe) -> tuple[int, int, str, str]:
    return probe.round, probe.number, probe.player, probe.probe
