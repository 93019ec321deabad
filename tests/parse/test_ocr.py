from __future__ import annotations

import shutil
import struct
import zlib
from typing import TYPE_CHECKING

import pypdfium2
import pytest
from tests.parse.simple_pdf import SimplePdf

from pincite.documents import BlockKind, Parsed
from pincite.errors import ConfigError, Damaged, UnsupportedFormat
from pincite.parse import ParseSettings, build
from pincite.parse._worker import direct
from pincite.parse.image import ImageParser
from pincite.parse.pdf import PdfParser

if TYPE_CHECKING:
    from pathlib import Path

needs_tesseract = pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract is not installed")


def read(path: Path, *, ocr: str = "auto") -> Parsed:
    return PdfParser(ParseSettings(ocr=ocr), run=direct).parse(path.read_bytes(), path=path.name)


@needs_tesseract
@pytest.mark.slow
def test_a_scan_is_recognised_with_boxes_and_certainty(shared_data: Path) -> None:
    parsed = read(shared_data / "real_files/markitdown__MEDRPT-2024-PAT-3847_medical_report_scan.pdf")
    blocks = [block for block in parsed.blocks if block.kind is BlockKind.PARAGRAPH]
    assert "MEDRPT" in parsed.text or "PAT-3847" in parsed.text
    assert all(block.confidence is not None and 0 <= block.confidence <= 1 for block in blocks)
    assert all(block.place.boxes for block in blocks)


@needs_tesseract
@pytest.mark.slow
def test_a_page_on_its_side_is_turned_and_read(shared_data: Path) -> None:
    straight = read(shared_data / "real_files/docling__ocr_test.pdf")
    turned = read(shared_data / "real_files/more/ocr_test_rotated_90.pdf")
    assert turned.text.split() == straight.text.split()
    box = turned.blocks[0].place.boxes[0]
    assert box.bottom - box.top > box.right - box.left or len(turned.blocks[0].place.boxes) > 1


def test_without_tesseract_a_scan_says_what_to_install(shared_data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(UnsupportedFormat, match="holds only pictures of text, and tesseract is not installed"):
        read(shared_data / "real_files/docling__ocr_test.pdf")


def test_recognition_can_be_switched_off(shared_data: Path) -> None:
    with pytest.raises(UnsupportedFormat, match=r"not recognised unless parse\.ocr is 'always'"):
        read(shared_data / "real_files/docling__ocr_test.pdf", ocr="off")


def test_text_that_cannot_be_mapped_is_left_out_with_a_note(shared_data: Path) -> None:
    parsed = read(shared_data / "real_files/pdf.js__TAMReview.pdf")
    assert "21 of the 23 pages" in parsed.notes[0]
    assert "cannot be mapped to text" in parsed.notes[0]
    assert not any(ord(c) < 32 and c != "\n" for c in parsed.text)


def test_another_word_for_the_setting_is_an_error() -> None:
    with pytest.raises(ConfigError, match="expected 'auto', 'always' or 'off'"):
        ParseSettings(ocr="sometimes")


@needs_tesseract
def test_a_picture_is_read_by_its_suffix() -> None:
    pixels, width, height = _drawn("REFUND 30 DAYS")
    parsed = build(ParseSettings()).parse(_png(pixels, width, height), path="notice.png")
    assert "30 DAYS" in parsed.text
    assert parsed.blocks[0].confidence is not None


@needs_tesseract
def test_a_picture_without_text_is_damaged() -> None:
    with pytest.raises(Damaged, match=r"no text was found in the picture white\.png"):
        build(ParseSettings()).parse(_png(b"\xff" * 40_000, 200, 200), path="white.png")


def test_a_picture_without_tesseract_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(UnsupportedFormat, match=r"white\.png is a picture, and tesseract is not installed"):
        ImageParser(ParseSettings()).parse(_png(b"\xff" * 400, 20, 20), path="white.png")


def _drawn(text: str) -> tuple[bytes, int, int]:
    """Return a picture of a line of text, in grey."""
    document = pypdfium2.PdfDocument(SimplePdf(width=400, height=100).page().text(20, 60, text, size=30).done())
    grey = document[0].render(scale=2, grayscale=True).to_numpy()
    grey = grey[:, :, 0] if grey.ndim == 3 else grey
    height, width = grey.shape
    return grey.tobytes(), width, height


def _png(pixels: bytes, width: int, height: int) -> bytes:
    def part(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    rows = b"".join(b"\0" + pixels[at * width : (at + 1) * width] for at in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", zlib.compress(rows)) + part(b"IEND", b"")
