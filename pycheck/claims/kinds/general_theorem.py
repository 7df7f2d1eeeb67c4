"""A theorem about more than this mechanism: no finite domain, so nothing but a proof can decide it."""

from __future__ import annotations

import re

from pycheck.claims.claim import Stated, claim_kind
from pycheck.claims.params import Params

_FILE = re.compile(r"(?![.-])[\w.-]+\.lean", re.ASCII)


@claim_kind("general_theorem", "a theorem about more than this mechanism, its Lean statement written out")
def general_theorem(params: Params) -> Stated | None:
    """Parameters: ``statement`` (in words) and ``statements``.

    That is a Lean file beside the mechanism file: definitions, and under the theorem's own name the statement
    that the theorem must have, its proof left out.
    """
    statement, file = params.text("statement"), params.text("statements")
    if statement is None or file is None:
        return None
    if not _FILE.fullmatch(file):
        params.fault("statements", file, "the name of a .lean file beside the mechanism file")
        return None
    return Stated(statement, None, statements=file)
