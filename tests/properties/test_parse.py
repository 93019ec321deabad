from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.errors import SourceError
from pincite.parse import ParseSettings, build

if TYPE_CHECKING:
    from pincite.documents import Parsed

PARSER = build(ParseSettings())
QUICK = settings(max_examples=50, deadline=None)
LINES = st.sampled_from(
    [
        *("", "", "# Head", "## 7.2 Cap", "Title", "=====", "----", "text one", "more *text*", "    indented", "\tx"),
        *(
            "- item",
            "  - inner",
            "1. one",
            "   1. two",
            "> quote",
            "> - q",
            "> > deep",
            "| a | b |",
            "|---|---|",
            "| 1 | 2 | 3 |",
        ),
        *(
            "```",
            "~~~",
            "<!-- c -->",
            "<!-- open",
            "-->",
            "<div>",
            "</div>",
            "<div hidden>",
            "<table><tr><td>x</td></tr>",
            "</table>",
        ),
        *(
            "[^1]: note",
            "[x]: http://y",
            "[//]: # (c)",
            "![a](b)",
            "***",
            "word \\",
            "7.2 The cap",
            "`a <!-- b`",
            "a <!-- b --> c",
            "<b>bold</b>",
        ),
    ]
)
MARKDOWN = st.lists(LINES, max_size=14).map("\n".join)
HTML = st.lists(
    st.sampled_from(
        [
            "<p>",
            "</p>",
            "<div>",
            "</div>",
            "<ul>",
            "<li>",
            "</ul>",
            "<ol>",
            "</ol>",
            "<table>",
            "<tr>",
            "<td>",
            "<th>",
            "</table>",
            "<h2>",
            "</h2>",
            "<b>",
            "</b>",
            "<br>",
            "<pre>",
            "</pre>",
            "<nav>",
            "</nav>",
            "<dl>",
            "<dt>",
            "<dd>",
            "</dl>",
            "<blockquote>",
            "<thead>",
            "<td&nbsp;colspan=2>",
            "<span&nbsp;hidden>",
            "</span>",
            "word",
            "other",
            "&amp;",
            "|",
        ]
    ).map(lambda tag: tag.replace("&nbsp;", " ")),
    max_size=25,
).map(" ".join)


def parsed(text: str, path: str) -> Parsed | None:
    try:
        return PARSER.parse(text.encode(), path=path)
    except SourceError:
        return None


@QUICK
@given(
    st.one_of(
        MARKDOWN.map(lambda t: (t, "a.md")), HTML.map(lambda t: (t, "a.html")), MARKDOWN.map(lambda t: (t, "a.txt"))
    )
)
def test_blocks_parts_and_cells_are_ordered_disjoint_and_trimmed(case: tuple[str, str]) -> None:
    if not (found := parsed(*case)):
        return
    end = 0
    for block in found.blocks:
        assert end <= block.span.start < block.span.end <= len(found.text)
        assert block.span.cut(found.text) == block.span.cut(found.text).strip()
        end = block.span.start
        for part in block.parts:
            assert end <= part.span.start < part.span.end <= block.span.end
            assert all(part.span.contains(cell.span) for cell in part.cells)
            end = part.span.end
        end = block.span.end


@QUICK
@given(
    st.one_of(
        MARKDOWN.map(lambda t: (t, "a.md")), HTML.map(lambda t: (t, "a.html")), MARKDOWN.map(lambda t: (t, "a.txt"))
    )
)
def test_the_same_bytes_parse_the_same(case: tuple[str, str]) -> None:
    assert parsed(*case) == parsed(*case)


@QUICK
@given(HTML)
def test_no_word_of_a_page_is_lost(page: str) -> None:
    found = parsed(page, "a.html")
    wanted = len(re.findall(r"\bword\b|\bother\b", page))
    kept = "".join(block.span.cut(found.text) for block in found.blocks) if found else ""
    assert len(re.findall(r"word|other", kept)) == wanted


@QUICK
@given(MARKDOWN)
def test_every_word_of_markdown_stands_in_a_block_or_in_markup(source: str) -> None:
    if not (found := parsed(source, "a.md")):
        return
    rest = list(found.text)
    for block in found.blocks:
        rest[block.span.start : block.span.end] = " " * len(block.span)
    left = re.sub(
        r"<!--.*?(?:-->|\Z)|</?\w+[^<>]*>|^[> ]*\[[^\]]+\]:.*$", "", "".join(rest), flags=re.DOTALL | re.MULTILINE
    )
    assert not re.search(r"\w", left)


@pytest.mark.parametrize("path", ["a.md", "a.html", "a.txt", "a"])
@QUICK
@given(data=st.binary(max_size=300))
def test_any_bytes_end_in_a_document_or_one_clear_line(path: str, data: bytes) -> None:
    message = path
    try:
        PARSER.parse(data, path=path)
    except SourceError as error:
        message = error.message
    assert message.startswith(path)
    assert "\n" not in message
