from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.parse.pdf_page import Page, Ruling, Word
from pincite.parse.tables.choose import is_table
from pincite.parse.tables.gaps import gap_grids
from pincite.parse.tables.numbers import is_figure
from pincite.parse.tables.page import page_tables
from pincite.parse.tables.ruled import ruled_grids

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.parse.tables.grid import Grid


def words(text: str, left: float, top: float, *, size: float = 10.0) -> list[Word]:
    """Return the words of a line whose letters are half as wide as they are high."""
    out: list[Word] = []
    for word in text.split():
        right = left + size / 2 * len(word)
        out.append(Word(text=word, left=left, top=top, right=right, bottom=top + size, size=size))
        left = right + size / 3
    return out


def rows(table: Sequence[Sequence[str]], *, lefts: Sequence[float], top: float = 100, step: float = 20) -> list[Word]:
    return [
        word
        for at, row in enumerate(table)
        for left, text in zip(lefts, row, strict=True)
        for word in words(text, left, top + at * step)
    ]


def drawn(xs: Sequence[float], ys: Sequence[float]) -> list[Ruling]:
    flat = [Ruling(left=xs[0], top=y, right=xs[-1], bottom=y) for y in ys]
    tall = [Ruling(left=x, top=ys[0], right=x, bottom=ys[-1]) for x in xs]
    return flat + tall


def page(content: Sequence[Word], rulings: Sequence[Ruling] = ()) -> Page:
    return Page(number=1, width=600, height=800, words=tuple(content), rulings=tuple(rulings))


def one(grids: Sequence[Grid]) -> list[list[str]]:
    assert len(grids) == 1
    return [list(row) for row in grids[0].texts]


FEES = [["Month", "Fee", "Paid"], ["January", "100", "98"], ["February", "120", "120"], ["March", "90", "85"]]


def test_drawn_cells_are_the_table() -> None:
    grids = ruled_grids(rows(FEES, lefts=(50, 150, 250)), drawn([45, 145, 245, 300], [95, 115, 135, 155, 175]))
    assert one(grids) == FEES


def test_a_drawn_cell_may_hold_several_lines() -> None:
    content = [*words("Fee for the", 50, 100), *words("first year", 50, 112), *words("$ 500", 150, 100)]
    content += [*words("Deposit", 50, 132), *words("$ 90", 150, 132)]
    grids = ruled_grids(content, drawn([45, 145, 220], [95, 127, 147]))
    assert one(grids) == [["Fee for the first year", "$ 500"], ["Deposit", "$ 90"]]


def test_a_cell_without_a_line_through_it_spans() -> None:
    rulings = [r for r in drawn([45, 145, 245], [95, 115, 135]) if not (r.left == r.right == 145)]
    rulings.append(Ruling(left=145, top=115, right=145, bottom=135))
    content = [*words("Both", 120, 100), *words("a", 60, 120), *words("b", 160, 120)]
    cells = ruled_grids(content, rulings)[0].cells
    assert [(cell.text, cell.row, cell.column, cell.column_span) for cell in cells] == [
        ("Both", 0, 0, 2),
        ("a", 1, 0, 1),
        ("b", 1, 1, 1),
    ]


def test_rows_of_figures_between_two_lines_are_told_apart() -> None:
    grids = ruled_grids(rows(FEES, lefts=(50, 150, 250), step=12), drawn([45, 145, 245, 300], [95, 111, 150]))
    assert one(grids) == FEES


def test_white_gaps_make_a_table_without_lines() -> None:
    assert one(page_tables(page(rows(FEES, lefts=(50, 150, 250))))) == FEES


def test_a_wrapped_cell_is_joined_to_its_row() -> None:
    content = [*words("Item", 50, 100), *words("Fee", 250, 100)]
    content += [*words("Hosting of the", 50, 130), *words("100", 250, 130), *words("platform", 50, 142)]
    content += [*words("Support", 50, 172), *words("40", 250, 172), *words("Training", 50, 202), *words("9", 250, 202)]
    assert one(gap_grids(content, []))[1] == ["Hosting of the platform", "100"]


