"""Auditing any Lean file against statements that it must prove.

The target must have a theorem for each required statement, the very same one over the very same definitions,
with nothing wrong in how it is proved. Target and statements are compiled apart from each other, read back as
terms and compared as terms; every declaration of the target goes through the kernel once more.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

from pycheck.cache import Cache
from pycheck.errors import PycheckError
from pycheck.lean.base import BaseChanged
from pycheck.lean.compiled import theorem_findings, way_to, with_printed_axioms
from pycheck.lean.difference import difference
from pycheck.lean.expr import render
from pycheck.lean.findings import TheoremFinding
from pycheck.lean.install import content_digest
from pycheck.lean.judge import judge_theorem
from pycheck.lean.meaning import Side, public_name
from pycheck.lean.messages import printed_axioms
from pycheck.lean.olean import Constant, ForeignOlean, OleanError, all_constants
from pycheck.lean.project import Project
from pycheck.lean.provider import Runner
from pycheck.lean.reasons import REASONS, Code
from pycheck.lean.required import Statements
from pycheck.lean.sandbox import NOT_CONFINED, SandboxState, all_of
from pycheck.lean.sources import SourceModule
from pycheck.lean.staging import Progress, Stage, silent
from pycheck.lean.targets import Target, open_target
from pycheck.lean.units import Unit, Unusable, read_units


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
    """An audit of one target: a finding for each statement, and what is wrong with the target as a whole.

    ``sources`` are its files with their SHA-256, ``declarations`` how many of them the kernel checked again,
    ``sandbox`` what confined every process in which Lean ran for it.
    """

    target: str
    findings: tuple[Finding, ...]
    problem: str = ""
    code: str = ""
    sources: tuple[tuple[str, str], ...] = ()
    declarations: int = 0
    sandbox: SandboxState = NOT_CONFINED

    @property
    def ok(self) -> bool:
        """Every statement is proved."""
        return not self.problem and bool(self.findings) and all(f.verdict == "proved" for f in self.findings)


def audit_target(
    path: Path, statements: Statements, runner: Runner, cache: Cache, progress: Progress = silent
) -> Audit:
    """Audit a Lean file, a folder or a compiled file. Whatever is wrong is in the result, no exception."""
    with Stage(runner, cache, progress) as stage:
        audit = _attempt(path, open_target(path, statements.roots), statements, stage)
        return replace(audit, sandbox=all_of(stage.sandboxes))


def audit_module(
    source: SourceModule,
    roots: tuple[Path, ...],
    project: Project | None,
    statements: Statements,
    runner: Runner,
    cache: Cache,
    progress: Progress = silent,
) -> Audit:
    """The same for a module of a library, with all that it imports from ``roots``."""
    target = Target(source.path, (source.name,), roots, project)
    with Stage(runner, cache, progress) as stage:
        audit = _attempt(source.path, nullcontext(target), statements, stage)
        return replace(audit, sandbox=all_of(stage.sandboxes))


def _attempt(
    path: Path, opening: AbstractContextManager[Target], statements: Statements, stage: Stage
) -> Audit:
    try:
        with opening as target:
            stage.project = target.project
            return _audit(target, statements, stage)
    except Unusable as problem:
        return _all(path, statements, problem.code, str(problem))
    except BaseChanged as error:
        return _all(path, statements, Code.BASE_CHANGED, str(error))
    except OleanError as error:
        foreign = isinstance(error, ForeignOlean)
        code = Code.COMPILED_FOREIGN if foreign else Code.COMPILED_DAMAGED
        return _all(path, statements, code, str(error))
    except (PycheckError, OSError, UnicodeError) as error:
        return _all(path, statements, Code.NO_SOURCE, str(error))
    except (RecursionError, MemoryError) as error:
        return _all(path, statements, Code.NO_ANSWER, f"too large to be read ({type(error).__name__})")


def _audit(target: Target, statements: Statements, stage: Stage) -> Audit:
    """Every unit of the target must pass the kernel; then each statement is looked for in the units."""
    build = read_units(target, stage)
    sources = tuple((source.relative, content_digest(source.text.encode())) for source in build.sources)
    declarations = 0
    for unit in build.units:
        replayed = stage.runner.recheck(unit.modules, search_path=stage.search_path)
        declarations += replayed.declarations
        if replayed.failures:
            name, why = replayed.failures[0]
            skipped = _skips_kernel(build.sources)
            hint = f" ({skipped} sets an option that skips the kernel)" if skipped else ""
            raise Unusable(Code.KERNEL_REJECTS, f"the kernel rejects {name}: {why}{hint}")
        if not replayed.ok:
            raise Unusable(Code.NOT_REPLAYED, f"no second kernel run: {replayed.detail or 'no reason given'}")
    judges = [_Judge(unit, statements, stage) for unit in build.units]
    findings = tuple(_find(name, statements, judges) for name in statements.required)
    return Audit(str(target.path), findings, sources=sources, declarations=declarations)


class _Judge:
    """Judges the theorems of one unit."""

    def __init__(self, unit: Unit, statements: Statements, stage: Stage) -> None:
        self.unit = unit
        self.statements = statements
        self.stage = stage
        self.complete = bool(stage.runner.toolchain.base)
        self.table = all_constants((module for _, module in unit.modules), first_wins=True)
        self.owner = {n: name for name, m in unit.modules if name in unit.own for n in m.constants}
        numbers: dict[Hashable, int] = {}
        self.wanted = statements.side(numbers)
        self.side = Side(self.table, self.owner, numbers)

    def judge(self, name: str, wanted: str) -> Finding:
        """The verdict on the declaration ``wanted``, by which the statement ``name`` is to be proved."""
        expected, there = shown(self.wanted.constants[name]), shown(self.table[wanted])
        found = theorem_findings((wanted,), self.unit.modules, self.unit.own, complete=self.complete)[wanted]
        if found.kind == "theorem":
            differs = difference(self.wanted, self.side, name, wanted)
            if differs is not None:
                parts = (differs.code, differs.reason, differs.expected, differs.found)
                return Finding(name, "rejected", *parts, found.axioms)
        found = with_printed_axioms(found, self._printed(wanted, found), complete=self.complete)
        # What the target declares itself is judged as an axiom of its own, whatever its name.
        tricks = tuple(pair for pair in found.tricks if pair[0] != Code.AXIOM)
        verdict = judge_theorem(wanted, replace(found, tricks=tricks), self._allowed())
        if verdict is None:
            return Finding(name, "proved", axioms=found.axioms)
        code, reason = verdict
        own = sorted(self.owner.keys() & set(found.axioms) - self._allowed()) if code == Code.AXIOM else []
        reason += f"; {public_name(own[0])} is the target's own" if own else ""
        reason += self._way(wanted, code, found)
        return Finding(name, "rejected", code, reason, expected, there, found.axioms)

    def _allowed(self) -> frozenset[str]:
        """The axioms that a proof may rest on.

        A name says nothing about what an axiom of the target's own states: the statements have to declare it.
        """
        return (self.statements.axioms - self.statements.own - self.owner.keys()) | self._declared()

    def _declared(self) -> frozenset[str]:
        """The axioms that the statements declare and the target has too, the very same."""
        return frozenset(
            theirs
            for name in self.statements.axioms & self.statements.own
            if (theirs := self.statements.names(name)) in self.owner
            and self.wanted.key(name) == self.side.key(theirs)
        )

    def _printed(self, theorem: str, found: TheoremFinding) -> tuple[str, ...] | None:
        """What ``#print axioms`` says: asked only where the walk over the terms does not reach everything."""
        if self.complete:
            return found.axioms
        module = self.owner[theorem]
        text = f"import {module}\n#print axioms _root_.{theorem}\n"
        run, _ = self.stage.compile("PycheckAxioms", text)
        return printed_axioms(run).get(theorem)

    def _way(self, theorem: str, code: Code, found: TheoremFinding) -> str:
        if code not in (Code.SORRY, Code.AXIOM, Code.COMPILER_TRUST):
            return ""
        strange = [name for name in found.axioms if name not in self.statements.axioms]
        ways = [way for axiom in strange if (way := way_to(axiom, theorem, self.table))]
        return f" (through {', '.join(public_name(name) for name in ways[0][:4])})" if ways else ""


