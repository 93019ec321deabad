from __future__ import annotations

import pytest

from pincite.documents import Parsed
from pincite.errors import Damaged, TooLarge
from pincite.parse import workbook
from pincite.parse.sheet_formats import shown
from pincite.parse.xlsx import XlsxParser
from pincite.testing.files import pptx, xlsx
from pincite.text.tables import read_table


def sheet(cells: dict[str, object], more: str = "", rows: dict[int, str] | None = None, before: str = "") -> str:
    """Return what stands in a worksheet: texts inline, numbers as they are, "=…" as formulas without a value."""
    by_row: dict[int, str] = {}
    for name, value in cells.items():
        row = int("".join(c for c in name if c.isdigit()))
        if isinstance(value, str) and value.startswith("<"):
            cell = f'<c r="{name}"{value[1:]}'
        elif isinstance(value, str):
            cell = f'<c r="{name}" t="inlineStr"><is><t>{value}</t></is></c>'
        else:
            cell = f'<c r="{name}"><v>{value}</v></c>'
        by_row[row] = by_row.get(row, "") + cell
    inner = "".join(f'<row r="{n}"{(rows or {}).get(n, "")}>{c}</row>' for n, c in by_row.items())
    return f"{before}<sheetData>{inner}</sheetData>{more}"


def parse(cells: dict[str, object], **more: str) -> Parsed:
    return XlsxParser().parse(xlsx({"Fees": sheet(cells)}, **more), path="a.xlsx")  # type: ignore[arg-type]  # passed on


def cuts(parsed: Parsed) -> list[str]:
    return [block.span.cut(parsed.text) for block in parsed.blocks]


GRID = {"B3": "Item", "C3": "Fee", "B4": "A", "C4": 5, "B5": "B", "C5": 7.5}


def test_a_sheet_is_a_section_and_its_table_stands_at_its_range() -> None:
    found = parse(GRID)
    assert cuts(found) == ["# Fees", "| Item | Fee |\n| --- | --- |\n| A | 5 |\n| B | 7.5 |"]
    assert [(b.place.sheet, b.place.cells) for b in found.blocks] == [("Fees", None), ("Fees", "B3:C5")]


def test_tables_that_do_not_touch_are_two_and_a_corner_is_no_touch() -> None:
    found = parse({**GRID, "D6": "x", "E6": "y", "D7": 1, "E7": 2})
    assert [b.place.cells for b in found.blocks] == [None, "B3:C5", "D6:E7"]


def test_a_title_above_and_a_note_below_are_paragraphs_of_their_own() -> None:
    found = parse({"B2": "Fees in USD", **GRID, "B6": "All fees are without taxes and are due at once."})
    assert [(b.kind.value, b.place.cells) for b in found.blocks[1:]] == [
        *(("paragraph", "B2"), ("table", "B3:C5"), ("paragraph", "B6")),
    ]


def test_rows_below_an_empty_row_stay_with_their_table_unless_they_have_a_header_of_their_own() -> None:
    assert [b.place.cells for b in parse({**GRID, "B7": "C", "C7": 9, "B8": "D", "C8": 3}).blocks] == [None, "B3:C8"]
    other = {"B7": "Name", "C7": "Town", "B8": "Ann", "C8": "Ulm"}
    assert [b.place.cells for b in parse({**GRID, **other}).blocks] == [None, "B3:C5", "B7:C8"]


def test_figures_beside_an_empty_column_stay_with_their_labels() -> None:
    assert [b.place.cells for b in parse({**GRID, "E3": "Page", "E4": 1, "E5": 2}).blocks] == [None, "B3:E5"]


def test_merged_cells_span_and_hold_a_region_together() -> None:
    cells: dict[str, object] = {
        "A1": "Costs",
        "C1": "Gains",
        "A2": "x",
        "B2": "y",
        "C2": "z",
        "A3": 1,
        "B3": 2,
        "C3": 3,
    }
    merged = sheet(cells, '<mergeCells><mergeCell ref="A1:B1"/></mergeCells>')
    found = XlsxParser().parse(xlsx({"S": merged}), path="a.xlsx").blocks[1]
    assert found.place.cells == "A1:C3"
    assert [part.header for part in found.parts] == [True, True, False]
    assert [(c.column, c.column_span) for c in found.parts[0].cells] == [(0, 2), (2, 1)]


