"""What a failure looks like on the command line: one line and an exit code."""

from __future__ import annotations

import errno
import os
import traceback

from pincite.cli.screen import note
from pincite.errors import InputError, MissingExtra, PinciteError

__all__ = ["FAILED", "WRONG_USAGE", "exit_code", "line", "report"]

FAILED = 1
WRONG_USAGE = 2


def exit_code(error: BaseException) -> int:
    """Return 2 for what the caller can put right by asking otherwise, 1 for every other failure."""
    return WRONG_USAGE if isinstance(error, InputError) else FAILED


def line(error: BaseException) -> str:
    """Return a failure as one line."""
    words = " ".join(_words(error).split())
    return f"Error: {words}"


def report(error: Exception, *, debug: bool) -> int:
    """
    Print a failure on standard error and return the exit code.

    :param debug: Print the traceback before the line.
    """
    if isinstance(error, OSError) and error.errno == errno.EPIPE:
        raise error  # whoever read the output has gone: click ends the process quietly
    if debug:
        note("".join(traceback.format_exception(error)).rstrip("\n"))
    note(line(error))
    return exit_code(error)


def _words(error: BaseException) -> str:
    if isinstance(error, PinciteError | MissingExtra):
        return str(error)
    if isinstance(error, OSError) and error.errno is not None:
        where = f"{os.fsdecode(error.filename)}: " if isinstance(error.filename, str | bytes) else ""
        return f"{where}{os.strerror(error.errno).lower()}"
    return f"{type(error).__name__}: {error}; this is a fault of Pincite: --debug shows where"
