"""Running the certificate: what Lean says about each line, theorem and canary.

This module has the effects and draws no conclusions; those are :mod:`pycheck.lean.conclude`'s. The
order: build the library; if it does not compile, elaborate its source together with the certificate to
find out what differs (*diagnosis*); otherwise compile the data lines, then the claims and the canaries
side by side, read the compiled files back as terms, and check every declaration again in a fresh kernel.
"""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from pycheck.cache import Cache
from pycheck.lean.base import read_modules
from pycheck.lean.canaries import canaries
from pycheck.lean.certificate import Certificate, lean_file
from pycheck.lean.compiled import intruders, line_terms, theorem_findings, with_printed_axioms
from pycheck.lean.diagnose import diagnose
from pycheck.lean.findings import Findings, LineFinding
from pycheck.lean.inputs import findings_key, source_digests
from pycheck.lean.line import Line
from pycheck.lean.messages import clean, line_errors, printed_axioms, printed_statements
from pycheck.lean.naming import wrong_names
from pycheck.lean.olean import Module, OleanError
from pycheck.lean.parallel import side_by_side
from pycheck.lean.places import place_of, place_of_line
from pycheck.lean.process import Run
from pycheck.lean.project import Project
from pycheck.lean.provider import Runner
from pycheck.lean.sandbox import all_of
from pycheck.lean.staging import Built, Progress, Stage, self_contained, silent
from pycheck.lean.statements import LeanVoice

DATA_MODULE, CLAIMS_MODULE, CANARY_MODULE = "PycheckData", "PycheckClaims", "PycheckCanaries"
_OWN_MODULES = frozenset({DATA_MODULE, CLAIMS_MODULE, CANARY_MODULE})

#: How often the claims are compiled again without the lines that were rejected.
_ROUNDS = 3


def examine(
    certificate: Certificate,
    voice: LeanVoice,
    runner: Runner,
    cache: Cache,
    roots: tuple[Path, ...],
    progress: Progress = silent,
    project: Project | None = None,
) -> Findings:
    """Run the certificate; results for the same bytes come from the cache.

    ``project`` is the Lake project that the library is, where that is one of the user's own. Raises
    :class:`pycheck.errors.EnvironmentUnusable` when a module has no source or nothing can be written
    anywhere.
    """
    birds = canaries(certificate, voice)
    key, sources = findings_key(certificate, birds, runner, roots, project)
    digests = source_digests(sources, project)
    if runner.toolchain.refusal:
        return Findings("certificate", failure=runner.toolchain.refusal, sources=digests)
    reusable = self_contained(sources)
    known = cache.read("findings", key) if reusable else None
    if known is not None:
        try:
            return Findings.from_bytes(known)
        except (ValueError, KeyError, TypeError):
            progress("a cached result cannot be read; checking again")
    taken = sorted({source.name for source in sources} & _OWN_MODULES)
    if taken:
        reason = f"the library has a module {taken[0]}, a name that the certificate needs: rename it"
        return Findings("certificate", failure=reason, sources=digests)

    def begin(modules: tuple[tuple[str, Path], ...]) -> None:
        runner.prepare(read_modules(runner.toolchain, modules))

    with side_by_side(2) as pool, Stage(runner, cache, progress, project=project) as stage:
        stage.ahead = lambda modules: pool.submit(begin, modules)
        built = stage.build(certificate.module, roots, sources)
        if built.failure:
            findings = Findings("certificate", failure=f"{certificate.module}: {built.failure}")
        elif built.failed is not None:
            findings = diagnose(stage, built, certificate)
            if project is not None and runner.toolchain.base:
                findings = _beyond_bootstrap(findings)
        else:
            findings = _Examination(stage, built, certificate, birds, voice, progress).run(pool)
    findings = replace(findings, sources=digests, made_by=built.made_by, sandbox=all_of(stage.sandboxes))
    if reusable and not findings.failure:
        cache.write("findings", key, findings.to_bytes())
    return findings


