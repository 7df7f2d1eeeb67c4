"""The results of a run as plain JSON data.

Counts are exact. What is derived from them is rounded to six decimals, so that the same run gives the same
bytes whichever version of scipy worked it out; exact means are strings (``"-5/2"``). What was not measured is
``null``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pycheck.empirical.analysis import Results
from pycheck.empirical.exact import ConditionalPolicy
from pycheck.empirical.groups import Group, Split
from pycheck.empirical.hypotheses import Finding
from pycheck.empirical.intervals import Interval, Rate
from pycheck.empirical.payoffs import Gain, Mean
from pycheck.empirical.tally import Profile, Spent

DIGITS = 6


def results_json(results: Results) -> dict[str, Any]:
    """Everything in ``results``, groups in the protocol's order."""
    return {
        "measured": results.measured,
        "turns": results.turns,
        "acts": results.acts,
        "valid": results.valid,
        "model_acts": results.model_acts,
        "model_valid": results.model_valid,
        "spent": _spent(results.spent),
        "evaluated": results.evaluated,
        "verdicts": {name: answer.value for name, answer in results.verdicts.items()},
        "findings": [_finding(finding) for finding in results.findings],
        "groups": [_group(group) for group in results.groups],
        "pooled_gains": {
            "conditions": list(results.pooled),
            "by_role_and_type": _by_pair(results.pooled_gains),
        },
    }


def _finding(found: Finding) -> dict[str, Any]:
    return {
        "hypothesis": found.hypothesis,
        "part": found.part.id,
        "statement": found.statement,
        "family": found.family,
        "answer": found.answer.value,
        "n": list(found.n),
        "estimate": _number(found.estimate),
        "interval": interval_json(found.interval),
        "cohen_h": _number(found.effect),
        "p": _number(found.p),
    }


def _group(group: Group) -> dict[str, Any]:
    return {
        "condition": group.cell.condition,
        "family": group.cell.family,
        "acts": group.acts,
        "spent": _spent(group.spent),
        "rate": rate_json(group.rate),
        "rates": {report: rate_json(rate) for report, rate in group.rates.items()},
        "statuses": {status.value: rate_json(rate) for status, rate in group.statuses.items() if rate.count},
        "causes": {cause.value: n for cause, n in group.causes.items()},
        "by_role": {role: _split(split) for role, split in group.by_role.items()},
        "by_type": {label: _split(split) for label, split in group.by_type.items()},
        "by_role_and_type": {
            role: {t: _split(s) for (r, t), s in group.by_role_and_type.items() if r == role}
            for role in group.by_role
        },
        "by_profile": [
            {"profile": dict(profile), **_split(split)} for profile, split in _sorted(group.by_profile)
        ],
        "truthful": {role: rate_json(rate) for role, rate in group.truthful.items()},
        "policies": {role: _policy(policy) for role, policy in group.policies.items()},
        "gains": {role: gain_json(gain) for role, gain in group.gains.items()},
        "gains_by_role_and_type": _by_pair(group.gains_by_type),
        "welfare_ratio": mean_json(group.welfare),
        "welfare_ratio_by_type": {label: mean_json(mean) for label, mean in group.welfare_by_type.items()},
    }


def _sorted(splits: Mapping[Profile, Split]) -> list[tuple[Profile, Split]]:
    return sorted(splits.items())


def _split(split: Split) -> dict[str, Any]:
    return {"rate": rate_json(split.rate), "unusable": rate_json(split.unusable)}


def rate_json(rate: Rate) -> dict[str, Any]:
    """A rate: its count, its n, and both derived figures, ``null`` when n is 0."""
    return {
        "count": rate.count,
        "n": rate.n,
        "value": _number(rate.value),
        "interval": interval_json(rate.interval),
    }


def interval_json(interval: Interval | None) -> list[float] | None:
    """Both ends, or ``null``."""
    return None if interval is None else [round(interval.low, DIGITS), round(interval.high, DIGITS)]


def _policy(policy: ConditionalPolicy) -> dict[str, Any]:
    return {
        "p_independent_of_type": _number(policy.independent_p),
        "p_uniform_at_every_type": _number(policy.coin_p),
    }


def gain_json(gain: Gain) -> dict[str, Any]:
    """The mean gain and how often it was positive."""
    return {**mean_json(gain.mean), "profitable": rate_json(gain.profitable)}


def mean_json(mean: Mean) -> dict[str, Any]:
    """An exact mean as text beside its rounded value."""
    return {
        "n": mean.n,
        "mean": None if mean.value is None else str(mean.value),
        "rounded": None if mean.value is None else round(float(mean.value), DIGITS),
    }


def _by_pair(gains: Mapping[tuple[str, str], Gain]) -> dict[str, dict[str, Any]]:
    nested: dict[str, dict[str, Any]] = {}
    for (role, label), gain in gains.items():
        nested.setdefault(role, {})[label] = gain_json(gain)
    return nested


def _spent(spent: Spent) -> dict[str, Any]:
    per_turn = round(spent.latency_s / spent.turns, 3) if spent.turns else None
    return {
        "turns": spent.turns,
        "calls": spent.calls,
        "tokens": spent.tokens,
        "latency_s_per_turn": per_turn,
    }


def _number(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS)
