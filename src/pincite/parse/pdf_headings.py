# ruff: noqa: RUF001  (dashes and quotation marks as documents have them)
"""Headings of a PDF and their levels: from its outline, then the depth of clause numbers, then type size."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pincite.parse.clauses import number_and_title

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pincite.parse.pdf_facts import Outline
    from pincite.parse.pdf_pieces import Piece

__all__ = ["Body", "Head", "body_of", "contents", "headings"]

_LONGEST: Final = 150
_LARGER: Final = 1.12
"""How much larger than the body's type a heading is at least, if nothing else tells it."""
_DEEPEST: Final = 6
_TITLE_WITHIN: Final = 6
"""Pieces among which the document's title is the first heading."""
_CAPTION = re.compile(r"(?:figure|fig\.|table|chart|box|exhibit|map)\s*[\dIVX]+[-.\d]*\s*[.:|–—-]?", re.IGNORECASE)
_DOTTED = re.compile(r"\d{1,3}(?:\.\d{1,3})*")
_WORDED = re.compile(r"(?:part|article|chapter|section|schedule|annex|appendix|exhibit)\s+\S+", re.IGNORECASE)
_ARTICLE = re.compile(r"(?:article|chapter|section|clause)\s+(?:\d{1,3}|[IVXLC]{1,6})\b(?!\.\d)", re.IGNORECASE)
_LEADERS = re.compile(r"(?:[.…·_] ?){4,}|(?:\S+\s+){2,}\d{1,4}$")
_CONTENTS = re.compile(
    r"(?:table of )?contents|index|inhalt(?:sverzeichnis)?|sommaire|table des matières|índice", re.IGNORECASE
)
_AFTER_CONTENTS = re.compile(r"\(.*|page$", re.IGNORECASE)
_LONGEST_ENTRY: Final = 60
_ENTRY = re.compile(r".*(?:[.…·_\s]\s*|\s)(?:\d{1,4}|[ivxlc]{1,6})\s*", re.DOTALL)
_CODE = re.compile(r"[={}<>;]|[A-Za-z]\(\S")
_STOPS: Final = (".", ",", ";", "?", "!")


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """The type of running text."""

    size: float
    bold: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """A piece that is a heading."""

    level: int
    number: str | None
    title: str


@dataclass(frozen=True, slots=True)
class _Style:
    size: float
    bold: bool
    capitals: bool

    @property
    def weight(self) -> tuple[float, bool, bool]:
        return self.size, self.capitals, self.bold


def body_of(pieces: Iterable[Piece]) -> Body:
    """Return the type that most characters of running text are set in."""
    sizes: Counter[float] = Counter()
    bold: Counter[bool] = Counter()
    for piece in pieces:
        if piece.kind in {"text", "item"} and not piece.furniture:
            sizes[round(piece.size * 2) / 2] += len(piece.text)
            bold[piece.bold] += len(piece.text)
    return Body(size=sizes.most_common(1)[0][0] if sizes else 10.0, bold=bold.most_common(1)[0][0] if bold else False)


def headings(pieces: Sequence[Piece], outline: Sequence[Outline], body: Body) -> dict[int, Head]:
    """
    Return which pieces are headings, by their place in ``pieces``.

    :param outline: The document's own; its titles are headings whatever they look like.
    """
    known = _by_title(outline)
    found: dict[int, _Style] = {}
    stated: dict[int, int] = {}
    for at, piece in enumerate(pieces):
        if piece.kind not in {"text", "item"} or piece.furniture or piece.hidden:
            continue
        level = _outlined(piece, known)
        if level is not None:
            stated[at] = level
        after = pieces[at + 1] if at + 1 < len(pieces) else None
        if level is not None or _is_article(piece) or _looks_like(piece, after, body):
            found[at] = _Style(round(piece.size * 2) / 2, piece.bold, _is_capitals(piece.text))
    ranks = _ranks(found, pieces)
    out: dict[int, Head] = {}
    above = 0
    first = min(found, default=-1)
    if first not in stated and 0 <= first < _TITLE_WITHIN and not _depth(pieces[first]):
        ranks[first] = 1  # the document's title, whatever its type
    for at in sorted(found):
        number, title = number_and_title(_whole(pieces[at]))
        if at in stated:
            level = above = stated[at]
        else:
            level = ranks[at] if not stated else max(ranks[at], above + 1)
        out[at] = Head(level=min(level, _DEEPEST), number=number, title=title)
    return out


def _whole(piece: Piece) -> str:
    return f"{piece.mark} {piece.text}".strip()


def _key(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.casefold())


def _by_title(outline: Sequence[Outline]) -> dict[str, int]:
    """Return the level of each title that the outline gives, unless it is a stub of one entry."""
    if len(outline) < 3:
        return {}
    return {_key(entry.title): entry.level for entry in reversed(outline) if _key(entry.title)}


def _outlined(piece: Piece, known: Mapping[str, int]) -> int | None:
    if not known or len(piece.stretches) > 3:
        return None
    key = _key(_whole(piece))
    if key in known:
        return known[key]
    _, title = number_and_title(_whole(piece))
    return known.get(_key(title)) if title else None


