"""Counting outcome maps (social choice functions) with given properties."""

from pycheck.census.enumerate import Census, default_predicates, run_census

__all__ = ["Census", "default_predicates", "run_census"]
