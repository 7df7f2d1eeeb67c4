"""Traces a Git repository with lean-dojo: ``python _dojo_child.py REPOSITORY OUTPUT``.

A program of its own: importing lean-dojo looks for git, makes folders, takes over logging and may ask the
network. It imports nothing of pycheck. The output is a JSON array of theorems in the form of the LeanDojo
Benchmark (``scripts/generate-benchmark-lean4.ipynb`` of lean-dojo), each with the further key ``premises``:
what ``TracedTheorem.get_premise_full_names`` gives, which includes proofs without tactics.
"""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any


def main(repository: str, output: str) -> None:
    """Trace without dependencies and write what was found."""
    dojo: Any = importlib.import_module("lean_dojo")
    traced = dojo.trace(dojo.LeanGitRepo.from_path(repository), build_deps=False)
    theorems = [entry(theorem) for theorem in traced.get_traced_theorems() if not theorem.repo.is_lean4]
    Path(output).write_text(json.dumps(theorems), encoding="utf-8")


def entry(theorem: Any) -> dict[str, Any]:
    """One theorem as the benchmark has it, with its premises."""
    return {
        "url": theorem.repo.url,
        "commit": theorem.repo.commit,
        "file_path": str(theorem.theorem.file_path),
        "full_name": theorem.theorem.full_name,
        "start": list(theorem.start),
        "end": list(theorem.end),
        "traced_tactics": [
            {
                "tactic": tactic.tactic,
                "annotated_tactic": tactic.get_annotated_tactic(),
                "state_before": tactic.state_before,
                "state_after": tactic.state_after,
            }
            for tactic in theorem.get_traced_tactics()
        ],
        "premises": theorem.get_premise_full_names(),
    }


if __name__ == "__main__":
    main(*sys.argv[1:])
