from __future__ import annotations

import importlib.util
import shutil
import struct
import zlib
from typing import TYPE_CHECKING

import numpy as np
import pypdfium2
import pytest
from tests.parse.simple_pdf import SimplePdf

from pincite.documents import BlockKind, Parsed
from pincite.errors import ConfigError, Damaged, UnsupportedFormat
from pincite.parse import OcrSettings, ParseSettings, build
from pincite.parse.engines import engine_of, hint, recognition

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from numpy.typing import NDArray

    from pincite.testing.desk import Desk

needs_tesseract = pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract is not installed")
needs_rapidocr = pytest.mark.skipif(
    importlib.util.find_spec("rapidocr") is None, reason="rapidocr is not installed: pip install 'pincite[ocr]'"
)
PAGE = (
    "THE SELLER DELIVERS THE GOODS WITHIN THIRTY DAYS",
    "The buyer pays the price within fourteen days of the invoice.",
    "Notice of a defect is given in writing and without delay.",
    "Neither party is liable for loss of profit or of data.",
    "This agreement is governed by the law of Norway.",
)


def read(path: Path, **ocr: object) -> Parsed:
    return build(settings(**ocr)).parse(path.read_bytes(), path=path.name)


def settings(**ocr: object) -> ParseSettings:
    return ParseSettings(ocr=OcrSettings(**ocr))  # type: ignore[arg-type]  # each test states its own


@needs_tesseract
@pytest.mark.slow
def test_a_scan_is_recognised_with_boxes_and_certainty(shared_data: Path) -> None:
    parsed = read(shared_data / "real_files/markitdown__MEDRPT-2024-PAT-3847_medical_report_scan.pdf")
    blocks = [block for block in parsed.blocks if block.kind is BlockKind.PARAGRAPH]
    assert "MEDRPT" in parsed.text or "PAT-3847" in parsed.text
    assert all(block.confidence is not None and 0 <= block.confidence <= 1 for block in blocks)
    assert all(block.place.boxes for block in blocks)
    assert str(parsed.metadata["recognised_by"]).startswith("tesseract ")


@needs_tesseract
@pytest.mark.slow
def test_a_page_on_its_side_is_turned_and_read(shared_data: Path) -> None:
    straight = read(shared_data / "real_files/docling__ocr_test.pdf")
    turned = read(shared_data / "real_files/more/ocr_test_rotated_90.pdf")
    assert turned.text.split() == straight.text.split()
    box = turned.blocks[0].place.boxes[0]
    assert box.bottom - box.top > box.right - box.left or len(turned.blocks[0].place.boxes) > 1


@needs_tesseract
@pytest.mark.slow
@pytest.mark.parametrize("quarters", [1, 2, 3])
@pytest.mark.parametrize("kind", ["pdf", "png"])
def test_a_scan_is_read_whichever_way_it_lies_and_its_boxes_are_on_it_as_it_lies(quarters: int, kind: str) -> None:
    picture = np.rot90(scan(), k=quarters)
    data = scanned_pdf(picture) if kind == "pdf" else png(picture)
    parsed = build(settings()).parse(data, path=f"scan.{kind}")
    assert "governed by the law of Norway" in " ".join(parsed.text.split())
    first = next(block for block in parsed.blocks if "SELLER" in block.span.cut(parsed.text))
    box = first.place.boxes[0]
    sideways = box.bottom - box.top > box.right - box.left
    assert sideways == (quarters in (1, 3))
    assert inked(picture, box, scale=72 / 200 if kind == "pdf" else 1.0) > 0.02


@needs_rapidocr
@pytest.mark.slow
@pytest.mark.parametrize("quarters", [0, 1])
def test_the_engine_inside_python_reads_the_same_scan(quarters: int) -> None:
    picture = np.rot90(scan(), k=quarters)
    parsed = build(settings(engine="rapidocr")).parse(scanned_pdf(picture), path="scan.pdf")
    assert "governed by the law of Norway" in " ".join(parsed.text.split())
    assert str(parsed.metadata["recognised_by"]).startswith("rapidocr ")
    box = parsed.blocks[0].place.boxes[0]
    assert inked(picture, box, scale=72 / 200) > 0.02


def test_the_engine_that_is_asked_for_and_missing_is_named_with_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pincite.parse.engines.version_of", missing)
    found = recognition(settings(engine="rapidocr"), {".pdf": "pdf"})
    assert found("a.pdf") == ""
    assert (
        hint("rapidocr") == "rapidocr is not installed: install it (pip install 'pincite[ocr]') and add the file again"
    )


def test_what_recognises_is_named_for_formats_with_pictures_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pincite.parse.engines.tesseract_version", lambda: "5.3.0")
    found = recognition(settings(), {".pdf": "pdf", ".md": "markdown"})
    assert (found("a/B.PDF"), found("a/b.md"), found("a/b")) == ("tesseract 5.3.0", "", "")
    assert engine_of("none") == ""


