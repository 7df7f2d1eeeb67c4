"""pycheck: Lean-backed verification and cross-checking of finite mechanisms."""

__version__ = "0.1.0"
