"""What ``leanchecker``, the second kernel run of an official toolchain, says.

It puts the declarations of each module it is given into the environment of that module's imports, through
the kernel (``src/LeanChecker.lean`` and ``Lean.Environment.replay``); unsafe and partial declarations are
left out. It prints nothing and exits with 0 when all is well; otherwise it names a module and throws.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from pycheck.lean.findings import ReplayFinding
from pycheck.lean.messages import clean
from pycheck.lean.olean import Module
from pycheck.lean.process import Run

_PROBLEM = re.compile(r"leanchecker found a problem in (?P<module>\S+)\s*(?P<rest>.*)", re.S)


def replayed_declarations(modules: Iterable[Module]) -> int:
    """How many declarations of the modules the kernel is given: all that are neither unsafe nor partial."""
    return sum(constant.safety == "safe" for module in modules for constant in module.constants.values())


def read_answer(run: Run, declarations: int) -> ReplayFinding:
    """The finding for a finished ``leanchecker`` that had ``declarations`` to check."""
    if run.exit_code == 0 and not run.failure:
        return ReplayFinding(True, True, declarations, (), "leanchecker of the toolchain")
    found = _PROBLEM.search(run.output)
    if found is None or run.exit_code <= 0:
        return ReplayFinding(True, False, 0, (), f"leanchecker: {run.failure or clean(run.output)}")
    reason = clean(found["rest"].strip().removeprefix("uncaught exception:")) or "no reason given"
    return ReplayFinding(True, False, 0, ((found["module"], reason),), "leanchecker of the toolchain")
