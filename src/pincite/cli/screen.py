"""Where words go: results to standard output, notes to standard error."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["emit", "note", "plural", "say"]


def say(text: str = "") -> None:
    """Print a result, with a line end; colours are left out where the output is no terminal."""
    click.echo(text)


def emit(shape: Mapping[str, object]) -> None:
    """Print one JSON object on one line."""
    click.echo(json.dumps(shape, ensure_ascii=False, allow_nan=False))


def note(text: str) -> None:
    """Print a remark that is no result."""
    click.echo(text, err=True)


def plural(count: int, noun: str) -> str:
    """Return a count with its noun: "1 file", "1,200 files"."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
