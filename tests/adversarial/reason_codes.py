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

_FOOT = """
## What has no code

Where the Lean as such is not to be believed, no theorem is looked at, and none gets a code:

- The embedded library is not there, or its digest is not the pinned one: it gives no verdict, and nothing
  is kept of what it made. The message has both digests.
- The bootstrap `Init`, or what it compiles to, is not the pinned one: no formal verdicts. The message has
  the digests and says how to [accept another](security.md#digests-to-pin).
- A toolchain's kernel is too old, its version unknown, or it has no `leanchecker`: no formal verdicts, see
  [Lake](lake.md#when-there-is-no-formal-verdict).

`pycheck lean audit` ends with exit code 2 then. `pycheck verify` calls the claims *not checked*, gives this
as the reason and ends with 2; where no Lean is left at all, with 0, unless one was asked for by name or
`--require-formal` is set.
"""


def document() -> str:
    """The whole page."""
    rows = (
        f"| `{code}` | {reason.meaning} | {reason.example} | {reason.found_by} | "
        f"{reason.verdict.replace('_', ' ')} |"
        for code, reason in REASONS.items()
    )
    return _HEAD + "\n".join(rows) + "\n" + _FOOT


def main() -> int:
    """Write the page."""
    DOCUMENT.write_text(document(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
