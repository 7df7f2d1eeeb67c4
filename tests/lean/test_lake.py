"""The toolchain of ``lake``, as far as a stand-in can show it (:mod:`.standin_lake` says what is real in it).

Lean, its kernel and every compiled file are real here. The official ``Init``, the official ``leanchecker``
and Lake itself are not.
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from pycheck.cache import Cache
from pycheck.doctor import examine_installation
from pycheck.lean import lake as lake_module
from pycheck.lean.choose import choose
from pycheck.lean.embedded import EmbeddedRunner, LeanUnavailable
from pycheck.lean.install import PINNED_COMMIT, PINNED_LIBRARY, PINNED_VERSION
from pycheck.lean.lake import LakeRunner, refusal
from pycheck.lean.leanchecker import read_answer
from pycheck.lean.process import Run
from pycheck.loading import load
from pycheck.pipeline import verify
from pycheck.report import to_json

from ._lakes import fake_lake, on_path, verified
from ._mutants import Outcome
from ._tiny import CLAIMS, MECHANISM, P_TRUTHFUL, SOURCE, changed
from .standin_lake import StandIn, install, make_native

VERSION = f"Lean (version {PINNED_VERSION}, x86_64-unknown-linux-gnu, commit {PINNED_COMMIT}, Release)"


@pytest.fixture(scope="module")
def init(lean_library: Path, lean_cache: Path) -> bytes:
    return EmbeddedRunner(Cache(lean_cache)).toolchain.base[0][1]


@pytest.fixture(scope="module")
def toolchain(lean_library: Path, init: bytes, tmp_path_factory: pytest.TempPathFactory) -> StandIn:
    return install(tmp_path_factory.mktemp("elan") / "toolchain", lean_library, init)


@pytest.fixture
def own(lean_library: Path, init: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StandIn:
    """A stand-in that a test may break, on the PATH."""
    standin = install(tmp_path / "toolchain", lean_library, init)
    on_path(monkeypatch, standin.bin)
    return standin


@pytest.fixture
def lake(toolchain: StandIn, monkeypatch: pytest.MonkeyPatch) -> StandIn:
    """The stand-in on the PATH, and settings of the caller's that would lead Lean astray."""
    on_path(monkeypatch, toolchain.bin)
    for name in ("LEAN_PATH", "LEAN_SYSROOT", "LAKE_HOME", "LEAN_SRC_PATH"):
        monkeypatch.setenv(name, "/nowhere")
    return toolchain


def tiny(folder: Path, source: str = SOURCE) -> Path:
    home = folder / "tiny"
    home.mkdir(parents=True)
    (home / "mechanism.toml").write_text(MECHANISM, encoding="utf-8")
    (home / "Tiny.lean").write_text(source, encoding="utf-8")
    return home


def run_tiny(folder: Path, cache: Path, source: str = SOURCE, lean: str = "lake") -> Outcome:
    return verified(tiny(folder, source), cache, lean)


# --- the whole path ---


@pytest.mark.exhaustive
def test_the_shipped_mechanism_gets_the_same_report_from_both_leans(lake: StandIn, lean_cache: Path) -> None:
    loaded = load("othman_sandholm")
    by_lake, by_embedded = (
        to_json(verify(loaded, lean=lean, symbolic=False, cache=Cache(lean_cache)))
        for lean in ("lake", "embedded")
    )
    trust: dict[str, Any] = by_lake.pop("lean")["trust_base"]
    by_embedded.pop("lean")
    assert by_lake == by_embedded
    assert by_lake["summary"]["evidence"]["formal"] == 23
    assert trust["checked_by"] == "the Lean 4.35.0 kernel over the official Init"
    assert trust["toolchain"] == "leanprover/lean4:v4.35.0"
    assert set(trust["toolchain_sha256"]) == {"bin/lean", "bin/leanchecker", "lib/lean/Init"}
    assert trust["second_kernel_run"]["ok"] is True
    assert trust["second_kernel_run"]["detail"] == "leanchecker of the toolchain"
    # Init's declarations are the toolchain's: only the project's and the certificate's are checked again.
    assert 100 < trust["second_kernel_run"]["declarations"] < 400
    assert trust["second_kernel_run"]["base_declarations"] == 0


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
@pytest.mark.exhaustive
def test_a_lean_that_is_a_program(own: StandIn, lean_library: Path, tmp_path: Path, lean_cache: Path) -> None:
    """As official ones are: linked to the library, finding Init by its own place, and confined."""
    make_native(own, lean_library, "cc")
    outcome = run_tiny(tmp_path, lean_cache)
    assert outcome.formal == CLAIMS
    trust = outcome.verification.lean.trust_base
    assert trust["toolchain_sha256"]["lib/lean/libleanshared.so"] == PINNED_LIBRARY
    embedded = run_tiny(tmp_path / "embedded", lean_cache, lean="embedded")
    assert trust["sandbox"] == embedded.verification.lean.trust_base["sandbox"]


