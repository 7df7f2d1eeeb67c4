"""Sweeps: the claims of many mechanisms, or of one under many utility tables, in parallel and resumable."""

from pycheck.sweep.points import Axis, Point, SweepError, grid, parse_axis, parse_distance, shaken
from pycheck.sweep.run import ENGINES, Found, Job, sweep

__all__ = [
    "ENGINES",
    "Axis",
    "Found",
    "Job",
    "Point",
    "SweepError",
    "grid",
    "parse_axis",
    "parse_distance",
    "shaken",
    "sweep",
]