def test_another_version_of_the_engine_reads_files_with_pictures_again_and_no_others(
    new_desk: Callable[..., Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = new_desk('[[sources]]\nname = "docs"\npath = "docs"\naccess = ["public"]\n')
    desk.write("docs/a.md", "# Alpha\n\nThe alpha page.")
    pdf = SimplePdf().page().text(50, 60, "The gamma page speaks of owls at dusk, at some length and in plain words.")
    (desk.folder / "docs" / "c.pdf").write_bytes(pdf.done())

    def read_with(version: str) -> int:
        monkeypatch.setattr("pincite.parse.engines.tesseract_version", lambda: version)
        told: list[int] = []
        with desk.opened() as corpus:
            corpus.sync(progress=lambda stage, done, total: told.extend([total] * (stage == "read")))
        return max(told, default=0)

    assert [read_with(version) for version in ("5.3.0", "5.3.0", "5.4.1")] == [2, 0, 1]


def test_without_an_engine_a_scan_says_what_to_install(shared_data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(UnsupportedFormat, match="holds only pictures of text, and tesseract is not installed"):
        read(shared_data / "real_files/docling__ocr_test.pdf", engine="tesseract")


def test_recognition_can_be_switched_off(shared_data: Path) -> None:
    with pytest.raises(UnsupportedFormat, match=r"recognition is switched off: set parse\.ocr\.engine"):
        read(shared_data / "real_files/docling__ocr_test.pdf", engine="none")


def test_text_that_cannot_be_mapped_is_left_out_with_a_note(shared_data: Path) -> None:
    parsed = read(shared_data / "real_files/pdf.js__TAMReview.pdf")
    assert "21 of the 23 pages" in parsed.notes[0]
    assert "cannot be mapped to text" in parsed.notes[0]
    assert not any(ord(c) < 32 and c != "\n" for c in parsed.text)


@pytest.mark.parametrize("stated", [{"engine": "sometimes"}, {"pages": "odd"}, {"languages": "en-US"}, {"dpi": 20}])
def test_a_setting_that_means_nothing_is_an_error(stated: dict[str, object]) -> None:
    with pytest.raises(ConfigError, match=r"parse\.ocr\.\w+ is .*expected"):
        settings(**stated)


@needs_tesseract
def test_a_picture_is_read_by_its_suffix() -> None:
    parsed = build(ParseSettings()).parse(png(drawn(["REFUND 30 DAYS"])), path="notice.png")
    assert "30 DAYS" in parsed.text
    assert parsed.blocks[0].confidence is not None


@needs_tesseract
def test_a_picture_without_text_is_damaged() -> None:
    with pytest.raises(Damaged, match=r"no text was found in the picture white\.png"):
        build(ParseSettings()).parse(png(np.full((200, 200), 255, dtype=np.uint8)), path="white.png")


def test_a_picture_without_an_engine_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(UnsupportedFormat, match=r"white\.png is a picture, and tesseract is not installed"):
        build(settings(engine="tesseract")).parse(png(np.full((20, 20), 255, dtype=np.uint8)), path="white.png")


def missing(name: str) -> str:
    raise ModuleNotFoundError(name)


def scan() -> NDArray[np.uint8]:
    return drawn(PAGE)


def drawn(lines: list[str] | tuple[str, ...]) -> NDArray[np.uint8]:
    """Return a picture of lines of text at 200 dots per inch, in grey."""
    made = SimplePdf(width=500, height=60 + 40 * len(lines)).page()
    for at, line in enumerate(lines):
        made.text(20, 20 + 40 * at, line, size=14)
    grey: NDArray[np.uint8] = pypdfium2.PdfDocument(made.done())[0].render(scale=200 / 72, grayscale=True).to_numpy()
    return np.ascontiguousarray(grey[:, :, 0] if grey.ndim == 3 else grey)


def inked(picture: NDArray[np.uint8], box: object, *, scale: float) -> float:
    """Return the share of dark dots inside a box."""
    left, top, right, bottom = (round(getattr(box, side) / scale) for side in ("left", "top", "right", "bottom"))
    return float((picture[top:bottom, left:right] < 128).mean())


def scanned_pdf(picture: NDArray[np.uint8]) -> bytes:
    """Return a PDF of one page that is a picture at 200 dots per inch."""
    height, width = picture.shape
    wide, high = width * 72 / 200, height * 72 / 200
    pixels = zlib.compress(np.ascontiguousarray(picture).tobytes())
    draw = b"q %f 0 0 %f 0 0 cm /P Do Q" % (wide, high)
    image = b"<< /Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray /BitsPerComponent 8" % (
        width,
        height,
    )
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %f %f] /Contents 4 0 R /Resources "
        b"<< /XObject << /P 5 0 R >> >> >>" % (wide, high),
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(draw), draw),
        image + b" /Filter /FlateDecode /Length %d >>\nstream\n" % len(pixels) + pixels + b"\nendstream",
    ]
    out = b"%PDF-1.4\n"
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer << /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % len(out)
    return out + b"xref\n0 6\n0000000000 65535 f \n" + table + end


def png(picture: NDArray[np.uint8]) -> bytes:
    def part(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    height, width = picture.shape
    rows = b"".join(b"\0" + row.tobytes() for row in picture)
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", zlib.compress(rows)) + part(b"IEND", b"")


@needs_tesseract
def test_a_picture_that_the_engine_cannot_open_is_damaged_and_not_called_empty(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">IIBBBBB", 100, 100, 8, 2, 0, 0, 0) + bytes(8)
    )
    with pytest.raises(Damaged, match=r"a\.png is no picture that tesseract .* can open"):
        read(tmp_path / "a.png", engine="tesseract")
