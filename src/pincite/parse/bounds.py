"""Bounds what a parsed file may hold: what comes after parsing goes through all of it, more than once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pincite.documents import BlockKind
from pincite.errors import TooLarge

if TYPE_CHECKING:
    from pincite.documents import Block, Parsed

__all__ = ["WIDEST", "bounded"]

WIDEST: Final = 16_384
"""Most cells of a row; no spreadsheet program writes more columns."""
_LONGEST_TITLE: Final = 500
"""Characters of a title; it stands in front of every passage."""
_LONGEST_HEADING: Final = 2_000
"""Characters of a heading; it stands in front of every passage of its section."""


def bounded(parsed: Parsed, *, path: str, max_characters: int) -> Parsed:
    """
    Return what was parsed, an overlong title cut off at a word, and what is too long for a heading made a paragraph.

    :param path: The file, for messages.
    :param max_characters: Most characters of its text.
    :raises TooLarge: If its text is longer, or a row of a table has more cells than :data:`WIDEST`.
    """
    size = len(parsed.text)
    if size > max_characters:
        raise TooLarge(
            f"{path} holds {size:,} characters of text, more than the limit of {max_characters:,}: split it, or raise "
            "parse.max_characters",
            path=path,
            size=size,
            limit=max_characters,
        )
    widest = max((len(part.cells) for block in parsed.blocks for part in block.parts), default=0)
    if widest > WIDEST:
        raise TooLarge(
            f"{path} has a row of {widest:,} columns, more than the limit of {WIDEST:,}: split it by columns",
            path=path,
            size=widest,
            limit=WIDEST,
        )
    if any(map(_is_overlong, parsed.blocks)):
        parsed = replace(parsed, blocks=tuple(map(_lowered, parsed.blocks)))
    title = parsed.title
    return parsed if title is None or len(title) <= _LONGEST_TITLE else replace(parsed, title=_cut(title))


def _is_overlong(block: Block) -> bool:
    return block.kind is BlockKind.HEADING and len(block.span) > _LONGEST_HEADING


def _lowered(block: Block) -> Block:
    return replace(block, kind=BlockKind.PARAGRAPH, level=0, title=None, number=None) if _is_overlong(block) else block


def _cut(title: str) -> str:
    return f"{title[:_LONGEST_TITLE].rsplit(None, 1)[0]}…"
