"""Mechanisms as data: the model and the mechanism file."""

from pycheck.mechanism.document import FILE_NAME
from pycheck.mechanism.fields import child_key
from pycheck.mechanism.load import FORMAT, Reading, read_mechanism
from pycheck.mechanism.model import (
    MAIN_MAP,
    UNREAD,
    Agent,
    ClaimEntry,
    LeanLink,
    Mechanism,
    NoUtilities,
    OutcomeMap,
    Signature,
    Source,
)

__all__ = [
    "FILE_NAME",
    "FORMAT",
    "MAIN_MAP",
    "UNREAD",
    "Agent",
    "ClaimEntry",
    "LeanLink",
    "Mechanism",
    "NoUtilities",
    "OutcomeMap",
    "Reading",
    "Signature",
    "Source",
    "child_key",
    "read_mechanism",
]
