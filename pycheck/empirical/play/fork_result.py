"""What came of a fork: the outcome that was to be compared, by arm, and the exact test that was planned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pycheck.empirical.play.engine import Step
from pycheck.empirical.play.fork_plan import ForkPlan, Outcome
from pycheck.empirical.play.rescore import Replay, replay, rescore
from pycheck.empirical.probing.fork_test import Arm, ForkTest, fork_test, words
from pycheck.errors import Fault, InputFileError


@dataclass(frozen=True)
class ForkResult:
    """The test over the games that have the outcome or certainly lack it; ``open`` are those that go on.

    ``unsaid`` counts, by arm and player, the games that ended before the player had the turn on which it was
    to say something else.
    """

    plan: ForkPlan
    test: ForkTest
    open: int
    unsaid: Mapping[tuple[str, str], int]


def fork_result(folder: Path) -> tuple[ForkResult, Replay]:
    """Count the outcome in the games of a fork's run.

    Raises :class:`~pycheck.errors.InputFileError` if the run is no fork.
    """
    found = rescore(folder)
    plan = found.frozen.fork
    if plan is None:
        fault = Fault("fork", "nothing", "a fork", "pycheck probing fork freezes one")
        raise InputFileError(str(folder / "freeze.json"), [fault])
    counts = {arm.name: [0, 0] for arm in plan.arms}
    open_ = 0
    unsaid: Counter[tuple[str, str]] = Counter()
    for unit in found.frozen.units:
        assert unit.fork is not None
        steps, _ = replay(found.frozen, unit, found.contents, set())
        there = outcome_of(plan.outcome, steps)
        if there is None:
            open_ += 1
        else:
            counts[unit.fork.arm][0] += there
            counts[unit.fork.arm][1] += 1
        if steps and steps[-1].last:
            unsaid.update((unit.fork.arm, name) for name in unit.fork.replaced if not _has_moved(name, steps))
    arms = [Arm(name, count, n) for name, (count, n) in counts.items()]
    return ForkResult(plan, fork_test(arms), open_, unsaid), found


def _has_moved(player: str, steps: Sequence[Step]) -> bool:
    """Whether a player had a turn after the fork."""
    return any(event.fields.get("player") == player for s in steps if not s.forked for event in s.events)


def outcome_of(outcome: Outcome, steps: Sequence[Step]) -> bool | None:
    """Whether a game has the outcome; ``None`` while that is open.

    An elimination is that of the first vote after the fork.
    """
    events = [event for step in steps if not step.forked for event in step.events]
    if outcome.kind == "winner":
        over = [event.fields["winner"] for event in events if event.kind == "game_over"]
        return over[0] == outcome.value if over else None
    for index, event in enumerate(events):
        if event.kind == "vote_tally":
            after = events[index + 1 : index + 2]
            return any(e.kind == "day_eliminate" and e.fields["eliminated"] == outcome.value for e in after)
    return False if any(event.kind == "game_over" for event in events) else None


def fork_text(result: ForkResult) -> str:
    """The outcome by arm, the test, and what it could have found, for people."""
    plan = result.plan
    what = {"winner": "wins", "eliminated": "is eliminated by the first vote after the fork"}
    where = f"message {plan.number} of round {plan.round}"
    lines = [
        f"fork of {plan.parent} after {where}, {plan.replicas} games an arm",
        f"outcome: {plan.outcome.value} {what[plan.outcome.kind]}",
        words(result.test, plan.alpha),
        planned_text(plan),
    ]
    for (arm, player), games in sorted(result.unsaid.items()):
        lines.append(
            f"{arm}: in {games} games {player} has no turn after the fork, and what it was to say is unsaid"
        )
    if result.open:
        lines.append(f"{result.open} games are not that far: they are in no arm")
    return "\n".join(lines)


def planned_text(plan: ForkPlan) -> str:
    """What the fork can find, as it was said before anything was played."""
    ends = [
        f"{way} {rate:.3f}"
        for way, rate in (("below", plan.below), ("above", plan.above))
        if rate is not None
    ]
    told = " or ".join(ends) if ends else "nothing, not even 0 or 1"
    return (
        f"said beforehand: {plan.replicas} games an arm tell {told} from {plan.base_rate:g} "
        f"with a power of {plan.power:g} at {plan.alpha:g}"
    )
