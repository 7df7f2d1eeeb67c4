"""Mechanisms and verdicts as other programs have them: Gambit's games, pandas' DataFrames."""
