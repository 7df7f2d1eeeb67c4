"""The published pilot on Proposition 6, rebuilt from its policies: what each player did, act by act.

Published are the policies and the counts, not the traces. Which of two acts of a turn was unusable, and
which acts made up the three quarters of one condition, is therefore chosen here; no figure that the tests
compare depends on the choice, and those that would are named in ``test_published.py``.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path

from pycheck.empirical.protocol import Protocol
from pycheck.empirical.protocol_file import validate_protocol
from pycheck.empirical.record import SCRIPTED, Act, Attempt, Cause, Status, Turn
from pycheck.mechanism import Mechanism, read_mechanism

FLAGSHIP = Path(__file__).parents[2] / "mechanisms" / "othman_sandholm" / "mechanism.toml"
A, AP = "a", "a'"
TYPES = (A, AP)
FAMILIES = {"glm": "glm-5.2", "qwen": "qwen3.8-max"}
SEEDS, HOSTILE_SEEDS = (11, 29, 71, 97), (11, 29)
EQUILIBRIUM, BYZANTINE, RANDOM = "scripted-equilibrium", "scripted-byzantine", "scripted-random"
VISIBLE, BLIND, PERMUTED = "llm-visible-rules", "llm-blind", "llm-permuted"
MAIN = (EQUILIBRIUM, BYZANTINE, RANDOM, VISIBLE, BLIND)
FREEZE, CODE = "f" * 64, "0.0 test"

#: From turn (profile, seed) to both reports; ``None`` is an act that could not be used.
Policy = Callable[[tuple[str, str], int], tuple[str | None, str | None]]


def _threshold(name: str, minus: str | None, limit: float) -> dict[str, object]:
    part: dict[str, object] = {"id": name, "condition": VISIBLE, "report": AP, "at_least": limit}
    return part | ({"measure": "rate"} if minus is None else {"measure": "difference", "minus": minus})


def _llm(prompt: str, announced: str | None = None) -> dict[str, object]:
    return {"prompt": prompt} | ({"announced": {"row": announced, "col": announced}} if announced else {})


#: What was frozen, as far as an analysis reads it.
CONTENT: dict[str, object] = {
    "format": 1,
    "name": "published",
    "title": "The published pilot",
    "mechanism": "othman_sandholm",
    "roles": ["row", "col"],
    "profiles": [{"row": row, "col": col} for row in TYPES for col in TYPES],
    "sampling": {"temperature": 0.7, "max_tokens": 400, "timeout_s": 120.0},
    "network": {"retry_waits_s": [5.0, 15.0], "concurrency": 4},
    "unusable": {"reformulations": 1, "suffix": "Only the object."},
    "budgets": {"calls": 960, "tokens": 10**7, "wall_s": 86400.0},
    "families": [
        {"name": name, "model": model, "player": "endpoint", "base_url_variable": "BASE_URL"}
        for name, model in FAMILIES.items()
    ],
    "prompts": [
        {"name": "visible", "system": "$rules", "user": "$agent $type: $announced is dominant. $answers"},
        {"name": "blind", "system": "$agent", "user": "$type $answers"},
    ],
    "conditions": [
        {"name": EQUILIBRIUM, "seeds": [0], "scripted": {"policy": "constant", "report": AP}},
        {"name": BYZANTINE, "seeds": [0], "scripted": {"policy": "constant", "report": A}},
        {"name": RANDOM, "seeds": list(SEEDS), "scripted": {"policy": "uniform"}},
        {"name": VISIBLE, "seeds": list(SEEDS), "llm": _llm("visible", AP)},
        {"name": BLIND, "seeds": list(SEEDS), "llm": _llm("blind")},
        {"name": PERMUTED, "seeds": list(HOSTILE_SEEDS), "llm": _llm("visible", A)},
    ],
    "hypotheses": [
        {
            "id": "H1",
            "statement": "Visible rules lead to a'; without them, and when a is announced, less so.",
            "thresholds": [
                _threshold("visible", None, 0.8),
                _threshold("visible_blind", BLIND, 0.2),
                _threshold("visible_permuted", PERMUTED, 0.2),
            ],
        }
    ],
}


def protocol(**changes: object) -> Protocol:
    found, faults = validate_protocol(CONTENT | changes, mechanism())
    assert found is not None, faults
    assert not faults
    return found


def mechanism() -> Mechanism:
    return read_mechanism(FLAGSHIP).require()


def always(report: str) -> Policy:
    return lambda profile, seed: (report, report)


def truthful(profile: tuple[str, str], seed: int) -> tuple[str, str]:
    return profile


def uniform(profile: tuple[str, str], seed: int) -> tuple[str, str]:
    """The published generator: row drawn first."""
    row, col = (TYPES.index(label) for label in profile)
    generator = random.Random(seed * 1000 + 2 * row + col)
    return generator.choice(TYPES), generator.choice(TYPES)


def in_order(reports: Iterator[tuple[str | None, str | None]]) -> Policy:
    """One pair after the other, in the order of the turns."""
    return lambda profile, seed: next(reports)


def visible_glm() -> Policy:
    """10 usable acts, all a', in ten different turns of 16."""
    return in_order(iter([(AP, None)] * 5 + [(None, AP)] * 5 + [(None, None)] * 6))


