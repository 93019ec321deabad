"""Rows of tables side by side: of another kind of thing, or without the column that is asked for, which another has."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from pincite.generate.reading.subjects import asked_attribute
from pincite.generate.tables.lookup import stems_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pincite.generate.reading.asked import Ask
    from pincite.generate.reading.candidates import Candidate
    from pincite.generate.tables.lookup import Named
    from pincite.generate.tables.table_rows import TableRows

__all__ = ["of_other_kinds_of_tables", "of_other_tables", "told"]


def of_other_kinds_of_tables(tables: Sequence[TableRows], named: Named) -> set[Candidate]:
    """Return the rows of a label that two tables have, of the one that is not of what the question says: a pump."""
    barred: set[Candidate] = set()
    held = [(table, found) for table in tables if (found := table.named(named)) and not table.is_form]
    for table, labels in held:
        for other, others in held:
            if other is table or other.revision is not table.revision or labels.isdisjoint(others):
                continue
            kind, its = (_kind_words(each, than, named) for each, than in ((table, other), (other, table)))
            if kind & set(named.stems) and not its & set(named.stems):
                barred.update(row for row in other.rows if other.label(row) in labels)
    return barred


def _kind_words(table: TableRows, other: TableRows, named: Named) -> set[str]:
    """Return the words for what a table is of, without those that stand over the other one too."""
    shared = table.heading == other.heading
    over = (table.kind, table.caption, "" if shared else table.heading)
    there = (other.kind, other.caption, *other.headers, "" if shared else other.heading)
    own, its = ({stem for words in each for stem in stems_of(words, named.language)} for each in (over, there))
    return own - its


def of_other_tables(part: Ask, tables: Sequence[TableRows], named: Named) -> set[Candidate]:
    """
    Return the rows of a label that is named, where what is asked of it is a column of other tables alone: neither the
    floor of a car nor the price of tinted panes where those are listed of rooms and of other panes.
    """
    asked = asked_attribute(part.text, named.language)
    over = [{stem for header in table.headers for stem in stems_of(header, named.language)} for table in tables]
    barred: set[Candidate] = set()
    for table, own in zip(tables, over, strict=True):
        elsewhere = any(asked <= its for its, other in zip(over, tables, strict=True) if other is not table)
        if asked and elsewhere and not asked & own and not table.is_form:
            labels = table.named(named)
            rows = (row for row in table.rows if table.label(row) in labels)
            barred.update(
                row for row in rows if asked.isdisjoint(stems_of(f"{row.heading} {row.claim}", named.language))
            )
    for table, other in permutations(tables, 2):
        if table.revision is other.revision:
            barred.update(_of_the_next_table(table, other, named))
    return barred


def _of_the_next_table(table: TableRows, other: TableRows, named: Named) -> Iterator[Candidate]:
    """
    Yield the rows of a label that is named, where the other table has a column that is named whole and they do not; if
    it has not the label too, only rows of which no column is named.
    """
    heads = [set(stems_of(header, named.language)) for header in other.headers if table.named(named)]
    said = [head for head in heads if head <= set(named.stems)]
    for row in table.rows if said else ():
        label = table.label(row)
        meant = label in other.named(named) or not table.columns(named, row)
        if label in table.named(named) and meant and any(not head <= told(row, named) for head in said):
            yield row


def told(row: Candidate, named: Named) -> set[str]:
    """Return the stems of a candidate and of what stands over it."""
    return set(stems_of(f"{row.called} {row.heading} {row.around} {row.claim}", named.language))
