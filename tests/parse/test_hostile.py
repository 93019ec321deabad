"""Files that are broken, locked or made to harm end as a document or as one clear error, soon and in little memory."""

from __future__ import annotations

import zipfile
from io import BytesIO
from typing import TYPE_CHECKING

import pytest

from pincite.errors import Damaged, PasswordNeeded, SourceError, TooLarge, UnsupportedFormat
from pincite.parse import ParseSettings, build
from pincite.parse.pdf_repair import is_garbage
from pincite.testing.files import docx, odt, package, xlsx, zipped

if TYPE_CHECKING:
    from pathlib import Path

PARSER = build(ParseSettings())
OFFICE = (".docx", ".pptx", ".xlsx", ".html", ".epub", ".eml", ".msg", ".csv", ".rst", ".asciidoc", ".txt", ".md")
REFUSED = {"bomb_300MB.docx": TooLarge, "xxe_lol.docx": Damaged}


def test_every_office_mail_and_text_file_ends_parsed_or_as_the_right_error(shared_data: Path) -> None:
    folder = shared_data / "real_files"
    files = [f for f in sorted([*folder.iterdir(), *(folder / "more").iterdir()]) if f.suffix in OFFICE]
    ends: dict[str, SourceError] = {}
    for file in files:
        if ".GT." in file.name:
            continue
        try:
            assert PARSER.parse(file.read_bytes(), path=file.name).blocks
        except SourceError as error:
            ends[file.name] = error
    assert len(files) > 25
    assert {name: type(error) for name, error in ends.items()} == REFUSED
    assert all(error.message.startswith(name) for name, error in ends.items())


def test_a_bomb_is_refused_before_it_is_unpacked(shared_data: Path) -> None:
    data = (shared_data / "real_files" / "more" / "bomb_300MB.docx").read_bytes()
    with pytest.raises(
        TooLarge, match=r"word/document\.xml, which unpacks from 294,359 to 300,022,216 bytes"
    ) as caught:
        PARSER.parse(data, path="b.docx")
    assert caught.value.size == 300_022_216


def test_entities_are_neither_expanded_nor_fetched(shared_data: Path) -> None:
    data = (shared_data / "real_files" / "more" / "xxe_lol.docx").read_bytes()
    with pytest.raises(Damaged, match=r"word/document\.xml in it declares entities"):
        PARSER.parse(data, path="x.docx")


def test_a_cell_at_the_far_corner_is_read_like_any_other(shared_data: Path) -> None:
    data = (shared_data / "real_files" / "more" / "far_cell.xlsx").read_bytes()
    found = PARSER.parse(data, path="f.xlsx")
    assert [b.place.cells for b in found.blocks] == [None, "A1", "B2", "XFD1048576"]


def test_an_archive_that_lies_about_its_sizes_unpacks_to_no_more_than_it_says() -> None:
    whole = bytearray(docx("<w:p><w:r><w:t>" + "x" * 3_000_000 + "</w:t></w:r></w:p>"))
    with zipfile.ZipFile(BytesIO(bytes(whole))) as archive:
        size = archive.getinfo("word/document.xml").file_size
    lied = bytes(whole).replace(size.to_bytes(4, "little"), (100).to_bytes(4, "little"))
    with pytest.raises(Damaged, match=r"^l\.docx is damaged"):
        PARSER.parse(lied, path="l.docx")


def test_an_archive_of_very_many_entries_is_too_large() -> None:
    many = zipped({f"e{n}": b"" for n in range(20_001)})
    with pytest.raises(TooLarge, match=r"20,001 entries"):
        PARSER.parse(many, path="m.docx")


def test_a_tree_that_fills_memory_is_too_large_and_the_next_file_is_read() -> None:
    small = build(ParseSettings(memory_mb=100))
    body = "".join(f"<w:p><w:r><w:t>{n * 7919:x}</w:t></w:r></w:p>" for n in range(200_000))
    with pytest.raises(TooLarge, match=r"^t\.docx needs more than 100 MB"):
        small.parse(docx(body), path="t.docx")
    assert small.parse(docx("<w:p><w:r><w:t>word</w:t></w:r></w:p>"), path="n.docx").text == "word"


def test_a_file_that_takes_too_long_is_cut_off() -> None:
    slow = build(ParseSettings(timeout_s=1))
    rows = "".join(f'<row r="{n}"><c><v>{n * 7919}</v></c></row>' for n in range(1, 500_000))
    with pytest.raises(TooLarge, match=r"^s\.xlsx is not parsed after 1 s"):
        slow.parse(xlsx({"S": f"<sheetData>{rows}</sheetData>"}), path="s.xlsx")


def test_an_encrypted_document_needs_its_password() -> None:
    word = pytest.importorskip("docx")
    pytest.importorskip("msoffcrypto")
    from msoffcrypto.format.ooxml import OOXMLFile

    document, plain, locked = word.Document(), BytesIO(), BytesIO()
    document.add_paragraph("secret")
    document.save(plain)
    OOXMLFile(plain).encrypt("right", locked)
    with pytest.raises(
        PasswordNeeded, match=r"^a\.docx is encrypted and no password was given: add it again with --password-file"
    ):
        PARSER.parse(locked.getvalue(), path="a.docx")
    with pytest.raises(PasswordNeeded, match="none of the 1 passwords"):
        build(ParseSettings(), passwords=("wrong",)).parse(locked.getvalue(), path="a.docx")
    assert build(ParseSettings(), passwords=("wrong", "right")).parse(locked.getvalue(), path="a.docx").text == "secret"


