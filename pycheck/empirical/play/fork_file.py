"""From a fork file and the run of its parent to the plan of a fork, or to all that is wrong with it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from pycheck.empirical.play.answering import answer_of
from pycheck.empirical.play.asking import MOVE
from pycheck.empirical.play.engine import Step
from pycheck.empirical.play.fork_checks import fork_faults
from pycheck.empirical.play.fork_plan import MOST_REPLICAS, Arm, ForkPlan, Move, Outcome, detectable_of
from pycheck.empirical.play.frozen import Frozen, freeze
from pycheck.empirical.play.rescore import Replay, replay, rescore
from pycheck.empirical.play.units import Unit
from pycheck.empirical.protocol import Budgets, Part, Share
from pycheck.empirical.protocol_file import fault_of, read_toml
from pycheck.empirical.trace import TraceRefused
from pycheck.errors import Fault, InputFileError


class ForkFile(Part):
    """What a fork file says: where, which arms, how many games in each, what is compared, and how.

    ``game`` is a game of the parent's run, by its name there or its id; the fork is after message ``number``
    of ``round``. ``probed``: whether players are asked in private. ``budgets`` replaces the parent's.
    """

    format: Literal[1]
    game: str
    round: Annotated[int, Field(ge=0)]
    number: Annotated[int, Field(ge=1)]
    replicas: Annotated[int, Field(ge=1, le=MOST_REPLICAS)]
    outcome: Outcome
    arms: Annotated[tuple[Arm, ...], Field(min_length=1, max_length=16)]
    alpha: Annotated[float, Field(gt=0, lt=1)] = 0.05
    power: Annotated[float, Field(gt=0, lt=1)] = 0.8
    base_rate: Share = 0.5
    probed: bool = True
    budgets: Budgets | None = None


def read_fork(path: Path) -> ForkFile:
    """The fork file at ``path``. Raises :class:`~pycheck.errors.InputFileError` with every fault at once."""
    content = read_toml(path, "a fork (TOML)")
    try:
        return ForkFile.model_validate_json(json.dumps(content, default=str))
    except ValidationError as error:
        keys = "one of the keys in docs/play.md"
        faults = [fault_of(entry["loc"], entry["msg"], entry["input"], keys) for entry in error.errors()]
        raise InputFileError(str(path), faults) from None
    except RecursionError:
        fault = Fault("(file)", "tables nested too deeply", "a fork (TOML)")
        raise InputFileError(str(path), [fault]) from None
    except ValueError as error:
        raise InputFileError(str(path), [Fault("(file)", str(error), "TOML in UTF-8")]) from None


def freeze_fork(parent: Path, path: Path, target: Path) -> Frozen:
    """Write the freeze of the fork in the file ``path``, of a game in the run folder ``parent``.

    Raises :class:`~pycheck.errors.InputFileError` for a fork that cannot be, and
    :class:`~pycheck.empirical.trace.TraceRefused` for a parent whose logs do not follow from its trace.
    """
    file = read_fork(path)
    found = rescore(parent)
    if found.faults:
        raise TraceRefused(f"{parent}: {found.faults[0]}; nothing is forked from such a run")
    plan, faults = _plan(file, found)
    if plan is None or faults:
        raise InputFileError(str(path), faults)
    setup = found.frozen.setup.model_copy(update={"seeds": (plan.seed,)})
    if file.budgets is not None:
        setup = setup.model_copy(update={"budgets": file.budgets})
    probes = found.frozen.probes
    return freeze(setup, probes if file.probed else replace(probes, enabled=False), target, plan)


def _plan(file: ForkFile, found: Replay) -> tuple[ForkPlan | None, Sequence[Fault]]:
    frozen = found.frozen
    unit = next((unit for unit in frozen.units if file.game in (unit.name, unit.game_id)), None)
    if frozen.fork is not None:
        return None, [Fault("game", "a game that is a fork itself", "one of a run without forks")]
    if unit is None:
        known = ", ".join(unit.name for unit in frozen.units[:10])
        return None, [Fault("game", repr(file.game), f"a game of the parent's run: {known}")]
    steps, _ = replay(frozen, unit, found.contents, set())
    step = _said(steps, file.round, file.number)
    if step is None:
        last = max((event.round for one in steps for event in one.events), default=0)
        expected = f"a message of the game, which has rounds 0 to {last} (a night's result is no message)"
        return None, [Fault("number", f"message {file.number} of round {file.round}", expected)]
    moves = tuple(_moves(found, unit, step))
    detectable = detectable_of(file.base_rate, file.replicas, file.power, file.alpha)
    plan = ForkPlan(
        parent=unit.game_id,
        parent_freeze=frozen.digest,
        seed=unit.seed,
        round=file.round,
        number=file.number,
        moves=moves,
        arms=file.arms,
        replicas=file.replicas,
        outcome=file.outcome,
        alpha=file.alpha,
        power=file.power,
        base_rate=file.base_rate,
        above=detectable.above,
        below=detectable.below,
    )
    setup = frozen.setup.model_copy(update={"seeds": (plan.seed,)})
    return plan, tuple(fork_faults(setup, plan))


def _said(steps: Sequence[Step], round_: int, number: int) -> int | None:
    """The step in which a message was said."""
    for step in steps:
        for event in step.events:
            if event.round == round_ and event.fields.get("msg_seq") == number:
                return step.index
    return None


def _moves(found: Replay, unit: Unit, last: int) -> Iterator[Move]:
    moves = [asked for asked in found.contents.asked.values() if asked.key.game == unit.name]
    for asked in sorted(moves, key=lambda asked: asked.key.step):
        if asked.key.what == MOVE and asked.key.step <= last:
            answer = answer_of(asked)
            yield Move(player=asked.key.player, text=answer.text, cut_off=answer.cut_off)
