"""
Rows of a table that do not answer, though they are near: of another label than the one that is named, or with nothing
in the column that is asked for.

Whoever asks for the night rate of the Tern, where that cell is empty, is not told its day rate; nor the night rate of
the Gull. Only what a question names counts: where it names no column, the whole row may answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pincite.generate.tables.lookup import Named, is_blank, stems_of
from pincite.generate.tables.named_things import rows_of_other_things, rows_of_things
from pincite.generate.tables.other_tables import of_other_kinds_of_tables, of_other_tables, told
from pincite.generate.tables.ranges import rows_out_of_range

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pincite.generate.reading.asked import Ask
    from pincite.generate.reading.candidates import Candidate
    from pincite.generate.tables.table_rows import TableRows

__all__ = ["asked_labels", "of_other_cells"]

_GROUP: Final = 4
"""Words of the longest heading of a group of rows; what is longer is a note."""


def of_other_cells(
    part: Ask, tables: Sequence[TableRows], *, language: str, found: Sequence[Candidate] = ()
) -> frozenset[Candidate]:
    """
    Return the rows that are of another label than a part names, or empty where it asks; and what else says less of the
    question than a cell that is there and empty.

    :param tables: Those of all candidates (:func:`tables_of`).
    :param found: All candidates; those of tables alone where it is left out.
    """
    named = Named.of(part, language)
    barred: set[Candidate] = set()
    for table in tables:
        barred.update(_of_form(table, named) if table.is_form else _of_table(table, named))
        barred.update(rows_of_other_things(table, named))
        barred.update(rows_out_of_range(table, named))
    others = _beside_an_empty_cell(tables, found or [row for table in tables for row in table.rows], named)
    return frozenset(barred | others | of_other_kinds_of_tables(tables, named) | of_other_tables(part, tables, named))


def _of_form(table: TableRows, named: Named) -> Iterator[Candidate]:
    """Yield the rows of a form that fill in nothing behind a label which is asked for."""
    asked = asked_labels(table, named)
    empty = _is_empty_form(table, named)
    for row in table.rows if asked else ():
        if empty or not any(label in asked and not is_blank(value) for label, value in row.pairs):
            yield row


def asked_labels(table: TableRows, named: Named) -> frozenset[str]:
    """Return the labels of a form that a question names and does not fill in itself."""
    labels = table.named(named)
    asked = frozenset(label for label, value in table.pairs if label in labels and not named.gives(value))
    return frozenset(filter(named.goes_with, asked)) or asked


def _is_empty_form(table: TableRows, named: Named) -> bool:
    """Tell whether a form, or a table of labels and values, has nothing behind the label that is asked for."""
    first = named.first(asked_labels(table, named)) if table.is_form or table.is_pairs else ""
    return bool(first) and all(is_blank(value) for label, value in table.pairs if label == first)


def _of_table(table: TableRows, named: Named) -> Iterator[Candidate]:
    labels = table.named(named)
    names = any(map(named.as_name, labels))
    empty = _is_empty_form(table, named)
    groups = _named_groups(table, named, labels)
    for row in table.rows:
        columns = table.columns(named, row)
        own = table.label(row) in labels
        if empty or (groups and row.group not in groups):
            yield row
        elif own or not labels:
            if _is_silent(table, row, named, columns, own=own) or _is_of_a_part(table, row, named, labels):
                yield row
        elif (columns or names) and not named.compares:
            yield row


def _is_silent(
    table: TableRows, row: Candidate, named: Named, columns: Sequence[tuple[str, str]], *, own: bool
) -> bool:
    """
    Tell whether a row has nothing in any of the columns that are asked for, or words of nobody where it is asked who.

    :param own: Whether the question names the row; if not, it has to say all words of the headers.
    """
    if own and named.of_person and table.names_nobody(row):
        return True
    meant = own or all(named.whole(header) for header, _ in columns)
    return bool(columns) and meant and all(table.lacks(row, *column) for column in columns)


def _named_groups(table: TableRows, named: Named, labels: frozenset[str]) -> frozenset[str]:
    """Return the groups of rows that a question names, those with the label that it names where it names one."""
    groups = named.labels({row.group for row in table.rows if 0 < len(row.group.split()) <= _GROUP})
    rows = [row for row in table.rows if row.group in groups and (not labels or table.label(row) in labels)]
    return frozenset(row.group for row in rows)


def _is_of_a_part(table: TableRows, row: Candidate, named: Named, labels: frozenset[str]) -> bool:
    """
    Tell whether a row stands in a group of which a question names a part only: "Tents and gear" where it asks for
    tents; then nothing says which rows are tents.
    """
    if not row.group or len(row.group.split()) > _GROUP or labels:
        return False
    headers = {stem for header in table.headers for stem in stems_of(header, named.language)}
    own = set(stems_of(row.group, named.language)) - headers
    said = own & set(named.stems)
    return bool(said) and said != own and said.isdisjoint(stems_of(row.claim, named.language))


def _beside_an_empty_cell(tables: Sequence[TableRows], found: Sequence[Candidate], named: Named) -> set[Candidate]:
    """
    Return what says less of the question than a place does which is there and empty: an e-mail on another card does not
    stand for the one that a form leaves out, nor a sentence on weekends for the price of one.
    """
    asked = set(named.stems)
    wanted = [asked & told(row, named) for table in tables for row in _empty(table, named)]
    most = set().union(*wanted)  # who says all of it says each
    return {each for each in found if not most <= told(each, named)} if most else set()


def _empty(table: TableRows, named: Named) -> list[Candidate]:
    """Return the rows of a table that have the very cell which is asked for, with nothing in it."""
    if _is_empty_form(table, named):
        first = named.first(asked_labels(table, named))
        return [row for row in table.rows if first in dict(row.pairs) or first == table.label(row)]
    labels = table.named(named)
    meant = [row for row in table.rows if table.label(row) in labels] if labels else rows_of_things(table, named)
    own = [(row, table.columns(named, row)) for row in meant]
    return [
        row for row, its in own if its and all(named.whole(name) and table.lacks(row, name, cell) for name, cell in its)
    ]
