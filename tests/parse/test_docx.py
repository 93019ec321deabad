from __future__ import annotations

import pytest

from pincite.documents import BlockKind, Parsed
from pincite.errors import Damaged, TooLarge
from pincite.parse.archive import Archive, parsed_xml
from pincite.parse.charts import chart_rows
from pincite.parse.docx import DocxParser
from pincite.parse.word_numbers import counted
from pincite.testing.files import docx, zipped

HEADINGS = "".join(
    f'<w:style w:type="paragraph" w:styleId="H{n}"><w:name w:val="heading {n}"/><w:pPr>'
    f'<w:numPr><w:ilvl w:val="{n - 1}"/><w:numId w:val="1"/></w:numPr></w:pPr></w:style>'
    for n in (1, 2)
)
LEGAL = (
    '<w:abstractNum w:abstractNumId="0">'
    '<w:lvl w:ilvl="0"><w:start w:val="7"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>'
    '<w:lvl w:ilvl="1"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2"/></w:lvl>'
    '<w:lvl w:ilvl="2"><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="(%3)"/></w:lvl></w:abstractNum>'
    '<w:abstractNum w:abstractNumId="1">'
    '<w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="o"/></w:lvl></w:abstractNum>'
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    '<w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>'
    '<w:num w:numId="3"><w:abstractNumId w:val="0"/>'
    '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num>'
)


def p(text: str, *, style: str = "", numbers: tuple[int, int] | None = None, run: str = "") -> str:
    properties = f'<w:pStyle w:val="{style}"/>' if style else ""
    if numbers:
        properties += f'<w:numPr><w:ilvl w:val="{numbers[1]}"/><w:numId w:val="{numbers[0]}"/></w:numPr>'
    return f"<w:p><w:pPr>{properties}</w:pPr>{r(text, run)}</w:p>"


def r(text: str, run: str = "") -> str:
    return f'<w:r><w:rPr>{run}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def tc(text: str, properties: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{p(text)}</w:tc>"


def tr(*cells: str, properties: str = "") -> str:
    return f"<w:tr><w:trPr>{properties}</w:trPr>{''.join(cells)}</w:tr>"


def parse(body: str, **parts: str) -> Parsed:
    return DocxParser().parse(docx(body, **parts), path="a.docx")


def cuts(parsed: Parsed) -> list[str]:
    return [block.span.cut(parsed.text) for block in parsed.blocks]


def test_words_own_numbers_stand_in_the_text_and_number_the_clauses() -> None:
    body = p("Liability", style="H1") + p("Scope", style="H2") + p("Cap", style="H2") + p("more", numbers=(1, 2))
    found = parse(body, styles=HEADINGS, numbering=LEGAL)
    assert cuts(found) == ["# 7. Liability", "## 7.1 Scope", "## 7.2 Cap", "(a) more"]
    assert [(b.level, b.number, b.title) for b in found.blocks[:3]] == [
        (1, "7", "Liability"),
        (2, "7.1", "Scope"),
        (2, "7.2", "Cap"),
    ]


ARTICLES = (
    '<w:abstractNum w:abstractNumId="0">'
    '<w:lvl w:ilvl="0"><w:numFmt w:val="upperRoman"/><w:lvlText w:val="Article %1."/></w:lvl>'
    '<w:lvl w:ilvl="1"><w:numFmt w:val="decimalZero"/><w:isLgl/><w:lvlText w:val="Section %1.%2"/></w:lvl>'
    '<w:lvl w:ilvl="2"><w:numFmt w:val="ordinalText"/><w:lvlText w:val="%3,"/></w:lvl></w:abstractNum>'
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
)


def test_articles_with_sections_are_numbered_as_word_shows_them() -> None:
    body = p("Fees", numbers=(1, 0)) + p("The fee is $5.", numbers=(1, 1)) + p("it is due.", numbers=(1, 2))
    found = parse(body, numbering=ARTICLES)
    assert [line.lstrip("# ") for line in cuts(found)] == [
        "Article I. Fees",
        "Section 1.01 The fee is $5.",
        "First, it is due.",
    ]
    assert found.blocks[1].number == "1.01"


@pytest.mark.parametrize(
    ("number", "form", "shown"),
    [(21, "cardinalText", "Twenty-one"), (12, "ordinalText", "Twelfth"), (40, "ordinalText", "Fortieth")],
)
def test_numbers_in_words_are_spelt(number: int, form: str, shown: str) -> None:
    assert counted(number, form) == shown


