"""What goes wrong, said so that a person can act on it.

Every error that a user can cause derives from :class:`PycheckError` and carries an exit code and a
list of plain lines (``diagnostics()``). The command line prints those lines and never a traceback.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

#: Exit codes of every command: all verified / something falsified or divergent / unusable.
EXIT_OK = 0
EXIT_FALSIFIED = 1
EXIT_UNUSABLE = 2


class PycheckError(Exception):
    """Something the user can mend. ``exit_code`` is what a command returns for it."""

    exit_code: int = EXIT_UNUSABLE

    def diagnostics(self) -> tuple[str, ...]:
        """The message, one line for each thing to be said."""
        return tuple(str(self).splitlines()) or (type(self).__name__,)


@dataclass(frozen=True, order=True)
class Fault:
    """One thing wrong in an input file.

    ``key`` is the path of the offending entry (``utilities.row.o2.a``), ``found`` and ``expected``
    say what is there and what belongs there, ``hint`` (optional) what to do.
    """

    key: str
    found: str
    expected: str
    hint: str = ""

    def __str__(self) -> str:
        line = f"{self.key}: found {self.found}; expected {self.expected}"
        return f"{line} ({self.hint})" if self.hint else line


class InputFileError(PycheckError):
    """A file that cannot be used, with all of its faults at once."""

    def __init__(self, path: str, faults: Sequence[Fault]) -> None:
        self.path = path
        self.faults = tuple(faults)
        super().__init__(path, self.faults)

    def __str__(self) -> str:
        return "\n".join(self.diagnostics())

    def diagnostics(self) -> tuple[str, ...]:
        """One line per fault, each beginning with the file's path."""
        return tuple(f"{self.path}: {fault}" for fault in self.faults)


class EnvironmentUnusable(PycheckError):
    """Something outside the project is missing or broken (no Lean, no space, no permission)."""
