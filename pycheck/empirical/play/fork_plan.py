"""What a fork's freeze holds: the parent's moves up to the fork, the arms, and how many games each has."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import Field

from pycheck.empirical.play.setup import PlayerName
from pycheck.empirical.play.units import Fork, Unit, game_id
from pycheck.empirical.probing.fork_power import LARGEST, Detectable, detectable
from pycheck.empirical.protocol import Name, Part, Prose, Seed, Share

#: Games an arm, at most: the power of more is not computed.
MOST_REPLICAS = LARGEST
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class Move(Part):
    """One of the parent's moves."""

    player: PlayerName
    text: str
    cut_off: bool = False


class Arm(Part):
    """What is changed at the fork: nothing in an arm to compare with.

    ``last`` is said in the place of the parent's last move before the fork, ``next`` in the place of a
    player's first own turn after it; ``told`` is what players are told in private at the fork.
    """

    name: Name
    last: str | None = None
    next: dict[PlayerName, str] = Field(default_factory=dict)
    told: dict[PlayerName, Prose] = Field(default_factory=dict)


class Outcome(Part):
    """What is compared between arms: who wins, or that a player is eliminated by a vote."""

    kind: Literal["winner", "eliminated"]
    value: str


class ForkPlan(Part):
    """A fork. ``parent`` is a game's id, ``parent_freeze`` what it was played under.

    ``above`` and ``below`` are the shares nearest to ``base_rate`` that the test tells from it, at the level
    ``alpha``, with a probability of ``power``; ``None``: there is none. That is said before a game is played.
    """

    parent: str
    parent_freeze: Sha256
    seed: Seed
    round: Annotated[int, Field(ge=0)]
    number: Annotated[int, Field(ge=1)]
    moves: Annotated[tuple[Move, ...], Field(min_length=1)]
    arms: Annotated[tuple[Arm, ...], Field(min_length=1, max_length=16)]
    replicas: Annotated[int, Field(ge=1, le=MOST_REPLICAS)]
    outcome: Outcome
    alpha: Annotated[float, Field(gt=0, lt=1)] = 0.05
    power: Annotated[float, Field(gt=0, lt=1)] = 0.8
    base_rate: Share = 0.5
    above: Share | None = None
    below: Share | None = None


def fork_of(content: Any) -> ForkPlan:
    """The plan in a freeze. Raises :class:`ValueError` for anything else."""
    plan = ForkPlan.model_validate_json(json.dumps(content))
    found = detectable_of(plan.base_rate, plan.replicas, plan.power, plan.alpha)
    if (found.above, found.below) != (plan.above, plan.below):
        raise ValueError("fork.above or fork.below does not follow from the other numbers")
    return plan


def detectable_of(base_rate: float, replicas: int, power: float, alpha: float) -> Detectable:
    """What the test can find, in ten digits: more of them may differ between machines."""
    found = detectable(base_rate, replicas, power, alpha)
    ends = (None if rate is None else round(rate, 10) for rate in (found.above, found.below))
    return Detectable(found.base, found.n, *ends)


def fork_units(freeze: str, plan: ForkPlan) -> tuple[Unit, ...]:
    """The games of a fork, arms in turn, so that a run that ends early has as many of each."""
    batch = game_id(freeze, "batch")
    return tuple(
        Unit(name, game_id(freeze, name), plan.seed, replica + 1, _fork(plan, arm, batch))
        for replica in range(plan.replicas)
        for arm in plan.arms
        for name in [f"{arm.name}-{replica + 1}"]
    )


def _fork(plan: ForkPlan, arm: Arm, batch: str) -> Fork:
    moves = [move.text for move in plan.moves]
    cut_off = [move.cut_off for move in plan.moves]
    if arm.last is not None:
        moves[-1], cut_off[-1] = arm.last, False
    return Fork(
        parent=plan.parent,
        round=plan.round,
        number=plan.number,
        batch=batch,
        arm=arm.name,
        moves=tuple(moves),
        cut_off=tuple(cut_off),
        last=arm.last,
        replaced=arm.next,
        told=arm.told,
    )