def test_auto_takes_a_lake_that_works(lake: StandIn, lean_cache: Path) -> None:
    chosen = choose("auto", Cache(lean_cache))
    assert isinstance(chosen.runner, LakeRunner)
    assert chosen.passed_over == ""
    usable, lines = examine_installation(lean_cache)
    assert usable
    commit = PINNED_COMMIT[:12]
    assert (
        f"lean      lake will run: the Lean 4.35.0 kernel over the official Init (commit {commit})" in lines
    )


def test_another_toolchain_is_another_identity(lake: StandIn, own: StandIn) -> None:
    before = LakeRunner().toolchain.identity
    (own.sysroot / "lib" / "lean" / "Init").mkdir()
    (own.sysroot / "lib" / "lean" / "Init" / "Core.olean").write_bytes(b"another Init")
    assert LakeRunner().toolchain.identity != before


# --- libraries that prove nothing ---

LIE = "set_option debug.skipKernelTC true in\ntheorem lie : 2 = 3 := by decide +kernel\n"
UNCHECKED = changed((P_TRUTHFUL, LIE + P_TRUTHFUL.replace("by decide", "absurd lie (by decide)")))


@pytest.mark.parametrize(
    ("source", "code", "problem"),
    [
        (changed((P_TRUTHFUL, P_TRUTHFUL.replace("by decide", "sorry"))), "sorry", "its proof uses sorry"),
        (
            changed((P_TRUTHFUL, "axiom cheat : False\n" + P_TRUTHFUL.replace("by decide", "cheat.elim"))),
            "axiom",
            "its proof rests on axioms that are not allowed: Tiny.cheat",
        ),
        (
            changed((P_TRUTHFUL, P_TRUTHFUL.replace("by decide", "sorryAx _ false"))),
            "sorry",
            "its proof uses sorry",
        ),
    ],
    ids=["sorry", "axiom", "sorry's axiom by name"],
)
@pytest.mark.sample(every=4)
def test_a_theorem_that_is_not_proved(
    lake: StandIn, tmp_path: Path, lean_cache: Path, source: str, code: str, problem: str
) -> None:
    outcome = run_tiny(tmp_path, lean_cache, source)
    assert (outcome.check("p_truthful").code, outcome.check("p_truthful").problem) == (code, problem)
    assert outcome.formal == CLAIMS - {"p_truthful"}
    assert outcome.code == 1


@pytest.mark.exhaustive
def test_leanchecker_is_what_finds_a_theorem_that_the_kernel_never_saw(
    own: StandIn, tmp_path: Path, lean_cache: Path
) -> None:
    found = run_tiny(tmp_path, lean_cache, UNCHECKED)
    assert found.formal == set()
    assert found.codes == {"kernel_rejects"}
    assert found.check("welfare").problem.startswith(
        "the kernel, run again over the compiled files, rejects Tiny: while replaying declaration 'Tiny.lie"
    )
    assert found.code == 1
    # With a leanchecker that checks nothing it would have passed: nothing else stands in its way.
    own.replace("leanchecker", "exit 0")
    assert run_tiny(tmp_path / "again", lean_cache, UNCHECKED).formal == CLAIMS