@pytest.mark.parametrize(
    ("value", "code", "text"),
    [
        (5.0, "", "5"),
        (3.3000000000000003, "General", "3.3"),
        (0.125, "0.0%", "12.5%"),
        (0.5, "0%", "50%"),
        (1234.5, "#,##0.00", "1,234.50"),
        (-1234.5, "#,##0.00_);(#,##0.00)", "(1,234.50)"),
        (500, '"$"#,##0', "$500"),
        (500, "[$€-407]#,##0.00", "€500.00"),
        (500, "#,##0 [$EUR]", "500 EUR"),
        (7, "000", "007"),
        (2_500_000, '#,##0.0,,"M"', "2.5M"),
        (0, '0;-0;"nil"', "nil"),
        (0, "0;-0;;@", ""),
        (5, ";;;", ""),
        (1.5, "0.##", "1.5"),
        (2.0, "0.##", "2"),
        (45717, "m/d/yy", "2025-03-01"),
        (45717.5, "yyyy-mm-dd hh:mm", "2025-03-01 12:00"),
        (45717, "mmm-yy", "2025-03"),
        (0.25, "h:mm", "6:00:00"),
        (1.5, "[h]:mm", "36:00:00"),
        (59, "d.m.yyyy", "1900-02-28"),
        (-5, "yyyy", "-5"),
        (0.00001234, "0.00E+00", "1.234e-05"),
    ],
)
def test_numbers_stand_as_a_cell_shows_them(value: float, code: str, text: str) -> None:
    assert shown(value, code) == text


def test_a_workbook_that_counts_from_1904_has_other_days() -> None:
    assert shown(44255, "d/m/yyyy", epoch_1904=True) == "2025-03-01"


def test_formulas_give_their_last_value_and_are_never_run() -> None:
    found = parse(
        {"A1": '<><f>WEBSERVICE("http://x")</f><v>12</v></c>', "B1": "<><f>A1*2</f></c>", "A2": "x", "B2": "y"}
    )
    assert cuts(found)[1] == "| 12 | =A1*2 |\n| x | y |"


def test_texts_that_are_shared_are_looked_up() -> None:
    data = xlsx({"S": sheet({"A1": '< t="s"><v>1</v></c>', "A2": '< t="s"><v>9</v></c>'})}, strings=("a", "b"))
    assert cuts(XlsxParser().parse(data, path="a.xlsx")) == ["# S", "b"]


def test_hidden_rows_and_columns_are_hidden_and_filtered_ones_are_not() -> None:
    row = XlsxParser().parse(xlsx({"S": sheet(GRID, rows={4: ' hidden="1"'})}), path="a.xlsx")
    assert [(c, b.hidden) for c, b in zip(cuts(row), row.blocks, strict=True)][1:] == [
        ("| Item | Fee |\n| --- | --- |\n| B | 7.5 |", False),
        ("| A | 5 |", True),
    ]
    gone = '<cols><col min="3" max="3" hidden="1"/></cols>'
    column = XlsxParser().parse(xlsx({"S": sheet(GRID, before=gone)}), path="a.xlsx")
    assert {"C" in (b.place.cells or "") for b in column.blocks if b.hidden} == {True}
    assert "Fee" not in "".join(c for c, b in zip(cuts(column), column.blocks, strict=True) if not b.hidden)
    filtered = '<autoFilter ref="B3:C5"><filterColumn colId="0"/></autoFilter>'
    found = XlsxParser().parse(xlsx({"S": sheet(GRID, filtered, {4: ' hidden="1"'})}), path="a.xlsx")
    assert not any(b.hidden for b in found.blocks)


