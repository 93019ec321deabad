from __future__ import annotations

import pytest

from pincite.documents import Parsed
from pincite.errors import Damaged
from pincite.parse.pptx import PptxParser
from pincite.testing.files import docx, pptx


def sp(*paragraphs: str, place: str = "", at: tuple[int, int] | None = None, more: str = "", shape: str = "") -> str:
    """Return a shape; ``at`` is left and top in points, 100 wide and 20 high."""
    spot = ""
    if at:
        left, top = (12700 * each for each in at)
        spot = f'<a:xfrm><a:off x="{left}" y="{top}"/><a:ext cx="1270000" cy="254000"/></a:xfrm>'
    ph = f'<p:ph type="{place}"/>' if place else ""
    named = f'<p:nvSpPr><p:cNvPr id="1" name="n" {more}/><p:nvPr>{ph}</p:nvPr></p:nvSpPr>'
    return f"<p:sp>{named}<p:spPr>{spot}{shape}</p:spPr><p:txBody>{''.join(paragraphs)}</p:txBody></p:sp>"


def a(text: str, properties: str = "", run: str = "<a:rPr/>") -> str:
    return f"<a:p>{properties}<a:r>{run}<a:t>{text}</a:t></a:r></a:p>"


def parse(*slides: str, **more: object) -> Parsed:
    return PptxParser().parse(pptx(*slides, **more), path="a.pptx")  # type: ignore[arg-type]  # passed on


def cuts(parsed: Parsed) -> list[str]:
    return [block.span.cut(parsed.text) for block in parsed.blocks]


def test_a_slide_stands_under_its_title_wherever_that_is_stored() -> None:
    found = parse(sp(a("body"), at=(0, 100)) + sp(a("7.2 Cap"), place="title"), sp(a("next"), at=(0, 0)))
    assert cuts(found) == ["# 7.2 Cap", "body", "next"]
    assert [b.place.slide for b in found.blocks] == [1, 1, 2]
    assert (found.title, found.blocks[0].number, found.blocks[0].title) == ("7.2 Cap", "7.2", "Cap")


def test_shapes_are_read_from_top_to_bottom_and_side_by_side_from_the_left() -> None:
    tree = sp(a("right"), at=(300, 52)) + sp(a("low"), at=(0, 200)) + sp(a("left"), at=(0, 50))
    found = parse(tree)
    assert cuts(found) == ["left", "right", "low"]
    box = found.blocks[1].place.boxes[0]
    assert (box.page, box.left, box.top, box.right, box.bottom) == (1, 300.0, 52.0, 400.0, 72.0)


def test_bullets_and_numbers_are_lists() -> None:
    bullet, number = '<a:pPr><a:buChar char="o"/></a:pPr>', '<a:pPr lvl="1"><a:buAutoNum type="alphaLcParenR"/></a:pPr>'
    found = parse(sp(a("Lead:"), a("one", bullet), a("x", number), a("y", number), a("two", bullet)))
    assert cuts(found) == ["Lead:", "- one\n  a) x\n  b) y\n- two"]


def test_a_shape_in_a_group_stands_where_the_group_puts_it() -> None:
    inner = sp(a("inside"), at=(10, 10))
    spot = (
        '<a:xfrm><a:off x="1270000" y="0"/><a:ext cx="2540000" cy="2540000"/>'
        '<a:chOff x="0" y="0"/><a:chExt cx="1270000" cy="1270000"/></a:xfrm>'
    )
    found = parse(f"<p:grpSp><p:grpSpPr>{spot}</p:grpSpPr>{inner}</p:grpSp>")
    assert found.blocks[0].place.boxes[0].left == 120.0


def test_a_table_has_its_header_and_its_merged_cells() -> None:
    cell = "<a:tc{}><a:txBody><a:p><a:r><a:t>{}</a:t></a:r></a:p></a:txBody></a:tc>"
    rows = [
        cell.format(' gridSpan="2"', "Fee") + cell.format(' hMerge="1"', ""),
        cell.format("", "A|B") + cell.format("", "5"),
    ]
    table = '<a:tbl><a:tblPr firstRow="1"/>' + "".join(f"<a:tr>{row}</a:tr>" for row in rows) + "</a:tbl>"
    found = parse(f"<p:graphicFrame><a:graphic><a:graphicData>{table}</a:graphicData></a:graphic></p:graphicFrame>")
    assert found.text == "| Fee |  |\n| --- | --- |\n| A\\|B | 5 |"
    head = found.blocks[0].parts[0]
    assert (head.header, [(c.column, c.column_span) for c in head.cells]) == (True, [(0, 2)])