def _having(name: str, judges: Sequence[_Judge]) -> dict[str, _Judge]:
    """The modules that declare a name, each with one that judges what is in it."""
    return {judge.owner[name]: judge for judge in judges if name in judge.owner}


def _find(name: str, statements: Statements, judges: Sequence[_Judge]) -> Finding:
    wanted = statements.names(name)
    having = _having(wanted, judges)
    if len(having) > 1:
        reason = f"{wanted} is declared in {' and in '.join(sorted(having))}; audit one of them"
        return Finding(name, "rejected", Code.DECLARED_TWICE, reason)
    judge = next(iter(having.values()), None)
    if judge is not None:
        return judge.judge(name, wanted)
    short = wanted.rpartition(".")[2]
    near = sorted({public_name(n) for j in judges for n in j.owner if n.rpartition(".")[2] == short})
    also = f"; there is {', '.join(near[:3])}" if near else ""
    reason = f"there is no theorem {wanted}{also}"
    return Finding(name, "rejected", Code.THEOREM_MISSING, reason, shown(statements.constants[name]))


def _all(path: Path, statements: Statements, code: Code, reason: str) -> Audit:
    verdict = REASONS[code].verdict
    findings = tuple(Finding(name, verdict, code, reason) for name in statements.required)
    return Audit(str(path), findings, reason, code)


def _skips_kernel(sources: Sequence[SourceModule]) -> str:
    """A source that mentions an option which keeps the kernel out: a hint, never a verdict."""
    return next((s.relative for s in sources if "skipKernelTC" in s.text), "")


def shown(constant: Constant) -> str:
    """The statement of a theorem, the type of anything else."""
    return render(constant.type, 400)
