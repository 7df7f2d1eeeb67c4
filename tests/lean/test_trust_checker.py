"""Each check is needed: without it something false becomes formal. And no answer is never a yes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pycheck.cache import Cache
from pycheck.cli.common import exit_code
from pycheck.lean import compiled, conclude, examine, inputs
from pycheck.lean.data_lines import DataLines
from pycheck.lean.embedded import EmbeddedRunner
from pycheck.lean.findings import ReplayFinding
from pycheck.lean.messages import printed_axioms
from pycheck.lean.process import Run, run_process
from pycheck.loading import load
from pycheck.pipeline import verify

from ._mutants import Fresh, Outcome, replaced
from ._tiny import CLAIMS, MECHANISM, NINE, SOURCE, Library, at_end, changed, place_tiny, run_library
from .test_trust_proofs import LIBRARIES as UNPROVED
from .test_trust_statements import LIBRARIES as OTHER_STATEMENTS

Change = Callable[[pytest.MonkeyPatch], None]


def without(owner: Any, name: str, result: Any) -> Change:
    """A change that makes ``owner.name`` always give ``result``."""
    return lambda patch: patch.setattr(owner, name, lambda *_, **__: result)


def no_canaries(patch: pytest.MonkeyPatch) -> None:
    """Every canary counts as rejected."""
    ask = examine._Examination._canaries

    def rejected(self: Any) -> tuple[int, tuple[str, ...], Run]:
        _, _, run = ask(self)
        return len(self.birds), (), run

    patch.setattr(examine._Examination, "_canaries", rejected)


def deaf(patch: pytest.MonkeyPatch) -> None:
    """A Lean that accepts what it is given: of the canaries, not one is reported as wrong."""
    lean = EmbeddedRunner.lean

    def accepting(self: EmbeddedRunner, arguments: Sequence[str], **where: Any) -> Run:
        run = lean(self, arguments, **where)
        if not arguments[-1].endswith("PycheckCanaries.lean"):
            return run
        (where["cwd"] / "compiled.olean").write_bytes(b"whatever it says")
        return replace(run, exit_code=0, messages=tuple(m for m in run.messages if m.severity != "error"))

    patch.setattr(EmbeddedRunner, "lean", accepting)


#: Proved of a table that is not the mechanism's.
OTHER_TABLE = Library(changed(("| .y, .h => 3", "| .y, .h => 7")), mechanism=MECHANISM)
#: The same, made to look alike by a numeral.
OTHER_NUMERAL = Library(
    changed(("| .y, .h => 3", "| .y, .h => 7"), at_end("instance : OfNat Nat 3 := ⟨7⟩\n"))
)
CANARY_TAKEN = Library(
    changed(at_end("theorem _root_.PycheckCertificate.canary_sorry : True := True.intro\n"))
)

#: The check, what takes it out, a library that must not pass, and the claims that then become formal.
CHECKS: dict[str, tuple[Change, Library, set[str]]] = {
    "data": (without(DataLines, "_utilities", ()), OTHER_TABLE, CLAIMS),
    "terms": (without(examine, "line_terms", {}), OTHER_NUMERAL, CLAIMS),
    "names of the certificate": (without(examine, "intruders", ()), CANARY_TAKEN, CLAIMS),
    "axioms of the theorem": (without(conclude, "judge_theorem", None), UNPROVED["axiom"], {"p_truthful"}),
    "sorry": (without(conclude, "judge_theorem", None), UNPROVED["sorry"], {"p_truthful"}),
    "kind of declaration": (
        without(conclude, "judge_theorem", None),
        UNPROVED["declared as an axiom"],
        {"p_truthful"},
    ),
    "axioms of the line": (
        without(compiled, "_borrowed", ""),
        OTHER_STATEMENTS["a decision that rests on an axiom"],
        {"count"},
    ),
    "what is run as something else": (
        without(compiled, "_tricks", ()),
        UNPROVED["table run as something else"],
        {"p_truthful", "welfare", "count"},
    ),
    "second kernel run": (
        without(EmbeddedRunner, "recheck", ReplayFinding(True, True, 1)),
        UNPROVED["kernel not asked about a false claim"],
        CLAIMS,
    ),
}


@pytest.mark.parametrize("name", CHECKS)
@pytest.mark.sample(every=5)
def test_check_is_needed(
    tmp_path: Path, lean_cache: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    take_out, library, gained = CHECKS[name]
    with_it = run_library(library, tmp_path / "with", lean_cache)
    assert with_it.code != 0
    assert not with_it.formal & gained
    take_out(monkeypatch)
    assert gained <= run_library(library, tmp_path / "without", lean_cache).formal


def test_canaries_are_needed(tmp_path: Path, lean_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deaf(monkeypatch)
    found = run_library(Library(SOURCE), tmp_path / "with", lean_cache)
    assert found.codes == {"checker_broken"}
    assert found.formal == set()
    assert found.code == 1
    assert found.verification.non_divergence.verdict == "not_checked"
    no_canaries(monkeypatch)
    assert run_library(Library(SOURCE), tmp_path / "without", lean_cache).formal == CLAIMS


def test_canaries_must_be_there(tmp_path: Path, lean_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examine, "canaries", lambda *_: ())
    found = run_library(Library(SOURCE), tmp_path, lean_cache)
    assert found.codes == {"checker_broken"}
    assert found.formal == set()


def test_two_accounts_of_the_axioms_must_agree(
    tmp_path: Path, lean_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        examine, "printed_axioms", lambda run: dict.fromkeys(printed_axioms(run), ("propext",))
    )
    found = run_library(Library(SOURCE), tmp_path, lean_cache)
    assert found.codes == {"axioms_disagree"}
    assert found.formal == set()


# --- No answer ---

PROGRAMS = {
    "killed": "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
    "crashed": "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)",
    "silent": "pass",
    "failed": "raise SystemExit(3)",
    "too slow": "import time; time.sleep(60)",
    "garbage": "print('{' * 1000); print('\\x00[1, 2]'); print('null')",
    "too much": "import sys; [sys.stdout.write('x' * 1_000_000) for _ in range(40)]",
}
FILES = ("Tiny.lean", "PycheckData.lean", "PycheckClaims.lean", "PycheckCanaries.lean")


class Watched(Fresh):
    """Notes what is kept."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.kept: set[str] = set()

    def write(self, kind: str, key: str, content: bytes) -> None:
        self.kept.add(kind)
        super().write(kind, key, content)


