"""Small games in the public format, made here and changed at will."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pycheck.empirical.probing.corpus import Report, measure
from pycheck.empirical.probing.estimate import Estimate, Resampling
from pycheck.empirical.probing.faults import Kind, LogFault
from pycheck.empirical.probing.reading import GameReading, Reading, read_folder

Line = dict[str, Any]
Change = Callable[[Line], object]

#: The players by seat, and the whole of a short game: Dora dies in the night of round 1, Cole is voted out.
ROLES = {"Ada": "Villager", "Ben": "Doctor", "Cole": "Villager", "Dora": "Villager", "Eve": "Mafia"}


def roles_text(**roles: tuple[str, float]) -> str:
    """An answer to role_assessment."""
    return json.dumps(
        [{"player": p, "guessed_role": role, "confidence": sure} for p, (role, sure) in roles.items()]
    )


def scores_text(**scores: float) -> str:
    """An answer to suspicion_ranking."""
    return json.dumps([{"player": player, "score": score} for player, score in scores.items()])


def attitudes_text(**attitudes: str) -> str:
    """An answer to social_map."""
    return json.dumps({"toward_me": [{"player": p, "attitude": a} for p, a in attitudes.items()]})


@dataclass
class Log:
    """A game's two logs as lines that can be changed before they are written."""

    game_id: str = "g"
    roles: dict[str, str] = field(default_factory=lambda: dict(ROLES))
    events: list[Line] = field(default_factory=list)
    probes: list[Line] = field(default_factory=list)

    def __post_init__(self) -> None:
        players = [{"name": name, "role": role, "model": "m"} for name, role in self.roles.items()]
        self.event("setup", 0, players=players)

    def event(self, kind: str, round_: int, **fields: Any) -> None:
        line = {"game_id": self.game_id, "kind": kind, "round": round_}
        self.events.append({**line, **fields, "ts": float(len(self.events))})

    def say(self, kind: str, round_: int, player: str, number: int) -> None:
        self.event(kind, round_, player=player, response="words", msg_seq=number)

    def ask(
        self, round_: int, number: int, player: str, probe: str, text: str, position: int | None = None
    ) -> Line:
        """Add a probe whose stored answer is its text as JSON, if it is that."""
        try:
            parsed = json.loads(text)
        except ValueError:
            parsed = None
        places = ("role_assessment", "suspicion_ranking", "social_map")
        line = {
            "timestamp": 1000.0 + len(self.probes),
            "game_id": self.game_id,
            "round": round_,
            "public_msg_seq": number,
            "player_idx": list(self.roles).index(player),
            "player_name": player,
            "probe_seq": places.index(probe) if position is None else position,
            "probe_id": probe,
            "question": f'You are {player}. "role": what?',
            "answer_raw": text,
            "answer_parsed": parsed,
            "answer_parse_ok": parsed is not None,
            "model": "m",
            "role": self.roles[player],
            "phase": "day_discuss" if number > 0 else "round_end",
            "latency_ms": 5,
            "chain_used_raw_fallback": parsed is None,
        }
        self.probes.append(line)
        return line

    def write(self, folder: Path) -> Path:
        here = folder / self.game_id
        here.mkdir(parents=True)
        for name, lines in (("game.jsonl", self.events), ("introspection.jsonl", self.probes)):
            text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
            (here / name).write_text(text, encoding="utf-8")
        return here


def short_game(game_id: str = "g") -> Log:
    """Two rounds with a death in the night, a vote, probes of three kinds, and an end."""
    log = Log(game_id)
    for number, player in enumerate(ROLES, start=1):
        log.say("intro", 0, player, number)
        log.ask(0, number, "Ada", "suspicion_ranking", scores_text(Ben=number, Cole=1, Dora=0, Eve=2))
        log.ask(
            0, number, "Eve", "suspicion_ranking", scores_text(Ada=number % 2, Ben=1, Cole=2, Dora=3, Eve=9)
        )
    log.say("night_mafia", 1, "Eve", 1)
    log.event("night_kill", 1, victim="Dora")
    log.event("night_analysis", 1, night_result="Dora was killed by the Mafia.")
    living = ["Ada", "Ben", "Cole", "Eve"]
    for player in living:
        log.ask(1, 2, player, "suspicion_ranking", scores_text(Ada=1, Ben=2, Cole=6, Eve=3))
    for number, player in enumerate(living, start=3):
        log.say("day_discuss", 1, player, number)
        for observer in living:
            others = [name for name in living if name != observer]
            guesses = {name: ("Mafia" if name == "Cole" else "Villager", 40.0 + number) for name in others}
            expected = dict.fromkeys(others, "suspects" if number == 6 else "neutral")
            log.ask(1, number, observer, "role_assessment", roles_text(**guesses))
            log.ask(1, number, observer, "social_map", attitudes_text(**expected))
    for number, player in enumerate(living, start=7):
        log.say("day_vote", 1, player, number)
        log.ask(
            1, number, player, "suspicion_ranking", scores_text(Ada=3, Ben=1, Cole=number - 6, Eve=number)
        )
    votes = {"Ada": "Cole", "Ben": "Cole", "Cole": "Ada", "Eve": "Cole"}
    log.event("vote_tally", 1, tally={"Cole": 3, "Ada": 1}, votes=votes)
    log.event("day_eliminate", 1, eliminated="Cole", role="Villager", votes=3)
    for player in ("Ada", "Ben", "Eve"):
        log.ask(1, -1, player, "suspicion_ranking", scores_text(Ada=1, Ben=1, Eve=8))
    log.event("game_over", 1, winner="Mafia")
    return log


def read(folder: Path) -> tuple[GameReading, list[LogFault]]:
    """A folder read, with its faults."""
    faults: list[LogFault] = []
    return read_folder(folder, faults.append), faults


def kinds(faults: list[LogFault]) -> list[Kind]:
    return [fault.kind for fault in faults]


def value(report: Report, name: str, split: str = "all", reading: Reading = Reading.STORED) -> Estimate:
    """One row of a report."""
    (row,) = [r for r in report.measured[reading].rows if (r.measure, r.split) == (name, split)]
    return row.estimate


def measured(*folders: Path, forks: bool = False) -> Report:
    return measure(folders, Resampling(draws=50), forks)
