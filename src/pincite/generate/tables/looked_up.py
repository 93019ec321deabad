"""A cell that a question names by its row and its column answers it, whatever its words and meanings are like."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pincite.generate.reading.expected import Expected, fits
from pincite.generate.tables.lookup import Named, is_blank, stems_of
from pincite.generate.tables.other_cells import asked_labels
from pincite.text.units import UNITS
from pincite.text.words import content_words, split

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from pincite.generate.reading.asked import Ask
    from pincite.generate.reading.candidates import Candidate
    from pincite.generate.tables.table_rows import TableRows

__all__ = ["looked_up"]

_BARE: Final = re.compile(r"\d[\d.,\s]*")
_BRACKETS: Final = re.compile(r"\(([^()]+)\)")
_PER: Final = re.compile(r"(?:(?:per|a|an|each|/)\s*)?(?:hour|day|night|week(?:end)?|month|season|year)", re.IGNORECASE)
"""Times that a price is for."""
_SHOWN: Final = frozenset(("price", "cost", "fee", "charg", "rate", "amount", "number"))
"""Stems of what a value shows by itself: "$5" need not be called a price."""


def looked_up(part: Ask, able: Collection[Candidate], tables: Sequence[TableRows]) -> Candidate | None:
    """
    Return the row that a part names by its label together with a column that is filled in there, or the row of a form
    with the label that it names; all else that the part says has to stand over the row or in it.

    "How many hours does Ruiz have on the Tern?" is looked up where "Ruiz" heads a column, "Tern" a row, and the table
    stands under "Hours".

    :param able: The candidates that may answer.
    :param tables: Those of all candidates.
    :returns: ``None`` where no row is meant, or several are that do not say the same.
    """
    if part.expected is Expected.YES_NO:
        return None
    allowed = frozenset(able)
    found = [row for table in tables for row in _meant(part, table, allowed)]
    return found[0] if len({row.claim for row in found}) == 1 else None


def _meant(part: Ask, table: TableRows, allowed: frozenset[Candidate]) -> Iterator[Candidate]:
    """Yield the rows of a table that are allowed and meant by a part."""
    language = table.revision.language
    named = Named.of(part, language)
    asked = set(stems_of(" ".join(part.stems), language))
    pairs = " ".join(f"{label} {value}" for label, value in table.pairs) if table.is_form else ""
    for row in table.rows if not named.compares else ():
        if row in allowed and _may_hold(part, table, row):
            over = f"{row.called} {row.heading} {row.around} {row.claim} {pairs}"
            meant = _in_form(named, table, row) if table.is_form else _in_table(named, table, row)
            if meant and asked <= set(stems_of(over, language)) | _SHOWN:
                yield row


def _may_hold(part: Ask, table: TableRows, row: Candidate) -> bool:
    """Tell whether a row may have a value of the kind that is asked for."""
    told = fits(part.expected, row.claim, part.text, language=table.revision.language) is not False
    return told or _in_unit(part, table, row) or _is_rate(part, table, row) or _under_unit(part, table, row)


def _in_unit(part: Ask, table: TableRows, row: Candidate) -> bool:
    """Tell whether what stands over a row of bare figures names the unit that is asked for: "Overtime hours"."""
    language = table.revision.language
    units = {stem for word in split(part.text) if word.casefold() in UNITS for stem in content_words(word, language)}
    bare = all(is_blank(cell) or _BARE.fullmatch(cell) for _, cell in row.columns[table.at + 1 :])
    return bare and bool(units) and units <= set(content_words(f"{table.heading} {row.around}", language))


def _under_unit(part: Ask, table: TableRows, row: Candidate) -> bool:
    """Tell whether a measure is asked for, and its column has a unit amid the words over it: "Weight (kg) dry"."""
    columns = table.columns(Named.of(part, table.revision.language), row)
    units = {unit.casefold() for header, _ in columns for unit in _BRACKETS.findall(header)}
    return (
        part.expected is Expected.MEASURE
        and not units.isdisjoint(UNITS)
        and any(map(_BARE.fullmatch, dict(columns).values()))
    )


def _is_rate(part: Ask, table: TableRows, row: Candidate) -> bool:
    """Tell whether a price is asked for, and a row of bare figures says per what they are: "Punt: day; 12; 14"."""
    cells = [cell for _, cell in row.columns[table.at + 1 :] if not is_blank(cell)]
    rest = [cell for cell in cells if not _PER.fullmatch(cell)]
    return part.expected is Expected.MONEY and 0 < len(rest) < len(cells) and all(map(_BARE.fullmatch, rest))


def _in_form(named: Named, table: TableRows, row: Candidate) -> bool:
    asked = asked_labels(table, named)
    return any(label in asked and not is_blank(value) for label, value in row.pairs)


def _in_table(named: Named, table: TableRows, row: Candidate) -> bool:
    if table.label(row) not in table.named(named):
        return False
    columns = table.columns(named, row)
    return bool(columns) and all(named.whole(name) and not table.lacks(row, name, cell) for name, cell in columns)
