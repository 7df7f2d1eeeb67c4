"""Probing does not touch the game: the engine as it is, and twenty and more engines that leak."""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.util
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

from .leaks import leaks

PACKAGE = "pycheck.empirical.play"


class Leak(NamedTuple):
    """Changes to one module of the engine that let a probe reach the game, or another player's probe."""

    says: str
    module: str
    changes: tuple[tuple[str, str], ...]
    first: str = ""
    games: tuple[str, ...] = ("none", "all")


PUT = "            probes, notes = instrument.put(unit, index, moment, shown, notes)\n"
ASKED = '    messages = (*game.context(state, turn.player), Message("user", turn.question))\n'
SAID = "    return Said(answer.text, answer.cut_off)"
SEED = "    seed = seed_of(unit.seed, unit.dice, key)\n"
PROBE = '        messages = (*context, Message("user", text))\n'
SENT = '    return Question(tuple({"role": message.role, "content": message.content} for message in '


def told(player: str, text: str) -> tuple[tuple[str, str], ...]:
    """The engine tells a player something after each probe."""
    return (
        (
            PUT,
            f"{PUT}            if probes:\n                state = game.whisper(state, {player}, {text})\n",
        ),
    )


def noted(*changes: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    """The engine remembers questions in ``_PUT`` and who was asked in ``_WHO``."""
    blank = " " * 12
    questions, who = "_PUT.extend(p.question for p in probes)", "_WHO.extend(p.seat.name for p in probes)"
    return ((PUT, f"{PUT}{blank}{questions}\n{blank}{who}\n"), *changes)


ENGINE = "_PUT: list[str] = []\n_WHO: list[str] = []\n"
LEAKS = [
    Leak(
        "the question is told to who was asked", "engine", told("probes[0].seat.name", "probes[0].question")
    ),
    Leak("the answer is told to who gave it", "engine", told("probes[0].seat.name", "probes[0].raw")),
    Leak("the answer is told to another player", "engine", told("probes[-1].seat.name", "probes[0].raw")),
    Leak("an empty message is shown", "engine", told("probes[0].seat.name", "''")),
    Leak(
        "a context is changed in its place",
        "engine",
        (
            (
                PUT,
                f"{PUT}            if probes:\n                state.contexts[probes[0].seat.name]"
                " += (Message('user', probes[0].question),)\n",
            ),
        ),
    ),
    Leak("probes are counted as steps", "engine", ((PUT, f"{PUT}            index += len(probes)\n"),)),
    Leak(
        "a probe shortens the move after it",
        "engine",
        noted(("setup.sampling.max_tokens, seed", "setup.sampling.max_tokens - bool(_PUT), seed")),
        ENGINE,
    ),
    Leak(
        "a probe's question stands before the move's",
        "engine",
        noted(
            (
                ASKED,
                ASKED
                + "    messages = (*messages[:-1], *[Message('user', q) for q in _PUT[-1:]], messages[-1])\n",
            )
        ),
        ENGINE,
    ),
    Leak(
        "the move's seed depends on the probes",
        "engine",
        noted((SEED, "    seed = seed_of(unit.seed, unit.dice, key) + len(_PUT)\n")),
        ENGINE,
    ),
    Leak(
        "what is said ends with a blank",
        "engine",
        noted((SAID, "    return Said(answer.text + ' ' * bool(_PUT), answer.cut_off)")),
        ENGINE,
    ),
    Leak(
        "what is said has a question in it",
        "engine",
        noted((SAID, "    return Said(answer.text + ''.join(_PUT[-1:]), answer.cut_off)")),
        ENGINE,
    ),
    Leak(
        "the game's log has the probes",
        "engine",
        (
            (
                "Step(index, events[logged:],",
                "Step(index, (*events[logged:], *(Event('probe', 0) for _ in probes)),",
            ),
        ),
    ),
    Leak(
        "a game that was probed for long ends early",
        "engine",
        noted(
            (
                "        turn = game.turn(state)\n",
                "        turn = game.turn(state) if len(_PUT) < 60 else None\n",
            )
        ),
        ENGINE,
    ),
    Leak(
        "a move is made on what the player that was probed last is shown",
        "engine",
        noted((ASKED, ASKED.replace("state, turn.player", "state, _WHO[-1] if _WHO else turn.player"))),
        ENGINE,
    ),
    Leak(
        "roles are dealt by the probes",
        "engine",
        (("game.start(setup, unit.seed)", "game.start(setup, unit.seed + instrument.probes.enabled)"),),
    ),
    Leak(
        "a probe sees the probe before it",
        "instrument",
        ((PROBE, "        _ALL.append(Message('user', text))\n        messages = (*context, *_ALL[-2:])\n"),),
        "_ALL: list[Message] = []\n",
    ),
    Leak(
        "a player is quoted another one's earlier answers",
        "instrument",
        (("notes.get(seat.name, {})", "next(iter(notes.values()), {})"),),
    ),
    Leak(
        "a player is quoted another one's answers of this moment",
        "instrument",
        (
            ("        now: dict[str, Answered] = {}\n", "        now = _NOW\n"),
            (
                "now[probe.id] = Answered(made.parsed, made.raw, made.ok)",
                "now.setdefault(probe.id, Answered(made.parsed, made.raw, made.ok))",
            ),
        ),
        "_NOW: dict[str, Answered] = {}\n",
    ),
    Leak(
        "a player is shown another one's context",
        "instrument",
        (("moment, seat, asked[seat],", "moment, seat, asked[next(iter(asked))],"),),
    ),
    Leak(
        "all seeds come from one source",
        "asking",
        (('    place = f"{game_seed}:', '    _DRAWN.append(0)\n    place = f"{len(_DRAWN)}:{game_seed}:'),),
        "_DRAWN: list[int] = []\n",
    ),
    Leak(
        "scripts share their dice",
        "scripted",
        (("    return random.Random(hashlib", "    return _DICE or random.Random(hashlib"),),
        "_DICE = random.Random(1)\n",
    ),
    Leak(
        "a model is told how often it was probed",
        "answering",
        (
            (
                SENT,
                "    _BEFORE.append(ask.key.what != MOVE)\n    return Question(tuple("
                "{'role': message.role, 'content': message.content + ' ' * sum(_BEFORE)} for message in ",
            ),
        ),
        "_BEFORE: list[bool] = []\n",
    ),
    Leak(
        "a script's move is made with its last probe in view",
        "answering",
        (
            (
                "        text = scripted.move(script, ask.messages,",
                "        text = scripted.move(script, (*_LAST, *ask.messages),",
            ),
            (
                "        text = scripted.answer(",
                "        _LAST[:] = ask.messages[-1:]\n        text = scripted.answer(",
            ),
        ),
        "_LAST: list = []\n",
    ),
    Leak(
        "prompts are kept for moves as well",
        "answering",
        (("self.keep_prompts and ask.key.what != MOVE", "self.keep_prompts"),),
    ),
    Leak(
        "a model is sampled otherwise once it was probed",
        "answering",
        (
            (
                '        sampling = self.sampling.model_copy(update={"max_tokens": ask.max_tokens})\n',
                "        _BEFORE.append(ask.key.what != MOVE)\n"
                '        sampling = self.sampling.model_copy(update={"max_tokens": ask.max_tokens, '
                '"temperature": 0.7 + 0.1 * any(_BEFORE)})\n',
            ),
        ),
        "_BEFORE: list[bool] = []\n",
    ),
    Leak(
        "a probe's seed depends on the probes of others",
        "instrument",
        (("        seed = seed_of(", "        _ALL.append(text)\n        seed = len(_ALL) + seed_of("),),
        "_ALL: list[str] = []\n",
        ("one", "other order"),
    ),
    Leak(
        "an answer is cut to what is left of all probes' tokens",
        "instrument",
        (
            (
                "        limit = min(",
                "        _ALL.append(text)\n        limit = min(max(1, 40 - len(_ALL) // 9), ",
            ),
        ),
        "_ALL: list[str] = []\n",
        ("one", "all"),
    ),
    Leak(
        "a fork tells its players nothing where they are probed",
        "engine",
        (("unit.fork.told.items()", "(() if _probed(instrument) else unit.fork.told.items())"),),
        "def _probed(instrument):\n    return instrument.probes.enabled\n\n",
        ("fork", "fork, probed"),
    ),
]


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.says.replace(" ", "-"))
def test_a_leak_is_seen(leak: Leak, tmp_path: Path) -> None:
    with changed(leak):
        assert leaks(tmp_path, *leak.games) != []


