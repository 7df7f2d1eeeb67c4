"""Results as tables for people. What was not measured is called that, never 0."""

from __future__ import annotations

from collections.abc import Sequence

from pycheck.empirical.analysis import Results
from pycheck.empirical.evidence import ShownTable
from pycheck.empirical.hypotheses import Finding
from pycheck.empirical.intervals import Interval, Rate
from pycheck.empirical.payoffs import Gain, Mean
from pycheck.empirical.protocol import Equivalence
from pycheck.empirical.record import SCRIPTED, Status
from pycheck.empirical.stability import stability
from pycheck.empirical.tally import Spent

NO_MEASURE = "no measure"
#: Statuses of acts that gave no report, worst last.
UNUSABLE = tuple(status for status in Status if status is not Status.VALID)


def tables_of(results: Results) -> tuple[ShownTable, ...]:
    """Every table, in the order in which they are read."""
    return (
        _verdicts(results),
        _findings(results),
        _rates(results),
        _unusable(results),
        _by_type(results),
        _by_profile(results),
        _own_type(results),
        _deviations(results),
        _pooled(results),
        _cost(results),
    )


def _verdicts(results: Results) -> ShownTable:
    rows = []
    for hypothesis in results.protocol.hypotheses:
        words = " ".join(hypothesis.statement.split())
        rows.append((hypothesis.id, results.verdicts[hypothesis.id].value, words))
    note = (
        ""
        if results.evaluated
        else "At least one hypothesis has no measure. The run is not evaluated; that is no result about them."
    )
    return ShownTable("Hypotheses", ("hypothesis", "on this run", "as frozen"), tuple(rows), note)


def _findings(results: Results) -> ShownTable:
    rows = tuple(
        (
            f"{found.hypothesis} / {found.part.id}",
            found.statement,
            found.family,
            " and ".join(map(str, found.n)),
            NO_MEASURE if found.estimate is None else f"{found.estimate:.3f}",
            interval(found.interval),
            _effect(found),
            _p(found.p) if isinstance(found.part, Equivalence) else "–",
            found.answer.value,
        )
        for found in results.findings
    )
    columns = ("part", "what would have to be", "family", "n", "estimate", "interval", "Cohen's h", "p")
    return ShownTable("Their parts, for each family", (*columns, "answer"), rows)


def _rates(results: Results) -> ShownTable:
    rows = tuple(
        (
            *group.cell,
            str(group.acts),
            str(group.rate.n),
            value(group.rate),
            interval(group.rate.interval),
            _mean(group.welfare),
        )
        for group in results.groups
    )
    columns = ("condition", "family", "acts", "valid", f"rate of {results.measured}", "interval")
    note = (
        "The rate is among valid acts. Intervals take acts for independent draws. The welfare ratio is "
        "realised welfare over the best possible, in turns with every act valid."
    )
    return ShownTable("Rates", (*columns, "welfare ratio"), rows, note)


def _unusable(results: Results) -> ShownTable:
    rows = []
    for group in results.groups:
        for status in UNUSABLE:
            rate = group.statuses[status]
            if rate.count:
                share = f"{value(rate)} {interval(rate.interval)}"
                rows.append((*group.cell, status.value.replace("_", " "), str(rate.count), share))
        for cause, count in group.causes.items():
            shown = value(Rate(count, group.acts))
            rows.append((*group.cell, f"— {cause.value.replace('_', ' ')}", str(count), shown))
    columns = ("condition", "family", "what happened", "acts", "share of all acts")
    note = "" if rows else "Every act gave a report that could be used."
    return ShownTable("Acts that could not be used", columns, tuple(rows), note)


def _by_type(results: Results) -> ShownTable:
    rows = tuple(
        (
            *group.cell,
            role,
            label,
            str(split.rate.n),
            value(split.rate),
            interval(split.rate.interval),
            value(split.unusable),
            _mean(group.welfare_by_type[label]),
        )
        for group in results.groups
        for (role, label), split in group.by_role_and_type.items()
    )
    columns = (
        "condition",
        "family",
        "agent",
        "true type",
        "valid",
        f"rate of {results.measured}",
        "interval",
    )
    note = "The welfare ratio is over turns in which any agent has the type."
    caption = "By agent and true type"
    return ShownTable(caption, (*columns, "unusable", "welfare ratio"), rows, note)


