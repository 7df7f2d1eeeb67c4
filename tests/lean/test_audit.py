"""``pycheck lean audit`` around its verdicts: what can be asked, what can be audited, and how it is said."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from pycheck.cache import Cache
from pycheck.cli import cli
from pycheck.errors import InputFileError
from pycheck.lean._descendants import descendants
from pycheck.lean.audit import Audit, audit_target
from pycheck.lean.base import BaseChanged, base_modules, read_modules
from pycheck.lean.embedded import EmbeddedRunner
from pycheck.lean.findings import ReplayFinding
from pycheck.lean.olean import OleanError
from pycheck.lean.reasons import Code
from pycheck.lean.required import Names, Statements, read_statements
from pycheck.lean.sources import LeanSourceMissing, import_closure, imported_modules, split_header
from pycheck.lean.targets import NotATarget, open_target

TWICE = "def twice (n : Nat) : Nat := n + n\n"
ASKED = f"{TWICE}theorem four : twice 2 = 4 := sorry\ntheorem any : ∀ n : Nat, n = n := sorry\n"
GIVEN = f"{TWICE}theorem four : twice 2 = 4 := rfl\ntheorem any (n : Nat) : n = n := rfl\n"


@pytest.fixture(scope="module")
def runner(lean_library: Path) -> EmbeddedRunner:
    return EmbeddedRunner(Cache())


@pytest.fixture
def asked(tmp_path: Path) -> Path:
    path = tmp_path / "asked" / "Asked.lean"
    path.parent.mkdir()
    path.write_text(ASKED, encoding="utf-8")
    return path


@pytest.fixture
def statements(asked: Path, runner: EmbeddedRunner) -> Statements:
    return read_statements(asked, runner, Cache())


ROOT = Path(__file__).parents[2]


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def codes(audit: Audit) -> set[str]:
    return {found.code for found in audit.findings}


# What can be asked.


def test_what_is_left_out_is_required_in_the_order_of_the_file(statements: Statements) -> None:
    assert statements.required == ("four", "any")
    assert [path for path, _ in statements.digests] == ["Asked.lean"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("theorem t : 1 = 1 := rfl\n", "no theorem with sorry"),
        ("theorem t : 1 = := sorry\n", "line 1: "),
        ("def d : Nat := sorry\ntheorem t : d = 1 := sorry\n", "sorry in d, which t is about"),
        (
            "def d : Nat := sorry\ndef e : Nat := d\ntheorem t : e = 1 := sorry\n",
            "sorry in d, which t is about",
        ),
        ("private theorem t : 1 = 1 := sorry\n", "t, which is private"),
        ("import Missing\ntheorem t : 1 = 1 := sorry\n", "Missing"),
    ],
)
def test_statements_that_cannot_be_used(
    tmp_path: Path, runner: EmbeddedRunner, text: str, words: str
) -> None:
    path = write(tmp_path / "Asked.lean", text)
    with pytest.raises(Exception, match=r".") as raised:
        read_statements(path, runner, Cache())
    assert words in str(raised.value)


def test_names_that_begin_like_the_compilers_are_asked_for(tmp_path: Path, runner: EmbeddedRunner) -> None:
    path = write(
        tmp_path / "Asked.lean", "theorem record : 1 = 1 := sorry\ntheorem installed : 1 = 1 := sorry\n"
    )
    assert read_statements(path, runner, Cache()).required == ("record", "installed")


@pytest.mark.parametrize(
    "name",
    [
        "eq_1", "_aux", "proof_2", "match_1", "f.eq_1", "eq_1.main", "_ns.main", "«_x».main",
        "main._proof_1",
    ],
)  # fmt: skip
def test_whatever_an_author_wrote_is_asked_for(tmp_path: Path, runner: EmbeddedRunner, name: str) -> None:
    text = f"theorem Task.other : 1 = 1 := sorry\ntheorem Task.{name} : 1 = 2 := sorry\n"
    asked = read_statements(write(tmp_path / "Asked.lean", text), runner, Cache())
    assert asked.required == ("Task.other", f"Task.{name.replace('«', '').replace('»', '')}")


def test_what_rests_on_a_left_out_proof_is_asked_for(tmp_path: Path, runner: EmbeddedRunner) -> None:
    text = (
        "theorem lemma1 : 1 = 1 := sorry\n"
        "theorem main1 : 1 = 1 := lemma1\n"
        "theorem main2 : 2 = 2 := inner where\n  inner : 2 = 2 := sorry\n"
        "theorem done : 3 = 3 := rfl\n"
    )
    asked = read_statements(write(tmp_path / "Asked.lean", text), runner, Cache())
    assert set(asked.required) == {"lemma1", "main1", "main2", "main2.inner"}


def test_two_private_types_that_look_the_same_cannot_be_told_apart(
    tmp_path: Path, runner: EmbeddedRunner
) -> None:
    for module in ("A", "B"):
        write(
            tmp_path / f"{module}.lean",
            f"private inductive Way where\n  | up\n\nabbrev {module}.Way : Type := _root_.Way\n",
        )
    path = write(tmp_path / "Asked.lean", "import A\nimport B\ntheorem t : A.Way = B.Way := sorry\n")
    with pytest.raises(InputFileError, match="look the same"):
        read_statements(path, runner, Cache())


@pytest.mark.parametrize("axiom", ["sorryAx", "Lean.ofReduceBool", "Lean.trustCompiler"])
def test_some_axioms_cannot_be_allowed(asked: Path, runner: EmbeddedRunner, axiom: str) -> None:
    with pytest.raises(InputFileError, match=axiom):
        read_statements(asked, runner, Cache(), allowed=frozenset({axiom}))


def test_an_axiom_is_allowed_by_name_where_it_is_not_the_targets_own(
    tmp_path: Path, asked: Path, runner: EmbeddedRunner
) -> None:
    """Declared by the target it may say anything; declared by the statements too, it is compared."""
    fact = "axiom fact : twice 2 = 4\n\ntheorem"
    text = GIVEN.replace(":= rfl", ":= fact", 1).replace("theorem", fact, 1)
    target = write(tmp_path / "T.lean", text)
    allowed = read_statements(asked, runner, Cache(), allowed=frozenset({"fact"}))
    assert codes(audit_target(target, allowed, runner, Cache())) == {"", Code.AXIOM}
    declaring = write(
        tmp_path / "Declaring.lean", asked.read_text(encoding="utf-8").replace("theorem", fact, 1)
    )
    audit = audit_target(target, read_statements(declaring, runner, Cache()), runner, Cache())
    assert audit.ok
    assert audit.findings[0].axioms == ("fact",)
    other = write(tmp_path / "Other.lean", text.replace("axiom fact : twice 2 = 4", "axiom fact : False"))
    assert not audit_target(other, read_statements(declaring, runner, Cache()), runner, Cache()).ok


def test_names_are_exchanged_by_the_longest_that_fits() -> None:
    names = Names.read(["A=X", "A.b=Y", "A.b.c=Z.w"])
    assert [names(n) for n in ("A", "A.b", "A.b.c", "A.b.d", "A.c", "B", "Ab")] == [
        "X", "Y", "Z.w", "Y.d", "X.c", "B", "Ab",
    ]  # fmt: skip
    assert names("_private.M.0.A.b") == "Y"


@pytest.mark.parametrize("rows", [["A"], ["=B"], ["A="], ["A=B", "A=C"]])
def test_names_that_cannot_be_read(rows: list[str]) -> None:
    with pytest.raises(InputFileError, match="NAME=THEIRS"):
        Names.read(rows)


# What can be audited.


def test_a_module_is_named_from_where_its_imports_are(tmp_path: Path) -> None:
    write(tmp_path / "lib" / "Sub" / "Base.lean", "")
    file = write(tmp_path / "lib" / "Sub" / "Main.lean", "import Sub.Base\n")
    with open_target(file) as target:
        assert (target.modules, target.roots) == (("Sub.Main",), ((tmp_path / "lib").resolve(),))
    alone = write(tmp_path / "lib" / "Sub" / "Alone.lean", "")
    with open_target(alone) as target:
        assert target.modules == ("Alone",)


def test_a_folder_is_a_package(tmp_path: Path) -> None:
    write(tmp_path / "p" / "A.lean", "import B.C\n")
    write(tmp_path / "p" / "B" / "C.lean", "")
    write(tmp_path / "p" / ".lake" / "packages" / "D.lean", "")
    with open_target(tmp_path / "p") as target:
        assert target.modules == ("A", "B.C")
        assert target.project is None
    write(tmp_path / "p" / "src" / "E.lean", "")
    write(tmp_path / "p" / "lakefile.toml", 'name = "p"\n[[lean_lib]]\nname = "E"\nsrcDir = "src"\n')
    with open_target(tmp_path / "p") as target:
        assert set(target.modules) == {"A", "B.C", "E"}
        assert target.project is not None


@pytest.mark.parametrize("name", ["my file.lean", "1.lean", "Init.lean", "a.b.lean", "Lean.lean"])
def test_a_file_may_be_called_anything(
    tmp_path: Path, name: str, statements: Statements, runner: EmbeddedRunner
) -> None:
    audit = audit_target(write(tmp_path / "t" / name, GIVEN), statements, runner, Cache())
    assert audit.ok, audit


def test_what_is_no_target(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    write(tmp_path / "text.txt", "")
    write(tmp_path / "init" / "Init.lean", "")
    write(tmp_path / "dotted" / "a.b.lean", "")
    for path in ("empty", "text.txt", "nothing.lean", "init", "dotted"):
        with pytest.raises(NotATarget, match=path), open_target(tmp_path / path):
            pass


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"\xff\xfe", Code.NO_SOURCE),
        (b"", Code.THEOREM_MISSING),
        (b"\0\0\0", Code.DOES_NOT_COMPILE),
        (GIVEN.encode().replace(b"\n", b"\r\n"), ""),
        (b"\xef\xbb\xbf" + GIVEN.encode(), None),
    ],
)
def test_odd_files(
    tmp_path: Path, statements: Statements, runner: EmbeddedRunner, content: bytes, code: str | None
) -> None:
    path = tmp_path / "T.lean"
    path.write_bytes(content)
    found = codes(audit_target(path, statements, runner, Cache()))
    assert found == {code} if code is not None else found


def test_a_pipe_is_no_target(tmp_path: Path, statements: Statements, runner: EmbeddedRunner) -> None:
    os.mkfifo(tmp_path / "T.lean")
    assert codes(audit_target(tmp_path / "T.lean", statements, runner, Cache())) == {Code.NO_SOURCE}


def test_what_is_shared_with_the_statements_is_found_there(
    tmp_path: Path, asked: Path, runner: EmbeddedRunner
) -> None:
    write(asked.parent / "Shared.lean", TWICE)
    asked.write_text(ASKED.replace(TWICE, "import Shared\n"), encoding="utf-8")
    shared = read_statements(asked, runner, Cache())
    target = write(tmp_path / "t" / "T.lean", GIVEN.replace(TWICE, "import Shared\n"))
    assert audit_target(target, shared, runner, Cache()).ok
    write(target.parent / "Shared.lean", TWICE.replace("n + n", "n + 2"))
    assert codes(audit_target(target, shared, runner, Cache())) == {Code.DEFINITION_DIFFERS, ""}


def test_a_compiled_file_needs_its_imports_compiled(
    tmp_path: Path, statements: Statements, runner: EmbeddedRunner
) -> None:
    target = write(tmp_path / "T.lean", "import Part\n" + GIVEN.replace(TWICE, ""))
    write(tmp_path / "Part.lean", TWICE)
    from pycheck.lean.staging import Stage

    with Stage(runner, Cache()) as stage:
        built = dict(stage.build("T", (tmp_path,)).modules)
        shutil.copy(built["T"], tmp_path / "T.olean")
        shutil.copy(built["Part"], tmp_path / "part")
    target.unlink()
    (tmp_path / "Part.lean").unlink()
    assert codes(audit_target(tmp_path / "T.olean", statements, runner, Cache())) == {Code.NO_SOURCE}
    shutil.move(tmp_path / "part", tmp_path / "Part.olean")
    assert audit_target(tmp_path / "T.olean", statements, runner, Cache()).ok


# What happens around it.


def test_a_base_that_changes_while_lean_runs(
    tmp_path: Path, statements: Statements, runner: EmbeddedRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    ((name, content),) = runner.toolchain.base
    path = tmp_path / f"{name}.olean"
    path.write_bytes(content)
    assert read_modules(runner.toolchain, [(name, path)]) == list(base_modules(runner.toolchain))
    path.write_bytes(content + bytes(8))
    with pytest.raises(BaseChanged):
        read_modules(runner.toolchain, [(name, path)])

    def meddle(*arguments: Any, **options: Any) -> Any:
        (options["search_path"] / "Init.olean").write_bytes(content + bytes(8))
        return lean(*arguments, **options)

    lean = runner.lean
    monkeypatch.setattr(runner, "lean", meddle)
    target = write(tmp_path / "T.lean", GIVEN + "-- not compiled before\n")
    assert codes(audit_target(target, statements, runner, Cache(tmp_path / "c"))) == {Code.BASE_CHANGED}


@pytest.mark.parametrize(
    ("finding", "code"),
    [
        (ReplayFinding(True, False, 0, (), "no answer within 120 s"), Code.NOT_REPLAYED),
        (ReplayFinding(False, False, 0, (), "there is none"), Code.NOT_REPLAYED),
        (ReplayFinding(True, False, 0, (("four", "no"),)), Code.KERNEL_REJECTS),
    ],
)
def test_without_a_second_run_there_is_no_verdict(
    tmp_path: Path,
    statements: Statements,
    runner: EmbeddedRunner,
    monkeypatch: pytest.MonkeyPatch,
    finding: ReplayFinding,
    code: Code,
) -> None:
    monkeypatch.setattr(runner, "recheck", lambda *_, **__: finding)
    audit = audit_target(write(tmp_path / "T.lean", GIVEN), statements, runner, Cache())
    assert codes(audit) == {code}
    assert not audit.ok


def test_a_limit_is_no_verdict(
    tmp_path: Path, statements: Statements, runner: EmbeddedRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    lean = runner.lean
    monkeypatch.setattr(runner, "lean", lambda *a, **o: lean(*a, **(o | {"timeout": 0.001})))
    target = write(tmp_path / "T.lean", GIVEN + "-- not compiled before either\n")
    audit = audit_target(target, statements, runner, Cache(tmp_path / "c"))
    assert codes(audit) == {Code.NO_ANSWER}
    assert {found.verdict for found in audit.findings} == {"not_checked"}


def test_damage_in_what_was_just_compiled(
    tmp_path: Path, statements: Statements, runner: EmbeddedRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any, **__: Any) -> Any:
        raise OleanError(Path("T.olean"), "damaged at byte 8")

    monkeypatch.setattr("pycheck.lean.units.read_modules", broken)
    audit = audit_target(write(tmp_path / "T.lean", GIVEN), statements, runner, Cache())
    assert codes(audit) == {Code.COMPILED_DAMAGED}


# On the command line.


def audit(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, ["lean", "audit", *map(str, arguments), "--lean", "embedded"])


def test_one_bad_target_does_not_stop_the_others(tmp_path: Path, asked: Path, lean_library: Path) -> None:
    good = write(tmp_path / "Good.lean", GIVEN)
    bad = write(tmp_path / "Bad.lean", GIVEN.replace(":= rfl", ":= sorry", 1))
    (tmp_path / "empty").mkdir()
    targets = [bad, tmp_path / "nothing.lean", good, tmp_path / "empty"]
    run = audit(*targets, "--against", asked, "--format", "json")
    assert run.exit_code == 2
    answer = json.loads(run.stdout)
    assert answer["ok"] is False
    assert [a["target"] for a in answer["audits"]] == list(map(str, targets))
    assert [a["code"] for a in answer["audits"]] == [None, "no_source", None, "no_source"]
    assert [f["code"] for f in answer["audits"][0]["findings"]] == ["sorry", None]
    assert answer["statements"]["required"] == ["four", "any"]
    assert len(answer["statements"]["files"]["Asked.lean"]) == 64
    assert answer["audits"][2]["ok"] is True
    assert answer["audits"][2]["declarations_rechecked"] == 3  # twice, four, any
    assert len(answer["audits"][2]["files"]["Good.lean"]) == 64
    trust = answer["trust_base"]
    assert {"library_sha256", "bootstrap_sha256", "bootstrap_compiled_sha256", "sandbox"} <= trust.keys()
    assert trust["axioms"] == []


def test_exit_codes_and_text(tmp_path: Path, asked: Path, lean_library: Path) -> None:
    good = write(tmp_path / "Good.lean", GIVEN)
    run = audit(good, "--against", asked)
    assert run.exit_code == 0
    assert "2 of 2 statements proved" in run.stdout
    assert "sandbox: " in run.stdout
    wrong = write(tmp_path / "Wrong.lean", GIVEN.replace("n + n", "4 + 0"))
    run = audit(wrong, "--against", asked)
    assert run.exit_code == 1
    assert "REJECTED [definition_differs] four" in run.stdout
    assert "expected: twice : Nat → Nat := " in run.stdout
    run = audit(good, "--against", tmp_path / "Nothing.lean")
    assert (run.exit_code, "no such file" in str(run.exception)) == (1, True)


def test_renaming_on_the_command_line(tmp_path: Path, asked: Path, lean_library: Path) -> None:
    target = write(tmp_path / "T.lean", f"namespace Mine\n{GIVEN.replace('four', 'vier')}end Mine\n")
    renamed = ["--rename", "four=Mine.vier", "--rename", "any=Mine.any"]
    assert audit(target, "--against", asked, *renamed).exit_code == 0
    assert audit(target, "--against", asked, *renamed[:2]).exit_code == 1


def test_a_finding_without_a_code_is_proved(
    tmp_path: Path, statements: Statements, runner: EmbeddedRunner
) -> None:
    whole = audit_target(write(tmp_path / "T.lean", GIVEN), statements, runner, Cache())
    assert whole.ok
    assert not replace(whole, findings=()).ok
    assert not replace(whole, problem="something").ok


ENDLESS = """
def slow : Nat → Nat → Bool
  | 0, _ => true
  | n + 1, k => and (slow n (2 * k)) (slow n (2 * k + 1))

