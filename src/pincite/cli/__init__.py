"""
The command line: each command is a thin call on :mod:`pincite.corpus`.

Only ``click`` is imported until a command runs, so that ``pincite --help`` is there at once.
"""

from __future__ import annotations

import gc
import sys

__all__ = ["main"]


def main() -> None:
    """Run ``pincite`` with the arguments of this process and end it with the exit code."""
    gc.set_threshold(20_000, 20, 50)  # starting makes many objects that all stay: collecting early only delays it
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:  # what is printed is UTF-8 whatever the locale says, and never fails on a character
            reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        from pincite.cli.app import pincite

        pincite(prog_name="pincite")
    except KeyboardInterrupt:
        sys.exit(130)