def unanswered(
    patch: pytest.MonkeyPatch, folder: Path, cache: Path, program: str, file: str
) -> tuple[Outcome, set[str]]:
    """Verify the honest library with another program instead of Lean for one of the files."""
    lean = EmbeddedRunner.lean

    def broken(self: EmbeddedRunner, arguments: Sequence[str], **where: Any) -> Run:
        if not arguments[-1].endswith(file):
            return lean(self, arguments, **where)
        command = [sys.executable, "-I", "-c", program]
        return run_process(command, cwd=where["cwd"], environment={}, timeout=1 if "sleep" in program else 60)

    patch.setattr(EmbeddedRunner, "lean", broken)
    # A source that was never compiled before, so that Lean is asked for it.
    home = place_tiny(folder, f"{SOURCE}-- {folder}\n")
    watched = Watched(cache)
    found = verify(load(home), lean="embedded", symbolic=False, cache=watched)
    return Outcome(found, exit_code(found, strict=False)), watched.kept


def assert_unanswered(found: Outcome, kept: set[str]) -> None:
    assert found.code == 2
    assert found.formal == set()
    assert found.verification.non_divergence.verdict == "not_checked"
    assert found.verification.non_divergence.reason
    assert found.verification.ok
    assert {c.claim.id for c in found.verification.formal_unchecked} == CLAIMS
    assert {c.verdict for c in found.verification.claims} == {"not_checked"}
    assert "findings" not in kept


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.sample(every=2)
def test_no_answer_is_no_verdict(
    tmp_path: Path, lean_cache: Path, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    found, kept = unanswered(monkeypatch, tmp_path, lean_cache, PROGRAMS[program], "PycheckClaims.lean")
    assert_unanswered(found, kept)


@pytest.mark.parametrize("program", ["killed", "garbage"])
@pytest.mark.parametrize("file", FILES)
@pytest.mark.sample(every=5)
def test_no_answer_for_any_file_is_no_verdict(
    tmp_path: Path, lean_cache: Path, monkeypatch: pytest.MonkeyPatch, file: str, program: str
) -> None:
    found, kept = unanswered(monkeypatch, tmp_path, lean_cache, PROGRAMS[program], file)
    assert_unanswered(found, kept)


@pytest.mark.parametrize(
    "answer",
    [ReplayFinding(False, False, detail="not here"), ReplayFinding(True, False, detail="killed")],
    ids=["not run", "not finished"],
)
def test_no_second_kernel_run_is_no_verdict(
    tmp_path: Path, lean_cache: Path, monkeypatch: pytest.MonkeyPatch, answer: ReplayFinding
) -> None:
    without(EmbeddedRunner, "recheck", answer)(monkeypatch)
    found, kept = unanswered(monkeypatch, tmp_path, lean_cache, "", "nothing")
    assert_unanswered(found, kept)


def test_a_broken_library_s_second_look_without_an_answer_is_no_verdict(
    tmp_path: Path, lean_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lean = EmbeddedRunner.lean

    def broken(self: EmbeddedRunner, arguments: Sequence[str], **where: Any) -> Run:
        if arguments[-1].endswith("PycheckDiagnosis.lean"):
            command = [sys.executable, "-I", "-c", PROGRAMS["killed"]]
            return run_process(command, cwd=where["cwd"], environment={}, timeout=60)
        return lean(self, arguments, **where)

    monkeypatch.setattr(EmbeddedRunner, "lean", broken)
    watched = Watched(lean_cache)
    home = place_tiny(tmp_path, changed((NINE, replaced(NINE, ("= 9", "= 8")))))
    found = verify(load(home), lean="embedded", symbolic=False, cache=watched)
    assert found.non_divergence.verdict == "not_checked"
    assert not [c for c in found.claims if c.formal]
    assert "findings" not in watched.kept


def test_the_base_must_stay_what_it_was(
    tmp_path: Path, lean_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lean = EmbeddedRunner.lean

    def swapping(self: EmbeddedRunner, arguments: Sequence[str], **where: Any) -> Run:
        run = lean(self, arguments, **where)
        base = where["search_path"] / "Init.olean"
        if arguments[-1].endswith("PycheckCanaries.lean"):
            base.write_bytes(base.read_bytes() + b"\0" * 8)
        return run

    monkeypatch.setattr(EmbeddedRunner, "lean", swapping)
    watched = Watched(lean_cache)
    found = verify(load(place_tiny(tmp_path)), lean="embedded", symbolic=False, cache=watched)
    assert not [c for c in found.claims if c.formal]
    assert found.non_divergence.verdict == "not_checked"
    assert "findings" not in watched.kept


def test_what_is_read_is_what_is_compiled(
    tmp_path: Path, lean_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A source that changes while it is examined does not give its verdict to what it is then."""
    home = place_tiny(tmp_path)
    hostile = UNPROVED["sorry"].source
    read = inputs.findings_key

    def change(*arguments: Any) -> Any:
        found = read(*arguments)
        (home / "Tiny.lean").write_text(hostile, encoding="utf-8")
        return found

    cache = Cache(tmp_path / "cache")
    monkeypatch.setattr(examine, "findings_key", change)
    first = verify(load(home), lean="embedded", symbolic=False, cache=cache)
    assert {c.claim.id for c in first.claims if c.formal} == CLAIMS
    monkeypatch.undo()
    second = verify(load(home), lean="embedded", symbolic=False, cache=cache)
    assert {c.claim.id for c in second.claims if c.formal} == CLAIMS - {"p_truthful"}


def test_a_cache_that_says_nothing_is_asked_for_compiled_files_alone(lean_cache: Path) -> None:
    """What the tests above rest on: nothing they find comes out of a cache."""
    stored = Cache(lean_cache)
    stored.write("findings", "0" * 64, b"x")
    assert stored.read("findings", "0" * 64) == b"x"
    assert Fresh(lean_cache).read("findings", "0" * 64) is None
