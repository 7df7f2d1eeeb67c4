"""Claims: stated once as formulas, checked by enumeration, rendered for Lean and for people."""

from pycheck.claims.claim import Claim, ClaimKind, claim_kinds, read_claims
from pycheck.claims.evaluate import Case, Counterexample, Enumeration, Evaluator, TooManyMaps

__all__ = [
    "Case",
    "Claim",
    "ClaimKind",
    "Counterexample",
    "Enumeration",
    "Evaluator",
    "TooManyMaps",
    "claim_kinds",
    "read_claims",
]
