"""Games as Gambit has them: dominance is what Gambit says, and what is written is read back."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pycheck.claims import Evaluator, read_claims
from pycheck.errors import EnvironmentUnusable
from pycheck.loading import load
from pycheck.mechanism import MAIN_MAP, Agent, ClaimEntry, Mechanism, OutcomeMap, Signature
from pycheck.neighbours import gambit
from pycheck.neighbours.bayesian import Prior, UnfitForGambit, bayesian_efg
from pycheck.neighbours.normal_form import GameFileError, NormalForm, normal_form, read_nfg, write_nfg

pygambit: Any = importlib.import_module("pygambit") if importlib.util.find_spec("pygambit") else None
needs_gambit = pytest.mark.skipif(
    pygambit is None, reason="pygambit is not installed: pip install 'pycheck[gambit]'"
)
VALUES = (Fraction(-1), Fraction(0), Fraction(1, 3), Fraction(1), Fraction(1), Fraction(5, 2))


def random_mechanism(seed: int) -> Mechanism:
    """2 or 3 agents, 2 or 3 types, reports that may be others; few utilities, so that ties are common."""
    rng = Random(seed)
    outcomes = tuple(f"o{k}" for k in range(rng.randint(2, 4)))
    agents = []
    for k in range(rng.randint(2, 3)):
        types = tuple(f"t{t}" for t in range(rng.randint(2, 3)))
        others = tuple(f"r{r}" for r in range(rng.randint(1, 3)))
        reports = types if rng.random() < 0.7 else others
        agents.append(Agent(f"agent{k}", types, reports, None))
    signature = Signature(tuple(agents), outcomes)
    tables = tuple(tuple(tuple(rng.choice(VALUES) for _ in a.types) for _ in outcomes) for a in agents)
    who = rng.randrange(len(agents))
    by_report = [rng.randrange(len(outcomes)) for _ in agents[who].reports]
    cells = [
        by_report[profile[who]] if rng.random() < 0.8 else rng.randrange(len(outcomes))
        for profile in signature.report_profiles()
    ]
    return Mechanism("random", "Random", signature, tables, {MAIN_MAP: OutcomeMap(tuple(cells))})


def says_pycheck(mechanism: Mechanism, agent: int, report: str, strict: bool) -> list[bool]:
    """For each type of the agent: whether the report is dominant, as a claim about that type alone says."""
    verdicts = []
    for t in range(len(mechanism.agents[agent].types)):
        one = single_type(mechanism, agent, t)
        params = {"agent": one.agents[agent].name, "report": report, "strict": strict}
        (claim,), faults = read_claims(
            (ClaimEntry("claims[0]", "it", "action_dominance", params),), one.signature
        )
        assert not faults
        assert claim.formula is not None
        verdicts.append(Evaluator(one).enumerate(claim.formula, claim.order).holds)
    return verdicts


def single_type(mechanism: Mechanism, agent: int, type_: int) -> Mechanism:
    """The mechanism in which the agent has one type only."""
    agents = list(mechanism.agents)
    old = agents[agent]
    agents[agent] = Agent(old.name, (old.types[type_],), old.reports, None)
    tables = list(mechanism.utilities)
    tables[agent] = tuple((row[type_],) for row in tables[agent])
    signature = Signature(tuple(agents), mechanism.outcomes)
    return Mechanism("single", "Single", signature, tuple(tables), mechanism.maps)


def undominated(game: Any, strict: bool) -> list[set[str]]:
    """Gambit's undominated strategies, by their labels, of each player."""
    left = list(pygambit.supports.undominated_strategies_solve(game, strict=strict))
    if all(hasattr(strategy, "label") for strategy in left):
        # Until Gambit 16: all players' strategies in one list.
        return [{s.label for s in left if s.player == player} for player in game.players]
    return [set(part) for part in left]


def says_gambit(game: Any, form: NormalForm, agent: int, strict: bool) -> set[str]:
    """The reports that Gambit's elimination leaves as dominant ones.

    Strictly: the only one that is not strictly dominated, if it strictly dominates all others, that is if one
    is left. Weakly: those that are not weakly dominated, where all that are left have the same payoffs.
    """
    left = undominated(game, strict)[agent]
    if strict:
        return left if len(left) == 1 else set()
    own = form.strategies[agent]
    others = [range(len(s)) if i != agent else range(1) for i, s in enumerate(form.strategies)]
    rows = {
        tuple(
            form.payoff((*rest[:agent], own.index(label), *rest[agent + 1 :]), agent)
            for rest in product(*others)
        )
        for label in left
    }
    return left if len(rows) == 1 else set()


@needs_gambit
def test_dominance_is_what_gambit_says() -> None:
    seen = set()
    for seed in range(60):
        mechanism = random_mechanism(seed)
        for agent, owner in enumerate(mechanism.agents):
            for strict in (False, True):
                ours = {r: says_pycheck(mechanism, agent, r, strict) for r in owner.reports}
                for t in range(len(owner.types)):
                    types = [0] * len(mechanism.agents)
                    types[agent] = t
                    form = normal_form(mechanism, types)
                    theirs = says_gambit(gambit.to_gambit(form), form, agent, strict)
                    dominant = {report for report, verdicts in ours.items() if verdicts[t]}
                    assert dominant == theirs, (seed, owner.name, owner.types[t], strict)
                    seen.add((strict, bool(dominant)))
    assert len(seen) == 4