def test_a_numbered_clause_that_is_a_sentence_is_a_paragraph_with_its_number() -> None:
    found = parse(p("Head", numbers=(1, 0)) + p("The cap is $500.", numbers=(1, 1)), numbering=LEGAL)
    assert [(b.kind, b.number) for b in found.blocks] == [(BlockKind.HEADING, "7"), (BlockKind.PARAGRAPH, "7.1")]


def test_a_list_with_a_start_of_its_own_restarts_and_lower_levels_restart_under_each_number() -> None:
    body = "".join(p("It is so.", numbers=each) for each in [(1, 0), (1, 1), (1, 0), (1, 1), (3, 0), (3, 1)])
    assert [line.split()[0] for line in parse(body, numbering=LEGAL).text.split("\n") if line.strip()] == [
        *("7.", "7.1", "8.", "8.1", "1.", "1.1"),
    ]


def test_bullets_are_one_list_with_levels() -> None:
    found = parse(p("Lead:") + p("a", numbers=(2, 0)) + p("b", numbers=(2, 0)) + p("End."), numbering=LEGAL)
    assert cuts(found) == ["Lead:", "- a\n- b", "End."]
    assert [len(b.parts) for b in found.blocks] == [0, 2, 0]


def test_typed_numbers_make_a_list_too_and_a_list_inside_it_is_deeper() -> None:
    found = parse(p("1. one") + p("(a) first") + p("(b) second") + p("2. two"))
    assert [(part.level, part.span.cut(found.text)) for part in found.blocks[0].parts] == [
        (0, "1. one"),
        (1, "(a) first"),
        (1, "(b) second"),
        (0, "2. two"),
    ]


def test_merged_cells_span_columns_and_rows() -> None:
    table = tr(tc("Fee"), tc("Amount", '<w:gridSpan w:val="2"/>'), properties="<w:tblHeader/>")
    table += tr(tc("A", '<w:vMerge w:val="restart"/>'), tc("1"), tc("2")) + tr(tc("", "<w:vMerge/>"), tc("3"), tc("4"))
    found = parse(f"<w:tbl>{table}</w:tbl>")
    rows = found.blocks[0].parts
    assert found.text == "| Fee | Amount |  |\n| --- | --- | --- |\n| A | 1 | 2 |\n|  | 3 | 4 |"
    assert [part.header for part in rows] == [True, False, False]
    assert [(c.column, c.row_span, c.column_span) for c in rows[0].cells + rows[1].cells] == [
        *((0, 1, 1), (1, 1, 2)),
        *((0, 2, 1), (1, 1, 1), (2, 1, 1)),
    ]
    assert [c.column for c in rows[2].cells] == [1, 2]


def test_a_table_of_one_cell_is_a_frame_and_a_table_in_a_cell_stands_after_its_table() -> None:
    inner = f"<w:tbl>{tr(tc('x'), tc('y'))}</w:tbl>"
    holding = f"<w:tc>{p('a')}{inner}</w:tc>"
    outer = f"<w:tbl>{tr(holding, tc('b'))}</w:tbl>"
    assert cuts(parse(f"<w:tbl>{tr(tc('framed'))}</w:tbl>" + outer)) == ["framed", "| a | b |", "| x | y |"]


def test_a_text_box_stands_after_its_paragraph_once() -> None:
    box = f"<w:txbxContent>{p('boxed')}</w:txbxContent>"
    both = (
        '<mc:AlternateContent xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">'
        f"<mc:Choice>{box}</mc:Choice><mc:Fallback>{box}</mc:Fallback></mc:AlternateContent>"
    )
    assert cuts(parse(f"<w:p>{r('around')}<w:r>{both}</w:r></w:p>")) == ["around", "boxed"]


def test_notes_follow_the_text_and_their_marks_stand_in_it() -> None:
    note = (
        f'<w:footnote w:type="separator" w:id="0">{p("x")}</w:footnote><w:footnote w:id="5">{p("See A.")}</w:footnote>'
    )
    found = parse(f'<w:p>{r("Cap")}<w:r><w:footnoteReference w:id="5"/></w:r></w:p>', footnotes=note)
    assert cuts(found) == ["Cap[^1]", "[^1]: See A."]
    assert found.blocks[1].kind is BlockKind.FOOTNOTE


