"""Whoever opens the page and reads what stands in the boxes of a quote reads the quote."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

import pypdfium2
import pytest

from pincite.parse import OcrSettings, ParseSettings
from pincite.parse._worker import direct
from pincite.parse.pdf import PdfParser

if TYPE_CHECKING:
    from pathlib import Path

    from pincite.documents import Box

FILES = [
    "real_files/docling__multi_page.pdf",
    "real_files/more/us-001.pdf",
    "real_files/more/diesel_engines.pdf",
    "real_files/pdfplumber__nics-background-checks-2015-11-rotated.pdf",
    "icdar13_eu/eu-004.pdf",
]
PARSER = PdfParser(ParseSettings(ocr=OcrSettings(engine="none")), run=direct)


def letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", unicodedata.normalize("NFKC", text.replace("\u0002", ""))).casefold()


def in_box(document: pypdfium2.PdfDocument, box: Box) -> str:
    """Return the text that PDFium sees in a box."""
    page = document[box.page - 1]
    left, top, right, bottom = box.left - 1, box.top - 1, box.right + 1, box.bottom + 1
    if page.get_rotation() == 90:  # boxes are on the page as it is shown, PDFium's text is on the page as it was set
        left, bottom, right, top = top, left, bottom, right
    else:
        bottom, top = page.get_height() - bottom, page.get_height() - top
    found: str = page.get_textpage().get_text_bounded(left=left, bottom=bottom, right=right, top=top)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_the_boxes_of_a_span_hold_its_words(shared_data: Path, name: str) -> None:
    path = shared_data / name
    parsed = PARSER.parse(path.read_bytes(), path=path.name)
    document = pypdfium2.PdfDocument(path)
    pairs = [
        (letters(span.cut(parsed.text)), letters(in_box(document, box)))
        for block in parsed.blocks
        if block.indexable
        for span, box in zip(block.place.spans, block.place.boxes, strict=True)
    ]
    wrong = [(quote, seen) for quote, seen in pairs if quote not in seen]
    assert len(pairs) > 20
    assert len(wrong) <= 0.03 * len(pairs), wrong[:5]