def _is_article(piece: Piece) -> bool:
    """Tell whether "ARTICLE VII" stands alone on its line."""
    return _ARTICLE.fullmatch(_whole(piece).rstrip(".: ")) is not None


def _looks_like(piece: Piece, after: Piece | None, body: Body) -> bool:
    text = _whole(piece)
    letters = sum(c.isalpha() for c in text)
    if len(text) > _LONGEST or len(piece.stretches) > 3 or letters < 3 or letters < 0.4 * len(text.replace(" ", "")):
        return False
    if _CAPTION.match(text) or _LEADERS.search(text):
        return False
    number, title = number_and_title(text)
    first = title[:1] or text[:1]
    if (
        first.islower()
        or text[0] == "["
        or title[:1] == "("
        or text.rstrip(" :").endswith((",", ";"))
        or (piece.mark and number is None)
    ):
        return False
    numbered = number is not None and bool(_DOTTED.fullmatch(number) or _WORDED.match(text))
    if _CODE.search(text) and not numbered:
        return False
    if text.endswith(_STOPS) and not (numbered and len(title) < 60 and title.count(". ") == 0):
        return False
    if piece.size >= _LARGER * body.size and len(text.split()) <= 20:
        return True
    if piece.size < 0.93 * body.size and not numbered:
        return False
    if piece.bold and not body.bold and len(text) <= 110 and not text.endswith(":"):
        return True
    if _is_capitals(text) and len(text) <= 90:
        return True
    return numbered and _is_title(title) and _stands_alone(piece, after)


def _is_title(title: str) -> bool:
    """Tell whether a numbered line reads like a title: a few words, most of them capitalised, or very few."""
    words = [word for word in title.split() if word[:1].isalpha()]
    if not words or len(words) > 9:
        return False
    capital = sum(word[0].isupper() for word in words if len(word) > 3) / max(1, sum(len(w) > 3 for w in words))
    return capital >= 0.6 or len(words) <= 3


def _stands_alone(piece: Piece, after: Piece | None) -> bool:
    """Tell whether a numbered line is no item of a list: what follows is no item with the same kind of mark."""
    if len(piece.stretches) > 1:
        return False
    same = after is not None and after.kind == "item" and bool(piece.mark) and after.mark[-1:] == piece.mark[-1:]
    return not (same and after is not None and after.mark[:1].isdigit() and len(after.stretches) == 1)


def _is_capitals(text: str) -> bool:
    letters = [c for c in text if c.isalpha()]
    return text.isupper() and len(letters) >= 4 and 2 * len(letters) > len(text)


def _ranks(found: Mapping[int, _Style], pieces: Sequence[Piece]) -> dict[int, int]:
    """
    Return a level for each heading.

    Numbered ones stand by the depth of their number below the style that numbers of the first depth have; the others by
    the rank of their style, those that are heavier than that style above it.
    """
    depths = _depths(found, pieces)
    tops = Counter(found[at] for at, depth in depths.items() if depth == 1)
    top = tops.most_common(1)[0][0] if tops else None
    free = {style for at, style in found.items() if depths[at] == 0}
    order = sorted(free | ({top} if top else set()), key=lambda style: style.weight, reverse=True)
    place = order.index(top) if top else 0
    base = min(place + 1, 2)
    rank = {style: at + 1 if not top or at < base else base + max(0, at - place) for at, style in enumerate(order)}
    return {at: base + depths[at] - 1 if depths[at] else rank[style] for at, style in found.items()}


def _depths(found: Mapping[int, _Style], pieces: Sequence[Piece]) -> dict[int, int]:
    """Return how deep each heading's number is: 1 for "7", or for "Article VII" where that is usual; 0 for none."""
    out: dict[int, int] = {}
    articles: list[int] = []
    for at in found:
        text = _whole(pieces[at])
        out[at] = _depth(pieces[at])
        if _ARTICLE.match(text):
            articles.append(at)
    if articles and sum(depth == 1 for depth in out.values()) < max(2, len(articles) // 2):
        for at, depth in out.items():
            out[at] = 1 if at in articles else 0 if depth == 1 else depth
    return out


def _depth(piece: Piece) -> int:
    """Return how deep a heading's number is: 1 for "7", 2 for "7.2"; 0 for none, or one of letters or with a word."""
    text = _whole(piece)
    number, _ = number_and_title(text)
    if number is None or not _DOTTED.fullmatch(number) or _ARTICLE.match(text):
        return 0
    return number.count(".") + 1


def contents(pieces: Sequence[Piece], heads: Mapping[int, Head]) -> set[int]:
    """Return which pieces are entries of a table of contents: those under its heading that end in page numbers."""
    out: set[int] = set()
    inside = False
    for at, piece in enumerate(pieces):
        if piece.furniture or piece.hidden:
            continue
        if piece.kind in {"text", "item"} and _CONTENTS.fullmatch(_AFTER_CONTENTS.sub("", piece.text).strip()):
            inside = True
        elif inside and _is_entry(piece, head=at in heads):
            out.add(at)
        elif len(piece.text) > _LONGEST_ENTRY:
            inside = False
    return out


def _is_entry(piece: Piece, *, head: bool) -> bool:
    entry = _ENTRY.fullmatch(piece.text) is not None
    return entry and not _ARTICLE.match(piece.text) if head else entry or piece.kind == "table"
