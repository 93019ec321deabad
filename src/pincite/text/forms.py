"""Forms that are drawn as tables: under each header stand labels, and beside each what is filled in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["LOOKED_AT", "is_form", "read_pairs"]

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


def read_pairs(groups: Sequence[int], cells: Sequence[str]) -> str:
    """
    Return a row of a form in words, each label with what is filled in beside it: "E-mail: a@b.com; Colour: white".

    :param groups: Places of the labels among the cells, from 0 on.
    :param cells: Words of each column, ``""`` where it is empty.
    """
    told: list[tuple[str, list[str]]] = []
    for start, end in zip(groups, (*groups[1:], len(cells)), strict=True):
        label, values = cells[start], [cell for cell in cells[start + 1 : end] if cell]
        if told and (not label or _is_figure(label)):  # a row of amounts, which is of what heads it
            told[-1][1].extend([label] * bool(label) + values)
        else:
            told.append((label, values))
    return "; ".join(f"{label}: {', '.join(values)}".strip(": ") for label, values in told if label or values)


def _is_figure(words: str) -> bool:
    """Tell whether figures are most of it: "555 1234" and "E-204", but not "Address line 2"."""
    return 0 < sum(map(str.isdigit, words)) >= sum(map(str.isalpha, words))


def _has_figure(words: str) -> bool:
    return any(map(str.isdigit, words))