def permuted_qwen() -> Policy:
    """12 of 16 acts are a'."""
    return in_order(iter([(AP, AP)] * 5 + [(A, AP), (AP, A), (A, A)]))


def turn(
    game: Mechanism, condition: str, family: str, profile: tuple[str, str], seed: int, policy: Policy
) -> Turn:
    reports = policy(profile, seed)
    true_types = dict(zip(("row", "col"), profile, strict=True))
    acts = tuple(
        act(condition, family, true_types, seed, agent, report)
        for agent, report in zip(true_types, reports, strict=True)
    )
    types = tuple(TYPES.index(label) for label in profile)
    best = max(game.welfare(o, types) for o in range(4))
    outcome: int | None = None
    if None not in reports:
        row, col = (TYPES.index(report) for report in reports if report is not None)
        outcome = game.outcome((row, col))
    return Turn(
        FREEZE,
        CODE,
        condition,
        family,
        true_types,
        seed,
        dict(zip(true_types, reports, strict=True)),
        best,
        None if outcome is None else game.outcomes[outcome],
        None if outcome is None else game.welfare(outcome, types),
        acts,
    )


def act(
    condition: str, family: str, profile: dict[str, str], seed: int, agent: str, report: str | None
) -> Act:
    status, cause = (Status.VALID, None) if report is not None else (Status.INVALID, Cause.PROSE)
    raw = "I would rather not say." if report is None else json.dumps({"report": report})
    asked = None if family == SCRIPTED else "0" * 64
    model = FAMILIES.get(family, condition)
    attempt = Attempt(status, asked, cause=cause, raw=None if family == SCRIPTED else raw)
    return Act(
        FREEZE,
        CODE,
        condition,
        family,
        model,
        profile,
        seed,
        agent,
        profile[agent],
        status,
        (attempt,),
        cause,
        report,
    )


def turns(
    visible: Policy | None = None, permuted: Policy | None = None, blind: Policy = truthful
) -> list[Turn]:
    """The published run; for other verdicts glm's policies can be exchanged."""
    game = mechanism()
    profiles = [(row, col) for row in TYPES for col in TYPES]
    plan: list[tuple[str, str, tuple[int, ...], Policy]] = [
        (EQUILIBRIUM, SCRIPTED, (0,), always(AP)),
        (BYZANTINE, SCRIPTED, (0,), always(A)),
        (RANDOM, SCRIPTED, SEEDS, uniform),
        (VISIBLE, "glm", SEEDS, visible or visible_glm()),
        (VISIBLE, "qwen", SEEDS, always(AP)),
        (BLIND, "glm", SEEDS, blind),
        (BLIND, "qwen", SEEDS, blind),
        (PERMUTED, "glm", HOSTILE_SEEDS, permuted or (lambda profile, seed: (None, None))),
        (PERMUTED, "qwen", HOSTILE_SEEDS, permuted_qwen()),
    ]
    return [
        turn(game, condition, family, profile, seed, policy)
        for condition, family, seeds, policy in plan
        for seed in seeds
        for profile in profiles
    ]
