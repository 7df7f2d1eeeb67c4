"""A plan, a run and a rescoring as text for people."""

from __future__ import annotations

import json
import sys
import threading
from collections import Counter
from collections.abc import Iterator

from pycheck.empirical.plan import Cost, Plan
from pycheck.empirical.record import SCRIPTED, Act, TurnKey
from pycheck.empirical.rescore import Contents
from pycheck.empirical.run import Outcome


def plan_text(plan: Plan) -> str:
    """The plan by condition and family, each question's first wording once, then cost against budget."""
    return "\n".join(_plan_lines(plan))


def _plan_lines(plan: Plan) -> Iterator[str]:
    protocol = plan.protocol
    asked = f"{len(plan.acts)} acts, {len(plan.asked)} asked of models"
    yield f"{protocol.name}: {len(plan.turns)} turns, {asked}"
    turns = Counter((turn.condition, turn.family) for turn in plan.turns)
    for (condition, family), count in turns.items():
        seeds = ", ".join(map(str, protocol.condition(condition).seeds))
        yield f"  {condition}, {family}: {count} turns (seeds {seeds})"
    yield ""
    yield f"{'':12}{'expected':>14}{'worst case':>14}{'budget':>14}"
    budgets = protocol.budgets
    for name in ("calls", "tokens", "money"):
        limit = getattr(budgets, name)
        if limit is not None:
            least, worst = (getattr(cost, name) for cost in (plan.least, plan.worst))
            unit = f" {budgets.currency}" if name == "money" else ""
            yield f"{name + unit:12}{_number(least):>14}{_number(worst):>14}{_number(limit):>14}"
    # What a local model takes is not known.
    worst = _number(plan.worst_wall_s or None)
    yield f"{'wall time, s':12}{'':>14}{worst:>14}{_number(budgets.wall_s):>14}"
    yield ""
    yield "expected: each act answered by its first call; worst case: every reformulation and retry, each as"
    yield "long as it may be, local models apart, which have no timeout. A run stops before the call that"
    yield "could pass a budget."


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:,}" if isinstance(value, int) else f"{value:,.2f}"


def plan_json(plan: Plan) -> str:
    """Every turn of the plan, and what it takes."""
    return json.dumps(
        {
            "protocol": plan.protocol.name,
            "turns": [_turn(turn) for turn in plan.turns],
            "acts": len(plan.acts),
            "asked": len(plan.asked),
            "expected": _cost(plan.least),
            "worst": _cost(plan.worst) | {"wall_s": plan.worst_wall_s},
            "faults": [str(fault) for fault in plan.faults()],
        },
        ensure_ascii=False,
        indent=2,
    )


def _turn(turn: TurnKey) -> dict[str, object]:
    return {
        "condition": turn.condition,
        "family": turn.family,
        "profile": dict(turn.profile),
        "seed": turn.seed,
    }


def _cost(cost: Cost) -> dict[str, object]:
    return {"calls": cost.calls, "tokens": cost.tokens, "money": cost.money}


def outcome_text(outcome: Outcome) -> str:
    """How a run ended, its stop first."""
    spent = outcome.spent
    lines = [] if outcome.stop is None else [f"STOPPED ({outcome.stop.reason}): {outcome.stop.message}"]
    lines.append(
        f"{outcome.acts} acts there, {outcome.asked} of them new, {outcome.missing} not asked; "
        f"{spent.calls:,} calls, {spent.tokens:,} tokens charged in all"
    )
    return "\n".join(lines)


def contents_text(contents: Contents) -> str:
    """What a trace holds, by condition and family, and whether it scores as it is written."""
    plan = contents.frozen.plan
    lines = [
        f"freeze {contents.frozen.digest}",
        f"{len(contents.acts)} of {len(plan.acts)} acts, {len(contents.turns)} of {len(plan.turns)} turns",
    ]
    cells: dict[tuple[str, str], Counter[str]] = {}
    for act in contents.acts.values():
        cells.setdefault((act.condition, act.family), Counter())[act.status.value] += 1
    for (condition, family), statuses in cells.items():
        shown = ", ".join(f"{count} {status}" for status, count in sorted(statuses.items()))
        lines.append(f"  {condition}, {family}: {shown}")
    lines += [
        f"deviation: {d.field}: {d.old!r} is {d.new!r} ({d.reason}; {d.time})"
        for d in contents.frozen.deviations
    ]
    lines += [f"stopped: {stop.message}" for stop in contents.stops]
    if contents.torn:
        lines.append(f"{contents.torn} bytes of an unfinished line at the end, which a run drops")
    faults = len(contents.faults)
    lines.append(f"{faults} lines differ" if faults else "every line scores as it is written")
    return "\n".join(lines)


class Progress:
    """One line on stderr, written over, where stderr is a terminal; otherwise a line every 100 acts."""

    def __init__(self, total: int, quiet: bool) -> None:
        self._total, self._done, self._quiet = total, 0, quiet
        self._lock = threading.Lock()

    def __call__(self, act: Act) -> None:
        """Count an act; scripted ones are too quick to be shown."""
        with self._lock:
            self._done += 1
            if self._quiet or act.family == SCRIPTED:
                return
            terminal = sys.stderr.isatty()
            if terminal or self._done % 100 == 0 or self._done == self._total:
                text = f"{self._done} acts of at most {self._total}: {act.family} {act.status}"
                end = "\r" if terminal and self._done < self._total else "\n"
                print(f"{text:<78}", end=end, file=sys.stderr, flush=True)
