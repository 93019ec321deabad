"""Laws of the parsers of Office files, tables, mail and markup: spans, conservation, and no bytes that break them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.errors import SourceError
from pincite.parse import ParseSettings, build
from pincite.parse.inside import parser_of
from pincite.testing.files import docx, epub, odt, pptx, xlsx

if TYPE_CHECKING:
    from collections.abc import Callable

    from pincite.documents import Parsed

QUICK = settings(max_examples=40, deadline=None)
WHOLE = build(ParseSettings())
WORDS = st.sampled_from(
    [
        "word",
        "other",
        "7.2 Cap",
        "1. one",
        "(a) x",
        "|",
        "a|b",
        "- d",
        "# h",
        "=",
        "30 days",
        "",
        " ",
        "é",
        "[^1]",
        "::",
    ]
)


def parser(name: str) -> Callable[[bytes], Parsed | None]:
    made = parser_of(name, msgspec.json.encode(ParseSettings()), ())

    def parse(data: bytes) -> Parsed | None:
        try:
            return made.parse(data, path="a")
        except SourceError:
            return None

    return parse


MERGES = ["", "<w:vMerge/>", '<w:vMerge w:val="restart"/>', '<w:gridSpan w:val="2"/>']


@st.composite
def word_bodies(draw: st.DrawFn) -> str:
    def paragraph() -> str:
        runs = "".join(
            f"<w:r><w:rPr>{draw(st.sampled_from(['', '<w:vanish/>', '<w:b/>']))}</w:rPr>"
            f"<w:t>{escape(draw(WORDS))}</w:t></w:r>"
            for _ in range(draw(st.integers(0, 3)))
        )
        level = draw(st.sampled_from(["", '<w:outlineLvl w:val="0"/>', '<w:outlineLvl w:val="2"/>']))
        return f"<w:p><w:pPr>{level}</w:pPr>{runs}</w:p>"

    def table() -> str:
        rows = ""
        for _ in range(draw(st.integers(1, 3))):
            cells = ""
            for _ in range(draw(st.integers(1, 3))):
                merge = draw(
                    st.sampled_from(["", "<w:vMerge/>", '<w:vMerge w:val="restart"/>', '<w:gridSpan w:val="2"/>'])
                )
                cells += f"<w:tc><w:tcPr>{merge}</w:tcPr>{paragraph()}</w:tc>"
            rows += f"<w:tr>{cells}</w:tr>"
        return f"<w:tbl>{rows}</w:tbl>"

    return "".join(paragraph() if draw(st.booleans()) else table() for _ in range(draw(st.integers(0, 5))))


@st.composite
def sheets(draw: st.DrawFn) -> str:
    places = draw(st.sets(st.tuples(st.integers(1, 8), st.integers(1, 6)), max_size=16))
    rows: dict[int, str] = {}
    for row, column in sorted(places):
        value = f'<c r="{"ABCDEF"[column - 1]}{row}" t="str"><v>{escape(draw(WORDS))}</v></c>'
        rows[row] = rows.get(row, "") + value
    return "<sheetData>" + "".join(f'<row r="{n}">{cells}</row>' for n, cells in rows.items()) + "</sheetData>"


LINES = st.lists(
    st.one_of(
        WORDS,
        st.sampled_from(
            [
                *(
                    "== Head",
                    "= Top",
                    "Head",
                    "====",
                    "----",
                    "* item",
                    "** deep",
                    ". one",
                    "|===",
                    "|a |b",
                    "term:: def",
                ),
                *("- x", "  - y", "1. z", ".. note::", "   inner", ".. x", "+---+---+", "| a | b |", ":field: v", "+"),
                *(
                    "```",
                    "....",
                    "////",
                    "// c",
                    "[cols=2]",
                    ".Cap",
                    "a,b",
                    '"q',
                    "{a}",
                    '{"a": [1, {"b": "c"}]}',
                    "\t",
                ),
            ]
        ),
    ),
    max_size=14,
).map("\n".join)
DOCUMENTS: dict[str, st.SearchStrategy[bytes]] = {
    "asciidoc": LINES.map(str.encode),
    "csv": LINES.map(str.encode),
    "docx": word_bodies().map(docx),
    "eml": LINES.map(lambda text: f"Subject: s\n\n{text}".encode()),
    "epub": LINES.map(lambda text: epub(f"<p>{escape(text)}</p><ul><li>{escape(text)}</ul>")),
    "json": st.recursive(
        st.one_of(st.none(), st.booleans(), st.integers(), WORDS),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
        max_leaves=20,
    ).map(msgspec.json.encode),
    "odt": LINES.map(lambda text: odt(f"<text:h>{escape(text)}</text:h><text:p>{escape(text)}</text:p>")),
    "pptx": LINES.map(
        lambda text: pptx(
            "<p:sp><p:txBody>"
            + "".join(f"<a:p><a:r><a:t>{escape(line)}</a:t></a:r></a:p>" for line in text.split("\n"))
            + "</p:txBody></p:sp>"
        )
    ),
    "rst": LINES.map(str.encode),
    "xlsx": sheets().map(lambda inner: xlsx({"S": inner})),
}


@pytest.mark.parametrize("name", sorted(DOCUMENTS))
@QUICK
@given(data=st.data())
def test_blocks_parts_and_cells_are_ordered_disjoint_and_trimmed(name: str, data: st.DataObject) -> None:
    if not (found := parser(name)(data.draw(DOCUMENTS[name]))):
        return
    end = 0
    rest = list(found.text)
    for block in found.blocks:
        assert end <= block.span.start < block.span.end <= len(found.text)
        assert block.span.cut(found.text) == block.span.cut(found.text).strip()
        end = block.span.start
        for part in block.parts:
            assert end <= part.span.start < part.span.end <= block.span.end
            assert all(part.span.contains(cell.span) for cell in part.cells)
            assert all(one.span.end <= two.span.start for one, two in zip(part.cells, part.cells[1:], strict=False))
            end = part.span.end
        end = block.span.end
        rest[block.span.start : block.span.end] = " " * len(block.span)
    assert not re.search(r"\w", "".join(rest))


@QUICK
@given(word_bodies())
def test_no_word_of_a_word_document_is_lost_or_doubled(body: str) -> None:
    shown = re.sub(r"<w:tc><w:tcPr><w:vMerge/>.*?</w:tc>", "", body)
    wanted = len(re.findall(r"word|other", shown))
    found = parser("docx")(docx(body))
    least, most = wanted, len(re.findall(r"word|other", body))
    assert least <= len(re.findall(r"word|other", found.text if found else "")) <= most


@QUICK
@given(sheets())
def test_every_filled_cell_of_a_sheet_is_in_the_text_once(inner: str) -> None:
    found = parser("xlsx")(xlsx({"S": inner}))
    kept = "".join(block.span.cut(found.text) for block in found.blocks) if found else ""
    assert len(re.findall("word", kept)) == len(re.findall("word", inner))


@pytest.mark.parametrize("name", ["docx", "pptx", "xlsx", "odt", "epub"])
@QUICK
@given(data=st.data())
def test_a_broken_archive_ends_as_a_document_or_one_clear_line(name: str, data: st.DataObject) -> None:
    whole = bytearray(data.draw(DOCUMENTS[name]))
    for _ in range(data.draw(st.integers(1, 6))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    cut = bytes(whole[: data.draw(st.integers(1, len(whole)))]) if data.draw(st.booleans()) else bytes(whole)
    message = f"a.{name}"
    try:
        WHOLE.parse(cut, path=message)
    except SourceError as error:
        message = error.message
    assert message.startswith(f"a.{name}")
    assert "\n" not in message


@pytest.mark.parametrize("suffix", ["csv", "tsv", "json", "jsonl", "rst", "adoc", "eml", "msg", "docx", "xlsx"])
@QUICK
@given(data=st.one_of(st.binary(max_size=300), LINES.map(str.encode)))
def test_any_bytes_end_in_a_document_or_one_clear_line(suffix: str, data: bytes) -> None:
    message = f"a.{suffix}"
    try:
        WHOLE.parse(data, path=message)
    except SourceError as error:
        message = error.message
    assert message.startswith(f"a.{suffix}")
    assert "\n" not in message