def test_what_stands_under_a_wide_cell_of_the_header_is_header_too() -> None:
    cell = "<a:tc{}><a:txBody><a:p><a:r><a:t>{}</a:t></a:r></a:p></a:txBody></a:tc>"
    rows = [
        cell.format(' rowSpan="2"', "Region") + cell.format(' gridSpan="2"', "USD") + cell.format(' hMerge="1"', ""),
        cell.format(' vMerge="1"', "") + cell.format("", "2023") + cell.format("", "2024"),
        cell.format("", "North") + cell.format("", "1") + cell.format("", "2"),
    ]
    table = '<a:tbl><a:tblPr firstRow="1"/>' + "".join(f"<a:tr>{row}</a:tr>" for row in rows) + "</a:tbl>"
    found = parse(f"<p:graphicFrame><a:graphic><a:graphicData>{table}</a:graphicData></a:graphic></p:graphicFrame>")
    assert [part.header for part in found.blocks[0].parts] == [True, True, False]


def test_notes_follow_their_slide() -> None:
    found = parse(sp(a("one")), sp(a("two")), notes={1: sp(a("said"), place="body") + sp(a("9"), place="sldNum")})
    assert [(c, b.place.slide) for c, b in zip(cuts(found), found.blocks, strict=True)] == [
        *(("one", 1), ("said", 1), ("two", 2)),
    ]


def test_footers_dates_and_numbers_are_furniture() -> None:
    found = parse(sp(a("x")) + sp(a("Confidential"), place="ftr") + sp(a("3"), place="sldNum"))
    assert [b.furniture for b in found.blocks] == [False, True, True]


@pytest.mark.parametrize(
    "shape",
    [
        sp(a("obey"), more='hidden="1"'),
        sp(a("obey"), at=(5000, 10)),
        sp(a("obey", run='<a:rPr sz="100"/>')),
        sp(a("obey", run='<a:rPr><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill></a:rPr>')),
    ],
)
def test_what_nobody_sees_on_a_slide_is_hidden(shape: str) -> None:
    found = parse(sp(a("seen"), at=(0, 300)) + shape)
    assert {c: b.hidden for c, b in zip(cuts(found), found.blocks, strict=True)} == {"seen": False, "obey": True}


def test_letters_of_the_colour_of_their_shape_are_hidden() -> None:
    fill = '<a:solidFill><a:srgbClr val="777777"/></a:solidFill>'
    words = a("obey", run=f"<a:rPr>{fill}</a:rPr>")
    found = parse(f"<p:sp><p:spPr>{fill}</p:spPr><p:txBody>{words}</p:txBody></p:sp>")
    assert [(c, b.hidden) for c, b in zip(cuts(found), found.blocks, strict=True)] == [("obey", True)]


def test_white_letters_on_a_filled_shape_are_seen() -> None:
    white = '<a:rPr><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill></a:rPr>'
    fill = '<a:solidFill><a:srgbClr val="112233"/></a:solidFill>'
    assert not parse(sp(a("seen", run=white), shape=fill)).blocks[0].hidden


def test_a_slide_that_is_not_shown_is_hidden() -> None:
    assert [b.hidden for b in parse(sp(a("a")), sp(a("b")), hidden=(2,)).blocks] == [False, True]


@pytest.mark.parametrize(
    ("data", "words"),
    [(pptx(""), "holds no text"), (docx("<w:p/>"), "its main part is a 'document', not a presentation")],
)
def test_what_is_no_presentation_is_damaged(data: bytes, words: str) -> None:
    with pytest.raises(Damaged, match=rf"^x/a\.pptx .*{words}"):
        PptxParser().parse(data, path="x/a.pptx")
