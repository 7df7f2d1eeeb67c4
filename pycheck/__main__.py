"""The program: ``pycheck``, or ``python -m pycheck``."""

from __future__ import annotations

import atexit
import os
import signal
import sys
from types import FrameType

from pycheck.errors import EXIT_UNUSABLE, PycheckError

#: What is added to a signal's number where one ended the program: Ctrl-C gives 130.
_SIGNALLED = 128


def main() -> None:
    """Run the command line; every error a user can cause becomes lines on stderr and an exit code."""
    try:
        import click

        from pycheck.cli import cli
    except KeyboardInterrupt as signalled:
        sys.exit(_code_of(signalled))
    try:
        # Not click's own mode, in which an interruption would look like a falsified claim.
        sys.exit(cli.main(standalone_mode=False))
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except PycheckError as error:
        from pycheck.visible import visible

        for line in error.diagnostics():
            print(f"pycheck: {visible(line)}", file=sys.stderr)
        sys.exit(error.exit_code)
    except (KeyboardInterrupt, click.Abort) as signalled:
        print(
            "pycheck: interrupted; nothing half-written is left behind, and what was finished is kept",
            file=sys.stderr,
        )
        sys.exit(_code_of(signalled))
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"pycheck: {where}{error.strerror or error}", file=sys.stderr)
        sys.exit(EXIT_UNUSABLE)


def _code_of(signalled: BaseException) -> int:
    # Click makes an Abort of an interruption.
    cause = signalled.__cause__ or signalled
    (number,) = cause.args or (signal.SIGINT,)
    return _SIGNALLED + int(number)


def _interrupt(number: int, _: FrameType | None) -> None:
    raise KeyboardInterrupt(number)


def program() -> None:
    """:func:`main`, then the end of the process at once: Python would free every object first (0.3 s)."""
    code: object = EXIT_UNUSABLE
    # Being told to end is an interruption: what was started is ended, and what was begun is removed.
    signal.signal(signal.SIGTERM, _interrupt)
    if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        signal.signal(signal.SIGHUP, _interrupt)
    # Where a stream was closed by whoever started this, nobody wants what is written to it.
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
    try:
        main()
    except SystemExit as end:
        code = end.code
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            code = EXIT_UNUSABLE
    os._exit(code if isinstance(code, int) else 0 if code is None else 1)


if __name__ == "__main__":
    program()