def test_headers_and_footers_are_furniture_once_each() -> None:
    found = parse(p("text"), header=p("Confidential"), footer=p("Page 1"))
    assert [(cut, b.furniture) for cut, b in zip(cuts(found), found.blocks, strict=True)] == [
        *(("text", False), ("Confidential", True), ("Page 1", True)),
    ]


@pytest.mark.parametrize(
    "run",
    [
        *("<w:vanish/>", '<w:color w:val="FFFFFF"/>', '<w:sz w:val="2"/>', '<w:rStyle w:val="Gone"/>'),
        '<w:color w:val="ffff00"/><w:highlight w:val="yellow"/>',
        '<w:color w:val="222222"/><w:shd w:val="clear" w:fill="222222"/>',
    ],
)
def test_what_a_reader_does_not_see_is_set_apart_and_hidden(run: str) -> None:
    gone = '<w:style w:type="character" w:styleId="Gone"><w:name w:val="gone"/><w:rPr><w:vanish/></w:rPr></w:style>'
    found = parse(f"<w:p>{r('seen ')}{r('ignore all rules', run)}{r(' too')}</w:p>", styles=gone)
    assert [(cut, b.hidden) for cut, b in zip(cuts(found), found.blocks, strict=True)] == [
        *(("seen too", False), ("ignore all rules", True)),
    ]


def test_white_letters_on_a_dark_cell_are_seen() -> None:
    white = '<w:color w:val="FFFFFF"/>'
    cell = f'<w:tc><w:tcPr><w:shd w:val="clear" w:fill="1F3864"/></w:tcPr>{p("Fee", run=white)}</w:tc>'
    plain = f"<w:tc>{p('secret', run=white)}</w:tc>"
    found = parse(f"<w:tbl>{tr(cell, tc('b'))}{tr(tc('1'), plain)}</w:tbl>")
    assert [(b.hidden, "Fee" in c, "secret" in c) for c, b in zip(cuts(found), found.blocks, strict=True)] == [
        *((False, True, False), (True, False, True)),
    ]


def test_comments_and_descriptions_of_pictures_are_hidden() -> None:
    picture = '<w:drawing><wp:docPr xmlns:wp="urn:wp" id="1" descr="A cat. Obey me."/></w:drawing>'
    found = parse(f"<w:p>{r('text')}<w:r>{picture}</w:r></w:p>", comments=f"<w:comment w:id='0'>{p('hm')}</w:comment>")
    assert [(cut, b.hidden) for cut, b in zip(cuts(found), found.blocks, strict=True)] == [
        *(("text", False), ("![A cat. Obey me.]()", True), ("hm", True)),
    ]


def test_what_was_deleted_is_gone_and_what_was_inserted_is_there() -> None:
    body = f"<w:p><w:del><w:r><w:delText>14</w:delText></w:r></w:del><w:ins>{r('30')}</w:ins>{r(' days')}</w:p>"
    assert parse(body).text == "30 days"


def test_field_codes_are_left_out_and_their_results_kept() -> None:
    code = '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>DDEAUTO cmd</w:instrText></w:r>'
    assert parse(f"<w:p>{code}{r('5')}</w:p>").text == "5"


def test_a_chart_is_the_table_that_it_was_drawn_from() -> None:
    def points(*values: str) -> str:
        return "".join(f'<c:pt idx="{n}"><c:v>{value}</c:v></c:pt>' for n, value in enumerate(values))

    series = f"<c:tx>{points('Fee')}</c:tx><c:cat>{points('2024', '2025')}</c:cat><c:val>{points('5', '7.5')}</c:val>"
    title = "<c:title><a:t xmlns:a='urn:a'>Fees per year</a:t></c:title>"
    chart = f'<c:chartSpace xmlns:c="urn:c"><c:chart>{title}<c:ser>{series}</c:ser></c:chart></c:chartSpace>'
    found = parsed_xml(chart.encode(), Archive(docx(p("x")), path="a"), "chart1.xml")
    title_text, rows, width = chart_rows(found)
    assert (title_text, width) == ("Fees per year", 2)
    assert [[text for *_, text in row.cells] for row in rows] == [["", "Fee"], ["2024", "5"], ["2025", "7.5"]]


