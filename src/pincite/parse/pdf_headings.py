"""Headings of a PDF and their levels: from its outline, then the depth of clause numbers, then type size."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pincite.parse.clauses import number_and_title

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pincite.parse.pdf_facts import Outline
    from pincite.parse.pdf_pieces import Piece

__all__ = ["Body", "Head", "body_of", "headings"]

_LONGEST: Final = 150
_LARGER: Final = 1.12
"""How much larger than the body's type a heading is at least, if nothing else tells it."""
_DEEPEST: Final = 6
_CAPTION = re.compile(r"(?:figure|fig\.|table|chart|box|exhibit|map)\s*[\dIVX]+[-.\d]*\s*[.:|–—-]?", re.IGNORECASE)
_DOTTED = re.compile(r"\d{1,3}(?:\.\d{1,3})*")
_WORDED = re.compile(r"(?:part|article|chapter|section|schedule|annex|appendix|exhibit)\s+\S+", re.IGNORECASE)
_LEADERS = re.compile(r"(?:[.…·_] ?){4,}|\s\d{1,4}$")
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
    return Body(
        size=sizes.most_common(1)[0][0] if sizes else 10.0, bold=bold.most_common(1)[0][0] if bold else False
    )


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
        if level is not None or _looks_like(piece, pieces[at + 1] if at + 1 < len(pieces) else None, body):
            found[at] = _Style(round(piece.size * 2) / 2, piece.bold, _is_capitals(piece.text))
    ranks = _ranks(found, pieces)
    out: dict[int, Head] = {}
    above = 0
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


def _looks_like(piece: Piece, after: Piece | None, body: Body) -> bool:
    text = _whole(piece)
    letters = sum(c.isalpha() for c in text)
    if len(text) > _LONGEST or len(piece.stretches) > 3 or letters < 3 or letters < 0.4 * len(text.replace(" ", "")):
        return False
    if _CAPTION.match(text) or _LEADERS.search(text):
        return False
    number, title = number_and_title(text)
    first = title[:1] or text[:1]
    if first.islower() or text.endswith((",", ";")) or (piece.mark and number is None):
        return False
    numbered = number is not None and bool(_DOTTED.fullmatch(number) or _WORDED.match(text))
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
    """Return a level for each heading: its style's rank, or below the rank of its numbering's first level."""
    depths = {at: _depth(pieces[at]) for at in found}
    styles: dict[int, Counter[_Style]] = defaultdict(Counter)
    for at, depth in depths.items():
        if depth:
            styles[depth][found[at]] += 1
    of_numbers = {styles[depth].most_common(1)[0][0] for depth in styles if depth > 1}
    free = {style for at, style in found.items() if depths[at] == 0}
    tops = {styles[1].most_common(1)[0][0]} if 1 in styles else set()
    order = sorted((free | tops) - (of_numbers - tops - free), key=lambda style: style.weight, reverse=True)
    rank = {style: at + 1 for at, style in enumerate(order)}
    base = rank[next(iter(tops))] if tops else 1
    return {at: (base + depths[at] - 1 if depths[at] else rank.get(style, len(order))) for at, style in found.items()}


def _depth(piece: Piece) -> int:
    """Return how deep a heading's number is: 1 for "7", 2 for "7.2"; 0 for none or one of letters or words."""
    number, _ = number_and_title(_whole(piece))
    if number is None or not _DOTTED.fullmatch(number) or _WORDED.match(_whole(piece)):
        return 0
    return number.count(".") + 1
