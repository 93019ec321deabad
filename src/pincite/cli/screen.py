"""
Where words go: results to standard output, notes to standard error.

Everything printed may hold text of documents, so it is all made harmless here: characters that would steer a terminal
are shown as escapes. The program's own colours carry a mark that no document can know.
"""

from __future__ import annotations

import json
import os
import re
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["bold", "emit", "inverted", "note", "plural", "say", "styled"]

_OWN: Final = f"\x1b{os.urandom(8).hex()}"
"""What the program's own colours begin with until they are printed; another one in each process."""
_STEERING: Final = "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]"
"""Control characters but line ends and tabs, and what turns the direction of writing."""
_IN_TEXT: Final = re.compile(f"{_OWN}|{_STEERING}")
_IN_JSON: Final = re.compile(_STEERING)


def say(text: str = "") -> None:
    """Print a result, with a line end; colours are left out where the output is no terminal."""
    click.echo(_harmless(text))


def emit(shape: Mapping[str, object]) -> None:
    """Print one JSON object on one line."""
    line = json.dumps(shape, ensure_ascii=False, allow_nan=False)
    click.echo(_IN_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", line))


def note(text: str) -> None:
    """Print a remark that is no result."""
    click.echo(_harmless(text), err=True)


def bold(text: str) -> str:
    """Return a text in bold, for :func:`say`."""
    return f"{_OWN}[1m{text}{_OWN}[0m"


def inverted(text: str) -> str:
    """Return a text with its colours inverted, for :func:`say`."""
    return f"{_OWN}[7m{text}{_OWN}[0m"


def styled(text: str) -> bool:
    """Tell whether a text has colours of the program in it."""
    return _OWN in text


def plural(count: int, noun: str) -> str:
    """Return a count with its noun: "1 file", "1,200 files"."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _harmless(text: str) -> str:
    return _IN_TEXT.sub(lambda found: "\x1b" if found[0] == _OWN else _escape(found[0]), text)


def _escape(char: str) -> str:
    return f"\\x{ord(char):02x}" if ord(char) < 0x100 else f"\\u{ord(char):04x}"