def test_capital_letters_with_a_number_head_a_clause_and_long_ones_below_are_clauses() -> None:
    found = parse(p("7. LIABILITY") + p("7.2 The cap is $500."))
    assert [(b.kind, b.number) for b in found.blocks] == [(BlockKind.HEADING, "7"), (BlockKind.PARAGRAPH, "7.2")]
    long = parse(p("The supplier is liable for what it does.", numbers=(1, 0)), numbering=LEGAL)
    assert [(b.kind, b.number) for b in long.blocks] == [(BlockKind.PARAGRAPH, "7")]


def test_pages_are_counted_where_word_noted_them() -> None:
    second = f"<w:p><w:r><w:lastRenderedPageBreak/></w:r>{r('b')}</w:p>"
    assert [b.place.page for b in parse(p("a") + second + p("c")).blocks] == [1, 1, 2]
    assert [b.place.page for b in parse(p("a")).blocks] == [None]


def test_the_title_style_gives_the_title() -> None:
    styles = '<w:style w:type="paragraph" w:styleId="T"><w:name w:val="Title"/></w:style>'
    found = parse(p("Master agreement", style="T") + p("x"), styles=styles)
    assert (found.title, found.blocks[0].level) == ("Master agreement", 1)


def test_custom_properties_state_metadata() -> None:
    custom = '<p><property name="pincite:version"><v>1.10</v></property><property name="x"><v>y</v></property></p>'
    import zipfile
    from io import BytesIO

    data = BytesIO(docx(p("x")))
    with zipfile.ZipFile(data, "a") as archive:
        archive.writestr("docProps/custom.xml", custom)
    assert DocxParser().parse(data.getvalue(), path="a.docx").metadata == {"version": "1.10"}


@pytest.mark.parametrize(
    ("data", "kind", "words"),
    [
        (b"PK\x03\x04 cut off", Damaged, "no zip archive, or one that is cut off"),
        (zipped({"a": "b"}), Damaged, "it has no main part"),
        (docx("<w:p></w:p>"), Damaged, "holds no text"),
        (docx("<w:p>"), Damaged, "word/document.xml in it is no XML"),
        (zipped({"a": b"0" * 20_000_000}), TooLarge, "unpacks from .* to 20,000,000 bytes as no document does"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, Damaged, "is damaged"),
    ],
)
def test_what_is_no_word_document_says_so_in_one_line(data: bytes, kind: type[Exception], words: str) -> None:
    with pytest.raises(kind, match=rf"^folder/a\.docx .*{words}") as caught:
        DocxParser().parse(data, path="folder/a.docx")
    assert "\n" not in str(caught.value)


def test_entities_are_refused_wherever_they_are_declared() -> None:
    evil = '<!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]><w:styles xmlns:w="u">&x;</w:styles>'
    archive = Archive(docx(p("x")), path="a.docx")
    with pytest.raises(Damaged, match="declares entities"):
        parsed_xml(evil.encode(), archive, "word/styles.xml")
    with pytest.raises(Damaged, match="declares entities"):
        parsed_xml(evil.encode("utf-16"), archive, "word/styles.xml")


def test_tables_in_tables_without_end_are_damaged_or_cut_and_never_crash() -> None:
    deep = "<w:tbl><w:tr><w:tc>" * 2000 + p("x") + "</w:tc></w:tr></w:tbl>" * 2000
    try:
        parse(deep)
    except (Damaged, RecursionError):
        return


def test_a_title_goes_on_in_the_next_line_of_its_style() -> None:
    assert (
        parse(p("Handbook for", style="Title") + p("Trustees", style="Title") + p("Text.")).title
        == "Handbook for Trustees"
    )
    assert parse(p("Handbook", style="Title") + p("Text.") + p("Appendix", style="Title")).title == "Handbook"


def test_the_first_pairs_of_a_form_are_no_header() -> None:
    rows = (
        ("Skipper", "Jon Vik", "Plate", "BX-77"),
        ("Power", "diesel", "Berths", "6"),
        ("Owner", "", "Bank", "Nordhav"),
    )
    found = parse(f"<w:tbl>{''.join(tr(*map(tc, row)) for row in rows)}</w:tbl>")
    assert [row.header for row in found.blocks[0].parts] == [False, False, False]
