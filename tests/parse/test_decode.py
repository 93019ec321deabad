# ruff: noqa: RUF001  (letters of other scripts)
from __future__ import annotations

import pytest

from pincite.errors import Damaged
from pincite.parse.decode import decode

GERMAN = "Größe und Rückgabe: 30 Tage „gratis“"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"])
def test_every_usual_encoding_is_recognised(encoding: str) -> None:
    decoded = decode(GERMAN.encode(encoding), path="a.txt")
    assert (decoded.text, decoded.replaced) == (GERMAN, 0)


def test_russian_in_an_old_encoding_is_recognised() -> None:
    text = "Срок возврата товара составляет тридцать дней со дня получения. " * 5
    assert decode(text.encode("cp1251"), path="a.txt").text == text


def test_a_declared_encoding_is_taken_where_the_bytes_are_not_utf8() -> None:
    assert decode("zwrot książki".encode("iso8859-2"), path="a.html", declared="iso-8859-2").text == "zwrot książki"
    assert decode("Größe".encode(), path="a.html", declared="iso-8859-1").text == "Größe"


def test_broken_places_in_utf8_are_counted_and_the_rest_is_kept() -> None:
    decoded = decode("Größe, Maße, Füße, Öl".encode() + b" \xff\xfe end", path="a.txt")
    assert decoded.text.endswith("Öl \ufffd\ufffd end")
    assert decoded.replaced == 2


def test_line_ends_become_line_feeds() -> None:
    assert decode(b"a\r\nb\rc\n", path="a.txt").text == "a\nb\nc\n"


@pytest.mark.parametrize("data", [b"", b" \r\n\t"])
def test_an_empty_file_is_damaged(data: bytes) -> None:
    with pytest.raises(Damaged, match=r"a\.txt is empty \(\d bytes\): expected text"):
        decode(data, path="a.txt")


@pytest.mark.parametrize(
    "data", [b"\x00\x01\x02\x03" * 20, bytes(range(1, 32)) * 10, b"text" * 10 + b"\x00\x00\x00" + b"a"]
)
def test_a_binary_file_is_damaged(data: bytes) -> None:
    with pytest.raises(Damaged, match=r"a\.txt is binary"):
        decode(data, path="a.txt")


def test_a_foreign_file_is_named_for_what_it_is() -> None:
    with pytest.raises(Damaged, match=r"a\.md is a PDF: expected text; give it the suffix of what it is"):
        decode(b"%PDF-1.4\nhello", path="a.md")
