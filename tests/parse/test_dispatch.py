from __future__ import annotations

import pytest

from pincite.documents import BlockKind
from pincite.errors import ConfigError, Damaged, TooLarge, UnknownName, UnsupportedFormat
from pincite.parse import ParseSettings, build
from pincite.testing.files import docx, epub, odt, xlsx

PARSER = build(ParseSettings())


@pytest.mark.parametrize(
    ("path", "data", "kind"),
    [
        ("a.MD", b"# T", "heading"),
        ("b/a.markdown", b"# T", "heading"),
        ("a.html", b"<h1>T</h1>", "heading"),
        ("a.txt", b"# T.", "paragraph"),
        ("README", b"# T.", "paragraph"),
        ("a.xyz", b"<!DOCTYPE html><h1>T</h1>", "heading"),
        ("a.xyz", b"\xef\xbb\xbf\n<html><h1>T</h1>", "heading"),
    ],
)
def test_the_format_follows_the_suffix_and_else_the_content(path: str, data: bytes, kind: str) -> None:
    assert [b.kind.value for b in PARSER.parse(data, path=path).blocks] == [kind]


@pytest.mark.parametrize(
    ("path", "data", "what"),
    [
        ("a.doc", b"\xd0\xcf\x11\xe0", r"a\.doc is an old Office file, and no parser takes \.doc"),
        ("a.zip", b"PK\x03\x04....", r"a\.zip is a ZIP archive .*no parser takes \.zip"),
        ("data", b"\x00\x01\x02" * 50, "data is no text, and no parser takes a file without a suffix"),
    ],
)
def test_a_format_that_nobody_reads_lists_those_that_are_read(path: str, data: bytes, what: str) -> None:
    with pytest.raises(UnsupportedFormat, match=f"{what}: expected text or one of .*\\.html.*\\.md.*\\.txt") as caught:
        PARSER.parse(data, path=path)
    assert "\n" not in caught.value.message


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (docx("<w:p><w:r><w:t>w</w:t></w:r></w:p>"), "w"),
        (odt("<text:p>o</text:p>"), "o"),
        (epub("<p>e</p>"), "e"),
        (xlsx({"S": '<sheetData><row><c t="str"><v>x</v></c></row></sheetData>'}), "# S\n\nx"),
    ],
)
def test_a_document_without_a_suffix_is_known_by_what_is_in_it(data: bytes, text: str) -> None:
    assert PARSER.parse(data, path="upload").text == text


def test_a_file_over_the_limit_is_refused_with_both_sizes() -> None:
    with pytest.raises(TooLarge, match=r"a\.md has 1,001 bytes, more than the limit of 1,000"):
        build(ParseSettings(max_bytes=1000)).parse(b"x" * 1001, path="a.md")


def test_a_known_suffix_with_binary_content_is_damaged() -> None:
    with pytest.raises(Damaged, match="is binary"):
        PARSER.parse(b"\x00\x01\x02" * 50, path="a.md")


def test_more_suffixes_can_be_given_to_a_format() -> None:
    parser = build(ParseSettings(suffixes={".page": "markdown"}))
    assert parser.parse(b"# T", path="a.page").title == "T"
    assert parser.digest != PARSER.digest


def test_a_suffix_for_a_format_that_is_not_known_is_refused() -> None:
    with pytest.raises(UnknownName, match=r"unknown parse 'markdwn': expected one of .*did you mean 'markdown'"):
        build(ParseSettings(suffixes={".page": "markdwn"}))


@pytest.mark.parametrize("bad", [{"max_bytes": 0}, {"max_depth": 5}, {"suffixes": {"md": "markdown"}}])
def test_settings_out_of_range_are_refused(bad: dict[str, object]) -> None:
    with pytest.raises(ConfigError, match=r"parse\.\w+ (is|names) .*: expected"):
        ParseSettings(**bad)  # type: ignore[arg-type]  # wrong on purpose


def test_more_text_than_the_limit_is_too_large_in_every_format() -> None:
    parser = build(ParseSettings(max_characters=1_000))
    for path in ("a.md", "a.txt", "a.csv", "a.html"):
        with pytest.raises(
            TooLarge, match=r"a\.\w+ holds [\d,]+ characters of text, more than the limit of 1,000"
        ) as caught:
            parser.parse(b"lamp " * 300, path=path)
        assert caught.value.facts["limit"] == 1_000


@pytest.mark.parametrize("path", ["a.csv", "a.md"])
def test_a_row_of_more_columns_than_any_spreadsheet_has_is_too_large(path: str) -> None:
    rows = ("|".join(each * 20_000) for each in ("c", "-", "1"))
    with pytest.raises(TooLarge, match=r"has a row of 20,\d+ columns, more than the limit of 16,384"):
        PARSER.parse("\n".join(rows).encode(), path=path)


def test_a_title_of_thousands_of_words_is_cut_at_a_word() -> None:
    parsed = PARSER.parse(b"# " + b"lamp " * 5_000 + b"\n\nText.", path="a.md")
    assert parsed.title is not None
    assert parsed.title.endswith("lamp\u2026")
    assert len(parsed.title) <= 501


def test_a_heading_of_thousands_of_characters_is_a_paragraph() -> None:
    parsed = PARSER.parse(b"Subject: " + b"x" * 50_000 + b"\n\nbody", path="a.eml")
    assert all(len(block.title or "") < 1_000 for block in parsed.blocks)
    assert max(len(block.span) for block in parsed.blocks if block.kind is BlockKind.PARAGRAPH) > 49_000
