# ruff: noqa: RUF001  (dashes, quotation marks and colons as documents have them)
"""
What must not be parted, or goes along where it has to be: a term and its definition, a rule and its exception, a table
and what stands around it that says in which unit, or on which day, its figures hold.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pincite.documents import BlockKind, Span
from pincite.text.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.documents import Block

__all__ = ["around", "defines", "excepts", "excepts_by_title", "says_unit", "ties"]

_LEAD_IN_WORDS: Final = 40
"""A paragraph of one sentence and at most so many words before a list or table introduces it."""
_NOTE_WORDS: Final = 30
"""Most words of a line that says a table's unit, day or source."""
_CAPTIONS: Final = 3
"""Most lines above a table, and most lines below it, that go with it."""
_TERM_WORDS: Final = 8
_MARKS: Final = " \t\n*_\"“”'‘’()[]"
_EXCEPTION = re.compile(
    r"[\s*_\"“(\[>-]*(?:\(?[a-zA-Z0-9]{1,3}[.)]\s+)?(?:"
    r"exceptions?\b(?=\s*[:.–—-]|\s+(?:to|apply|are|is)\b)|except(?:ing)?\b|unless\b|however\b|notwithstanding\b|nevertheless\b"
    r"|provided\b(?:,? however)?,?\s+that\b|but\b|save\s+(?:that|for|as)\b|subject\s+to\s+the\s+(?:foregoing|above)\b"
    r"|(?:this|these|the\s+(?:foregoing|above|preceding)(?:\s+[\w-]+){0,4})\s+"
    r"(?:do|does|shall|will|is|are|may|must)\s+not\b"
    r"|(?:as\s+an\s+exception|by\s+way\s+of\s+exception|in\s+derogation)\b|otherwise\b|conversely\b"
    r"|ausgenommen\b|ausnahmen?\b|jedoch\b|es\s+sei\s+denn\b|dies\s+gilt\s+nicht\b|sauf\b|toutefois\b|salvo\b|excepto\b"
    r"|за\s+исключением\b|однако\b|但是|但|除非|ただし"
    r")",
    re.IGNORECASE,
)
_EXCEPTION_TITLE = re.compile(
    r"(?:exceptions?|exclusions?|exemptions?|carve-?outs?|what\s+is\s+(?:not|excluded)|ausnahmen?|exceptions?\s+to\b)",
    re.IGNORECASE,
)
_DEFINITION = re.compile(
    r"[\s*_(\[-]*(?:\(?[a-zA-Z0-9.]{1,6}[.)]?\s+)?(?:[\"“„«][^\"”“»\n]{1,80}[\"”“»]|\*\*[^*\n]{1,80}\*\*)"
    r"[\s*_]*(?:\([^)\n]{1,60}\)\s*)?(?:[:–—-]|,|means?\b|shall\s+mean\b|has\s+the\s+meaning|have\s+the\s+meaning|refers?\s+to\b"
    r"|includes?\b|is\b|are\b|bedeutet\b|bezeichnet\b|désigne\b|significa\b|означает\b)",
    re.IGNORECASE,
)
_UNIT = re.compile(
    r"\b(?:in|of|en)\s+(?:\w+\s+){0,3}?(?:thousands?|millions?|billions?|percent|per\s+cent|tsd\.?|mio\.?|mrd\.?|tausend"
    r"|millionen|milliers|millones|тыс\.?|млн\.?)\b|\((?:[^()\n]{0,40}\b)?(?:thousands?|millions?|billions?|mn|bn|k)\b[^()\n]{0,40}\)"
    r"|\b(?:usd|eur|gbp|chf|jpy|cny|rub|us\$|c\$|a\$)[\s']*(?:thousands?|millions?|billions?|000s?|mn?|bn|k)?\b|[$€£¥]\s?'?(?:000|m|bn|k)\b"
    r"|[$€£¥]\s*(?:thousands?|millions?|billions?)|\b(?:amounts?|figures?|values?|prices?|units?|all\s+amounts)\s+(?:are\s+)?"
    r"(?:stated\s+|shown\s+|given\s+|expressed\s+|reported\s+)?(?:in|per|as|exclude|include)\b|\bunits?\s*:|\bcurrency\s*:|\bper\s+\w+\s*$"
    r"|%",
    re.IGNORECASE,
)
_DAY = re.compile(
    r"\b(?:as\s+(?:of|at|from)|effective|valid\s+(?:from|until|to)|status|stand|zum|au|al|на)\s*:?\s+(?:\w+\s+){0,2}?"
    r"(?:\d{1,4}|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez)"
    r"|\b(?:years?|quarters?|months?|periods?)\s+(?:ended|ending|to)\b|\b(?:19|20)\d\d-\d\d-\d\d\b|\bunaudited\b",
    re.IGNORECASE,
)
_CAPTION = re.compile(
    r"[\s*_]*(?:table|tabelle|tableau|tabla|таблица|表|exhibit|schedule|figure|fig\.)\s*[\dIVXA-Z]", re.IGNORECASE
)
_BELOW = re.compile(
    r"[\s*_†‡(\[]*(?:notes?\b|source\b|amounts\b|all\s+(?:amounts|figures|values)|figures\b|values\b|prices\b|in\s+|as\s+(?:of|at)\b"
    r"|unaudited\b|units?\b|currency\b|quelle\b|hinweis\b|stand\b)",
    re.IGNORECASE,
)


