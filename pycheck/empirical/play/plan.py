"""What games ask for before anything is asked, and whether the budget has room for that many questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pycheck.empirical.play.asking import MOVE, Answer, Ask
from pycheck.empirical.play.engine import play
from pycheck.empirical.play.games import GAMES
from pycheck.empirical.play.instrument import Instrument
from pycheck.empirical.play.setup import Setup
from pycheck.empirical.play.units import Unit
from pycheck.empirical.probing.definitions import Probes
from pycheck.errors import Fault


@dataclass(frozen=True)
class Plan:
    """Questions of all games together if nobody says anything, so that nobody dies and no game ends early.

    ``asked`` counts them by who answers (a family, or ``scripted``) and by what is asked (``move``, a probe).
    """

    games: int
    asked: Counter[tuple[str, str]]
    tries: int

    @property
    def calls(self) -> int:
        """Calls of models, every network retry included."""
        return self.tries * sum(count for (who, _), count in self.asked.items() if who != "scripted")


def plan_of(setup: Setup, probes: Probes, units: Sequence[Unit]) -> Plan:
    """Go through the games in silence, and count."""
    asked: Counter[tuple[str, str]] = Counter()

    def asking(ask: Ask) -> Answer:
        asked[ask.seat.family or "scripted", ask.key.what] += 1
        return Answer("", "empty", False, 0.0, 0.0)

    game: Any = GAMES[setup.game]
    instrument = Instrument(probes, asking, setup.probing.retests, setup.probing.most_tokens)
    # In silence, games that begin alike go on alike: dice are for what is said.
    counted: list[tuple[Any, str | None, Counter[tuple[str, str]]]] = []
    total: Counter[tuple[str, str]] = Counter()
    for unit in units:
        start, arm = game.start(setup, unit.seed), unit.fork.arm if unit.fork else None
        before = next((c for begun, of, c in counted if of == arm and begun == start), None)
        if before is None:
            asked.clear()
            for _ in play(game, setup, unit, asking, instrument, 0.0):
                pass
            before = Counter(asked)
            counted.append((start, arm, before))
        total += before
    return Plan(len(units), total, 1 + len(setup.network.retry_waits_s))


def budget_faults(setup: Setup, plan: Plan) -> Iterator[Fault]:
    """Where plan and budget disagree."""
    budgets = setup.budgets
    if budgets.calls < plan.calls and budgets.may_stop_early is None:
        hint = "or say in budgets.may_stop_early why a run may end before its games"
        expected = f"{plan.calls:,} calls: what the games take if nobody dies, retries included"
        yield Fault("budgets.calls", f"{budgets.calls:,} calls", expected, hint)
    timeout = setup.sampling.timeout_s if plan.calls else 0.0
    if budgets.wall_s < timeout:
        expected = f"at least {timeout:,.6g} s: what one call may take (sampling.timeout_s)"
        yield Fault("budgets.wall_s", f"{budgets.wall_s:,.6g} s", expected)


def plan_text(plan: Plan) -> str:
    """The plan for people."""
    lines = [f"{plan.games:,} games; if nobody dies:"]
    families = sorted({who for who, _ in plan.asked})
    for who in families:
        moves = plan.asked[who, MOVE]
        probes = sum(count for (name, what), count in plan.asked.items() if name == who and what != MOVE)
        lines.append(f"  {who}: {moves:,} moves, {probes:,} probes")
    lines.append(
        f"{plan.calls:,} calls at most; tokens grow with what is said, and the budget is what limits them"
    )
    return "\n".join(lines)


def silent_units(setup: Setup) -> tuple[Unit, ...]:
    """The games of a setup that is not frozen yet."""
    return tuple(Unit(f"seed-{seed}", "", seed) for seed in setup.seeds)
