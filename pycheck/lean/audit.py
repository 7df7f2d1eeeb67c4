"""Auditing any Lean file against statements that it must prove.

The statements come as a Lean file of their own, written by whoever sets the task: definitions, and
``theorem name : statement := sorry`` lines. The target must have a theorem of each of these names with
the very same statement, over the very same definitions, with nothing wrong in how it is proved. Both
files are compiled apart from each other, read back as terms and compared as terms; the target's compiled
form goes through the kernel once more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pycheck.cache import Cache
from pycheck.errors import Fault, InputFileError
from pycheck.lean.compiled import theorem_findings, with_printed_axioms
from pycheck.lean.expr import render, same_term
from pycheck.lean.install import content_digest
from pycheck.lean.judge import judge_theorem
from pycheck.lean.messages import clean, printed_axioms
from pycheck.lean.olean import Constant, Module, OleanError, read_olean
from pycheck.lean.provider import Runner
from pycheck.lean.sources import SourceModule, find_module
from pycheck.lean.staging import Built, Progress, Stage, silent


@dataclass(frozen=True)
class Finding:
    """The verdict on one declaration: ``proved``, ``rejected`` or ``not_checked``.

    ``code`` is the reason code (empty for ``proved``); ``expected`` and ``found`` are what the statements
    ask for and what the target has.
    """

    name: str
    verdict: str
    code: str = ""
    reason: str = ""
    expected: str = ""
    found: str = ""
    axioms: tuple[str, ...] = ()


@dataclass(frozen=True)
class Audit:
    """An audit of one target: a finding for each statement, and what is wrong with the target as a whole."""

    target: str
    findings: tuple[Finding, ...]
    problem: str = ""
    code: str = ""

    @property
    def ok(self) -> bool:
        """Every statement is proved."""
        return not self.problem and bool(self.findings) and all(f.verdict == "proved" for f in self.findings)


@dataclass(frozen=True)
class Statements:
    """What must be proved: the required theorems by name, and every constant of the statements' module."""

    required: Mapping[str, Constant]
    constants: Mapping[str, Constant]


def read_statements(path: Path, runner: Runner, cache: Cache, progress: Progress = silent) -> Statements:
    """Compile a statements file. Raises :class:`InputFileError` if it does not compile or requires nothing.

    A required theorem is one whose proof in this file is ``sorry``.
    """
    source = find_module(path.stem, (path.parent,))
    if source is None:
        raise InputFileError(str(path), [Fault("statements", "no such file", "a Lean file")])
    with Stage(runner, cache, progress) as stage:
        built = stage.build(source.name, (path.parent,))
        if built.failed is not None:
            first = next((m for m in built.messages if m.severity == "error"), None)
            found = f"line {first.line}: {clean(first.text)}" if first else built.failure
            raise InputFileError(str(path), [Fault("statements", found, "a file that compiles")])
        modules = _read(built.modules)
    own = dict(modules[-1][1].constants)
    required = {n: c for n, c in own.items() if c.kind == "theorem" and "sorryAx" in c.uses}
    if not required:
        raise InputFileError(
            str(path), [Fault("statements", "no theorem with sorry", "theorem NAME : STATEMENT := sorry")]
        )
    everything = {n: c for name, m in modules for n, c in m.constants.items() if not _is_base(runner, name)}
    return Statements(required, everything)


def audit_file(
    target: Path, statements: Statements, runner: Runner, cache: Cache, progress: Progress = silent
) -> Audit:
    """Audit one Lean file. Whatever is wrong with it is in the result, never an exception."""
    source = find_module(target.stem, (target.parent,))
    if source is None:
        return _all(target, statements, "no_source", f"{target}: no such file")
    with Stage(runner, cache, progress) as stage:
        built = stage.build(source.name, (target.parent,))
        if built.failed is not None:
            return _broken(target, statements, built)
        return _examine(target, statements, stage, built, source)


def _examine(target: Path, statements: Statements, stage: Stage, built: Built, source: SourceModule) -> Audit:
    stale = _stale(target, built)
    if stale:
        return _all(target, statements, *stale)
    try:
        modules = _read(built.modules)
    except OleanError as error:
        return _all(target, statements, "compiled_damaged", str(error))
    for (name, content), (_, module) in zip(stage.runner.toolchain.base, modules, strict=False):
        if module.digest != content_digest(content):
            return _all(target, statements, "base_changed", f"the compiled {name} was changed while Lean ran")
    replayed = stage.runner.recheck(modules, search_path=stage.search_path)
    if replayed.failures:
        name, why = replayed.failures[0]
        return _all(target, statements, "kernel_rejects", f"the kernel rejects {name}: {why}")
    if not replayed.ok:
        return _all(target, statements, "not_replayed", replayed.detail, verdict="not_checked")
    names = tuple(statements.required)
    project = frozenset(s.name for s in built.sources)
    complete = bool(stage.runner.toolchain.base)
    theorems = theorem_findings(names, modules, project, complete=complete)
    printed = _printed_axioms(stage, source, names)
    table = {n: c for _, m in modules for n, c in m.constants.items()}
    findings = []
    for name in names:
        found = with_printed_axioms(theorems[name], printed.get(name), complete=complete)
        if found.kind == "missing":
            found = replace(found, lean_axioms=())
        verdict = _compare(name, statements, table) if name in table else None
        code, reason, expected, actual = verdict or ("", "", "", "")
        if not code:
            code, reason = judge_theorem(name, found) or ("", "")
        findings.append(
            Finding(name, "rejected" if code else "proved", code, reason, expected, actual, found.axioms)
        )
    return Audit(str(target), tuple(findings))


