"""
Pages of a plain text: running headers, footers and page numbers, and the table of contents.

Text that was saved from a paged document keeps them, between empty lines or a form feed. They are no part of what is
said: furniture is kept in the text and never indexed, and a line of the contents is no heading.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, Final

from pincite.documents import BlockKind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pincite.documents import Block

__all__ = ["is_listed", "with_pages"]

_LONGEST: Final = 100
"""Most characters of a running line."""
_OFTEN: Final = 3
"""So many pages have a running line, or lines a table of contents."""
_GAP: Final = 4
"""Line ends that part pages."""
_NUMBER = re.compile(r"\W*(?:page\s+)?(?:\d{1,4}|[ivxl]{1,6})(?:\s+of\s+\d{1,4})?\W*", re.IGNORECASE)
_ENDS_IN_PAGE = re.compile(r"[\s.…]\d{1,4}\Z")


def with_pages(blocks: Sequence[Block], text: str) -> list[Block]:
    """
    Return the blocks with running lines marked as furniture, and lines of contents as paragraphs.

    :param blocks: All blocks of the text in order.
    """
    running = _running(blocks, text)
    marked = [replace(block, furniture=True) if at in running else block for at, block in enumerate(blocks)]
    return list(_without_contents(marked, text))


def _running(blocks: Sequence[Block], text: str) -> set[int]:
    """Return which blocks are short lines at the edge of a page that stand at several, figures aside."""
    kinds = {at: re.sub(r"\d+", "0", said) for at, block in enumerate(blocks) if (said := _short(block, text))}
    numbers = {at for at in kinds if _NUMBER.fullmatch(kinds[at])}
    edges = {at for at in kinds if _is_edge(blocks, at, text)}
    edges |= {at for at in kinds if {at - 1, at + 1} & numbers & edges or (at in numbers and {at - 1, at + 1} & edges)}
    times = Counter("0" if at in numbers else kinds[at] for at in edges)
    return {at for at in edges if times["0" if at in numbers else kinds[at]] >= _OFTEN}


def _short(block: Block, text: str) -> str:
    """Return what a block says that is one short line; empty for any other."""
    said = block.span.cut(text) if len(block.span) <= _LONGEST else ""
    return "" if "\n" in said or block.kind in (BlockKind.TABLE, BlockKind.LIST) else said.strip().casefold()


def _is_edge(blocks: Sequence[Block], at: int, text: str) -> bool:
    """Tell whether a page ends before or behind a block."""
    if at + 1 == len(blocks):
        return True
    before = text[blocks[at - 1].span.end : blocks[at].span.start] if at else ""
    after = text[blocks[at].span.end : blocks[at + 1].span.start]
    return any("\f" in gap or gap.count("\n") >= _GAP for gap in (before, after))


def _without_contents(blocks: Sequence[Block], text: str) -> Iterator[Block]:
    """Yield the blocks; headings that each end in a page number and follow one another are lines of the contents."""
    for listed, group in groupby(blocks, key=lambda block: is_listed(block, text)):
        found = list(group)
        contents = listed and sum(block.kind is BlockKind.HEADING for block in found) >= _OFTEN
        for block in found:
            yield replace(block, kind=BlockKind.PARAGRAPH, level=0, title=None) if contents else block


def is_listed(block: Block, text: str) -> bool:
    """Tell whether a block may be a line of the contents: it ends in a page number without a full stop."""
    if block.furniture:
        return True
    if block.kind not in (BlockKind.HEADING, BlockKind.PARAGRAPH) or len(block.span) > 2 * _LONGEST:
        return False
    written = block.span.cut(text)
    return "\n" not in written and any(map(str.isalpha, written)) and _ENDS_IN_PAGE.search(written) is not None
