"""What is stated and deliberately left outside the formal scope, with its reason."""

from __future__ import annotations

from pycheck.claims.claim import Stated, claim_kind
from pycheck.claims.params import Params


@claim_kind("not_formalised", "stated in words, deliberately outside the formal scope")
def not_formalised(params: Params) -> Stated | None:
    """Parameters: ``statement`` and ``reason``."""
    statement, reason = params.text("statement"), params.text("reason")
    if statement is None or reason is None:
        return None
    return Stated(statement, None, reason=reason)