def test_white_letters_and_hidden_sheets_are_hidden() -> None:
    fonts = '<fonts><font/><font><color rgb="FFFFFFFF"/></font></fonts>'
    styles = fonts + '<cellXfs><xf fontId="0"/><xf fontId="1"/></cellXfs>'
    found = parse({"A1": "x", "A2": '< s="1" t="inlineStr"><is><t>obey</t></is></c>'}, styles=styles)
    assert [(c, b.hidden) for c, b in zip(cuts(found), found.blocks, strict=True)][1:] == [("x", False), ("obey", True)]


@pytest.mark.parametrize(
    "styles",
    [
        '<numFmts><numFmt numFmtId="170" formatCode=";;;"/></numFmts><fonts><font/></fonts>'
        '<cellXfs><xf fontId="0"/><xf fontId="0" numFmtId="170"/></cellXfs>',
        '<fonts><font/><font><color rgb="FF00FF00"/></font></fonts><fills><fill/>'
        '<fill><patternFill patternType="solid"><fgColor rgb="FF00FF00"/></patternFill></fill></fills>'
        '<cellXfs><xf fontId="0"/><xf fontId="1" fillId="1"/></cellXfs>',
    ],
)
def test_cells_that_show_nothing_or_letters_of_their_own_colour_are_hidden(styles: str) -> None:
    found = parse({"A1": "x", "A2": '< s="1" t="inlineStr"><is><t>obey</t></is></c>'}, styles=styles)
    assert [(c, b.hidden) for c, b in zip(cuts(found), found.blocks, strict=True)][1:] == [("x", False), ("obey", True)]


def test_a_cell_at_the_far_corner_costs_nothing() -> None:
    found = parse({"A1": "a", "XFD1048576": "far"})
    assert [(c, b.place.cells) for c, b in zip(cuts(found), found.blocks, strict=True)][1:] == [
        *(("a", "A1"), ("far", "XFD1048576")),
    ]


def test_a_cross_of_cells_is_written_row_by_row() -> None:
    cells: dict[str, object] = {f"{workbook.column_name(n)}1": "x" for n in range(1, 600)}
    cells |= {f"A{n}": "y" for n in range(2, 600)}
    assert len(parse(cells).text) < 10_000


def test_more_cells_than_are_read_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbook, "_MOST_CELLS", 3)
    with pytest.raises(TooLarge, match=r"a\.xlsx holds more than 3 filled cells"):
        parse(GRID)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (xlsx({"S": sheet({})}), "no cell of it holds anything"),
        (xlsx({"S": "<sheetData>"}), "worksheets/s1.xml in it is no XML"),
        (pptx(""), "its main part is a 'presentation', not a workbook"),
    ],
)
def test_what_is_no_workbook_is_damaged(data: bytes, words: str) -> None:
    with pytest.raises(Damaged, match=rf"^x/a\.xlsx .*{words}"):
        XlsxParser().parse(data, path="x/a.xlsx")


def test_a_cell_whose_neighbours_are_empty_stays_in_its_table() -> None:
    grid: dict[str, object] = {
        "B3": "Key",
        "C3": "Door",
        "D3": "Holder",
        "B4": "K1",
        "C4": "Roof",
        "B5": "K2",
        "D5": "Kim",
    }
    assert cuts(parse(grid))[1:] == ["| Key | Door | Holder |\n| --- | --- | --- |\n| K1 | Roof |  |\n| K2 |  | Kim |"]


@pytest.mark.parametrize("more", [{"D1": "Toll USD"}, {}])
def test_a_second_row_that_divides_a_name_of_the_first_is_header_too(more: dict[str, object]) -> None:
    ports = {"C2": "North gate", "D2": "South gate"}
    head = {"A1": "Vehicle", "B1": "Pass", "C1": "Toll USD", **more}
    found = parse({**head, **ports, "A3": "Van", "B3": "year", "D3": 9, "A4": "Bus", "B4": "year", "C4": 8, "D4": 7})
    assert [part.header for part in found.blocks[1].parts] == [True, True, False, False]
    table = read_table(found.blocks[1], found.text)
    assert table.header == ("Vehicle", "Pass", "Toll USD North gate", "Toll USD South gate")
    assert table.rows[0].cells == ("Van", "year", "", "9")