def test_an_instance_that_bends_the_certificate(lake: StandIn, tmp_path: Path, lean_cache: Path) -> None:
    bent = changed((P_TRUTHFUL, "instance (priority := high) : OfNat Nat 9 := ⟨8⟩\n" + P_TRUTHFUL)).replace(
        " = 9 :=", " = 8 :="
    )
    outcome = run_tiny(tmp_path, lean_cache, bent)
    assert "count" not in outcome.formal
    assert outcome.code == 1


def test_a_cell_that_differs(lake: StandIn, tmp_path: Path, lean_cache: Path) -> None:
    outcome = run_tiny(tmp_path, lean_cache, changed(("  | .y, .h => 4\n", "  | .y, .h => 5\n")))
    assert outcome.divergences == {"utilities.q.y.h": ("4", "5")}
    assert outcome.formal == set()
    assert outcome.code == 1


def test_a_library_that_does_not_compile(lake: StandIn, tmp_path: Path, lean_cache: Path) -> None:
    broken = changed((P_TRUTHFUL, P_TRUTHFUL.replace("by decide", "rfl")))
    outcome = run_tiny(tmp_path, lean_cache, broken)
    assert outcome.check("p_truthful").code == "not_proved"
    assert outcome.formal == set()
    assert outcome.code == 1


# --- a second kernel run that does not answer ---


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("exit 3", "the second kernel run did not finish: leanchecker: Lean exited with code 3: no message"),
        (
            "echo 'uncaught exception: Could not find any oleans for: Tiny' >&2; exit 1",
            "the second kernel run did not finish: leanchecker: Lean exited with code 1: "
            "uncaught exception: Could not find any oleans for: Tiny",
        ),
        (
            "kill -9 $$",
            "the second kernel run did not finish: leanchecker: Lean was killed by signal SIGKILL",
        ),
        (
            'for f in *.olean; do echo >> "$f"; done',
            "the second kernel run did not finish: the compiled Tiny was changed meanwhile",
        ),
    ],
    ids=["no message", "no module", "killed", "files changed"],
)
@pytest.mark.sample(every=4)
def test_no_answer_of_leanchecker_is_no_verdict(
    own: StandIn, tmp_path: Path, lean_cache: Path, script: str, reason: str
) -> None:
    own.replace("leanchecker", script)
    outcome = run_tiny(tmp_path, lean_cache)
    assert outcome.verification.non_divergence.reason.startswith(reason)
    assert outcome.formal == set()
    assert outcome.code == 2


@pytest.mark.exhaustive
def test_a_leanchecker_that_hangs(
    own: StandIn, tmp_path: Path, lean_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lake_module, "CHECK_TIMEOUT", 0.5)
    own.replace("leanchecker", "sleep 600")
    outcome = run_tiny(tmp_path, lean_cache)
    assert "did not finish within 0.5 s" in outcome.verification.non_divergence.reason
    assert outcome.code == 2


def test_what_leanchecker_says() -> None:
    text = "leanchecker found a problem in Foo.Bar\nuncaught exception: (kernel) type mismatch, 'x'\n"
    rejected = read_answer(Run(1, (), text, "Lean exited with code 1: …"), 7)
    assert (rejected.ran, rejected.ok, rejected.declarations) == (True, False, 0)
    assert rejected.failures == (("Foo.Bar", "(kernel) type mismatch, 'x'"),)
    silent = read_answer(Run(1, (), "leanchecker found a problem in Foo", ""), 7)
    assert silent.failures == (("Foo", "no reason given"),)
    assert read_answer(Run(0, (), "", ""), 7).ok
    # What is printed counts for nothing without the exit code, and the other way round.
    assert not read_answer(Run(0, (), text, "Lean printed too much"), 7).ok
    assert not read_answer(Run(-9, (), text, "Lean was killed"), 7).failures


# --- a Lean that may give no formal verdicts ---


