"""Each check is needed: with it taken out, something hostile is taken for proved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pycheck.cache import Cache
from pycheck.lean import audit, compiled, units
from pycheck.lean.audit import Audit, audit_target
from pycheck.lean.embedded import EmbeddedRunner
from pycheck.lean.expr import render
from pycheck.lean.findings import ReplayFinding
from pycheck.lean.install import wheel_library
from pycheck.lean.meaning import Side
from pycheck.lean.required import Names, Statements, read_statements

from .cases import Case, all_cases, prepare

CASES = {case.id: case for case in all_cases()}

Run = Callable[[str], Audit]
Patch = Callable[[pytest.MonkeyPatch], None]


@pytest.fixture(scope="module")
def runner() -> EmbeddedRunner:
    if wheel_library() is None:
        pytest.skip("the lean extra is not installed")
    return EmbeddedRunner(Cache())


@pytest.fixture(scope="module")
def run(runner: EmbeddedRunner, tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("checks")

    @cache
    def target(case: Case) -> Path:
        return prepare([case], folder)[case]

    @cache
    def statements(path: Path, rename: tuple[str, ...]) -> Statements:
        return read_statements(path, runner, Cache(), names=Names.read(rename))

    def run(case_id: str) -> Audit:
        case = CASES[case_id]
        return audit_target(target(case), statements(case.statements, case.rename), runner, Cache())

    return run


def no_axioms(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(compiled, "axioms_of", lambda *_, **__: frozenset())


def names_of_axioms_only(patch: pytest.MonkeyPatch) -> None:
    """An axiom is allowed for its name, whoever declares it."""
    patch.setattr(audit._Judge, "_allowed", lambda self: self.statements.axioms)


def no_tricks(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(compiled, "_tricks", lambda *_: iter(()))


def no_comparison(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(audit, "difference", lambda *_: None)


def names_only(patch: pytest.MonkeyPatch) -> None:
    """Constants are compared by name alone, whatever stands under the name."""
    patch.setattr(Side, "_key", lambda self, name: ("base", self.spell(name)))


def short_names_only(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Side, "_key", lambda self, name: ("base", name.rpartition(".")[2]))


def no_instances(patch: pytest.MonkeyPatch) -> None:
    """Every instance of a relation is as good as any other."""
    standard = Side._key

    def key(self: Side, name: str) -> Any:
        constant = self.constants.get(name)
        head = "" if constant is None else render(constant.type, 40).split()[0]
        return ("instance", head) if head in ("LT", "LE") else standard(self, name)

    patch.setattr(Side, "_key", key)


def no_kinds(patch: pytest.MonkeyPatch) -> None:
    found = compiled.theorem_findings

    def all_theorems(*arguments: Any, **options: Any) -> Any:
        return {n: replace(f, kind="theorem") for n, f in found(*arguments, **options).items()}

    patch.setattr(audit, "theorem_findings", all_theorems)


def no_second_run(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(EmbeddedRunner, "recheck", lambda *_, **__: ReplayFinding(True, True, 1))


def no_base(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(units, "_rest_on_base", lambda *_: None)


def not_stale(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(units, "_not_stale", lambda *_: None)


def first_wins(patch: pytest.MonkeyPatch) -> None:
    having = audit._having
    patch.setattr(audit, "_having", lambda *a: dict(list(having(*a).items())[:1]))


def any_declared(patch: pytest.MonkeyPatch) -> None:
    """An axiom with the name of one that the statements declare will do."""
    patch.setattr(
        audit._Judge, "_declared", lambda self: frozenset(map(self.statements.names, self.statements.axioms))
    )


REMOVED: dict[str, tuple[Patch, tuple[str, ...]]] = {
    "axioms": (
        no_axioms,
        (
            "left_out/direct.lean",
            "left_out/imported",
            "left_out/instance.lean",
            "axioms/own.lean",
            "axioms/private.lean",
            "axioms/imported",
            "axioms/of_reduce.lean",
        ),
    ),
    "own axioms": (
        names_of_axioms_only,
        ("axioms/as_propext.lean", "axioms/as_choice.lean", "forged/axiom:forged_own_axiom"),
    ),
    "tricks": (
        no_tricks,
        (
            "compiler/implemented_by.lean",
            "compiler/extern.lean",
            "compiler/csimp.lean",
            "compiler/partial.lean",
        ),
    ),
    "comparison": (
        no_comparison,
        (
            "statement/true.lean",
            "statement/vacuous_hypothesis.lean",
            "statement/strict_for_weak.lean",
            "definitions/constant.lean",
            "definitions/missing.lean",
            "shadowing/nat_lt.lean",
            "instances/numerals.lean",
        ),
    ),
    "what stands under a name": (
        names_only,
        (
            "definitions/constant.lean",
            "definitions/deep.lean",
            "definitions/matcher.lean",
            "definitions/instance_body.lean",
            "definitions/recursion.lean",
            "definitions/shared",
        ),
    ),
    "full names": (
        short_names_only,
        ("shadowing/nat_lt.lean", "shadowing/own_not.lean", "shadowing/opened.lean"),
    ),
    "instances": (
        no_instances,
        ("instances/less.lean", "instances/less_equal.lean"),
    ),
    "kinds": (no_kinds, ("kinds/true_def.lean",)),
    "second kernel run": (
        no_second_run,
        (
            "kernel/skip.lean",
            "kernel/skip_imported",
            "kernel/skip_unused.lean",
            "forged/proof:forged_proof",
            "forged/circle:forged_circle",
        ),
    ),
    "the base": (no_base, ("kernel/prelude.lean",)),
    "compiled files": (
        not_stale,
        ("compiled/true_source:of_another_file", "compiled/true_source_damaged:cut"),
    ),
    "one declaration": (first_wins, ("building/twice",)),
    "the statements' axioms": (any_declared, ("axioms/other_type.lean",)),
}


@pytest.mark.parametrize(
    ("check", "case_id"),
    [(check, case_id) for check, (_, cases) in REMOVED.items() for case_id in cases],
)
def test_what_passes_without_a_check(
    run: Run, check: str, case_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    case = CASES[case_id]
    theorems = {name for name, code in (case.codes or {}).items() if code}
    assert case.caught(run(case_id))
    remove, _ = REMOVED[check]
    remove(monkeypatch)
    verdicts = {f.name: f for f in run(case_id).findings if not theorems or f.name in theorems}
    assert {found.verdict for found in verdicts.values()} == {"proved"}, verdicts