def test_an_old_office_file_under_a_new_suffix_is_not_supported(shared_data: Path) -> None:
    mail = (shared_data / "real_files" / "docling__msg_with_attachment.msg").read_bytes()
    with pytest.raises(UnsupportedFormat, match=r"^a\.docx is an Office file of before 2007"):
        PARSER.parse(mail, path="a.docx")


def test_an_encrypted_entry_needs_a_password() -> None:
    data = bytearray(package("word/document.xml", {"word/document.xml": "<a/>"}))
    at = data.find(b"PK\x01\x02")
    while at >= 0:
        data[at + 8] |= 1
        at = data.find(b"PK\x01\x02", at + 4)
    with pytest.raises(PasswordNeeded, match=r"^e\.docx is encrypted"):
        PARSER.parse(bytes(data), path="e.docx")


def test_of_a_truncated_document_nothing_is_kept(shared_data: Path) -> None:
    data = (shared_data / "real_files/more/truncated_normal4.pdf").read_bytes()
    with pytest.raises(Damaged, match=r"truncated_normal4\.pdf cannot be (?:opened|read) as a PDF"):
        build(ParseSettings()).parse(data, path="truncated_normal4.pdf")


def test_letters_that_were_taken_two_by_two_are_not_indexed() -> None:
    letters = "This agreement is made between the parties and shall be governed by the law of the state named below."
    assert is_garbage(letters.encode().decode("utf-16-le", errors="replace").split())
    assert not is_garbage(
        [
            "\u672c\u5408\u540c\u7531\u7532\u4e59\u53cc\u65b9\u7b7e\u8ba2\u3002\u8fd9\u662f\u4e00\u4e2a\u5173\u4e8e\u4fdd\u5bc6\u7684\u89c4\u5b9a"
            * 3
        ]
    )


@pytest.mark.parametrize(
    "name",
    [
        "pdf.js__GHOSTSCRIPT-698804-1-fuzzed.pdf",
        "pdf.js__PDFBOX-3148-2-fuzzed.pdf",
        "pdf.js__poppler-395-0-fuzzed.pdf",
        "pdf.js__poppler-937-0-fuzzed.pdf",
        "pdf.js__REDHAT-1531897-0.pdf",
        "pdf.js__ContentStreamCycleType3insideType3.pdf",
        "pdf.js__Pages-tree-refs.pdf",
    ],
)
def test_fuzzed_and_circular_documents_end_as_text_or_as_one_error_of_the_file(shared_data: Path, name: str) -> None:
    said = _end(shared_data / "real_files" / name)
    assert said.strip()
    assert "\ufffd" not in said


def _end(path: Path) -> str:
    """Return the text of a file, or the one line that says why it has none."""
    try:
        return build(ParseSettings()).parse(path.read_bytes(), path=path.name).text
    except SourceError as error:
        return str(error) if path.name in str(error) and "\n" not in str(error) else ""


def test_a_long_text_is_read_under_the_limits_of_foreign_formats() -> None:
    with pytest.raises(TooLarge, match=r"^rows\.txt needs more than 100 MB"):
        build(ParseSettings(memory_mb=100)).parse(b"a | b | c\n" * 400_000, path="rows.txt")


def test_a_text_of_white_space_is_read_in_one_pass() -> None:
    text = ("A." + " " * 300_000) * 2 + "x"  # at every blank to the end of the gap, this would take hours
    assert PARSER.parse(text.encode(), path="gaps.txt").text == text


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("half.md", '---\nauthor: "cut off \\uD83D"\n---\nIt is read.\n'),
        ("half.rst", "Title\n=====\n\nIt is |x| read.\n\n.. |x| unicode:: 0xD83D\n"),
    ],
)
def test_half_of_a_letter_from_an_escape_spoils_no_file(name: str, source: str) -> None:
    parsed = PARSER.parse(source.encode(), path=name)
    assert "read." in parsed.text
    assert "\ufffd" in f"{parsed.text} {parsed.metadata}"


@pytest.mark.parametrize(
    ("path", "data"),
    [
        (
            "a.docx",
            docx(
                "<w:sdt><w:sdtContent>" * 300 + "<w:p><w:r><w:t>x</w:t></w:r></w:p>" + "</w:sdtContent></w:sdt>" * 300
            ),
        ),
        ("a.odt", odt("<text:section>" * 300 + "<text:p>x</text:p>" + "</text:section>" * 300)),
    ],
)
def test_what_is_nested_too_deep_to_be_read_is_said_to_be_so_and_not_called_empty(path: str, data: bytes) -> None:
    with pytest.raises(Damaged, match=r"cannot be parsed \(it is nested too deeply\)"):
        PARSER.parse(data, path=path)