def _compare(
    name: str, statements: Statements, table: Mapping[str, Constant]
) -> tuple[str, str, str, str] | None:
    """Statement and everything it mentions, against the target's: (code, reason, expected, found)."""
    wanted, there = statements.required[name], table[name]
    expected, found = render(wanted.type, 400), render(there.type, 400)
    if len(wanted.level_params) != len(there.level_params) or not same_term(wanted.type, there.type):
        return "statement_differs", "its statement is not the one asked for", expected, found
    todo, seen = list(_mentioned(wanted)), set[str]()
    while todo:
        below = todo.pop()
        if below in seen:
            continue
        seen.add(below)
        mine = statements.constants.get(below)
        if mine is None:
            continue  # the toolchain's own
        other = table.get(below)
        if other is None:
            return "definition_missing", f"{below}, which the statement mentions, is not there", below, ""
        difference = _differs(mine, other)
        if difference:
            reason = f"{below}, which the statement rests on, is {difference}"
            return "definition_differs", reason, _shown(mine), _shown(other)
        todo.extend(_mentioned(mine))
    return None


def _mentioned(constant: Constant) -> frozenset[str]:
    # A theorem's proof is not part of what a statement means; a definition's body is.
    if constant.kind == "theorem":
        return Constant(constant.name, constant.kind, constant.level_params, constant.type).uses
    return constant.uses


def _differs(mine: Constant, other: Constant) -> str:
    if mine.kind != other.kind:
        return f"a {other.kind} there and a {mine.kind} in the statements"
    if mine.constructors != other.constructors:
        return "an inductive type with other constructors"
    if len(mine.level_params) != len(other.level_params) or not same_term(mine.type, other.type):
        return "of another type"
    if mine.kind in ("definition", "opaque") and (
        mine.value is None or other.value is None or not same_term(mine.value, other.value)
    ):
        return "defined otherwise"
    return ""


def _shown(constant: Constant) -> str:
    body = (
        "" if constant.value is None or constant.kind == "theorem" else f" := {render(constant.value, 300)}"
    )
    return f"{render(constant.type, 200)}{body}"


def _printed_axioms(stage: Stage, source: SourceModule, names: Sequence[str]) -> dict[str, tuple[str, ...]]:
    rows = [f"import {source.name}", *(f"#print axioms _root_.{name}" for name in names)]
    run, _ = stage.compile("PycheckAxioms", "\n".join(rows) + "\n")
    return printed_axioms(run)


def _stale(target: Path, built: Built) -> tuple[str, str] | None:
    """A compiled file beside the source must be what the source compiles to."""
    beside = target.with_suffix(".olean")
    if not beside.is_file():
        return None
    fresh = built.modules[-1][1].read_bytes()
    try:
        found = read_olean(beside)
    except OleanError as error:
        text = str(error)
        code = "compiled_foreign" if "written by Lean" in text else "compiled_damaged"
        return code, text
    if found.digest != content_digest(fresh):
        return "compiled_stale", f"{beside.name} is not what {target.name} compiles to; remove it"
    return None


def _broken(target: Path, statements: Statements, built: Built) -> Audit:
    if built.failure:
        return _all(target, statements, "no_answer", built.failure, verdict="not_checked")
    errors = [m for m in built.messages if m.severity == "error"]
    first = errors[0] if errors else None
    where = built.failed.relative if built.failed else target.name
    text = f"{where}:{first.line}: {clean(first.text)}" if first else "it does not compile"
    return _all(target, statements, "does_not_compile", text)


def _all(target: Path, statements: Statements, code: str, reason: str, verdict: str = "rejected") -> Audit:
    findings = tuple(Finding(name, verdict, code, reason) for name in statements.required)
    return Audit(str(target), findings, reason, code)


def _read(modules: Sequence[tuple[str, Path]]) -> list[tuple[str, Module]]:
    return [(name, read_olean(path)) for name, path in modules]


def _is_base(runner: Runner, module: str) -> bool:
    return module in {name for name, _ in runner.toolchain.base}