def _by_profile(results: Results) -> ShownTable:
    rows = tuple(
        (
            *group.cell,
            f"({', '.join(label for _, label in profile)})",
            str(split.rate.n),
            value(split.rate),
            interval(split.rate.interval),
            value(split.unusable),
        )
        for group in results.groups
        for profile, split in group.by_profile.items()
    )
    columns = ("condition", "family", "true profile", "valid", f"rate of {results.measured}", "interval")
    return ShownTable("By true profile", (*columns, "unusable"), rows)


def _own_type(results: Results) -> ShownTable:
    rows = tuple(
        (
            *group.cell,
            role,
            value(group.truthful[role]) if role in group.truthful else "–",
            _p(policy.independent_p),
            _p(policy.coin_p),
        )
        for group in results.groups
        for role, policy in group.policies.items()
    )
    columns = ("condition", "family", "agent", "truthful")
    note = (
        "Exact p-values, corrected within a row and not over rows. A player that reports its own type and "
        "one that tosses a coin can have the same rate; they differ here."
    )
    names = (*columns, "p: report independent of type", "p: a fair coin at every type")
    return ShownTable("Own type or coin", names, rows, note)


def _deviations(results: Results) -> ShownTable:
    rows = tuple(
        (*group.cell, role, *_gain(gain)) for group in results.groups for role, gain in group.gains.items()
    )
    columns = ("condition", "family", "agent", "turns", "mean gain", "share in which it pays", "interval")
    note = (
        "What the agent would have gained by its best other report, the others' observed reports fixed; over "
        "turns with every act valid."
    )
    return ShownTable("Deviating alone", columns, rows, note)


def _pooled(results: Results) -> ShownTable:
    rows = tuple((role, label, *_gain(gain)) for (role, label), gain in results.pooled_gains.items())
    columns = ("agent", "true type", "turns", "mean gain", "share in which it pays", "interval")
    note = f"Pooled over the conditions that announce nothing false: {', '.join(results.pooled)}."
    return ShownTable("Deviating alone, by true type", columns, rows, note)


def _cost(results: Results) -> ShownTable:
    groups = [group for group in results.groups if group.cell.family != SCRIPTED]
    rows = [(*group.cell, *_spent(group.spent)) for group in groups]
    rows.append(("all", "all", *_spent(results.spent)))
    columns = ("condition", "family", "turns", "calls", "tokens", "latency per turn, s")
    note = "Tokens are those that were reported. Latency is summed over the acts of a turn, waits excluded."
    return ShownTable("Cost", columns, tuple(rows), note)


def _spent(spent: Spent) -> tuple[str, str, str, str]:
    latency = f"{spent.latency_s / spent.turns:.2f}" if spent.turns else NO_MEASURE
    return str(spent.turns), str(spent.calls), str(spent.tokens), latency


def _gain(gain: Gain) -> tuple[str, str, str, str]:
    mean = NO_MEASURE if gain.mean.value is None else f"{float(gain.mean.value):+.3f}"
    return str(gain.mean.n), mean, value(gain.profitable), interval(gain.profitable.interval)


def value(rate: Rate) -> str:
    """A rate to three decimals, or that there is none."""
    return NO_MEASURE if rate.value is None else f"{rate.value:.3f}"


def interval(found: Interval | None) -> str:
    """An interval to three decimals."""
    return NO_MEASURE if found is None else f"[{found.low:.3f}, {found.high:.3f}]"


def _mean(mean: Mean) -> str:
    return NO_MEASURE if mean.value is None else f"{float(mean.value):.3f}"


def _effect(found: Finding) -> str:
    """Cohen's h, of differences alone."""
    if isinstance(found.part, Equivalence) or found.part.minus is None:
        return "–"
    return NO_MEASURE if found.effect is None else f"{found.effect:.2f}"


def _p(found: float | None) -> str:
    if found is None:
        return NO_MEASURE
    return f"{found:.3f}" if found >= 0.001 else "< 0.001"


def stability_of(names: Sequence[str], runs: Sequence[Results]) -> ShownTable:
    """Verdicts and rates of several runs of one freeze, one column a run."""
    found = stability(runs)
    rows = [
        (f"hypothesis {name}", *(answer.value for answer in answers), _agreement(found.agree(name)))
        for name, answers in found.verdicts.items()
    ]
    rows += [
        (f"rate, {', '.join(steady.cell)}", *(value(r) for r in steady.rates), f"p {_p(steady.p)}")
        for steady in found.rates
    ]
    note = "Runs are not pooled. p: exact test that all runs have one rate, each against the rest, corrected."
    return ShownTable("Several runs of one freeze", ("what", *names, "the same?"), tuple(rows), note)


def _agreement(agree: bool | None) -> str:
    return {True: "yes", False: "no", None: "no measure"}[agree]
