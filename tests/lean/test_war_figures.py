"""From figures to the verdict: the library's theorems are those asked for, and weaker ones are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from pycheck.cache import Cache
from pycheck.lean.audit import Audit, audit_target
from pycheck.lean.embedded import EmbeddedRunner
from pycheck.lean.reasons import Code
from pycheck.lean.required import Statements, read_statements

from ._mutants import LEAN, replaced

MODULE = LEAN / "Mechanisms" / "WarVerdict.lean"
ASKED = LEAN.parent / "mechanisms" / "war_verdict" / "Figures.lean"
NAMESPACE = "Mechanisms.WarVerdict"


@pytest.fixture(scope="module")
def runner(lean_cache: Path) -> EmbeddedRunner:
    return EmbeddedRunner(Cache(lean_cache))


@pytest.fixture(scope="module")
def statements(runner: EmbeddedRunner, lean_cache: Path) -> Statements:
    return read_statements(ASKED, runner, Cache(lean_cache))


def audited(folder: Path, text: str, statements: Statements, runner: EmbeddedRunner, cache: Path) -> Audit:
    path = folder / "Mechanisms" / "WarVerdict.lean"
    path.parent.mkdir()
    path.write_text(text, encoding="utf-8")
    for needed in ("Finite", "Naturals"):
        source = (LEAN / "Mechanisms" / f"{needed}.lean").read_text(encoding="utf-8")
        (path.parent / f"{needed}.lean").write_text(source, encoding="utf-8")
    return audit_target(path, statements, runner, Cache(cache))


def test_the_library_proves_what_is_asked(
    tmp_path: Path, statements: Statements, runner: EmbeddedRunner, lean_cache: Path
) -> None:
    found = audited(tmp_path, MODULE.read_text(encoding="utf-8"), statements, runner, lean_cache)
    assert len(statements.required) == 11
    assert found.ok, found
    assert all(theorem.axioms == () for theorem in found.findings)


#: Theorems with a hypothesis more, each proved as before: they say less than is asked for.
WEAKER = {
    "warVerdict_addThrone": ("(k : Nat)", "(k : Nat) (_ : a.throne = h.throne)"),
    "warVerdict_addBattles": ("(k : Nat)", "(k : Nat) (_ : a.battles = h.battles)"),
    "warVerdict_scalePower": ("(positive : 0 < k)", "(positive : 0 < k) (_ : a.cities = h.cities)"),
    "battlesLead_shares": (" :", " (_ : 0 < a.battles) :"),
    "warVerdict_swap": (" :", " (_ : a.power = h.power) :"),
}


def test_theorems_that_say_less_are_rejected(
    tmp_path: Path, statements: Statements, runner: EmbeddedRunner, lean_cache: Path
) -> None:
    text = MODULE.read_text(encoding="utf-8")
    for name, (old, new) in WEAKER.items():
        head, _, rest = text.partition(f"theorem {name}")
        text = f"{head}theorem {name}" + rest.replace(old, new, 1)
    found = audited(tmp_path, text, statements, runner, lean_cache)
    rejected = {theorem.name: theorem.code for theorem in found.findings if theorem.verdict != "proved"}
    assert rejected == {f"{NAMESPACE}.{name}": Code.STATEMENT_DIFFERS for name in WEAKER}
    assert len(found.findings) == 11


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # Power per city is no power in all;
        ("leadOf (ai.power * humans.cities) (humans.power * ai.cities)", "leadOf ai.power humans.power"),
        # being level is no lead.
        ("if y < x then .ai else if x < y", "if y ≤ x then .ai else if x < y"),
    ],
)
def test_other_definitions_do_not_have_the_theorems(
    tmp_path: Path, statements: Statements, runner: EmbeddedRunner, lean_cache: Path, old: str, new: str
) -> None:
    text = replaced(MODULE.read_text(encoding="utf-8"), (old, new))
    found = audited(tmp_path, text, statements, runner, lean_cache)
    assert not found.ok
    assert {theorem.verdict for theorem in found.findings} != {"proved"}