def excepts(text: str) -> bool:
    """Tell whether a block, item or sentence begins as an exception to what stands before it."""
    return _EXCEPTION.match(text) is not None


def excepts_by_title(title: str) -> bool:
    """Tell whether a section is called after exceptions."""
    return _EXCEPTION_TITLE.match(title.strip()) is not None


def defines(text: str) -> bool:
    """Tell whether a paragraph begins with the term that it defines."""
    return _DEFINITION.match(text[:400]) is not None


def says_unit(text: str) -> bool:
    """Tell whether a short line says in which unit or on which day figures hold."""
    return len(text) <= 400 and (_UNIT.search(text) is not None or _DAY.search(text) is not None)


def ties(before: Block, block: Block, text: str) -> bool:
    """Tell whether a block must not be parted from the one before it: a definition, an exception, a table's caption."""
    if before.kind is BlockKind.HEADING:
        return False
    here = text[block.span.start : min(block.span.end, block.span.start + 400)]
    if block.kind in (BlockKind.LIST, BlockKind.TABLE) and before.kind is BlockKind.PARAGRAPH:
        return True if _is_caption(before, text) else before.span.cut(text).rstrip(_MARKS).endswith((":", "："))
    if block.kind is BlockKind.PARAGRAPH and before.kind is BlockKind.TABLE:
        return _is_below(block, text)
    return block.kind is BlockKind.PARAGRAPH and (excepts(here) or _is_term(before, text) or here.startswith(": "))


def around(at: int, blocks: Sequence[Block], text: str, language: str) -> tuple[Span, ...]:
    """
    Return what introduces a list, and what says of a table what, in which unit and when: above it and below it.

    :param at: Place of the list or table among ``blocks``, those of one section in order.
    :returns: In order of place; empty where nothing does, and for blocks of other kinds.
    """
    block = blocks[at]
    if block.kind not in (BlockKind.LIST, BlockKind.TABLE):
        return ()
    found: list[Span] = []
    if at and (lead_in := _lead_in(blocks[at - 1], text, language)):
        found.append(lead_in)
    if block.kind is not BlockKind.TABLE:
        return tuple(found)
    for above in reversed(blocks[max(0, at - _CAPTIONS) : at - (1 if found else 0)]):
        if not _is_caption(above, text):
            break
        found.insert(0, above.span)
    for below in blocks[at + 1 : at + 1 + _CAPTIONS]:
        if not _is_below(below, text):
            break
        found.append(below.span)
    return tuple(found)


def _lead_in(before: Block, text: str, language: str) -> Span | None:
    """Return the sentence that introduces a list or table: one that ends with a colon, or a short paragraph of one."""
    if before.kind not in (BlockKind.PARAGRAPH, BlockKind.FIGURE):
        return None
    said = before.span.cut(text)
    found = sentences(said, language=language)
    if not found:
        return None
    last = Span(before.span.start + found[-1].start, before.span.start + found[-1].end)
    colon = last.cut(text).rstrip("*_ ").endswith((":", "："))
    return last if colon or (len(found) == 1 and len(said.split()) <= _LEAD_IN_WORDS) else None


def _is_caption(block: Block, text: str) -> bool:
    said = _short(block, text)
    return said is not None and (_CAPTION.match(said) is not None or says_unit(said))


def _is_below(block: Block, text: str) -> bool:
    said = _short(block, text)
    return said is not None and says_unit(said) and _BELOW.match(said) is not None


def _is_term(block: Block, text: str) -> bool:
    """Tell whether a block is a term alone on its line, whose definition follows."""
    if block.kind is not BlockKind.PARAGRAPH or len(block.span) > 100:
        return False
    said = block.span.cut(text).strip()
    bare = said.strip(_MARKS)
    marked = said[:1] in '*_"“„«' or said.endswith(":")
    return marked and bool(bare) and len(bare.split()) <= _TERM_WORDS and not bare.endswith((".", "!", "?", ";"))


def _short(block: Block, text: str) -> str | None:
    if block.kind not in (BlockKind.PARAGRAPH, BlockKind.FIGURE, BlockKind.FOOTNOTE) or len(block.span) > 400:
        return None
    said = block.span.cut(text)
    return said if len(said.split()) <= _NOTE_WORDS else None