def _beyond_bootstrap(findings: Findings) -> Findings:
    """A project written for the official ``Init`` that the bootstrap cannot compile is not a wrong one.

    A cell that is there and has another value is wrong whatever else is.
    """
    if any(line.lean_value and not line.accepted for line in findings.lines.values()):
        return findings
    first = findings.source_errors[0] if findings.source_errors else None
    where = f"{first.where} does not compile" if first else "it does not compile"
    text = f" ({first.text})" if first else ""
    limits = "a small part of the official one; use --lean lake"
    return Findings("certificate", failure=f"{where} over pycheck's bootstrap Init, {limits}{text}")


class _Examination:
    """One run over a library that compiles."""

    def __init__(
        self,
        stage: Stage,
        built: Built,
        certificate: Certificate,
        birds: tuple[Line, ...],
        voice: LeanVoice,
        progress: Progress,
    ) -> None:
        self.voice = voice
        self.stage = stage
        self.built = built
        self.certificate = certificate
        self.birds = birds
        self.progress = progress
        self.header = f"import {certificate.module}"
        self.lines: dict[str, LineFinding] = {}
        self.failure = ""

    def run(self, pool: ThreadPoolExecutor) -> Findings:
        """Data first: where they differ, nothing else is worth saying."""
        # The kernel is given the library while the certificate is elaborated.
        library = pool.submit(self._library)
        self.progress("comparing tables and maps")
        data = self._compile(DATA_MODULE, self.certificate.data)
        if self.failure:
            return self._findings()
        rejected = [line for line in self.certificate.data if not self._accepted(line)]
        if rejected or data is None:
            self.failure = self._wrong_names(rejected)
            if not self.failure:
                self._probe(rejected)
            return self._findings()
        self.progress("comparing statements")
        flying = pool.submit(self._canaries)
        claims = self._compile(CLAIMS_MODULE, self.certificate.claims, rounds=_ROUNDS)
        rejected_birds, accepted_birds, run = flying.result()
        self.failure = self.failure or run.failure
        if self.failure:
            return self._findings()
        return self._read_back(library, data, claims, rejected_birds, accepted_birds, run)

    def _library(self) -> list[tuple[str, Module]]:
        """Read the library's compiled modules, and let the kernel begin with them. Raises OleanError."""
        modules = read_modules(self.stage.runner.toolchain, self.built.modules)
        self.stage.runner.prepare(modules)
        return modules

    def _compile(self, module: str, lines: tuple[Line, ...], rounds: int = 1) -> Path | None:
        """Compile lines; rejected ones are noted and left out of the next round."""
        if not lines:
            return None
        remaining = lines
        for _ in range(rounds):
            text, places = lean_file(self.header, remaining)
            run, content = self.stage.compile(module, text)
            if run.failure:
                self.failure = run.failure
                return None
            errors = line_errors(run, places)
            for line in remaining:
                error = errors.get(line.name)
                self.lines[line.name] = LineFinding(error is None, error or "")
            if content is not None:
                return self.stage.place_extra(module, content)
            stray = [m for m in run.errors if m.line not in places]
            if stray:
                self.failure = f"Lean rejects the certificate itself: {clean(stray[0].text)}"
                return None
            # What rests on a rejected definition is rejected with it.
            bad = {line.name for line in remaining if line.name in errors}
            remaining = tuple(line for line in remaining if line.name not in bad)
            if not remaining:
                return None
        return None

    def _canaries(self) -> tuple[int, tuple[str, ...], Run]:
        text, places = lean_file(self.header, self.birds)
        for theorem in _theorems(self.certificate):
            text += f"#check @_root_.{theorem}\n#print axioms _root_.{theorem}\n"
        run, _ = self.stage.compile(CANARY_MODULE, text)
        errors = line_errors(run, places)
        accepted = tuple(bird.name for bird in self.birds if bird.name not in errors)
        return len(self.birds) - len(accepted), accepted, run

    def _wrong_names(self, rejected: list[Line]) -> str:
        """Whether lines were rejected because the mechanism file names what the library does not have."""
        try:
            modules = read_modules(self.stage.runner.toolchain, self.built.modules)
        except OleanError as error:
            return str(error)
        own = [module for name, module in modules if name in self._project_modules()]
        library = {name: constant for module in own for name, constant in module.constants.items()}
        said = (
            None if self.stage.runner.toolchain.base else [self.lines[line.name].error for line in rejected]
        )
        return wrong_names(self.voice, library, said)

    def _probe(self, rejected: list[Line]) -> None:
        """Ask Lean what it has where the certificate's line was rejected."""
        probes = [line for line in rejected if line.probe]
        rows = [self.header, *(f"#reduce {line.probe}" for line in probes)]
        run, _ = self.stage.compile("PycheckProbe", "\n".join(rows) + "\n")
        for row, line in enumerate(probes, start=2):
            said = {m.severity: clean(m.text) for m in run.messages if m.line == row}
            if "info" in said and "error" not in said:
                self.lines[line.name] = replace(self.lines[line.name], lean_value=said["info"])

    def _read_back(
        self,
        library: Future[list[tuple[str, Module]]],
        data: Path,
        claims: Path | None,
        birds_rejected: int,
        birds_accepted: tuple[str, ...],
        run: Run,
    ) -> Findings:
        """The compiled files as terms, and once more through the kernel."""
        self.progress("checking every declaration again in a fresh kernel")
        toolchain = self.stage.runner.toolchain
        base = frozenset(name for name, _ in toolchain.base)
        compiled = [pair for pair in self.built.modules if pair[0] in base] + [(DATA_MODULE, data)]
        compiled += [] if claims is None else [(CLAIMS_MODULE, claims)]
        try:
            modules = [*library.result(), *read_modules(toolchain, compiled)[len(base) :]]
        except OleanError as error:
            self.failure = str(error)
            return self._findings()
        taken = intruders(modules[: len(self.built.modules)])
        if taken:
            self.failure = f"the library declares {taken[0]}, in the certificate's own namespace: rename it"
            return self._findings()
        # What is checked again is exactly what was read: the terms, not the files.
        replayed = self.stage.runner.recheck(modules, search_path=self.stage.search_path)
        if not replayed.ok and not replayed.failures:
            what = "the second kernel run did not finish" if replayed.ran else "no second kernel run"
            self.failure = f"{what}: {replayed.detail or 'no reason given'}"
            return self._findings()
        own = [line for line in self.certificate.lines if self._accepted(line)]
        # A toolchain's own modules are not read: with it the terms end where the project's end.
        complete = bool(base)
        self.lines |= line_terms(own, modules, self.lines, self.voice.subjects, base, complete=complete)
        theorems = theorem_findings(
            _theorems(self.certificate), modules, self._project_modules(), complete=complete
        )
        statements, axioms = printed_statements(run), printed_axioms(run)
        theorems = {
            name: replace(
                with_printed_axioms(found, axioms.get(name), complete=complete),
                printed=statements.get(name, ""),
                where=self._where(name, modules),
            )
            for name, found in theorems.items()
        }
        return replace(
            self._findings(),
            theorems=theorems,
            canaries_rejected=birds_rejected,
            canaries_accepted=birds_accepted,
            replay=replayed,
        )

    def _accepted(self, line: Line) -> bool:
        finding = self.lines.get(line.name)
        return finding is not None and finding.accepted

    def _findings(self) -> Findings:
        return Findings("certificate", lines=self.lines, places=self._places(), failure=self.failure)

    def _project_modules(self) -> frozenset[str]:
        return frozenset(source.name for source in self.built.sources)

    def _places(self) -> dict[str, str]:
        """Where what the rejected data lines pin is defined."""
        rejected = (
            li for li in self.certificate.data if li.name in self.lines and not self.lines[li.name].accepted
        )
        return {line.name: place_of_line(line, self.built.sources) for line in rejected}

    def _where(self, theorem: str, modules: list[tuple[str, Module]]) -> str:
        for name, module in modules:
            if theorem in module.constants:
                return place_of(theorem, tuple(s for s in self.built.sources if s.name == name))
        return ""


def _theorems(certificate: Certificate) -> tuple[str, ...]:
    return tuple(line.theorem for line in certificate.claims if line.theorem is not None)
