"""What is said of the sandbox: on machines that lack something, for other users, and out of the cache."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pycheck.cache import Cache
from pycheck.lean._account import END, FEATURES, Account
from pycheck.lean.findings import Findings
from pycheck.lean.sandbox import (
    NOT_CONFINED,
    NOT_REPORTED,
    NOTHING_RAN,
    PROTECTIONS,
    WATCHED,
    SandboxState,
    all_of,
    describe,
    read_report,
    recall,
    remember,
)

from ._confined import HERE
from ._tiny import MECHANISM, SOURCE

ROOT = Path(__file__).parents[2]
DEGRADED = Path(__file__).with_name("_degraded.py")
EVERYTHING = SandboxState.of(dict.fromkeys((*FEATURES, *WATCHED), ""))


@pytest.fixture
def tiny(tmp_path: Path, lean_library: Path) -> Path:
    home = tmp_path / "tiny"
    home.mkdir()
    (home / "mechanism.toml").write_text(MECHANISM, encoding="utf-8")
    (home / "Tiny.lean").write_text(SOURCE, encoding="utf-8")
    return home


def pycheck(*arguments: object, lacking: str = "") -> subprocess.CompletedProcess[str]:
    before = [DEGRADED, lacking, sys.executable] if lacking else []
    command = [sys.executable, *before, "-m", "pycheck", *arguments]
    return subprocess.run(
        [str(part) for part in command], cwd=ROOT, capture_output=True, text=True, check=False
    )


def reported(home: Path, cache: Path, lacking: str = "") -> dict[str, Any]:
    """The sandbox in the report of a verification that succeeds."""
    run = pycheck("verify", home, "--cache", cache, "--format", "json", "--lean", "embedded", lacking=lacking)
    assert run.returncode == 0, run.stderr
    report = json.loads(run.stdout)
    assert report["summary"]["evidence"]["formal"] > 0
    found: dict[str, Any] = report["lean"]["trust_base"]["sandbox"]
    return found


@pytest.mark.parametrize(
    ("lacking", "missing"),
    [
        ("namespaces", []),
        ("landlock,seccomp,namespaces", ["files", "network", "system"]),
    ],
)
@pytest.mark.exhaustive
def test_where_something_is_lacking_it_works_and_says_so(
    tiny: Path, tmp_path: Path, lacking: str, missing: list[str]
) -> None:
    if HERE.unprotected:
        pytest.skip("this machine lacks something itself")
    found = reported(tiny, tmp_path / "cache", lacking)
    assert found == {"engaged": not missing, "missing": missing}


@pytest.mark.exhaustive
def test_results_keep_the_state_under_which_they_were_found(
    tiny: Path, tmp_path: Path, lean_cache: Path
) -> None:
    cache = tmp_path / "cache"
    degraded = reported(tiny, cache, "landlock,seccomp")
    assert not degraded["engaged"]
    assert reported(tiny, cache) == degraded
    # Compiled files made without a sandbox make no result with one, even if all else is done again.
    shutil.rmtree(next(cache.glob("*/findings")))
    assert reported(tiny, cache) == degraded
    assert reported(tiny, lean_cache) == HERE.trust()
    assert reported(tiny, lean_cache, "landlock,seccomp") == HERE.trust()


def test_doctor_says_what_is_in_force(tmp_path: Path, lean_cache: Path) -> None:
    (line,) = (row for row in pycheck("doctor").stdout.splitlines() if row.startswith("sandbox "))
    assert line == f"sandbox   {describe(HERE)}"
    run = pycheck("doctor", lacking="landlock,seccomp")
    (line,) = (row for row in run.stdout.splitlines() if row.startswith("sandbox "))
    assert line.startswith("sandbox   NOT FULLY IN FORCE, unprotected: files, ")
    assert "landlock-files: Function not implemented" in line
    assert "seccomp: Invalid argument" in line


def test_a_state_in_force_says_what_is_protected_and_what_is_not_needed_for_it() -> None:
    whole = "in force for files, network, system, memory, time, output, processes, lifetime"
    assert describe(EVERYTHING) == whole
    bounded = dict.fromkeys(EVERYTHING.features, "")
    as_root = SandboxState.of(bounded | {"process-limit": "does not bind root"})
    assert as_root.engaged
    assert describe(as_root) == (
        f"{whole}; not used here, nor needed for these: process-limit: does not bind root"
    )


# Other users


@pytest.fixture
def stranger() -> Iterator[tuple[list[str], dict[str, str], Path]]:
    """How to run Python as somebody who owns nothing: the command, its environment, a folder."""
    if os.geteuid() != 0:
        pytest.skip("only root can become another user; the other tests run as an ordinary one then")
    folder = Path(tempfile.mkdtemp(prefix="pycheck-stranger-"))
    os.chown(folder, 65534, 65534)
    modules = os.pathsep.join([str(ROOT), sysconfig.get_path("purelib")])
    environment = {
        "HOME": str(folder),
        "PYTHONPATH": modules,
        "PATH": os.defpath,
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    try:
        for candidate in (sys.executable, f"/usr/bin/{name}", f"/usr/local/bin/{name}"):
            command = [candidate, "-c", "import pycheck.api, ctypes, resource"]
            if Path(candidate).exists() and as_stranger(command, environment, folder).returncode == 0:
                yield [candidate], environment, folder
                break
        else:
            pytest.skip(f"no {name} here that another user may run with pycheck's packages")
    finally:
        shutil.rmtree(folder)


def as_stranger(
    command: list[str], environment: dict[str, str], folder: Path
) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            command, user=65534, group=65534, extra_groups=[], cwd=folder, env=environment,
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    except OSError as error:
        return subprocess.CompletedProcess(command, 126, "", str(error))


@pytest.mark.exhaustive
def test_an_ordinary_user_gets_the_same_report(
    stranger: tuple[list[str], dict[str, str], Path], tiny: Path, lean_cache: Path
) -> None:
    python, environment, folder = stranger
    home = shutil.copytree(tiny, folder / "tiny")
    verify = ["-m", "pycheck", "verify", str(home), "--format", "json", "--lean", "embedded", "--cache"]
    cold, warm = (as_stranger([*python, *verify, str(folder / "cache")], environment, folder) for _ in "12")
    assert (cold.returncode, warm.returncode) == (0, 0), cold.stderr
    assert cold.stdout == warm.stdout
    assert pycheck(*verify[2:], lean_cache).stdout == cold.stdout
    assert json.loads(cold.stdout)["lean"]["trust_base"]["sandbox"] == HERE.trust()


@pytest.mark.exhaustive
def test_the_kernel_counts_an_ordinary_users_processes(
    stranger: tuple[list[str], dict[str, str], Path],
) -> None:
    """Root's it does not; a user's own it does, and only those that Lean has."""
    python, environment, folder = stranger
    code = """if True:
        import sys; from pathlib import Path
        sys.path.insert(0, sys.argv[1])
        from lean._confined import confined
        from pycheck.lean.sandbox import Limits
        bomb = "import threading, time\\n"
        bomb += "for _ in range(40): threading.Thread(target=time.sleep, args=(1,)).start()"
        run = confined(Path.cwd(), bomb, limits=Limits(tasks=20), without=["watch", sys.argv[2]])
        print(run.failure, run.sandbox.features)
    """
    environment = environment | {"PYTHONPATH": environment["PYTHONPATH"] + os.pathsep + str(ROOT / "tests")}
    for off, refused in (("", True), ("process-limit", False)):
        run = as_stranger([*python, "-c", code, str(ROOT / "tests"), off], environment, folder)
        assert run.returncode == 0, run.stderr
        if not off and "'process-limit'" not in run.stdout:
            pytest.skip("this machine has no user namespaces for ordinary users")
        assert ("can't start new thread" in run.stdout) == refused


# Parts


def test_every_protection_needs_what_it_needs() -> None:
    assert EVERYTHING.engaged
    assert not NOT_CONFINED.engaged
    assert NOT_CONFINED.unprotected == tuple(PROTECTIONS)
    for protection, ways in PROTECTIONS.items():
        for way in ways:
            kept = dict.fromkeys(EVERYTHING.features, "gone") | dict.fromkeys(way, "")
            assert protection not in SandboxState.of(kept).unprotected
        needed = frozenset.intersection(*ways)
        for mechanism in needed:
            lacking = SandboxState.of(dict.fromkeys(EVERYTHING.features, "") | {mechanism: "gone"})
            assert protection in lacking.unprotected
            assert not lacking.engaged


def test_of_several_processes_only_what_all_had_counts() -> None:
    lacking = SandboxState.of(dict.fromkeys(EVERYTHING.features, "") | {"landlock-files": "switched off"})
    assert all_of([EVERYTHING, EVERYTHING]) == EVERYTHING
    for states in ([EVERYTHING, lacking], [lacking, EVERYTHING]):
        assert all_of(states).missing == (("landlock-files", "switched off"),)
    assert all_of([EVERYTHING, NOT_CONFINED]).features == ()
    assert all_of([]) == NOTHING_RAN
    assert all_of([NOTHING_RAN, NOT_CONFINED, NOTHING_RAN]) == NOT_CONFINED


def test_where_nothing_ran_nothing_is_said_to_be_unprotected() -> None:
    assert NOTHING_RAN.trust() == {"engaged": True, "missing": []}
    assert SandboxState.from_json(NOTHING_RAN.to_json()) == NOTHING_RAN
    assert describe(NOTHING_RAN) == "not needed: no Lean process was started"


def test_a_report_counts_only_whole() -> None:
    account = Account([])
    for feature in FEATURES:
        account.note(feature, "")
    text = account.lines()
    watched = dict.fromkeys(WATCHED, "")
    assert read_report(text, watched) == EVERYTHING
    for cut in range(len(text) - len(END) - 1):
        assert read_report(text[:cut], watched) == NOT_REPORTED
    assert read_report(text.replace("seccomp", "other", 1), watched) == NOT_REPORTED
    assert not NOT_REPORTED.engaged


def test_states_come_back_from_the_cache_as_they_were(tmp_path: Path) -> None:
    for state in (EVERYTHING, NOT_CONFINED, HERE):
        found = Findings("certificate", sandbox=state)
        assert Findings.from_bytes(found.to_bytes()) == found
        remember(Cache(tmp_path), "0" * 64, state)
        assert recall(Cache(tmp_path), "0" * 64) == state
    assert recall(Cache(tmp_path), "1" * 64) is None
    Cache(tmp_path).write("sandbox", "2" * 64, b'{"features": 3}')
    assert recall(Cache(tmp_path), "2" * 64) is None
    # That it is engaged is concluded from the mechanisms, never taken from the file.
    forged = json.loads(Findings("certificate").to_bytes())
    forged["sandbox"]["engaged"] = True
    assert not Findings.from_bytes(json.dumps(forged).encode()).sandbox.engaged