@pytest.mark.parametrize(
    ("version", "reason"),
    [
        ("4.33.2", "Lean 4.33.2 is too old: kernels before 4.34.0 have published soundness bugs"),
        ("4.34.0-rc1", "Lean 4.34.0-rc1 is too old: kernels before 4.34.0 have published soundness bugs"),
        (
            "4.36.0",
            "pycheck does not know the compiled files of Lean 4.36.0, so it cannot compare terms; it knows "
            "those of 4.35.0 (leanprover/lean4:v4.35.0 in lean-toolchain)",
        ),
    ],
)
@pytest.mark.sample(every=3)
def test_a_version_that_gives_no_formal_verdict(
    own: StandIn, tmp_path: Path, lean_cache: Path, version: str, reason: str
) -> None:
    own.report_version(VERSION.replace(PINNED_VERSION, version))
    outcome = run_tiny(tmp_path, lean_cache)
    assert outcome.verification.lean.version == version
    assert outcome.verification.non_divergence.verdict == "not_checked"
    assert outcome.verification.non_divergence.reason == reason
    assert outcome.formal == set()
    assert outcome.code == 2
    chosen = choose("auto", Cache(lean_cache))
    assert isinstance(chosen.runner, EmbeddedRunner)
    assert chosen.passed_over == reason
    usable, lines = examine_installation(lean_cache)
    assert usable
    assert f"lean      lake will not run: {reason}" in lines


def test_refusals_by_version() -> None:
    assert refusal("4.35.0") == ""
    for version in ("4.9.0", "4.33.9", "4.34.0-rc2", "4.34.0-nightly-2026-01-01"):
        assert "too old" in refusal(version)
    for version in ("4.34.0", "4.34.1", "4.35.0-rc1", "4.35.1", "4.100.0", "5.0.0"):
        assert "does not know the compiled files" in refusal(version)


def test_no_leanchecker(own: StandIn, tmp_path: Path, lean_cache: Path) -> None:
    (own.bin / "leanchecker").unlink()
    reason = "no second kernel run: this toolchain has no leanchecker (official ones have it since 4.28)"
    outcome = run_tiny(tmp_path, lean_cache)
    assert outcome.verification.non_divergence.reason == reason
    assert (outcome.formal, outcome.code) == (set(), 2)
    assert choose("auto", Cache(lean_cache)).passed_over == reason


def test_an_unknown_build_of_a_known_version_is_not_called_official(own: StandIn) -> None:
    own.report_version(VERSION.replace(PINNED_COMMIT, "0123456789ab"))
    trust = LakeRunner().toolchain.trust_base
    assert (
        trust["checked_by"]
        == "the Lean 4.35.0 kernel over the Init of its toolchain, which is no known release"
    )


# --- a lake that does not say where a working Lean is ---

HERE = "echo LEAN_SYSROOT="


@pytest.mark.parametrize(
    ("script", "problem"),
    [
        ("exit 3", "`lake env` fails in FOLDER: it exited with code 3: no message"),
        (
            "echo 'info: downloading' >&2; echo 'error: no such release' >&2; exit 1",
            "`lake env` fails in FOLDER: no such release",
        ),
        ("kill -11 $$", "`lake env` fails in FOLDER: it was killed by signal SIGSEGV"),
        ("sleep 600", "`lake env` fails in FOLDER: it did not finish within 0.5 s"),
        ("echo ☃; echo '{\"a\": 1}'", '`lake env` names no LEAN_SYSROOT; it says: {"a": 1}'),
        ("printf '\\377\\000\\n'", "`lake env` names no LEAN_SYSROOT; it says: \ufffd\x00"),
        ("true", "`lake env` names no LEAN_SYSROOT; it says: nothing"),
        (f"{HERE}/nowhere/at/all", "there is no /nowhere/at/all/bin/lean"),
    ],
    ids=["exit code", "error", "signal", "hang", "garbage", "bytes", "silence", "no lean"],
)
@pytest.mark.sample(every=3)
def test_a_lake_that_is_of_no_use(
    tmp_path: Path, lean_cache: Path, monkeypatch: pytest.MonkeyPatch, script: str, problem: str
) -> None:
    monkeypatch.setattr(lake_module, "ENV_TIMEOUT", 0.5 if "sleep" in script else 60.0)
    program = fake_lake(monkeypatch, tmp_path, script)
    with pytest.raises(LeanUnavailable) as caught:
        LakeRunner()
    found = re.sub(r"/\S*/pycheck-lake-\w+", "FOLDER", str(caught.value))
    assert found == f"{program}: {problem}"
    chosen = choose("auto", Cache(lean_cache))
    assert isinstance(chosen.runner, EmbeddedRunner)
    assert re.sub(r"/\S*/pycheck-lake-\w+", "FOLDER", chosen.passed_over) == found
    usable, lines = examine_installation(lean_cache)
    assert usable
    assert any(line.startswith(f"lean      lake will not run: {program}: ") for line in lines)
    assert any(line.startswith("lean      embedded will run: ") for line in lines)


