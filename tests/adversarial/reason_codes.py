"""docs/reason-codes.md from the table in the code: ``python -m tests.adversarial.reason_codes`` writes it."""

from __future__ import annotations

import sys
from pathlib import Path

from pycheck.lean.reasons import REASONS

DOCUMENT = Path(__file__).parents[2] / "docs" / "reason-codes.md"

_HEAD = """# Reason codes

Why a theorem is not counted as proved, by `pycheck lean audit` and by `pycheck verify`. A code is stable: it
stands in JSON (`code`) and in reports, beside a text that says what exactly was found. *Rejected* means that
something is wrong; *not checked* that nothing is known, which is never taken for *proved*.

This page is generated from `pycheck/lean/reasons.py` by `python -m tests.adversarial.reason_codes`.

| code | what it means | example | found by | verdict |
|---|---|---|---|---|
"""


def document() -> str:
    """The whole page."""
    rows = (
        f"| `{code}` | {reason.meaning} | {reason.example} | {reason.found_by} | "
        f"{reason.verdict.replace('_', ' ')} |"
        for code, reason in REASONS.items()
    )
    return _HEAD + "\n".join(rows) + "\n"


def main() -> int:
    """Write the page."""
    DOCUMENT.write_text(document(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