@needs_gambit
def test_the_flagships_action_is_dominant_at_every_type_profile() -> None:
    mechanism = load("othman_sandholm").mechanism
    for types in mechanism.signature.type_profiles():
        game = gambit.strategic_game(mechanism, types)
        assert undominated(game, True) == [{"a'"}, {"a'"}]


@needs_gambit
@pytest.mark.parametrize("seed", range(20))
def test_through_gambit_and_back(seed: int) -> None:
    mechanism = random_mechanism(seed)
    for types in mechanism.signature.type_profiles():
        form = normal_form(mechanism, types)
        assert gambit.from_gambit(gambit.to_gambit(form)) == form


@needs_gambit
@pytest.mark.parametrize("name", ["othman_sandholm", "second_price", "majority"])
def test_gambit_reads_the_bayesian_game(name: str) -> None:
    mechanism = load(name).mechanism
    text = bayesian_efg(mechanism)
    assert (
        text.count("\nt ") == len(list(mechanism.signature.type_profiles())) * mechanism.signature.cell_count
    )
    game = gambit.bayesian_game(mechanism)
    assert [getattr(p, "label", p) for p in game.players] == [a.name for a in mechanism.agents]


@needs_gambit
def test_payoffs_of_the_bayesian_game_are_the_expected_ones() -> None:
    """Through Gambit's own reduction to normal form: strategies are maps from types to reports."""
    mechanism = load("othman_sandholm").mechanism
    prior: Prior = {
        (0, 0): Fraction(1, 2),
        (0, 1): Fraction(1, 8),
        (1, 0): Fraction(1, 8),
        (1, 1): Fraction(1, 4),
    }
    game = gambit.bayesian_game(mechanism, prior)
    form = gambit.from_gambit(game)
    plans = [list(product(range(2), repeat=2)) for _ in range(2)]
    assert [len(own) for own in form.strategies] == [4, 4]
    wanted = sorted(
        tuple(
            sum(
                p * mechanism.utilities[i][mechanism.outcome((row[types[0]], column[types[1]]))][types[i]]
                for types, p in prior.items()
            )
            for i in range(2)
        )
        for row, column in product(*plans)
    )
    assert sorted(form.payoffs) == wanted


labels = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=5)


@given(st.data())
def test_what_is_written_is_read(data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 3))
    own = st.lists(labels, min_size=1, max_size=3, unique=True).map(tuple)
    strategies = tuple(data.draw(own) for _ in range(count))
    profiles = list(product(*strategies))
    row = st.tuples(*[st.fractions(max_denominator=99)] * count)
    payoffs = tuple(data.draw(row) for _ in profiles)
    players = tuple(f"{k}{data.draw(labels)}" for k in range(count))
    form = NormalForm(data.draw(labels), players, strategies, payoffs)
    assert read_nfg(write_nfg(form)) == form


def test_both_kinds_of_file_are_read() -> None:
    form = NormalForm("x", ("A", "B"), (("1", "2"), ("1", "2")), tuple(rows([1, 2], [5, 6], [3, 4], [0, 0])))
    assert read_nfg('NFG 1 R "x" { "A" "B" } { 2 2 } 1 2 3 4 5 6 0 0') == form
    outcomes = '{ { "a" 1, 2 } { "b" 3, 4 } { "c" 5.0, 6 } }'
    assert (
        read_nfg(f'NFG 1 R "x" {{ "A" "B" }} {{ {{ "1" "2" }} {{ "1" "2" }} }} "" {outcomes} 1 2 3 0') == form
    )


def rows(*payoffs: list[int]) -> Iterator[tuple[Fraction, ...]]:
    return (tuple(map(Fraction, row)) for row in payoffs)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "EFG 2 R",
        'NFG 1 R "x" { "A" } { 2 } 1',
        'NFG 1 R "x" { "A" } { 2 } 1 2 3',
        'NFG 1 R "x" { "A" } { 2 } 1 x',
        'NFG 1 R "x" { "A" } { 2 } 1 1/0',
        'NFG 1 R "x" { "A" "B" } { 2 } 1 2',
        'NFG 1 R "x" { "A" } { { "1" } } "" { { "" 1 } } 2',
        'NFG 1 R x { "A" } { 2 } 1 2',
    ],
)
def test_what_is_no_game(text: str) -> None:
    with pytest.raises(GameFileError):
        read_nfg(text)


def test_a_prior_that_is_none() -> None:
    mechanism = load("othman_sandholm").mechanism
    priors: list[Prior] = [
        {(0, 0): Fraction(1, 2)},
        {(0, 7): Fraction(1)},
        {(0, 0): Fraction(2), (1, 1): Fraction(-1)},
    ]
    for prior in priors:
        with pytest.raises(UnfitForGambit, match="prior"):
            bayesian_efg(mechanism, prior)
    certain: Prior = {(0, 1): Fraction(1)}
    sure = bayesian_efg(mechanism, certain)
    assert sure.count("\nt ") == 4


def test_without_pygambit_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pygambit", None)
    with pytest.raises(EnvironmentUnusable, match=r"pip install 'pycheck\[gambit\]'"):
        gambit.bayesian_game(load("othman_sandholm").mechanism)
