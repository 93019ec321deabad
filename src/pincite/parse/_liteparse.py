"""The PDF library behind :class:`pincite.parse.pdf_page.Page`; imported in the worker process only."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from liteparse import LiteParse, ParseError

from pincite.errors import Damaged, PasswordNeeded
from pincite.parse.pdf_page import Candidate, Page, Ruling, Word

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from liteparse import LayoutBlock, ParsedPage, TextItem, WordBox

__all__ = ["read_pages"]

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right and bottom."""

_BOLD: Final = 600
_THICKEST: Final = 6.0
"""Points; a filled shape thicker than this is an area, not a line."""
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufefc]")
_WHITE: Final = 0xF6
"""Each of red, green and blue at least this: the colour of paper."""
_TOUCH: Final = 0.12
"""Share of the type size that two words are apart at most when they are one."""


def read_pages(data: bytes, *, path: str, passwords: Sequence[str] = (), pages: str | None = None) -> tuple[Page, ...]:
    """
    Return the pages of a PDF.

    :param passwords: Tried in order after none at all.
    :param pages: Which pages, as in "1-40"; ``None`` for all.
    :raises PasswordNeeded: If no password opens it.
    :raises Damaged: If it cannot be read.
    """
    refused: Exception | None = None
    for password in (None, *passwords):
        try:
            result = LiteParse(**_options(password, pages)).parse(data)
        except (ParseError, ValueError, RuntimeError) as error:
            refused = error
            if "password" not in str(error).lower():
                break
        else:
            return tuple(_page(page) for page in result.pages)
    if "password" in str(refused).lower():
        tried = f"none of the {len(passwords)} passwords that were given opens it" if passwords else "none was given"
        raise PasswordNeeded(
            f"{path} is encrypted and {tried}: add it again with --password-file FILE", path=path
        ) from refused
    raise Damaged(f"{path} cannot be read as a PDF ({refused}): save it anew or leave it out", path=path) from refused


def _options(password: str | None, pages: str | None) -> dict[str, Any]:
    return {
        "quiet": True,
        "ocr_enabled": False,
        "extract_blocks": True,
        "emit_word_boxes": True,
        "extract_text_metadata": True,
        "extract_vector_graphics": True,
        "include_complexity": True,
        "keep_headers_footers": True,
        "preserve_very_small_text": True,
        "extract_links": False,
        "continue_on_page_error": True,
        "output_format": "json",
        "max_pages": 100_000,
        "password": password,
        "target_pages": pages,
    }


def _page(page: ParsedPage) -> Page:
    blocks = page.blocks or []
    state = page.complexity
    return Page(
        number=page.page_num,
        width=page.width,
        height=page.height,
        words=tuple(_joined(page.text_items, page)),
        rulings=tuple(_rulings(page)),
        tables=tuple(_candidate(block) for block in blocks if block.kind == "table" and block.bbox),
        figures=tuple(
            (b.bbox.x, b.bbox.y, b.bbox.x + b.bbox.width, b.bbox.y + b.bbox.height)
            for b in blocks
            if b.kind == "figure" and b.bbox
        ),
        scanned=bool(state and (state.full_page_image or "scanned" in state.reasons)),
        garbled=bool(state and state.is_garbled),
    )


def _joined(items: Sequence[TextItem], page: ParsedPage) -> Iterator[Word]:
    """Yield the words of all items; one that touches the last word of the item before it continues that word."""
    last: Word | None = None
    spaced = True
    painted = _painted(page)
    for item in items:
        for at, word in enumerate(_words(item, page, painted)):
            touches = (
                last is not None
                and at == 0
                and not spaced
                and word.upright
                and last.upright
                and not _RIGHT_TO_LEFT.search(word.text)
                and abs(word.left - last.right) < _TOUCH * max(word.size, last.size)
                and word.top < last.bottom
                and last.top < word.bottom
            )
            last = replace(word, joined=True) if touches else word
            yield last
        spaced = item.text.endswith((" ", "\u00a0", "\t")) or item.trailing_space_generated