theorem four : slow 60 0 = true := by decide +kernel
"""


def test_an_interruption_ends_everything(tmp_path: Path, asked: Path, lean_library: Path) -> None:
    targets = [write(tmp_path / f"{name}.lean", f"{ENDLESS}-- {name}\n") for name in "AB"]
    command: list[str | Path] = [sys.executable, "-m", "pycheck", "lean", "audit", *targets]
    command += ["--against", asked]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            while len(below := leans(process.pid)) < 2:
                assert process.poll() is None
                time.sleep(0.1)
            process.send_signal(signal.SIGINT)
            assert process.wait(60) == 130
        finally:
            process.kill()
    assert not any(map(living, below))


def leans(pid: int) -> list[int]:
    """The processes below one that were given one of the targets."""
    found = []
    for below in descendants(pid):
        with contextlib.suppress(OSError):
            command = Path(f"/proc/{below}/cmdline").read_bytes()
            found += [below] if b"A.lean" in command or b"B.lean" in command else []
    return found


def living(pid: int) -> bool:
    try:
        return ") Z" not in Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return False


# Against a mechanism.


def test_what_was_not_read_is_never_proved(tmp_path: Path, lean_library: Path) -> None:
    """The shipped library has every module that a target lacks; it must not stand in for the target."""
    against: list[str | Path] = ["--against", ROOT / "mechanisms" / "othman_sandholm"]
    library = (ROOT / "lean" / "Mechanisms" / "OthmanSandholm.lean").read_text(encoding="utf-8")
    claim = ":= by decide\n"
    (tmp_path / "empty").mkdir()
    wrong = write(tmp_path / "OthmanSandholm.lean", "theorem foo : False := sorry garbage (((\n")
    own = write(tmp_path / "Foo.lean", library.replace(claim, ":= sorry\n", 1))
    whole = write(tmp_path / "Whole.lean", library)
    targets = [tmp_path / "nothing.lean", tmp_path / "empty", wrong, own, whole]
    run = audit(*targets, *against, "--format", "json")
    assert run.exit_code == 2
    found = json.loads(run.stdout)["audits"]
    assert [answer["ok"] for answer in found] == [False, False, False, False, True]
    assert [answer["code"] for answer in found][:2] == ["no_source", "no_source"]
    codes = [{finding["code"] for finding in answer["findings"]} for answer in found]
    assert codes[0] == codes[1] == {"no_source"}
    assert codes[2] == {"theorem_missing"} or None not in codes[2]
    assert codes[3] == {None, "sorry"}
    assert audit(own, *against).exit_code == 1
    folder = tmp_path / "home"
    write(folder / "lean" / "Mechanisms" / "OthmanSandholm.lean", library)
    assert audit(folder, *against).exit_code == 0


# Headers, circles, and names that would be lines.


def test_modules_in_a_circle_are_not_left_out(
    tmp_path: Path, statements: Statements, runner: EmbeddedRunner
) -> None:
    """Beside a module that is in no circle, and one that imports itself."""
    write(tmp_path / "p" / "Good.lean", GIVEN)
    write(tmp_path / "p" / "A.lean", "import B\ntheorem four : False := sorry\n garbage")
    write(tmp_path / "p" / "B.lean", "import A\n")
    audit = audit_target(tmp_path / "p", statements, runner, Cache())
    assert codes(audit) == {Code.NO_SOURCE}
    assert "in a circle" in audit.problem
    for name in ("A", "B"):
        (tmp_path / "p" / f"{name}.lean").unlink()
    assert audit_target(tmp_path / "p", statements, runner, Cache()).ok
    write(tmp_path / "p" / "A.lean", "import A\ntheorem four : False := sorry\n")
    assert codes(audit_target(tmp_path / "p", statements, runner, Cache())) == {Code.NO_SOURCE}


def test_a_header_is_read_step_by_step() -> None:
    """A search for where it begins would take hours on this one."""
    text = f"import A\n/-{'x' * 1_000_000}-/\nimport B -- c\n{' ' * 1_000_000}"
    assert imported_modules(text) == ("A", "B")
    assert split_header(text)[0].endswith("import B")
    assert imported_modules("\ufeffmodule\nprelude public meta import all A.B import C def import D") == (
        "A.B",
        "C",
    )


def test_a_long_chain_of_imports_is_followed(tmp_path: Path) -> None:
    length = 3000
    for place in range(length):
        below = f"import C{place + 1}\n" if place < length - 1 else ""
        write(tmp_path / f"C{place}.lean", below)
    closure = import_closure("C0", (tmp_path,), frozenset())
    assert [source.name for source in closure] == [f"C{place}" for place in reversed(range(length))]
    write(tmp_path / f"C{length - 1}.lean", "import C0\n")
    with pytest.raises(LeanSourceMissing, match=r"C0 -> C1 -> C2 -> C3 -> … -> .* -> C0: .* in a circle"):
        import_closure("C0", (tmp_path,), frozenset())


def test_a_name_cannot_be_a_line(tmp_path: Path, asked: Path) -> None:
    name = "«x\n  PROVED four\n\u202ey».four"
    target = write(tmp_path / "T.lean", f"theorem {name} : 1 = 1 := rfl\n")
    result = audit(target, "--against", asked)
    assert result.exit_code == 1
    assert "  PROVED four" not in result.output.splitlines()
    assert "PROVED four" in result.output
    assert "\u202e" not in result.output
