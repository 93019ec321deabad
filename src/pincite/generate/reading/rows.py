"""Reads a table row as a sentence."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from pincite.text.columns import read_cell
from pincite.text.forms import read_pairs
from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["asked_columns", "read_row"]

WIDE: Final = 6
"""Columns up to which a row is read whole: the others of a wide one bury the value that was asked for."""

_GENERIC: Final = (
    "what item items topic subject term name setting limit rule parameter field key property attribute detail "
    "details fact matter thing measure question kind type description"
)
GENERIC: Final = frozenset(_GENERIC.split())
"""First headers that say nothing about the rows: what stands below them names itself."""
_MEASURES: Final = (
    "window cap limit period fee price rate deadline charge cost term notice maximum minimum allowance threshold "
    "number address extension date day time duration percentage share amount total length weight size voltage "
    "temperature pressure capacity interval hours code email phone"
)
MEASURES: Final = frozenset(_MEASURES.split())
"""Nouns that have a value: "the X is Y" can be said of them."""
_PREPOSITION: Final = re.compile(
    r"\s+(?:of|for|per|without|with|after|before|in|on|to|from|at|by|under|over|above|until|deducted)\b|[,(:]"
)
_WORDY: Final = re.compile(r"[.!?]\s|\b(?:is|are|was|were|has|have|may|must|can|will|shall|does|do)\b", re.IGNORECASE)
_MARKS: Final = ".,:;!?()[]\"'*_`"
_WORD: Final = re.compile(r"[^\W_]+")
_INSIDE: Final = re.compile(r"(?<=[\w,] )[^\W_]+")
_MOST_WORDS: Final = 8
"""A longer value is not said with "is"."""


def read_row(header: tuple[str, ...], cells: tuple[str, ...], *, text: str, groups: tuple[int, ...] = ()) -> str:
    """
    Return a table row as one sentence; its words are those of the cells and their headers, in the row's order, but
    for a unit that a header gives, which stands behind its number.

    A row of two cells whose label names a quantity reads "The refund window is 30 days."; any other row names each
    value by its header: "Standard: price $4.95; delivery 2 to 4 business days." Of a form every label is read
    with what is filled in: "E-mail: a@b.com; Colour: white."

    :param header: The header cells' words; empty for a table without a header.
    :param cells: The row's words, the label first.
    :param text: The document's text, which shows what is a name: capitals inside a sentence.
    :param groups: Places of a form's labels among the cells; empty for a table.
    :returns: ``""`` where all cells are empty.
    """
    if groups:
        return _ended(read_pairs(groups, cells))
    label, *values = cells
    filled = [read_cell(header[at] if at < len(header) else "", value) for at, value in enumerate(values, 1) if value]
    if not label or not filled:
        return _ended(label or "; ".join(f"{name} {value}".strip() for name, value in filled))
    if len(cells) == 2 and _has_value(header[0] if header else "", label) and _short(filled[0][1]):
        verb = "are" if _plural(label) else "is"
        return _ended(f"The {_lowered(label, text)} {verb} {filled[0][1]}")
    if len(cells) == 2 and not (header and header[0].lower() not in GENERIC):
        return _ended(f"{label}: {filled[0][1]}")
    return _ended(
        f"{label}: " + "; ".join(f"{_lowered(name, text, word=True)} {value}".strip() for name, value in filled)
    )


def asked_columns(
    columns: Sequence[tuple[str, str]], asked: frozenset[str], *, language: str
) -> Sequence[tuple[str, str]]:
    """
    Return the label and those columns of a wide row that a question names; all columns where it names none.

    Columns whose own cell says a word of the question go along: they tell of what the row is. Of columns that share the
    same words with the question, those with the fewest other words are meant: "Long Gun" and not "Redemption Long Gun".

    :param columns: Header and words of each column, the label's first.
    :param asked: The question's stems.
    """
    if len(columns) <= WIDE:
        return columns
    stems = [frozenset(content_words(header, language)) for header, _ in columns]
    common = frozenset.intersection(*stems[1:])
    shared = [(own - common) & asked for own in stems]
    named = [
        at
        for at in range(1, len(columns))
        if shared[at]
        and not any(
            shared[at] < shared[other] or (shared[at] == shared[other] and len(stems[other]) < len(stems[at]))
            for other in range(1, len(columns))
        )
    ]
    told = [at for at, (_, cell) in enumerate(columns) if at and not asked.isdisjoint(content_words(cell, language))]
    return [columns[at] for at in sorted({0, *named, *told})] if named else columns


def _has_value(first_header: str, label: str) -> bool:
    if _WORDY.search(label) or re.match(r"(?:the|a|an|if|when|all|any|no|each|every)\b", label, re.IGNORECASE):
        return False
    return first_header.lower() in GENERIC or _head_noun(label).lower() in MEASURES


def _head_noun(label: str) -> str:
    words = _PREPOSITION.split(label, maxsplit=1)[0].split()
    return words[-1] if words else ""


def _plural(label: str) -> bool:
    noun = _head_noun(label)
    return noun.endswith("s") and not noun.endswith(("ss", "us", "is"))


def _short(value: str) -> bool:
    return len(value.split()) <= _MOST_WORDS and not _WORDY.search(value)


def _lowered(words: str, text: str, *, word: bool = False) -> str:
    """
    Return the words with a small first letter, unless the first one is a name.

    :param word: Whether a single word is taken for an ordinary word where the text does not show what it is.
    """
    first, *rest = words.split() or [""]
    if not first[:1].isalpha() or not first[1:].islower() or (rest and rest[0][0].isupper()):
        return words
    bare = first.strip(_MARKS)
    inside, written = _written(text)
    small = bare.lower() in written
    return words[0].lower() + words[1:] if small or ((rest or word) and bare not in inside) else words


@lru_cache(maxsize=32)
def _written(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words that stand inside a sentence of a text, and all words of it, as they are written."""
    return frozenset(_INSIDE.findall(text)), frozenset(_WORD.findall(text))


def _ended(words: str) -> str:
    return words if not words or words[-1] in ".!?" else words + "."
