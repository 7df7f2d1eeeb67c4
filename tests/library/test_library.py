"""The shipped mechanisms: what each claims is so, and their tables are those of the rules."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from itertools import permutations, product
from pathlib import Path

import pytest

from pycheck import verify
from pycheck.census import run_census
from pycheck.lean.generate import LeanFile
from pycheck.loading import load
from pycheck.mechanism import Mechanism
from pycheck.verdict import Level, Verdict

ROOT = Path(__file__).parents[2]
NAMES = (
    "second_price",
    "first_price",
    "serial_dictatorship",
    "boston",
    "majority",
    "borda",
    "public_good",
)
#: Their Lean files are written by hand; tests/facts looks at what they claim.
BY_HAND = ("war_verdict", "mafia_vote")
#: Claims with no theorem: why not is in their note.
UNPROVED = {("borda", "seventeen_truthful_rules")}


def test_the_library_is_complete() -> None:
    folders = {p.parent.name for p in (ROOT / "mechanisms").glob("*/mechanism.toml")}
    assert folders >= {*NAMES, *BY_HAND, "othman_sandholm"}
    imported = (ROOT / "lean" / "Mechanisms.lean").read_text(encoding="utf-8")
    for path in (ROOT / "lean" / "Mechanisms").glob("*.lean"):
        assert f"import Mechanisms.{path.stem}\n" in imported


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.sample(every=4)
def test_everything_claimed_is_proved(name: str) -> None:
    result = verify(ROOT / "mechanisms" / name)
    assert result.ok, str(result)
    assert result.fully_checked, str(result)
    assert result.verification.non_divergence.verdict == "agrees"
    truths = set()
    for claim in result.claims:
        level = Level.EXHAUSTIVE if (name, claim.claim.id) in UNPROVED else Level.FORMAL
        assert claim.evidence[0] is level, claim.claim.id
        assert claim.verdict is (Verdict.HOLDS if claim.claim.expected else Verdict.FAILS)
        assert claim.claim.entry.source
        truths.add(claim.claim.expected)
    assert truths == {True, False}


def by_rule(mechanism: Mechanism, rule: Callable[..., str]) -> bool:
    """Whether the outcome map is the rule, on every profile of reports."""
    return all(
        mechanism.outcomes[mechanism.outcome(profile)] == rule(*mechanism.signature.report_labels(profile))
        for profile in mechanism.signature.report_profiles()
    )


def utilities(mechanism: Mechanism, agent: int) -> dict[tuple[str, str], int]:
    owner = mechanism.agents[agent]
    return {
        (outcome, type_): int(mechanism.utilities[agent][o][t])
        for o, outcome in enumerate(mechanism.outcomes)
        for t, type_ in enumerate(owner.types)
    }


@pytest.mark.parametrize(("name", "pick"), [("second_price", min), ("first_price", max)])
def test_the_auctions(name: str, pick: Callable[..., str]) -> None:
    mechanism = load(ROOT / "mechanisms" / name).mechanism
    # As labels, digits compare as numbers do.
    assert by_rule(mechanism, lambda a, b: f"{2 if b > a else 1} pays {pick(a, b)}")
    for agent in (0, 1):
        for (outcome, value), utility in utilities(mechanism, agent).items():
            won, paid = outcome[0] == str(agent + 1), int(outcome[-1])
            assert utility == (int(value) - paid if won else 0)


def test_serial_dictatorship_is_greedy() -> None:
    mechanism = load(ROOT / "mechanisms" / "serial_dictatorship").mechanism
    # Among all assignments the one that is best for agent 1, then for agent 2.
    orders = ["".join(p) for p in permutations("xyz")]

    def rule(*reports: str) -> str:
        return min(orders, key=lambda got: [r.index(o) for r, o in zip(reports, got, strict=True)])

    assert by_rule(mechanism, rule)


def test_boston_maximises_first_choices_then_second() -> None:
    """Immediate acceptance is greedy, by the rank of the choice first and by priority second."""
    mechanism = load(ROOT / "mechanisms" / "boston").mechanism

    def rule(*reports: str) -> str:
        got = ["", "", ""]
        for rank, agent in product(range(3), range(3)):
            wanted = reports[agent][rank]
            if not got[agent] and wanted not in got:
                got[agent] = wanted
        return "".join(got)

    assert by_rule(mechanism, rule)
    # The textbook case: refused at x, agent 2 finds y taken by agent 3.
    assert rule("xyz", "xyz", "yxz") == "xzy"


@pytest.mark.parametrize("name", ["serial_dictatorship", "boston"])
def test_matchings_are_valued_by_rank(name: str) -> None:
    mechanism = load(ROOT / "mechanisms" / name).mechanism
    for agent in range(3):
        for (outcome, order), utility in utilities(mechanism, agent).items():
            assert order[2 - utility] == outcome[agent]


def test_majority() -> None:
    mechanism = load(ROOT / "mechanisms" / "majority").mechanism
    assert by_rule(mechanism, lambda *votes: "pass" if sorted(votes)[1] == "yes" else "reject")
    # May's theorem, counted: the only anonymous, neutral and strategy-proof rule.
    only = run_census(mechanism, ["truthful:weak", "anonymous", "neutral"])
    assert only.found == (mechanism.outcome_map.cells,)


def test_borda() -> None:
    mechanism = load(ROOT / "mechanisms" / "borda").mechanism

    def rule(*reports: str) -> str:
        # Points lost instead of points won.
        lost = {a: sum(r.split(">").index(a) for r in reports) for a in "abc"}
        return sorted("abc", key=lambda a: lost[a])[0]

    assert by_rule(mechanism, rule)
    assert run_census(mechanism, ["truthful:weak"]).count == 17


def test_the_clarke_tax() -> None:
    """Utility at truthful reports is that of the decision minus the harm done to the other by being there."""
    mechanism = load(ROOT / "mechanisms" / "public_good").mechanism
    values = [int(v) for v in mechanism.agents[0].types]
    for profile in mechanism.signature.report_profiles():
        net = [values[r] for r in profile]
        outcome = mechanism.outcome(profile)
        assert mechanism.outcomes[outcome].startswith("yes") == (sum(net) >= 0)
        for agent in (0, 1):
            other = net[1 - agent]
            alone, together = max(other, 0), other if sum(net) >= 0 else 0
            enjoyed = net[agent] if sum(net) >= 0 else 0
            assert mechanism.utilities[agent][outcome][profile[agent]] == enjoyed - (alone - together)


@pytest.mark.parametrize("name", [*NAMES, *BY_HAND])
def test_the_files_are_what_the_script_writes(name: str) -> None:
    script = runpy.run_path(str(ROOT / "tools" / "library.py"))
    (make,) = [make for make in script["LIBRARY"] if make.__name__ == name]
    folder = ROOT / "mechanisms" / name
    assert (folder / "mechanism.toml").read_text(encoding="utf-8") == script["mechanism_text"](make())
    if name in BY_HAND:
        return
    loaded = load(folder)
    assert loaded.mechanism.lean is not None
    source = LeanFile(loaded.mechanism, loaded.mechanism.lean, loaded.claims).source()
    path = ROOT.joinpath("lean", *loaded.mechanism.lean.module.split(".")).with_suffix(".lean")
    assert path.read_text(encoding="utf-8") == source
