"""The table of families in docs/security.md: ``python -m tests.adversarial.table`` writes it anew."""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from pycheck.lean.audit import Audit

from .cases import HONEST, Case, all_cases, audit_all, prepare

DOCUMENT = Path(__file__).parents[2] / "docs" / "security.md"
_BEGIN, _END = "<!-- families: begin -->", "<!-- families: end -->"


def table(audits: Mapping[Case, Audit]) -> str:
    """The table in Markdown: for each family its cases, how many are caught as expected, and the codes."""
    families: dict[str, list[Case]] = {}
    for case in audits:
        families.setdefault(case.title, []).append(case)
    rows = ["| family | cases | caught | reason codes |", "|---|---|---|---|"]
    hostile = [c for c in audits if c.family != HONEST]
    for title, cases in sorted(families.items(), key=lambda item: item[1][0].family == HONEST):
        caught = sum(case.caught(audits[case]) for case in cases)
        codes = sorted({code for case in cases for code in case.all_codes})
        if cases[0].family == HONEST:
            rows.append(f"| *{title}* | {len(cases)} | *{len(cases) - caught} rejected* | |")
        else:
            rows.append(f"| {title} | {len(cases)} | {caught} | {' '.join(f'`{c}`' for c in codes)} |")
    total = sum(case.caught(audits[case]) for case in hostile)
    rows.insert(-1, f"| **hostile in all** | **{len(hostile)}** | **{total}** | |")
    return "\n".join(rows)


def in_document(text: str, new: str) -> str:
    """The document with another table. Raises ``ValueError`` if it has no place for one."""
    pattern = re.compile(f"{re.escape(_BEGIN)}.*?{re.escape(_END)}", re.S)
    if len(pattern.findall(text)) != 1:
        raise ValueError(f"{DOCUMENT.name} has no place for the table")
    return pattern.sub(lambda _: f"{_BEGIN}\n{new}\n{_END}", text)


def main() -> int:
    """Run every case and write the table."""
    with tempfile.TemporaryDirectory() as folder:
        audits = audit_all(prepare(all_cases(), Path(folder)))
    text = DOCUMENT.read_text(encoding="utf-8")
    DOCUMENT.write_text(in_document(text, table(audits)), encoding="utf-8")
    wrong = [case.id for case, audit in audits.items() if not case.caught(audit)]
    sys.stdout.write("\n".join([f"{len(audits)} cases", *wrong]) + "\n")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
