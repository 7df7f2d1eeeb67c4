"""Every hostile file is rejected with its reason code, and no honest one is."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from pycheck.lean import reasons
from pycheck.lean.audit import Audit
from pycheck.lean.install import wheel_library
from pycheck.lean.reasons import REASONS, Code

from . import reason_codes
from .cases import HONEST, Case, all_cases, audit_all, prepare
from .table import DOCUMENT, in_document, table

CASES = all_cases()

#: Codes that no file can bring about by itself; tested where they are made.
ELSEWHERE = {
    Code.AXIOMS_DISAGREE,
    Code.BASE_CHANGED,
    Code.CHECKER_BROKEN,
    Code.NOT_REPLAYED,
    Code.TERM_DIFFERS,
    Code.UNSAFE,
    Code.UNSTATED,
}


@pytest.fixture(scope="session")
def audits(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[Case, Audit]:
    """The audits of all cases of which a test was chosen."""
    if wheel_library() is None:
        pytest.skip("the lean extra is not installed")
    chosen = {
        item.callspec.params["case"]
        for item in request.session.items
        if hasattr(item, "callspec") and "case" in item.callspec.params
    }
    whole = any("table" in item.name for item in request.session.items)
    cases = [case for case in CASES if whole or case in chosen]
    return audit_all(prepare(cases, tmp_path_factory.mktemp("adversarial")))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
@pytest.mark.sample(every=8)
def test_case(audits: dict[Case, Audit], case: Case) -> None:
    audit = audits[case]
    assert {f.name: f.code for f in audit.findings} == {
        f.name: case.expected(f.name) for f in audit.findings
    }, audit
    assert case.caught(audit), audit
    assert audit.ok == (case.family == HONEST)
    for found in audit.findings:
        assert bool(found.reason) == bool(found.code)
        if found.code:
            assert found.verdict == REASONS[Code(found.code)].verdict


def test_there_are_enough() -> None:
    hostile = [case for case in CASES if case.family != HONEST]
    assert len(hostile) >= 60
    assert len({case.family for case in hostile}) >= 10
    assert len(CASES) - len(hostile) >= 20
    assert len({case.id for case in CASES}) == len(CASES)


def test_every_code_has_a_case() -> None:
    used = {code for case in CASES for code in case.all_codes}
    assert used <= set(Code)
    assert set(Code) - used == ELSEWHERE


def test_every_file_is_a_case() -> None:
    folder = DOCUMENT.parents[1] / "tests" / "adversarial"
    listed = {case.path for case in CASES}
    for path in folder.rglob("*.lean"):
        if path.is_relative_to(folder / "statements"):
            continue
        assert any(path == target or target in path.parents for target in listed), path


@pytest.mark.exhaustive
def test_the_table_in_the_documents(audits: dict[Case, Audit]) -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert in_document(text, table(audits)) == text, "python -m tests.adversarial.table"


def test_the_reason_codes_in_the_documents() -> None:
    written = reason_codes.DOCUMENT.read_text(encoding="utf-8")
    assert written == reason_codes.document(), "python -m tests.adversarial.reason_codes"
    assert set(REASONS) == set(Code)


def test_no_code_is_spelled_out_elsewhere() -> None:
    """Outside the table, codes are its members: words of Lean that are also codes are not meant as codes."""
    words = {"axiom", "csimp", "extern", "implemented_by", "partial", "sorry", "unsafe"}
    package = Path(reasons.__file__).parent
    for path in package.glob("*.py"):
        if path.name == "reasons.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.keyword) and node.arg == "code" and isinstance(node.value, ast.Constant):
                assert node.value.value in ("", None), f"{path.name}:{node.value.lineno}"
            if isinstance(node, ast.Constant) and node.value in {str(code) for code in Code} - words:
                raise AssertionError(f"{path.name}:{node.lineno}: {node.value!r} spelled out")
