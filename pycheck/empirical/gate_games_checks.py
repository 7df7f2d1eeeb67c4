"""What the gate checks of a run of games besides its replay: who answered, budgets, secrets."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pycheck.empirical.budget import Charge
from pycheck.empirical.expected import expected_text
from pycheck.empirical.judge import STOPPING
from pycheck.empirical.play import scripted
from pycheck.empirical.play.answering import answer_of, question_of
from pycheck.empirical.play.asking import Answer, Ask, AskKey
from pycheck.empirical.play.contents import charge, named
from pycheck.empirical.play.engine import play
from pycheck.empirical.play.frozen import FILE_NAME, Frozen
from pycheck.empirical.play.games import GAMES
from pycheck.empirical.play.logs import model_of
from pycheck.empirical.play.record import Asked, Stop
from pycheck.empirical.play.run import GAMES_FOLDER, instrument_of
from pycheck.empirical.record import Attempt, Status
from pycheck.empirical.refusals import Code, Refusal
from pycheck.empirical.secrets import key_in, secret_in, strings_in
from pycheck.empirical.trace import JOURNAL, TRACE

#: Fields that hold what was said, or quote it, in a freeze (the moves before a fork) and in a trace: a model
#: may say what it likes, except for a key.
_MOVES, _SAID = frozenset({"moves"}), frozenset({"raw", "refusal", "question"})


class _End(Exception):
    """How far a game can be played: there is no answer in the trace, or one to something else."""


def variables(frozen: Frozen) -> set[str]:
    """The environment variables that hold keys."""
    return {family.key_variable for family in frozen.setup.families if family.key_variable}


def who_answered(
    frozen: Frozen, asked: Sequence[tuple[Asked, str]], stops: Sequence[Stop]
) -> Iterator[Refusal]:
    """Whether every answer is of whom the freeze has in that seat, asked once, with a call that can be.

    Of each game the first question is named that is another than the game asks there.
    """
    placed = {one.key: (one, where) for one, where in reversed(asked)}
    found: list[Refusal] = []
    ended = sum(stop.reason in STOPPING.values() for stop in stops)

    def asking(ask: Ask) -> Answer:
        if ask.key not in placed:
            raise _End
        one, where = placed[ask.key]
        if not _same_question(ask, one):
            what = f"{named(ask.key)}: not the question that the game asks here, by the answers before it"
            found.append(Refusal(Code.QUESTION, where, what))
            raise _End
        found.extend(_differences(frozen, ask, one, where, ended))
        return answer_of(one)

    instrument = instrument_of(frozen, asking)
    for unit in frozen.units:
        try:
            for _ in play(GAMES[frozen.setup.game], frozen.setup, unit, asking, instrument, 0.0):
                pass
        except _End:
            continue
    yield from found


def _differences(frozen: Frozen, ask: Ask, asked: Asked, where: str, ended: int) -> Iterator[Refusal]:
    families = {family.name: family for family in frozen.setup.families}
    model = model_of(ask.seat, {name: family.model for name, family in families.items()})
    if (asked.family, asked.model) != (ask.seat.family, model):
        theirs = f"{asked.model} ({asked.family or 'no model'})"
        what = f"{named(ask.key)}: answered by {theirs}; expected {model} ({ask.seat.family or 'no model'})"
        yield Refusal(Code.RESCORING, where, what)
        return
    attempt = asked.attempt
    if ask.seat.family is None:
        text = _scripted(ask)
        status = Status.VALID if text.strip() else Status.EMPTY
        if attempt != Attempt(status, None, raw=text):
            yield Refusal(Code.RESCORING, where, f"{named(ask.key)}: the script does not say that")
        return
    if attempt.prompt_sha256 != asked.prompt_sha256:
        yield Refusal(Code.QUESTION, where, f"{named(ask.key)}: an answer to another question")
    turned_down = sum(retry.http_status in STOPPING for retry in attempt.retries)
    if turned_down > ended + 1:
        what = f"turned down {turned_down} times, each of which ends a run; {ended} runs ended so"
        yield Refusal(Code.RESAMPLED, where, what)
    for fault in expected_text(attempt, families[ask.seat.family], frozen.setup.network):
        code = Code.RESAMPLED if ".retries" in fault.key else Code.RESCORING
        yield Refusal(code, where, str(fault))


def _same_question(ask: Ask, asked: Asked) -> bool:
    question = question_of(ask)
    last, shown = ask.messages[-1].content, len(ask.messages) - 1
    found = (asked.prompt_sha256, asked.most_tokens, asked.question, asked.shown)
    wanted = (question.sha256, question.most_tokens, last, shown)
    return found == wanted and (asked.seed, asked.max_tokens) == (ask.seed, ask.max_tokens)


def _scripted(ask: Ask) -> str:
    script = ask.seat.script or ""
    if ask.turn is not None:
        return scripted.move(script, ask.messages, ask.turn, ask.seed)
    return scripted.answer(script, ask.key.what, ask.messages, ask.seat.name, ask.living, ask.seed)


def budgets(frozen: Frozen, asked: Sequence[tuple[Asked, str]]) -> Iterator[Refusal]:
    """Whether every limit held at every answer."""
    families = {family.name: family for family in frozen.setup.families}
    limits = frozen.setup.budgets
    total, passed = Charge(), set()
    counted: set[AskKey] = set()
    for one, where in asked:
        if one.key not in counted:
            total += charge(one, families.get(one.family or ""))
        counted.add(one.key)
        used: Sequence[tuple[str, float, float | None]] = (
            ("calls", total.calls, limits.calls),
            ("tokens", total.tokens, limits.tokens),
            ("seconds", one.elapsed_s, limits.wall_s),
            (limits.currency or "money", total.money, limits.money),
        )
        for unit, amount, limit in used:
            if limit is not None and amount > limit and unit not in passed:
                passed.add(unit)
                what = f"{amount:,.6g} {unit} were used by here; the budget is {limit:,.6g}"
                yield Refusal(Code.BUDGET, where, what)


def secrets(run: Path, values: Sequence[str]) -> Iterator[Refusal]:
    """Keys in any file of the run; headers and paths of a person where no model can have said them."""
    frozen = json.loads((run / FILE_NAME).read_bytes())
    found = dict.fromkeys(_kinds(frozen, values, _MOVES))
    yield from (Refusal(Code.SECRET, FILE_NAME, kind) for kind in found)
    for name in (TRACE, JOURNAL):
        yield from _in_lines(run / name, name, values, logs=False)
    folder = run / GAMES_FOLDER
    for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
        if path.is_file():
            yield from _in_lines(path, path.relative_to(run).as_posix(), values, logs=True)


def _in_lines(path: Path, name: str, values: Sequence[str], *, logs: bool) -> Iterator[Refusal]:
    if not path.is_file():
        return
    with path.open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            found = dict.fromkeys(filter(None, (key_in(line.decode("utf-8", "replace"), values),)))
            try:
                data = json.loads(line)
            except (ValueError, RecursionError):
                # Refused as a line already, or by the replay.
                data = None
            if logs:
                found.update(dict.fromkeys(filter(None, (key_in(t, values) for t in strings_in(data)))))
            else:
                found.update(dict.fromkeys(_kinds(data, values, _SAID)))
            yield from (Refusal(Code.SECRET, f"{name}:{number}", kind) for kind in found)


def _kinds(data: Any, values: Sequence[str], free: frozenset[str]) -> Iterator[str]:
    """The kinds of secret in plain data: in the fields that are ``free``, keys alone."""
    if isinstance(data, dict):
        for name, part in data.items():
            yield from _kinds(name, values, free)
            if name in free:
                yield from filter(None, (key_in(text, values) for text in strings_in(part)))
            else:
                yield from _kinds(part, values, free)
    elif isinstance(data, list):
        for part in data:
            yield from _kinds(part, values, free)
    elif isinstance(data, str) and (kind := secret_in(data, values)):
        yield kind
