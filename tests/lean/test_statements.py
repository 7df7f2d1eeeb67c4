"""A theorem that is true but is not the claim never makes the claim formal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ._mutants import LIBRARY, Outcome, flagship, library, place, run
from ._statements import STATEMENTS, Mutant, mutants

MUTANTS = list(mutants())


def mutated_library(mutants: list[Mutant]) -> str:
    """The shipped library with the mutants behind its own theorems."""
    rows = [f"theorem mutant_{k} : {m.statement} := {m.proof}" for k, m in enumerate(mutants)]
    end = "\nend Mechanisms.OthmanSandholm"
    text = library()
    assert text.count(end) == 1
    return text.replace(end, "\n".join(["", *rows, end]))


def claim_blocks() -> dict[str, str]:
    """The claims of the shipped mechanism file by theorem, as text."""
    claims = flagship().split("[lean]")[0].split("[[claims]]\n")[1:]
    named = {match[1]: text for text in claims if (match := re.search(r'^theorem = "(.*)"$', text, re.M))}
    assert set(named) == set(STATEMENTS)
    return named


def mutated_mechanism(mutants: list[Mutant]) -> str:
    """The shipped file, with each claim once more for each mutant of its theorem."""
    blocks = claim_blocks()
    more = []
    for k, mutant in enumerate(mutants):
        text = re.sub(r'^id = ".*"$', f'id = "mutant_{k}"', blocks[mutant.theorem], flags=re.M)
        text = re.sub(r'^theorem = ".*"$', f'theorem = "mutant_{k}"', text, flags=re.M)
        more.append(f"[[claims]]\n{text}")
    head, lean, tail = flagship().partition("\n[lean]\n")
    return "".join([head, "\n", *more, lean, tail])


def test_the_statements_here_are_those_of_the_library() -> None:
    flat = " ".join(library().split())
    for name, statement in STATEMENTS.items():
        assert f"theorem {name} : {' '.join(statement.split())} := " in flat
    assert len(STATEMENTS) == 23


@pytest.mark.parametrize("every", [11, pytest.param(1, marks=pytest.mark.exhaustive)])
def test_a_true_theorem_that_is_not_the_claim_s(tmp_path: Path, lean_cache: Path, every: int) -> None:
    """All mutants in one library: none is formal, each for the right reason; the theorems beside them are."""
    mutants = MUTANTS[::every]
    sources = {LIBRARY: mutated_library(mutants)}
    found = run(place(tmp_path, mutated_mechanism(mutants), sources), lean_cache)
    assert found.verification.non_divergence.verdict == "agrees"
    assert found.code == 1
    wrong = [str(mutant) for k, mutant in enumerate(mutants) if not refused(found, f"mutant_{k}")]
    assert wrong == []
    assert len(found.formal) == 23
    assert not [claim for claim in found.formal if claim.startswith("mutant_")]


def refused(found: Outcome, claim: str) -> bool:
    """The statement differs, and the claim is as true as it was: only its proof in Lean is missing."""
    check, verdict = found.check(claim), found.claim(claim)
    unproved = check.code == "statement_differs" and check.statement_matches is False and bool(check.problem)
    return unproved and claim not in found.formal and verdict.truth is verdict.claim.expected
