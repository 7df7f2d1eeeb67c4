"""Running Lean and reading its verdicts: toolchains, statements, certificates, compiled files."""
