"""Theorems about more than one mechanism: each against the statement that is written out for it.

A claim of this kind names a Lean file with definitions and statements without proofs. File and library are
compiled apart from each other and compared as terms, definitions too, and every declaration of the library
goes through the kernel once more: what ``pycheck lean audit`` does. What a library says of itself, by
whatever notation or instance, cannot bend a statement that was not compiled over it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pycheck.cache import Cache, code_digest, digest
from pycheck.claims import Claim
from pycheck.errors import InputFileError, PycheckError
from pycheck.lean.audit import Finding, audit_module
from pycheck.lean.expr import render
from pycheck.lean.findings import GeneralFinding
from pycheck.lean.install import content_digest
from pycheck.lean.places import place_of
from pycheck.lean.project import Project
from pycheck.lean.provider import Runner
from pycheck.lean.reasons import REASONS, Code
from pycheck.lean.required import Statements, read_statements
from pycheck.lean.sources import SourceModule
from pycheck.lean.staging import Progress, closure_key, closure_of, self_contained, silent
from pycheck.mechanism import LeanLink

#: A longer statement is cut where it is shown.
_SHOWN = 4000
#: What speaks of the statement itself, and what of how it is proved, which is looked at after that.
_STATED_OTHERWISE = frozenset(
    {
        Code.STATEMENT_DIFFERS,
        Code.DEFINITION_DIFFERS,
        Code.DEFINITION_MISSING,
        Code.OTHER_CONSTANT,
        Code.INSTANCE_DIFFERS,
    }
)
_PROVED_OTHERWISE = frozenset(
    {
        Code.SORRY,
        Code.AXIOM,
        Code.AXIOMS_DISAGREE,
        Code.COMPILER_TRUST,
        Code.UNSAFE,
        Code.PARTIAL,
        Code.IMPLEMENTED_BY,
        Code.EXTERN,
        Code.CSIMP,
    }
)

General = Mapping[str, GeneralFinding]


def statement_files(claims: Sequence[Claim]) -> tuple[str, ...]:
    """The files that claims name, each once."""
    return tuple(dict.fromkeys(claim.statements for claim in claims if claim.statements is not None))


def statement_digests(claims: Sequence[Claim], folder: Path) -> dict[str, str]:
    """SHA-256 of each file of statements that is there."""
    files = [(name, folder / name) for name in statement_files(claims)]
    return {name: content_digest(path.read_bytes()) for name, path in files if path.is_file()}


def general_findings(
    claims: Sequence[Claim],
    folder: Path,
    link: LeanLink,
    runner: Runner,
    cache: Cache,
    roots: tuple[Path, ...],
    progress: Progress = silent,
    project: Project | None = None,
) -> General:
    """What became of every such claim's theorem, by the claim's id; ``folder`` is the mechanism file's."""
    found: dict[str, GeneralFinding] = {}
    for file in statement_files(claims):
        theorems = {c.id: link.absolute(c.entry.theorem or "") for c in claims if c.statements == file}
        judged = _judged(
            folder / file, tuple(theorems.values()), link, runner, cache, roots, progress, project
        )
        found |= {claim: judged[theorem] for claim, theorem in theorems.items()}
    return found


def _judged(
    path: Path,
    theorems: tuple[str, ...],
    link: LeanLink,
    runner: Runner,
    cache: Cache,
    roots: tuple[Path, ...],
    progress: Progress,
    project: Project | None,
) -> General:
    """What became of these theorems against one file, kept in the cache under all that it depends on."""
    sources = closure_of(link.module, roots, project)
    text = path.read_bytes() if path.is_file() else b""
    library = closure_key(runner.toolchain.identity, sources)
    key = digest([code_digest("lean", "claims"), library, path.name, content_digest(text), *theorems])
    known = cache.read("general", key) if self_contained(sources) else None
    if known is not None:
        try:
            return {name: GeneralFinding.from_json(found) for name, found in json.loads(known).items()}
        except (ValueError, KeyError, TypeError):
            progress("a cached result cannot be read; checking again")
    progress(f"comparing with {path.name}")
    try:
        statements = read_statements(path, runner, cache, progress)
    except PycheckError as error:
        said = [str(f) for f in error.faults] if isinstance(error, InputFileError) else error.diagnostics()
        why = f"its theorem cannot be checked: {path.name}: {'; '.join(said)}"
        return {name: GeneralFinding(problem=why, code=Code.UNSTATED) for name in theorems}
    found = _audited(path, statements, theorems, sources, roots, project, runner, cache, progress)
    if self_contained(sources) and not any(_open(one) for one in found.values()):
        cache.write("general", key, json.dumps({n: one.to_json() for n, one in found.items()}).encode())
    return found


def _audited(
    path: Path,
    statements: Statements,
    theorems: tuple[str, ...],
    sources: tuple[SourceModule, ...],
    roots: tuple[Path, ...],
    project: Project | None,
    runner: Runner,
    cache: Cache,
    progress: Progress,
) -> General:
    stated = tuple(name for name in theorems if name in statements.required)
    found: dict[str, GeneralFinding] = {}
    for name in theorems:
        if name not in stated:
            why = f"{path.name} has no statement {name}, its proof left out"
            found[name] = GeneralFinding(problem=why, code=Code.UNSTATED)
    if stated:
        asked = replace(statements, required=stated)
        audit = audit_module(sources[-1], roots, project, asked, runner, cache, progress)
        for one in audit.findings:
            shown = render(statements.constants[one.name].type, _SHOWN)
            judged = _finding(one, shown, place_of(one.name, _declaring(one.name, sources)))
            found[one.name] = replace(judged, sandbox=audit.sandbox)
    return found


def _declaring(name: str, sources: tuple[SourceModule, ...]) -> tuple[SourceModule, ...]:
    """The sources in the theorem's own namespace, where there is one of that name."""
    module = name.rpartition(".")[0]
    return tuple(source for source in sources if source.name == module) or sources


def _finding(one: Finding, statement: str, where: str) -> GeneralFinding:
    if one.verdict == "proved":
        return GeneralFinding(statement, True, axioms=one.axioms, where=where)
    matches: bool | None = None
    problem = one.reason
    if one.code in _STATED_OTHERWISE:
        matches, problem = False, f"the theorem's statement differs from the claim's: {one.reason}"
    elif one.code in _PROVED_OTHERWISE:
        matches = True
    return GeneralFinding(statement, matches, problem, one.code, one.axioms, where)


def _open(found: GeneralFinding) -> bool:
    """Whether another try may find something else."""
    return bool(found.code) and REASONS[Code(found.code)].verdict == "not_checked"
