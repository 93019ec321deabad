"""What is known of a PDF as a whole, in plain values that cross the border of the sandbox."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Facts", "Outline"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """One entry of the outline (bookmarks)."""

    level: int
    """From 1."""
    title: str
    page: int | None
    """From 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What is known of a PDF before its pages are read."""

    n_pages: int
    outline: tuple[Outline, ...] = ()
    title: str = ""
    language: str = ""