def test_there_are_twenty_leaks_and_more() -> None:
    assert len({leak.says for leak in LEAKS}) >= 20


@contextmanager
def changed(leak: Leak) -> Iterator[None]:
    """The engine loaded anew, with a leak in it."""
    before = {name: module for name, module in sys.modules.items() if f"{name}.".startswith(f"{PACKAGE}.")}
    for name in before:
        del sys.modules[name]
    finder = _Changed(leak)
    sys.meta_path.insert(0, finder)
    try:
        yield
        assert finder.done, f"{leak.module} was not loaded"
    finally:
        sys.meta_path.remove(finder)
        for name in [name for name in sys.modules if f"{name}.".startswith(f"{PACKAGE}.")]:
            del sys.modules[name]
        sys.modules |= before
        for name, module in before.items():
            parent, _, child = name.rpartition(".")
            setattr(sys.modules[parent], child, module)


class _Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds the module that a leak is in, and loads it with the leak."""

    def __init__(self, leak: Leak) -> None:
        self.leak = leak
        self.done = False

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name != f"{PACKAGE}.{self.leak.module}" or path is None:
            return None
        file = Path(next(iter(path))) / f"{self.leak.module}.py"
        return importlib.util.spec_from_file_location(name, file, loader=self)

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        assert module.__file__ is not None
        source = Path(module.__file__).read_text("utf-8")
        for old, new in self.leak.changes:
            assert source.count(old) == 1, f"{self.leak.module} has {old!r} {source.count(old)} times"
            source = source.replace(old, new)
        # Its own names stand below the imports, which may be what they are made of.
        head, sep, rest = source.partition("\n\n\n")
        exec(compile(head + "\n" + self.leak.first + sep + rest, module.__file__, "exec"), module.__dict__)
        self.done = True
