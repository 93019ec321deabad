"""Text that readers of the original do not see: comments, scripts, elements that are switched off."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import replace
from typing import TYPE_CHECKING

from pincite.documents import Block, BlockKind, Span
from pincite.parse.lines import trimmed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pincite.documents import Part
    from pincite.parse.lines import Lines

__all__ = ["HIDING_STYLE", "carve", "commands", "hidden_spans"]

HIDING_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*0(?:\D|$)|opacity\s*:\s*0(?:\.0+)?\s*(?:;|$|[\"'])",
    re.IGNORECASE,
)
"""What a style says of an element that is not shown."""
_START = re.compile(r"<!--|<(?P<tag>[a-zA-Z][\w-]*)(?P<rest>(?:\s[^<>]*)?)>")
_ALWAYS = frozenset({"script", "style", "template", "noscript"})
_HIDDEN_WORD = re.compile(r"\shidden(?:\s|=|/|$)", re.IGNORECASE)
_FEWEST = 3
"""Words of the shortest command."""
_PICTURE = re.compile(r"!\[([^\[\]\n]{1,2000})\]\([^()\n]{0,2000}\)")
_CODE = re.compile(r"(?<!`)(`+)(?!`)(?:.*?[^`])\1(?!`)", re.DOTALL)


def commands(description: str) -> bool:
    """Tell whether the description of a picture, which its readers do not see, speaks to a model."""
    if len(description.split()) < _FEWEST:
        return False
    from pincite.text.instructions import find_instructions  # imported here: most descriptions are a word or two

    return bool(find_instructions(description, language="en"))


def hidden_spans(text: str, blocks: Iterable[Block]) -> tuple[Span, ...]:
    """
    Return the ranges of a Markdown text that are not shown, in order and disjoint; what stands in code is shown.

    The description of a picture is among them where it speaks to a model. An element that is never closed hides
    nothing, a comment that opens a line hides the rest.

    :param blocks: The blocks of the text, hidden or not.
    """
    code = _code_spans(text, blocks) if "<" in text or "![" in text else []
    described = [Span(*m.span()) for m in _PICTURE.finditer(text) if commands(m[1])] if "![" in text else []
    return _disjoint([*_elements(text, code), *(s for s in described if not any(c.contains(s) for c in code))])


def _disjoint(spans: Iterable[Span]) -> tuple[Span, ...]:
    found: list[Span] = []
    for span in sorted(spans):
        if not found or span.start >= found[-1].end:
            found.append(span)
    return tuple(found)


def _elements(text: str, code: list[Span]) -> tuple[Span, ...]:
    if "<" not in text:
        return ()
    starts = [span.start for span in code]
    closes: dict[str, dict[int, int]] = {}
    found: list[Span] = []
    at = 0
    while start := _START.search(text, at):
        at = start.end()
        held = bisect_right(starts, start.start()) - 1
        if held >= 0 and start.start() < code[held].end:
            continue
        end = _element_end(text, start, closes) if start["tag"] else _comment_end(text, start)
        if end is not None:
            found.append(Span(start.start(), end))
            at = end
    return tuple(found)


def _code_spans(text: str, blocks: Iterable[Block]) -> list[Span]:
    spans: list[Span] = []
    for block in blocks:
        if block.kind is BlockKind.CODE:
            spans.append(block.span)
        elif text.find("`", block.span.start, block.span.end) >= 0:
            spans.extend(Span(*m.span()) for m in _CODE.finditer(text, block.span.start, block.span.end))
    return spans


def _comment_end(text: str, start: re.Match[str]) -> int | None:
    close = text.find("-->", start.end())
    if close >= 0:
        return close + 3
    opens_line = not text[text.rfind("\n", 0, start.start()) + 1 : start.start()].strip()
    return len(text) if opens_line else None  # as Markdown does: a block is a comment to the end, words are words


def _element_end(text: str, start: re.Match[str], closes: dict[str, dict[int, int]]) -> int | None:
    """Return where the element that ``start`` opens ends, if it is hidden and closed."""
    tag, rest = start["tag"].lower(), start["rest"]
    if rest.endswith("/") or not (tag in _ALWAYS or _HIDDEN_WORD.search(rest) or HIDING_STYLE.search(rest)):
        return None
    if tag not in closes:
        closes[tag] = _pairs(text, tag)
    return closes[tag].get(start.start())


def _pairs(text: str, tag: str) -> dict[int, int]:
    """Return, for each opening tag of one name that is closed, where its closing tag ends."""
    open_at: list[int] = []
    found: dict[int, int] = {}
    for mark in re.finditer(rf"<(/?){re.escape(tag)}\b[^<>]*>", text, re.IGNORECASE):
        if not mark[1]:
            open_at.append(mark.start())
        elif open_at:
            found[open_at.pop()] = mark.end()
    return found


def carve(blocks: Iterable[Block], hidden: tuple[Span, ...], lines: Lines) -> list[Block]:
    """Return the blocks without the hidden ranges, and one hidden block for each of those, in order."""
    shown = [piece for block in blocks for piece in _pieces(block, hidden, lines)]
    unseen = [
        Block(kind=BlockKind.PARAGRAPH, span=span, place=lines.place(span.start), hidden=True)
        for span in (trimmed(lines.text, region.start, region.end) for region in hidden)
        if any(c.isalnum() for c in span.cut(lines.text))
    ]
    return sorted([*shown, *unseen], key=lambda block: block.span)


def _pieces(block: Block, hidden: tuple[Span, ...], lines: Lines) -> Iterator[Block]:
    inside = [region for region in hidden if region.overlaps(block.span)]
    if not inside:
        yield block
        return
    starts = [block.span.start, *(region.end for region in inside)]
    ends = [*(region.start for region in inside), block.span.end]
    for start, end in zip(starts, ends, strict=True):
        span = trimmed(lines.text, start, max(start, end))
        if any(c.isalnum() for c in span.cut(lines.text)):
            parts = tuple(part for whole in block.parts if (part := _clip(whole, span)))
            yield replace(block, span=span, parts=parts, place=lines.place(span.start))


def _clip(part: Part, span: Span) -> Part | None:
    if not part.span.overlaps(span):
        return None
    cells = tuple(
        replace(cell, span=_within(cell.span, span))
        for cell in part.cells
        if cell.span.start >= span.start and cell.span.start <= span.end
    )
    return replace(part, span=_within(part.span, span), cells=cells)


def _within(inner: Span, outer: Span) -> Span:
    start = max(inner.start, outer.start)
    return Span(start, max(start, min(inner.end, outer.end)))