def test_the_header_is_counted() -> None:
    assert page_tables(page(rows(FEES, lefts=(50, 150, 250))))[0].n_header == 1


def test_a_title_above_is_no_row() -> None:
    content = [*words("Fees by month", 110, 80), *rows(FEES, lefts=(50, 150, 250))]
    assert one(page_tables(page(content))) == FEES


def test_running_text_in_two_columns_is_no_table() -> None:
    line = "the supplier delivers all of the goods on time"
    content = [word for at in range(20) for left in (50, 320) for word in words(line, left, 100 + 12 * at)]
    assert page_tables(page(content)) == []


def test_numbered_clauses_are_no_table() -> None:
    texts = [["2.7.1", "Alarm speed varies"], ["2.7.2", "Overspeed trips it"], ["2.7.3", "Governor holds it"]]
    assert not any(is_table(grid) for grid in gap_grids(rows(texts, lefts=(50, 120)), []))


def test_a_table_of_contents_is_no_table() -> None:
    texts = [[f"Chapter about {name}", str(page)] for name, page in zip("abcdefgh", range(3, 60, 7), strict=False)]
    assert not any(is_table(grid) for grid in gap_grids(rows(texts, lefts=(50, 400)), []))


def test_whole_numbers_that_grow_beside_other_figures_are_no_page_numbers() -> None:
    """A table of parts whose last column grows is a table, though a table of contents ends in numbers that grow."""
    texts = [[f"HB-{20 + at}", f"Nut {name}", str(5 + at), str(1000 * at)] for at, name in enumerate("abcdefgh", 1)]
    assert any(is_table(grid) for grid in gap_grids(rows(texts, lefts=(50, 150, 300, 400)), []))


def test_a_table_of_one_text_column_is_not_mixed_with_the_other() -> None:
    prose = "the supplier delivers all of the goods in time"
    content = [word for at in range(24) for word in words(prose, 330, 60 + 12 * at)]
    content += [word for at in range(12) for word in words(prose, 50, 60 + 12 * at)]
    content += rows(FEES, lefts=(50, 130, 200), top=230, step=15)
    assert one(page_tables(page(content))) == FEES


def test_figures_are_told_from_words() -> None:
    assert all(map(is_figure, ["1,234.5", "(12)", "$ 500", "19.9%", "-", "n/a", "< 5", "1 000"]))
    assert not any(map(is_figure, ["Total", "B12 complex", "Section 7 applies", ""]))


FORM = [
    ["Customer", "", "Vehicle", ""],
    ["Insured name", "Ann Lee", "Year", "2022"],
    ["Claim", "SF", "Make", "Jeep"],
    ["Phone", "111-1111", "Trim", "Limited"],
    ["Policy", "4711", "Odometer", "9800"],
]


def form(second: Sequence[str]) -> Grid:
    content = rows([FORM[0], second, *FORM[2:]], lefts=(50, 150, 300, 400))
    sides = [Ruling(left=x, top=115, right=x, bottom=195) for x in (145, 395)]
    frame = drawn([45, 295, 500], [95, 115, 135, 155, 175, 195])
    return page_tables(page(content, [*frame, *sides]))[0]


def test_the_first_line_of_a_form_under_the_names_of_its_groups_is_no_header() -> None:
    assert form(FORM[1]).n_header == 1


def test_names_of_columns_that_come_again_under_each_group_are_a_header() -> None:
    assert form(["Item", "Note", "Item", "Note"]).n_header == 2


def test_signs_for_no_value_make_no_table() -> None:
    caption = [["MICHAEL KNOWLES", ":"], ["WARDEN", ":"], ["Petitioner", ":"], ["v", ":"], ["ALEXANDRE", ":"]]
    assert page_tables(page(rows(caption, lefts=(50, 300)))) == []


def test_crosses_for_a_yes_make_a_table() -> None:
    ticked = [["Statement", "Owner", "Admin"], *([f"Command {letter}", "X", "X"] for letter in "ABCDE")]
    assert len(page_tables(page(rows(ticked, lefts=(50, 200, 300))))) == 1
