from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from .imports import ALLOWED, imported, violations

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "pycheck"
HEAVY = ("sympy", "networkx", "matplotlib", "ray", "pandas", "numpy", "scipy", "pydantic", "httpx")


def test_imports_go_one_way() -> None:
    assert violations(PACKAGE) == []


def test_every_part_has_a_place() -> None:
    parts = {p.stem for p in PACKAGE.glob("*.py")} | {p.parent.name for p in PACKAGE.glob("*/__init__.py")}
    assert parts <= set(ALLOWED)


def test_the_order_has_no_circles() -> None:
    order = {part: {a.split(".")[0] for a in allowed} & set(ALLOWED) for part, allowed in ALLOWED.items()}
    placed: set[str] = set()
    while ready := {part for part, below in order.items() if part not in placed and below <= placed}:
        placed |= ready
    assert placed == set(ALLOWED)


@pytest.mark.parametrize(
    ("part", "line"),
    [
        ("mechanism/model.py", "from pycheck.claims import Claim"),
        ("claims/formula.py", "import pycheck.lean.expr"),
        ("claims/kinds/welfare_value.py", "from ...lean import expr"),
        ("census/run.py", "from pycheck import report"),
        ("verdict.py", "from pycheck.lean.conclude import conclude"),
        ("verdict.py", "from .symbolic import check_symbolic"),
        ("lean/conclude.py", "def late():\n    import pycheck.empirical"),
        ("lean/judge.py", "from importlib import import_module\nimport_module('pycheck.empirical.gate')"),
        ("pipeline.py", "if TYPE_CHECKING:\n    from pycheck.empirical.gate import GateResult"),
        ("loading.py", "from pycheck.lean.examine import examine"),
        ("report/model.py", "from pycheck.empirical.rig import Rig"),
        ("report/model.py", "from pycheck.cli import cli"),
        ("empirical/rig.py", "from pycheck.claims import Claim"),
        ("empirical/rig.py", "from pycheck.verdict import Verdict"),
        ("newcomer.py", "import pycheck.errors"),
    ],
)
def test_a_planted_violation_is_found(tmp_path: Path, part: str, line: str) -> None:
    real, module = PACKAGE / part, tmp_path / part
    module.parent.mkdir(parents=True, exist_ok=True)
    before = real.read_text(encoding="utf-8") if real.exists() else ""
    module.write_text(f"{before}\n{line}\n", encoding="utf-8")
    found = violations(tmp_path)
    assert len(found) == 1
    assert found[0].startswith(f"{part.removesuffix('.py')}:")


def test_what_counts_as_an_import() -> None:
    source = (
        "import os, pycheck\n"
        "import pycheck.lean.expr as e\n"
        "from pycheck import __version__, graphs\n"
        "from . import agents\n"
        "from ..claims import Claim\n"
        "import pycheckers\n"
    )
    found = list(imported(ast.parse(source), ("mechanism", "load")))
    assert found == [
        (1, "__init__"),
        (2, "lean.expr"),
        (3, "version"),
        (3, "graphs"),
        (4, "mechanism"),
        (5, "claims"),
    ]


def test_the_seal_is_known_to_two_modules() -> None:
    """Formal evidence needs the seal: it is defined beside the evidence and taken where verdicts are made."""
    users = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if (isinstance(node, ast.Name) and node.id == "_Seal")
        or (isinstance(node, ast.Attribute) and node.attr == "_Seal")
        or (isinstance(node, ast.alias) and node.name == "_Seal")
    }
    assert users == {"verdict.py", "lean/conclude.py"}


def test_only_the_conclusion_makes_formal_evidence() -> None:
    makers = {
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and (getattr(node.func, "id", "") or getattr(node.func, "attr", "")) == "FormalEvidence"
    }
    assert makers == {"lean/conclude.py"}


def test_the_gate_s_seal_is_known_to_two_modules() -> None:
    """Empirical evidence is made and sealed by the gate alone."""
    users, makers = set(), set()
    for path in (PACKAGE / "empirical").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = getattr(node, "id", "") or getattr(node, "attr", "")
            if name == "GateSeal":
                users.add(path.name)
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "EmpiricalEvidence":
                makers.add(path.name)
    assert users == {"evidence.py", "gate.py"}
    assert makers == {"gate.py"}
    others = [p for p in PACKAGE.rglob("*.py") if p.parent.name != "empirical"]
    assert not [p for p in others if "GateSeal" in p.read_text(encoding="utf-8")]


@pytest.mark.parametrize(
    "doing", ["import pycheck", "sys.argv[1:] = ['--help']; import pycheck.__main__ as p; p.main()"]
)
def test_starting_loads_nothing_heavy(doing: str) -> None:
    program = (
        "import contextlib, io, json, sys\n"
        "with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.suppress(SystemExit):\n"
        f"    {doing}\n"
        f"print(json.dumps([m for m in {HEAVY!r} if m in sys.modules]), out.getvalue())\n"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert json.loads(run.stdout.split("]")[0] + "]") == []
    assert ("Commands:" in run.stdout) == ("--help" in doing)


def test_the_heavy_check_sees_what_is_loaded() -> None:
    program = f"import sympy, sys; print([m for m in {HEAVY!r} if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "sympy" in run.stdout
