# ruff: noqa: RUF001  (the letters and quotation marks of Western languages)
"""Bytes to text: byte order marks, UTF-8, UTF-16 and the old eight-bit encodings."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from typing import Final

from pincite.errors import Damaged

__all__ = ["FOREIGN", "Decoded", "decode", "looks_binary"]

FOREIGN: Final = {
    b"%PDF-": "a PDF",
    b"PK\x03\x04": "a ZIP archive (DOCX, XLSX, PPTX, ODT, EPUB are such)",
    b"\xd0\xcf\x11\xe0": "an old Office file",
    b"{\\rtf": "a rich text file",
    b"\x89PNG": "an image",
    b"\xff\xd8\xff": "an image",
    b"GIF8": "an image",
    b"\x1f\x8b": "a gzip archive",
    b"\x7fELF": "a program",
    b"SQLite format 3": "a database",
}
"""First bytes of files that are no text → what they are."""
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CONTROLS: Final = bytes(set(range(32)) - set(b"\t\n\r\f\x1b\b"))
_WESTERN: Final = frozenset("äöüÄÖÜßéèêëàâáãåçñíìîïóòôõøæœúùûýÿÉÈÀÇÑÅØÆ€£§©®°±²³µ¼½¾«»¡¿·“”‘’„‚–—…•™º\xa0")
_SAMPLE: Final = 65536


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoded:
    """The text of a file, with line feeds as line ends and no byte order mark."""

    text: str
    encoding: str
    """Python's name of the encoding that was used."""
    replaced: int = 0
    """How many places could not be decoded and stand as U+FFFD."""


def decode(data: bytes, *, path: str, declared: str | None = None) -> Decoded:
    """
    Return the text of a file.

    :param path: Names the file in messages.
    :param declared: Encoding that the file itself states; used where the bytes are not UTF-8 and fit it.
    :raises Damaged: If there are no bytes, or they are no text.
    """
    if not data.strip():
        raise Damaged(f"{path} is empty ({len(data)} bytes): expected text; fill it or leave it out", path=path)
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decoded(data[len(mark) :], encoding, path)
    if wide := _utf16(data):
        return _decoded(data, wide, path)
    if foreign := next((name for magic, name in FOREIGN.items() if data.startswith(magic)), None):
        raise Damaged(f"{path} is {foreign}: expected text; give it the suffix of what it is", path=path)
    if looks_binary(data):
        raise Damaged(
            f"{path} is binary (it has control bytes that text has not): expected text; leave it out", path=path
        )
    return _decoded(data, _encoding(data, declared), path)


def looks_binary(data: bytes) -> bool:
    """Tell whether bytes are no text in any encoding: zero bytes that are not UTF-16's, or many control bytes."""
    sample = data[:_SAMPLE]
    if sample.startswith(tuple(mark for mark, _ in _MARKS)) or _utf16(data):
        return False
    controls = len(sample) - len(sample.translate(None, _CONTROLS))
    return b"\x00" in data or controls * 50 > len(sample)


def _utf16(data: bytes) -> str | None:
    """Recognise UTF-16 without a mark: every second byte of Western text is zero, and hardly any of the others."""
    sample = data[: _SAMPLE & ~1]
    pairs = len(sample) // 2
    if pairs < 2 or len(data) % 2:
        return None
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    for encoding, zero, other in (("utf-16-le", odd, even), ("utf-16-be", even, odd)):
        if zero * 10 > pairs * 4 and other * 50 < pairs:
            text = sample.decode(encoding, errors="replace")
            return encoding if sum(c < " " and not c.isspace() for c in text) * 50 < pairs else None
    return None


def _encoding(data: bytes, declared: str | None) -> str:
    if _fits(data, "utf-8"):
        return "utf-8"
    if declared and _fits(data, declared):
        return declared
    good, bad = _utf8_balance(data)
    if good > bad:
        return "utf-8"  # UTF-8 with a few broken places
    if _is_western(data):
        return "cp1252"
    from charset_normalizer import from_bytes  # imported here: slow, and almost all files are UTF-8

    best = from_bytes(data[: 4 * _SAMPLE]).best()
    return best.encoding if best and _fits(data, best.encoding) else "cp1252"


def _fits(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return False
    return True


def _utf8_balance(data: bytes) -> tuple[int, int]:
    """Count the characters of several bytes that are right, and the places that are not."""
    text = data.decode("utf-8", errors="replace")
    bad = text.count("\ufffd")
    return sum(1 for character in text if character > "\x7f") - bad, bad


def _is_western(data: bytes) -> bool:
    """Tell whether the bytes above 127 are, in Windows-1252, what Western languages write, and few."""
    high = re.findall(rb"[\x80-\xff]", data[: 4 * _SAMPLE])
    if len(high) * 6 > min(len(data), 4 * _SAMPLE):
        return False
    known = sum(1 for byte in high if byte.decode("cp1252", errors="replace") in _WESTERN)
    return known * 20 >= len(high) * 19


def _decoded(data: bytes, encoding: str, path: str) -> Decoded:
    """Decode and fold line ends; a place that was U+FFFD in the file already is not counted as replaced."""
    text = data.decode(encoding, errors="replace")
    own = "\ufffd".encode(encoding, errors="ignore")
    replaced = text.count("\ufffd") - (data.count(own) if own else 0)
    if not text.strip() or "\x00" in text:
        raise Damaged(f"{path} holds no text when read as {encoding}: expected text; leave it out", path=path)
    folded = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return Decoded(text=folded, encoding=encoding, replaced=max(0, replaced))
