"""Timings of what users wait for: ``python -m benchmarks``."""
