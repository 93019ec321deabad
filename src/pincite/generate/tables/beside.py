"""
What a row says beside what it is quoted for: "what does K03 mean, and how long must I wait?" are two cells of one row.

A part that names nothing itself asks of the row that the whole question names. A person of some age asks whether the
row's age lets them in.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pincite.generate.reading.expected import Expected, fits
from pincite.generate.tables.lookup import Named, is_blank
from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from pincite.generate.reading.asked import Ask
    from pincite.generate.reading.candidates import Candidate
    from pincite.generate.tables.table_rows import TableRows

__all__ = ["AGED", "beside", "of_age", "said_beside"]

_MEASURED: Final = frozenset((Expected.DURATION, Expected.MONEY, Expected.COUNT, Expected.SHARE, Expected.TIME))
AGED: Final = re.compile(
    r"\b\d{1,2}[\s-](?:years?|yrs?)[\s-]olds?\b|\b(?:aged|at\s+(?:the\s+)?age(?:\s+of)?)\s+\d{1,2}\b"
    r"|\b(?:i\s+am|i['\u2019]m)\s+\d{1,2}\b(?=\s*(?:$|[.,;:!?)]|(?:and|but|or|so|may|can|must|years?|yrs?)\b))",
    re.IGNORECASE,
)
"""How a question says how old somebody is."""
_AGE: Final = re.compile(r"\bages?\b", re.IGNORECASE)
_THING: Final = re.compile(r"\b(?:the|an?|my|our|your|its|their|this|that)\s+(?P<thing>[\w-]+)", re.IGNORECASE)
_NOUN_COUNTED: Final = re.compile(r"\bhow\s+many\s+[\w-]+", re.IGNORECASE)


def beside(part: Ask, able: Collection[Candidate], tables: Sequence[TableRows]) -> Candidate | None:
    """
    Return the row that answers a part beside another, or somebody of some age.

    :param able: What is of no other thing than the part.
    :returns: ``None`` where no row is meant, or several are that do not say the same.
    """
    return of_age(part, able, tables) or said_beside(part, able, tables)


def of_age(part: Ask, able: Collection[Candidate], tables: Sequence[TableRows]) -> Candidate | None:
    """Return the one row that a question names which asks whether somebody of some age may, if it has an age."""
    if part.expected is not Expected.YES_NO or not AGED.search(part.whole):
        return None
    found = [
        row
        for table in tables
        for row in _named(part, table, frozenset(able))
        if any(_AGE.search(header) and not is_blank(cell) for header, cell in row.columns)
    ]
    return found[0] if len({row.claim for row in found}) == 1 else None


def said_beside(part: Ask, able: Collection[Candidate], tables: Sequence[TableRows]) -> Candidate | None:
    """
    Return the one row that the whole question names, where a single column of it holds what a part asks for.

    The column has a word of the part; where none has, the part asks of no thing of its own, and only one cell holds a
    value of that kind.
    """
    if part.expected not in _MEASURED:
        return None
    found = [
        row for table in tables for row in _named(part, table, frozenset(able)) if len(_columns(part, table, row)) == 1
    ]
    return found[0] if len({row.claim for row in found}) == 1 else None


def _named(part: Ask, table: TableRows, allowed: frozenset[Candidate]) -> Iterator[Candidate]:
    """Yield the rows whose label the question names, in the part itself or else beside it."""
    if table.is_form:
        return
    language = table.revision.language
    own, whole = Named.of(part, language), Named.of(replace(part, text=part.whole), language)
    if own.compares or whole.compares:
        return
    spoken = set(content_words(part.text, language)).intersection(content_words(" ".join(table.labels), language))
    labels = table.named(own) or (frozenset() if spoken else table.named(whole))  # it may name one that is not there
    yield from (row for row in table.rows if row in allowed and len(labels) == 1 and table.label(row) in labels)


def _columns(part: Ask, table: TableRows, row: Candidate) -> list[str]:
    """Return the headers of the cells that hold a value of the kind that a part asks for, and are meant by it."""
    language = table.revision.language
    label = set(content_words(table.label(row), language))
    holding = [
        (header, cell)
        for header, cell in row.columns[table.at + 1 :]
        if not is_blank(cell) and not table.lacks(row, header, cell) and _holds(part, cell, language)
    ]
    asked = set(content_words(_NOUN_COUNTED.sub(" ", part.text), language)) - label
    said = [header for header, cell in holding if asked & set(content_words(header, language))]
    things = {stem for m in _THING.finditer(part.text) for stem in content_words(m["thing"], language)} - label
    over = f"{row.called} {row.heading} {row.around} {row.claim}"
    if not things <= set(content_words(over, language)):
        return []
    if said or things or part.expected is Expected.COUNT:
        return said
    own = {stem for header, cell in holding for stem in content_words(header, language)}
    return [header for header, _ in holding] if not own else []


def _holds(part: Ask, cell: str, language: str) -> bool:
    if part.expected is Expected.COUNT:
        return re.fullmatch(r"[\d.,\s]+", cell) is not None
    return fits(part.expected, cell, part.text, language=language) is True
