"""Counting outcome maps (social choice functions) with given properties, exactly."""

from pycheck.census.problem import CensusTooLarge
from pycheck.census.query import CensusQueryError
from pycheck.census.run import METHODS, Census, default_predicates, run_census

__all__ = ["METHODS", "Census", "CensusQueryError", "CensusTooLarge", "default_predicates", "run_census"]
