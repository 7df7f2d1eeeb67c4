"""The wheel: what is in it, and that it works where no checkout is."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib import metadata
from pathlib import Path

import pytest

import pycheck

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The source archive and the wheel, as ``python -m build`` makes them."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT],
        check=True,
        capture_output=True,
    )
    return {path.suffix: path for path in folder.iterdir()}


@pytest.fixture(scope="module")
def unpacked(built: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("a folder with spaces")
    with zipfile.ZipFile(built[".whl"]) as wheel:
        wheel.extractall(folder)
    return folder


def installed(
    unpacked: Path, cwd: Path, *arguments: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run the unpacked wheel, from a folder outside the checkout."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "pycheck", *arguments],
        cwd=cwd,
        env=os.environ | {"PYTHONPATH": str(unpacked)} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_what_is_in_the_wheel(built: dict[str, Path]) -> None:
    with zipfile.ZipFile(built[".whl"]) as wheel:
        names = set(wheel.namelist())
    modules = {p.relative_to(ROOT).as_posix() for p in (ROOT / "pycheck").rglob("*.py")}
    assert modules <= names
    for name in (
        "pycheck/py.typed",
        "pycheck/report/schema/verify-1.json",
        "pycheck/_data/lakefile.lean",
        "pycheck/_data/lean-toolchain",
        "pycheck/_data/lean/Mechanisms.lean",
        "pycheck/_data/lean/Mechanisms/OthmanSandholm.lean",
        "pycheck/_data/lean/bootstrap/Init.lean",
        "pycheck/_data/mechanisms/othman_sandholm/mechanism.toml",
    ):
        assert name in names
    others = {name.split("/")[0] for name in names} - {"pycheck"}
    assert others == {f"pycheck-{pycheck.__version__}.dist-info"}
    assert not [name for name in names if name.endswith((".pyc", ".olean", ".ilean"))]


def test_what_is_in_the_source_archive(built: dict[str, Path]) -> None:
    with tarfile.open(built[".gz"]) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    for name in (
        "Makefile", "README.md", "LICENSE", "CHANGELOG.md", "requirements/lean.txt", "tests/conftest.py",
        "docs/architecture.md", "lean/bootstrap/Init.lean", "mechanisms/othman_sandholm/mechanism.toml",
    ):  # fmt: skip
        assert name in names
    assert not [name for name in names if name.endswith(".olean") or ".venv" in name]


def test_the_wheel_verifies_what_it_ships(unpacked: Path, tmp_path: Path) -> None:
    run = installed(unpacked, tmp_path, "verify", "othman_sandholm", "--require-formal", "-q")
    assert run.returncode == 0, run.stdout + run.stderr
    assert "23 proved in Lean" in run.stdout.splitlines()[0]


def test_the_wheel_uses_its_own_data(unpacked: Path, tmp_path: Path) -> None:
    run = installed(unpacked, tmp_path, "doctor")
    assert run.returncode == 0, run.stdout
    assert f"data      {unpacked / 'pycheck' / '_data'}" in run.stdout.splitlines()


def test_running_leaves_the_package_as_it_was(unpacked: Path, tmp_path: Path) -> None:
    before = {p: p.stat().st_mtime_ns for p in unpacked.rglob("*")}
    run = installed(unpacked, tmp_path, "verify", "othman_sandholm", "-q", PYTHONDONTWRITEBYTECODE="1")
    assert run.returncode == 0, run.stdout
    assert {p: p.stat().st_mtime_ns for p in unpacked.rglob("*")} == before


def test_one_version_everywhere() -> None:
    assert metadata.version("pycheck") == pycheck.__version__
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (\d+\.\d+\.\d+)", changelog, re.MULTILINE)[0] == pycheck.__version__


def test_one_embedded_lean_everywhere() -> None:
    """The requirement with the hash, the extra and the error message name one release of the wheel."""
    (extra,) = PROJECT["project"]["optional-dependencies"]["lean"]
    release = extra.partition(";")[0].strip()
    pinned = (ROOT / "requirements" / "lean.txt").read_text(encoding="utf-8")
    assert f"\n{release} ;" in pinned
    assert len(re.findall(r"--hash=sha256:[0-9a-f]{64}$", pinned, re.MULTILINE)) == 1
    assert release in (ROOT / "pycheck" / "lean" / "embedded.py").read_text(encoding="utf-8")


def test_one_lean_version_everywhere() -> None:
    from pycheck.lean.install import PINNED_VERSION

    toolchain = (ROOT / "lean-toolchain").read_text(encoding="utf-8").strip()
    assert toolchain == f"leanprover/lean4:v{PINNED_VERSION}"


def test_the_licence_is_whole() -> None:
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert text.lstrip().startswith("Apache License\n                           Version 2.0, January 2004")
    assert "END OF TERMS AND CONDITIONS" in text
    assert text.rstrip().endswith("limitations under the License.")
