"""Forms that are drawn as tables: under each header stand labels, and beside each what is filled in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pincite.text.units import CURRENCY_SIGNS, UNITS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["LOOKED_AT", "MOST_PAIRS", "is_form", "is_unfilled", "label_columns", "pairs_of", "read_pairs"]

LOOKED_AT: Final = 4
"""Rows under the header by which a form is told: further down many go on as a table of amounts."""


def is_form(header: Mapping[int, int], rows: Sequence[Mapping[int, str]]) -> bool:
    """
    Tell whether rows are those of a form and not of a table whose header has a second row.

    In a form the first cell under each header is a label: it is no figure and none comes twice. What is filled
    in is of many kinds: at least one column has figures in some of its cells and words in others. A first row without
    any figure may be a second row of the header, and does not count for that.

    :param header: How many columns each cell of the first row spans, by its column.
    :param rows: Words of the first :data:`LOOKED_AT` rows below it at most, by column; empty cells may be left out.
    """
    if len(header) < 2 or min(header) != 0 or header[0] < 2 or len(rows) < 2:
        return False
    labels = [row[column] for row in rows for column in header if row.get(column)]
    if any(map(_is_figure, labels)) or len(set(labels)) < len(labels):
        return False
    filled = [{column: words for column, words in row.items() if column not in header and words} for row in rows]
    told = filled if any(map(_has_figure, filled[0].values())) else filled[1:]
    columns = {column for row in told for column in row}
    return any(len({_has_figure(row[column]) for row in told if column in row}) == 2 for column in columns)


_LINE: Final = re.compile(r"(?:_[\s_/.]*){3,}|(?:[.\u2026\u00b7]\s?){4,}|\u2026{2,}")
"""A line to write on."""
_BOX: Final = re.compile(r"\[\s?\]|[\u2610\u25a1\u25fb]")
_TICKED: Final = re.compile(r"\[[xX\u2713\u2714]\]|[\u2611\u2612\u25a0]")
_NUMBERED: Final = re.compile(r"^\s*\(?(?:\d{1,2}|[a-z])[.)]\s+", re.IGNORECASE)
_LABEL_WORDS: Final = 8
"""Words of the longest label before a line to write on."""


def is_unfilled(words: str) -> bool:
    """
    Tell whether words are only labels with nothing filled in: lines to write on behind them, "Place: ____", or several
    boxes of which none is ticked.

    A line between the words of a sentence, or with a value behind it as in a table of contents, is none of these.
    """
    if _TICKED.search(words) is None and len(_BOX.findall(words)) > 1:
        return True
    before, *after = _LINE.split(words)
    labels = [label for each in (_NUMBERED.sub("", before), *after) if (label := each.strip(" .,;*|"))]
    ends = bool(after) and not re.search(r"\w", after[-1].replace("_", ""))
    return ends and all(len(label.split()) <= _LABEL_WORDS and not _says_value(label) for label in labels)


def _says_value(label: str) -> bool:
    """Tell whether a label has a value of its own: words behind a colon that are no mere unit, or else a figure."""
    _, colon, value = label.partition(":")
    told = value.strip(" :.,")
    return told != "" and told.lower() not in UNITS and told not in CURRENCY_SIGNS if colon else _has_figure(label)


MOST_PAIRS: Final = 12
"""Rows by which a form without a header is told."""
_FIELDS_LISTED: Final = (
    "name surname date day time year month phone telephone tel mobile fax email mail website address street city "
    "town county country state zip postcode signature signed number no id ref reference code title department "
    "company employer occupation birth born age sex gender nationality language currency account iban bic bank "
    "total amount price cost fee rent deposit salary rate owner driver insurer insured insurance policy claim "
    "surveyor inspector contractor client customer applicant tenant landlord buyer seller supplier vendor patient "
    "doctor physician author contact responsible guest engineer technician operator approved prepared checked "
    "issued received reviewed inspected completed requested model make brand maker manufacturer serial plate "
    "registration mileage odometer colour color size weight height width depth length area volume quantity qty "
    "capacity speed power voltage current pressure temperature fuel seats rooms floor room building site location "
    "place venue status remarks remark notes note comments comment purpose reason subject project start end begin "
    "finish from to until duration due valid expires expiry type material condition warranty invoice order vat tax "
    "borrower lender organiser organizer officer holder sender recipient coordinator caller visitor host arrival "
    "departure badge vehicle parking permit licence license member membership username password extension "
    "supervisor manager hours subtotal balance"
)
_FIELDS: Final = frozenset(_FIELDS_LISTED.split())
"""Words that name what is filled in on forms."""
_HEADS_LISTED: Final = "role position item term field category grade level setting parameter product service"
_HEADS: Final = frozenset(_HEADS_LISTED.split())
"""What stands over a column of things rather than beside a value."""
_JOINS: Final = re.compile(r"\w\s+(?:on|by|to|from|at|until)$", re.IGNORECASE)
"""How a label ends that goes on with what is filled in: "Lent by", "Due on"."""
_LETTERS: Final = re.compile(r"[^\W\d_]+")
_SHARE: Final = 0.5
_WIDEST: Final = 6
_LABEL: Final = 5
"""Words of the longest label."""


def label_columns(rows: Sequence[Mapping[int, str]]) -> tuple[int, ...]:
    """
    Return the columns of the labels of a form without a header: every other one of two, four or six.

    Each value has a label before it, no label comes twice or is a figure, and most name what is filled in on forms. A
    first row that could be a header makes it a table: one whose values name such things too. Of two columns nothing but
    the values can tell: some have figures and some have none.

    :param rows: Words of the first :data:`MOST_PAIRS` rows at most, by column; empty cells may be left out.
    :returns: Empty for a table.
    """
    width = 1 + max((column for row in rows for column in row), default=0)
    at = tuple(range(0, width, 2))
    if width % 2 or width > _WIDEST or len(rows) < 2 or not all(_is_filled_in(row, width) for row in rows):
        return ()
    labels = [words for row in rows for column in at if (words := row.get(column, ""))]
    if any(_is_figure(words) or len(words.split()) > _LABEL for words in labels) or len(set(labels)) < len(labels):
        return ()
    first = [words for column, words in rows[0].items() if column % 2 and words]
    if not first or any(_is_field(words) for words in first) or not set(_low(labels[0])).isdisjoint(_HEADS):
        return ()
    values = [[row[column + 1] for row in rows if row.get(column + 1)] for column in at]
    mixed = any(len({_has_figure(words) for words in column}) == 2 for column in values)
    shares = [[_is_field(row[column]) for row in rows if row.get(column)] for column in at]
    fields = all(sum(told) >= _SHARE * len(told) > 0 for told in shares)
    if width > 2 and mixed and any(map(_has_figure, first)):  # such a row heads no columns
        fields = sum(map(sum, shares)) >= _SHARE * len(labels)
    return at if fields and (mixed or width > 2) else ()


def _is_filled_in(row: Mapping[int, str], width: int) -> bool:
    return all(row.get(column - 1) or not row.get(column) for column in range(1, width, 2))


def _is_field(label: str) -> bool:
    joins = _JOINS.search(label.rstrip()) is not None
    return label.rstrip().endswith((":", "#")) or joins or not _FIELDS.isdisjoint(_low(label))


def _low(words: str) -> list[str]:
    """Return the words in small letters, with the singular of those that end in "s"."""
    found = _LETTERS.findall(words.casefold().replace("e-mail", "email"))
    return [*found, *(word.removesuffix("s") for word in found)]


def read_pairs(groups: Sequence[int], cells: Sequence[str]) -> str:
    """
    Return a row of a form in words, each label with what is filled in beside it: "E-mail: a@b.com; Colour: white".

    :param groups: Places of the labels among the cells, from 0 on.
    :param cells: Words of each column, ``""`` where it is empty.
    """
    told = pairs_of(groups, cells)
    return "; ".join(f"{label}: {value}".strip(": ") for label, value in told if label or value)


def pairs_of(groups: Sequence[int], cells: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """
    Return the labels of a row of a form, each with what is filled in beside it, ``""`` where nothing is.

    :param groups: Places of the labels among the cells, from 0 on; none for a table.
    :param cells: Words of each column, ``""`` where it is empty.
    """
    told: list[tuple[str, list[str]]] = []
    for start, end in zip(groups, (*groups[1:], len(cells)) if groups else (), strict=True):
        label, values = cells[start], [cell for cell in cells[start + 1 : end] if cell]
        if told and (not label or _is_figure(label)):  # a row of amounts, which is of what heads it
            told[-1][1].extend([label] * bool(label) + values)
        else:
            told.append((label, values))
    return tuple((label, ", ".join(values)) for label, values in told)


def _is_figure(words: str) -> bool:
    """Tell whether figures are most of it: "555 1234" and "E-204", but not "Address line 2"."""
    return 0 < sum(map(str.isdigit, words)) >= sum(map(str.isalpha, words))


def _has_figure(words: str) -> bool:
    return any(map(str.isdigit, words))
