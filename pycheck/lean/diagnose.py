"""What is wrong with a library that does not compile.

A changed cell makes proofs fail, so the library has no compiled form to compare. Its source is then
elaborated once more with the certificate's lines behind it: Lean goes on after an error, and the
definitions are there to be compared, and so are the theorems' statements. Proofs by tactics are skipped.
Nothing found in this way is ever evidence for anything.
"""

from __future__ import annotations

import re

from pycheck.lean.certificate import Certificate, lean_file
from pycheck.lean.findings import Findings, LineFinding, SourceError, TheoremFinding
from pycheck.lean.messages import clean, line_errors, printed_statements
from pycheck.lean.places import place_of, place_of_line
from pycheck.lean.sources import SourceModule, strip_comments
from pycheck.lean.staging import Built, Stage

#: The proofs of a file in which some are wrong have been tried already, and take most of the time.
_WITHOUT_PROOFS = ("-D", "debug.byAsSorry=true")
_DECLARATION = re.compile(
    r"^\s*(?:@\[[^\]]*\]\s*)?(?:private\s+|protected\s+)*(?:theorem|lemma|def|abbrev|instance|inductive|structure|opaque|axiom)\s+(\S+)"
)


def diagnose(stage: Stage, built: Built, certificate: Certificate) -> Findings:
    """Findings in mode ``diagnosis`` for a build that failed."""
    failed = built.failed
    assert failed is not None
    errors = tuple(_source_error(failed, m.line, m.text) for m in built.messages if m.severity == "error")
    if failed.name != certificate.module:
        return Findings("diagnosis", source_errors=errors)
    stage.progress(f"{failed.name} does not compile; looking for what differs")
    text, places = lean_file(failed.text, (*certificate.data, *certificate.claims))
    rows = text.count("\n")
    probes = [line for line in certificate.data if line.probe]
    theorems = [line.theorem for line in certificate.claims if line.theorem]
    queries = [f"#reduce {line.probe}" for line in probes]
    for theorem in theorems:
        queries.append(f"#check @_root_.{theorem}")
    run, _ = stage.compile("PycheckDiagnosis", text + "\n".join(queries) + "\n", _WITHOUT_PROOFS)
    rejected = line_errors(run, places)
    values = {
        line.name: clean(m.text)
        for row, line in enumerate(probes, start=rows + 1)
        for m in run.messages
        if m.line == row and m.severity == "info"
    }
    lines = {
        line.name: LineFinding(
            line.name not in rejected, rejected.get(line.name, ""), values.get(line.name, "")
        )
        for line in certificate.lines
    }
    statements = printed_statements(run)
    findings = {
        theorem: TheoremFinding(
            "unknown" if theorem in statements else "missing",
            printed=statements.get(theorem, ""),
            where=place_of(theorem, (failed,)),
        )
        for theorem in theorems
    }
    places_of = {
        line.name: place_of_line(line, (failed,)) for line in certificate.data if line.name in rejected
    }
    return Findings(
        "diagnosis",
        lines=lines,
        theorems=findings,
        source_errors=errors,
        places=places_of,
        failure=run.failure,
    )


def _source_error(source: SourceModule, line: int, text: str) -> SourceError:
    return SourceError(f"{source.relative}:{line}", clean(text), declaration_at(source.text, line))


def declaration_at(text: str, line: int) -> str:
    """The name of the declaration in which a line lies (as written); empty before the first."""
    name = ""
    for row in strip_comments(text).splitlines()[:line]:
        match = _DECLARATION.match(row)
        if match:
            name = match.group(1)
    return name