def _words(item: TextItem, page: ParsedPage, painted: Sequence[Box] | None) -> Iterator[Word]:
    size = item.font_height or item.height
    turn = round(item.rotation / 90) % 4 * 90
    bold = (item.font_weight or 0) >= _BOLD or "bold" in (item.font_name or "").lower()
    for text, boxes in _tokens(item):
        left, top = min(box.x for box in boxes), min(box.y for box in boxes)
        right, bottom = max(box.x + box.width for box in boxes), max(box.y + box.height for box in boxes)
        yield Word(
            text=text,
            left=left,
            top=top,
            right=right,
            bottom=bottom,
            size=size if size > 0 else min(right - left, bottom - top),
            bold=bold,
            hidden=_unseen(item, (left, top, right, bottom), page, painted),
            turn=turn,
        )


def _tokens(item: TextItem) -> Iterator[tuple[str, list[WordBox]]]:
    """Yield each word of an item with the boxes that it is made of; the library cuts some words in two."""
    tokens = iter(item.text.split())
    held: list[WordBox] = []
    want = ""
    for box in item.words:
        want = want or next(tokens, "")
        held.append(box)
        so_far = "".join(b.text for b in held)
        if so_far == want or not want.startswith(so_far):
            if so_far == want:
                yield so_far, held
            else:
                yield from ((b.text, [b]) for b in held)
            held, want = [], ""
    yield from ((b.text, [b]) for b in held)


def _unseen(item: TextItem, box: Box, page: ParsedPage, painted: Sequence[Box] | None) -> bool:
    """Tell whether nobody sees a word: off the page, of no size, of no colour, or white where nothing is painted."""
    left, top, right, bottom = box
    if right <= 0 or bottom <= 0 or left >= page.width or top >= page.height or bottom - top < 1:
        return True
    colour = item.fill_color or ""
    if len(colour) != 8:
        return False
    if colour[:2] == "00":
        return True
    if painted is None or not _is_white(colour):
        return False
    x, y = (left + right) / 2, (top + bottom) / 2
    return not any(x1 <= x <= x2 and y1 <= y <= y2 for x1, y1, x2, y2 in painted)


def _is_white(colour: str) -> bool:
    """Tell whether a colour, written as alpha, red, green, blue in hexadecimal, is that of paper."""
    return all(int(colour[at : at + 2], 16) >= _WHITE for at in (2, 4, 6))


def _painted(page: ParsedPage) -> list[Box] | None:
    """Return what has a colour other than white behind text; ``None`` where a picture may be behind all of it."""
    state = page.complexity
    if page.vector_graphics is None or (state and (state.full_page_image or state.has_substantial_images)):
        return None
    shapes = [
        (x, y, x + width, y + height)
        for shape in page.vector_graphics.shapes
        if shape.fill and len(shape.fill_color or "") == 8 and not _is_white(shape.fill_color or "")
        for x, y, width, height in [shape.bbox]
    ]
    figures = [
        (b.bbox.x, b.bbox.y, b.bbox.x + b.bbox.width, b.bbox.y + b.bbox.height)
        for b in page.blocks or []
        if b.kind == "figure" and b.bbox
    ]
    return shapes + figures


def _rulings(page: ParsedPage) -> Iterator[Ruling]:
    graphics = page.vector_graphics
    if graphics is None:
        return
    for line in graphics.lines:
        x1, x2 = sorted((line.x1, line.x2))
        y1, y2 = sorted((line.y1, line.y2))
        if max(x2 - x1, y2 - y1) >= 4 and min(x2 - x1, y2 - y1) < _THICKEST:
            yield Ruling(left=x1, top=y1, right=x2, bottom=y2)


def _candidate(block: LayoutBlock) -> Candidate:
    rows = [block.header, *(block.rows or [])] if block.header else list(block.rows or [])
    box = block.bbox
    return Candidate(
        left=box.x,
        top=box.y,
        right=box.x + box.width,
        bottom=box.y + box.height,
        rows=tuple(
            tuple(
                (c.bbox.x, c.bbox.y, c.bbox.x + c.bbox.width, c.bbox.y + c.bbox.height) if c.bbox else None for c in row
            )
            for row in rows
        ),
        texts=tuple(tuple(c.text for c in row) for row in rows),
        header=bool(block.header),
    )
