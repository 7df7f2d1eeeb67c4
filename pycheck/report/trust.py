"""The trust base as rows of text: everything that has to be believed for a report to be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pycheck.report.model import Report
from pycheck.report.tables import Table
from pycheck.report.words import count_of


def trust_table(report: Report) -> Table:
    """Lean, its provider, digests and axioms: one row a fact, nested facts joined by ``/``."""
    lean = report.lean
    rows = [
        ("Lean version", lean.version or "none: no Lean checked anything"),
        ("Lean commit", lean.commit or "none"),
        ("provider", lean.provider),
        ("axioms of the theorems", _axioms(report)),
    ]
    if report.mechanism.sha256 and report.mechanism.sha256 not in lean.trust_base.values():
        rows.append(("mechanism SHA-256", report.mechanism.sha256))
    rows += [(_words(path), value) for path, value in _flat(lean.trust_base, ())]
    return Table("What has to be trusted", "what", ("value",), tuple(rows))


def kernel_run(report: Report) -> str:
    """What the second run of the kernel went over, in one sentence; empty where none passed."""
    run = report.lean.trust_base.get("second_kernel_run", {})
    if not run.get("ok"):
        return ""
    checked = count_of(run["declarations"], "declaration")
    below = run["base_declarations"]
    base = f"{below} of the base that they rest on" if below else "none of the base, which is the toolchain's"
    return f"{checked}, and {base}"


def _axioms(report: Report) -> str:
    if not report.formal:
        return "no theorem was checked"
    used = sorted({axiom for claim in report.formal for axiom in claim.proof.axioms})
    return ", ".join(used) or "none"


def _flat(value: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    if isinstance(value, Mapping) and value:
        for key, inner in value.items():
            yield from _flat(inner, (*path, str(key)))
    elif isinstance(value, Sequence) and not isinstance(value, str) and value:
        if any(isinstance(inner, Mapping | list | tuple) for inner in value):
            for number, inner in enumerate(value, 1):
                yield from _flat(inner, (*path, str(number)))
        else:
            yield path, ", ".join(map(_text, value))
    else:
        yield path, _text(value)


def _text(value: Any) -> str:
    if value is None or (isinstance(value, Mapping | Sequence) and not value):
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _words(path: Sequence[str]) -> str:
    """A key path for people: ``lean_library / sha256`` becomes ``lean library / SHA-256``.

    Only identifiers are spelled out; a file name keeps its underscores.
    """
    return " / ".join(
        part.replace("_", " ").replace("sha256", "SHA-256") if part.isidentifier() else part for part in path
    )
