"""Logs of belief probing in social deduction games: read as they are, faults named, and measured.

What is measured are operational reports of these models in these games. It proves nothing.
"""
