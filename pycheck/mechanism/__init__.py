"""Mechanisms as data: the model and the mechanism file."""

from pycheck.mechanism.document import FILE_NAME
from pycheck.mechanism.fields import Faults, Node, child_key
from pycheck.mechanism.lean_names import absolute_name
from pycheck.mechanism.load import FORMAT, Reading, read_mechanism
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
from pycheck.mechanism.tables import read_fixed_cells, read_outcome_map

__all__ = [
    "FILE_NAME",
    "FORMAT",
    "MAIN_MAP",
    "Agent",
    "ClaimEntry",
    "Faults",
    "LeanLink",
    "Mechanism",
    "Node",
    "OutcomeMap",
    "Reading",
    "Signature",
    "Source",
    "absolute_name",
    "child_key",
    "read_fixed_cells",
    "read_mechanism",
    "read_outcome_map",
]