@pytest.mark.parametrize(
    ("said", "shown"),
    [("Lean (version unknown)", "Lean (version unknown)"), ("", "nothing")],
)
def test_a_lean_that_gives_no_version(own: StandIn, said: str, shown: str) -> None:
    own.report_version(said)
    with pytest.raises(LeanUnavailable) as caught:
        LakeRunner()
    assert str(caught.value) == f"{own.bin}/lean --version: expected a version, found: {shown}"


def test_a_lake_that_cannot_be_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = fake_lake(monkeypatch, tmp_path, "")
    program.write_bytes(b"\x7fELF no program")
    with pytest.raises(LeanUnavailable, match="cannot be started"):
        LakeRunner()


def test_no_lake(tmp_path: Path, lean_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(LeanUnavailable, match=r"^lake is not on the PATH: install elan"):
        choose("lake", Cache(lean_cache))
    assert choose("auto", Cache(lean_cache)).passed_over == ""


# --- what Lean and lake are given to see ---


def test_nothing_of_the_callers_reaches_lean(
    own: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LEAN_PATH", "/theirs")
    monkeypatch.setenv("SECRET", "x")
    runner = LakeRunner()
    own.replace("lean", "env > seen; echo '{}'")
    runner.lean([], search_path=tmp_path / "modules", cwd=tmp_path, timeout=60)
    seen = dict(line.split("=", 1) for line in (tmp_path / "seen").read_text(encoding="utf-8").splitlines())
    assert seen["LEAN_PATH"].split(":") == [str(tmp_path / "modules"), f"{own.sysroot}/lib/lean"]
    assert seen["LEAN_SYSROOT"] == str(own.sysroot)
    assert seen["HOME"] == seen["TMPDIR"] == str(tmp_path)
    assert "SECRET" not in seen


def test_the_stand_in_puts_the_workspace_first_as_lake_does(lake: StandIn, tmp_path: Path) -> None:
    # This is why Lean is not started by ``lake env lean``.
    import subprocess

    (tmp_path / "lakefile.toml").write_text('name = "p"\n[[lean_lib]]\nname = "P"\n', encoding="utf-8")
    run = subprocess.run(
        [lake.bin / "lake", "env", "printenv", "LEAN_PATH"],
        cwd=tmp_path,
        env={"LEAN_PATH": "/mine", "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip().split(":") == [
        f"{tmp_path}/.lake/build/lib/lean",
        f"{lake.sysroot}/lib/lean",
        "/mine",
    ]


def test_the_digest_of_init_is_what_sha256sum_gives(own: StandIn) -> None:
    import subprocess

    library = own.sysroot / "lib" / "lean"
    for name in ("Init/Core.olean", "Init/Core.olean.private", "Init/Data/Nat.olean", "Init/Core.ilean"):
        (library / name).parent.mkdir(parents=True, exist_ok=True)
        (library / name).write_text(name, encoding="utf-8")
    command = "sha256sum Init.olean $(find Init -name '*.olean*' | LC_ALL=C sort) | sha256sum"
    run = subprocess.run(["sh", "-c", command], cwd=library, capture_output=True, text=True, check=True)
    digests = LakeRunner().toolchain.trust_base["toolchain_sha256"]
    assert digests["lib/lean/Init"] == run.stdout.split()[0]
    assert json.dumps(digests)
