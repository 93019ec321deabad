"""Rows that name a thing in a cell beside their label: the belt for one boat is not that of another."""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from pincite.generate.tables.lookup import stems_of
from pincite.generate.tables.other_tables import told

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pincite.generate.reading.candidates import Candidate
    from pincite.generate.tables.lookup import Named
    from pincite.generate.tables.table_rows import TableRows

__all__ = ["rows_of_other_things", "rows_of_things"]

_LISTED: Final = re.compile(r"\s*[,;/&]\s*|\s+(?:and|or)\s+")
_ALL: Final = re.compile(r"\b(?:all|any|every|each|both|others?|various|general|universal|standard)\b", re.IGNORECASE)
"""Words of a cell that leaves no thing out, or says none."""
_LONGEST: Final = 4
"""Words of the longest name; what is longer tells something."""


def rows_of_things(table: TableRows, named: Named) -> tuple[Candidate, ...]:
    """Return the rows with a cell beside the label that a question writes as a name, alone or in a list."""
    found = [row for column in _columns(table) for row, cell in column if _things(cell, named)]
    return tuple(dict.fromkeys(found))


def rows_of_other_things(table: TableRows, named: Named) -> Iterator[Candidate]:
    """
    Yield the rows with another name where other rows have the one that a question says: of those with a label that it
    says, where it says one.
    """
    labels = table.named(named)
    for column in _columns(table) if not named.compares else ():
        own = [(row, cell) for row, cell in column if not labels or table.label(row) in labels]
        things = {thing for _, cell in own for thing in _things(cell, named)}
        stems = [set(stems_of(thing, named.language)) for thing in things]
        for row, cell in own if things else ():
            if _is_name(cell) and not _things(cell, named) and not any(each <= told(row, named) for each in stems):
                yield row


def _columns(table: TableRows) -> Iterator[list[tuple[Candidate, str]]]:
    """Yield the columns behind the labels, each row with what it has there."""
    cells = [[(row, cell) for _, cell in row.columns[table.at + 1 :]] for row in table.rows]
    for column in zip_longest(*cells) if not table.is_form else ():
        yield [each for each in column if each is not None]


def _things(cell: str, named: Named) -> list[str]:
    things = _LISTED.split(cell)
    return [each for each in things if each[:1].isupper() and named.as_name(each) and named.says(each)]


def _is_name(cell: str) -> bool:
    return (
        cell[:1].isupper()
        and all(len(each.split()) <= _LONGEST for each in _LISTED.split(cell))
        and not _ALL.search(cell)
    )
