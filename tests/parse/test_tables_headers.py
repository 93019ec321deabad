"""Where a table's header ends: rows of the table itself are no part of it, however little they look like figures."""

from __future__ import annotations

import pytest

from pincite.parse.pdf_page import Word
from pincite.parse.tables.grid import Grid, GridCell
from pincite.parse.tables.headers import with_header


def n_header(*rows: str) -> int:
    """
    Return how many rows of a table are its header.

    :param rows: Cells between bars; an empty one is none, and "=" one that the cell before it spans.
    """
    cells: list[GridCell] = []
    for at, row in enumerate(rows):
        for column, text in enumerate(each.strip() for each in row.split("|")):
            if text == "=":
                last = cells.pop()
                cells.append(GridCell(row=at, column=last.column, words=last.words, column_span=last.column_span + 1))
            elif text:
                left, top = 100.0 * column, 20.0 * at
                word = Word(text=text, left=left, top=top, right=left + 50, bottom=top + 10, size=10.0)
                cells.append(GridCell(row=at, column=column, words=(word,)))
    grid = Grid(cells=tuple(cells), left=0, top=0, right=600, bottom=20.0 * len(rows), source="ruled")
    return with_header(grid).n_header


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        (("Test | Result | Range", "Glucose | 118 mg/dL | 70-100 mg/dL", "Sodium | 140 mmol | 135-145 mmol"), 1),
        (("Faculty | Women | =", " | Sample | Population", "Sciences | 63 (18.5%) | 597 (16.4%)"), 2),
        (("Age | Number | Change", "All | 303,858 | **12,760", "Under 6 | ***** | (X)"), 1),
        (("Last | First | City", "Dady | Michael | Saint Paul", "Gillett | Thomas | Eau Claire", "Ode | Ann | 12"), 1),
        (("Tag | Type | Meaning", "xx1 | number | integer", "000 | object | handle"), 1),
        (("Country | 2023 | = | 2024 | =", " | Men | Women | Men | Women", "Malta | 3 | 4 | 5 | 6"), 2),
        (("Substance | In the last | More than | Never", " | month | a year | ", "Tea | 9.6% | 4.0% | 6.3%"), 2),
    ],
)
def test_the_header_ends_where_the_rows_begin(rows: tuple[str, ...], wanted: int) -> None:
    assert n_header(*rows) == wanted
