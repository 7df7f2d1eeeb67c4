"""A week of AI agents against humans, measured: an event log, exact figures, and what of them is published.

The decision rule is a mechanism with claims of its own; what is here is empirical and reaches a report
through the gate alone.
"""
