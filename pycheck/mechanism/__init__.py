"""Mechanisms as data: the model and the mechanism file."""

from pycheck.mechanism.model import (
    MAIN_MAP,
    Agent,
    ClaimEntry,
    LeanLink,
    Mechanism,
    OutcomeMap,
    Signature,
    Source,
)

__all__ = [
    "MAIN_MAP",
    "Agent",
    "ClaimEntry",
    "LeanLink",
    "Mechanism",
    "OutcomeMap",
    "Signature",
    "Source",
]
