"""Shows how far a sync is, on a terminal and only when a step takes longer than a second."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Final, Self

import click

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

__all__ = ["Meter"]

_LABELS: Final = {
    "read": "Reading",
    "parse": "Reading",
    "pages": "Pages",
    "embed": "Embedding",
    "backup": "Copying",
    "index": "Indexing",
    "commit": "Writing",
    "check": "Checking",
    "ask": "Asking",
    "table": "Reading",
}
_PATIENCE_S: Final = 1.0
_EVERY_S: Final = 0.1
_BAR: Final = 24


class Meter:
    """
    One line on standard error that is written over; ``meter(step, done, total)`` tells it how far a step is.

    :param write: Takes what is to be written; ``None`` for standard error where it is a terminal, else nothing.
    :param clock: Tells the time in seconds.
    """

    def __init__(
        self, write: Callable[[str], object] | None = None, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._write = write or (_to_terminal if sys.stderr.isatty() else None)
        self._clock = clock
        self._step = ""
        self._began = self._shown_at = 0.0
        self._visible = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()

    def __call__(self, step: str, done: int, total: int) -> None:
        """
        Note how far a step is.

        :param step: "read", "embed", "commit", "ask", "parse", "index", "check".
        :param done: From 0 to ``total``.
        :param total: May grow.
        """
        now = self._clock()
        if step != self._step:
            self._step, self._began = step, now
        if self._write is None or now - self._began < _PATIENCE_S or now - self._shown_at < _EVERY_S:
            return
        self._shown_at, self._visible = now, True
        self._write(f"\r\x1b[K{_line(step, done, total)}")

    def clear(self) -> None:
        """Take the line away."""
        if self._visible and self._write is not None:
            self._write("\r\x1b[K")
        self._visible = False


def _line(step: str, done: int, total: int) -> str:
    full = round(_BAR * done / total) if total else 0
    return f"{_LABELS.get(step, step):<10} [{'#' * full}{'-' * (_BAR - full)}] {done:,}/{total:,}"


def _to_terminal(text: str) -> None:
    click.echo(text, err=True, nl=False)
