"""Random mechanisms through ``pycheck new`` and the Lean kernel: its verdicts are the naive oracle's."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pycheck import verify
from pycheck.lean.counting import MAX_KERNEL_MAPS
from pycheck.loading import load
from pycheck.mechanism import MAIN_MAP
from pycheck.scaffold import Draft, DraftAgent, write_lean, write_mechanism
from pycheck.scaffold.toml import value
from pycheck.verdict import Level, Verdict

from . import oracle
from .oracle import Game
from .random_games import random_claim, random_game
from .strategies import KINDS
from .test_random_mechanisms import COUNTS

COMMON = {"id", "kind", "theorem", "expect"}


@pytest.mark.exhaustive
def test_the_kernels_verdicts_are_the_oracles(pytestconfig: pytest.Config, tmp_path: Path) -> None:
    """Each with the claims that ``new`` suggests and one of each kind beside them, all with theorems."""
    for seed in range(pytestconfig.getoption("--kernel-mechanisms")):
        checked(seed, tmp_path / f"random_{seed}")


def checked(seed: int, folder: Path) -> None:
    game = file_game(random_game(seed))
    write_mechanism(drafted(game, folder.name), folder)
    with_one_of_each_kind(game, folder, Random(f"claims of {seed}"))
    loaded = load(folder)
    entries = tomllib.loads((folder / "mechanism.toml").read_text("utf-8"))["claims"]
    result = verify(folder)
    assert result.ok, f"seed {seed}: {result}"
    assert result.verification.non_divergence.verdict == "agrees"
    assert [claim.id for claim in loaded.claims] == [entry["id"] for entry in entries]
    for entry, found in zip(entries, result.claims, strict=True):
        params = {name: given for name, given in entry.items() if name not in COMMON}
        truth = judged(game, entry["kind"], params)
        assert found.evidence[0] is Level.FORMAL, f"seed {seed}: {entry}"
        assert found.verdict is (Verdict.HOLDS if truth else Verdict.FAILS), f"seed {seed}: {entry}"
        assert found.formal is not None
        assert found.formal.proves == ("claim" if truth else "negation"), f"seed {seed}: {entry}"


def judged(game: Game, kind: str, params: Mapping[str, Any]) -> bool:
    return oracle.judge(game, kind, params).holds


def file_game(game: Game) -> Game:
    """As ``new`` has it: one outcome map; reports are true for the types of the same name, or for none."""
    agents = tuple(a if a.reports == a.types else replace(a, truthful=None) for a in game.agents)
    return Game(agents, game.outcomes, {MAIN_MAP: game.maps[MAIN_MAP]})


def drafted(game: Game, name: str) -> Draft:
    utilities = {
        (agent.name, outcome): tuple(agent.utility[outcome, t] for t in agent.types)
        for agent in game.agents
        for outcome in game.outcomes
    }
    agents = tuple(DraftAgent(agent.name, agent.types, agent.reports) for agent in game.agents)
    return Draft(name, "A random mechanism", agents, game.outcomes, utilities, dict(game.maps[MAIN_MAP]))


def with_one_of_each_kind(game: Game, folder: Path, rng: Random) -> None:
    """Further claims in the file, with the oracle's truth values, and the Lean file written for all."""
    written = []
    few = len(game.outcomes) ** len(game.report_profiles()) <= MAX_KERNEL_MAPS
    truthful = all(agent.truthful is not None for agent in game.agents)
    for kind in KINDS:
        if (kind in ("census_count", "pareto_undominated") and not few) or (
            kind in ("truthful_dominance", "pareto_undominated") and not truthful
        ):
            continue
        if kind == "anonymity" and len({(agent.types, agent.reports) for agent in game.agents}) > 1:
            # Agents that differ otherwise have Lean types of their own, whose reports cannot be exchanged.
            continue
        params = random_claim(rng, game, kind, wrong_by=Fraction(1))
        if params is None or (not truthful and "truthful_dominance" in str(params)):
            continue
        if kind in COUNTS:
            params["count"] = oracle.judge(game, kind, params).satisfied + rng.randrange(2)
        expect = "holds" if judged(game, kind, params) else "fails"
        claim = {"id": f"random_{kind}", "kind": kind, "theorem": f"random_{kind}", "expect": expect}
        lines = [f"{name} = {value(given)}" for name, given in (claim | params).items()]
        written.append("\n".join(["[[claims]]", *lines]))
    path = folder / "mechanism.toml"
    path.write_text("\n\n".join([path.read_text("utf-8"), *written]) + "\n", "utf-8")
    for lean in folder.glob("*.lean"):
        lean.unlink()
    write_lean(load(folder))
