"""From a mechanism on paper to a folder that verifies: the mechanism file and its Lean file."""

from pycheck.scaffold.draft import Draft, DraftAgent, DraftError, parse_agent
from pycheck.scaffold.write import Written, write_lean, write_mechanism

__all__ = ["Draft", "DraftAgent", "DraftError", "Written", "parse_agent", "write_lean", "write_mechanism"]
