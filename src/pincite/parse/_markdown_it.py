"""The Markdown library: block structure only; the only file that touches ``markdown_it``."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

__all__ = ["tokens"]

_MADE: list[MarkdownIt] = []


def tokens(text: str) -> list[Token]:
    """Return the block tokens of a text; definitions of links and footnotes come as paragraphs."""
    if not _MADE:
        from markdown_it import MarkdownIt  # imported here: slow, and no corpus is opened for it alone

        made = MarkdownIt("commonmark").enable("table").disable("reference")
        made.core.ruler.enableOnly(["normalize", "block"])
        _MADE.append(made)
    return _MADE[0].parse(text)
