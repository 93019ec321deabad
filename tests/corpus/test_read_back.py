"""Whoever opens the original at a citation's page and reads what stands in its boxes reads the quote."""

from __future__ import annotations

import re
import shutil
import subprocess
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import mean

import numpy as np
import pypdfium2
import pytest

from pincite.documents import BlockKind, Box, Place, Revision, Span
from pincite.testing.desk import Desk
from pincite.text.places import place_of
from pincite.text.sentences import sentences

NewDesk = Callable[..., Desk]
ROOT = Path(__file__).resolve().parents[2]
FILES = [
    "real_files/docling__multi_page.pdf",
    "real_files/pdf.js__tracemonkey.pdf",
    "real_files/more/diesel_engines.pdf",
    "real_files/pdfplumber__scotus-transcript-p1.pdf",
    "real_files/docling__redp5110_sampled.pdf",
    "icdar13_eu/eu-004.pdf",
]
SCAN = "real_files/markitdown__MEDRPT-2024-PAT-3847_medical_report_scan.pdf"


def words(text: str) -> Counter[str]:
    whole = unicodedata.normalize("NFKC", text.replace("\u0002", "").replace("\ufffe", ""))
    return Counter(re.findall(r"\w+", re.sub(r"(\w)-\s+(\w)", r"\1\2", whole).casefold()))


def read_text(document: pypdfium2.PdfDocument, place: Place) -> str:
    return "\n".join(in_box(document, box) for box in place.boxes)


def in_box(document: pypdfium2.PdfDocument, box: Box) -> str:
    page = document[box.page - 1]
    high = page.get_height()
    found: str = page.get_textpage().get_text_bounded(
        left=box.left - 1, bottom=high - box.bottom - 1, right=box.right + 1, top=high - box.top + 1
    )
    return found


def held(desk: Desk, file: Path) -> Revision:
    """Return what the corpus holds of a file."""
    shutil.copy(file, desk.folder / "docs" / "original.pdf")
    assert desk.sync().added == 1
    return desk.corpus.show("docs/original")


def quotes(revision: Revision, *, most: int = 60) -> Iterator[Span]:
    """Yield sentences, items and table rows that an answer could cite, from all over a document."""
    spans = [span for block in revision.blocks if block.indexable for span in _pieces(revision, block.kind, block.span)]
    of_parts = (block for block in revision.blocks if block.kind in (BlockKind.TABLE, BlockKind.LIST))
    spans += [part.span for block in of_parts for part in block.parts]
    long = [span for span in spans if len(words(span.cut(revision.text))) > 3]
    yield from long[:: max(1, len(long) // most)]


def _pieces(revision: Revision, kind: BlockKind, span: Span) -> Iterator[Span]:
    if kind is BlockKind.PARAGRAPH:
        for each in sentences(span.cut(revision.text), language="en"):
            yield Span(span.start + each.start, span.start + each.end)


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_the_boxes_of_a_quote_hold_its_words_and_few_others(new_desk: NewDesk, shared_data: Path, name: str) -> None:
    revision = held(new_desk(), shared_data / name)
    document = pypdfium2.PdfDocument(shared_data / name)
    found, strange = [], []
    for span in quotes(revision):
        wanted = words(re.sub(r"[|#*]|---", " ", span.cut(revision.text)))
        seen = words(read_text(document, place_of(revision, span)))
        stream = "".join(seen.elements())  # PDFium runs words together where they stand close
        found.append(sum(word in stream for word in wanted) / len(wanted))
        strange.append(len(stream) / len("".join(wanted.elements())) - 1)
    assert len(found) > 5
    assert mean(found) >= 0.95
    assert mean(strange) <= 0.15


@pytest.mark.slow
def test_a_citation_of_an_answer_is_read_back_from_its_page(new_desk: NewDesk) -> None:
    file = ROOT / "examples/contracts/brackwater/crane-maintenance.pdf"
    desk = new_desk()
    held(desk, file)
    citation = desk.corpus.ask("What does clause 7.2 say?").citations[0]
    seen = words(read_text(pypdfium2.PdfDocument(file), citation.place))
    assert (citation.place.page, {box.page for box in citation.place.boxes}) == (2, {2})
    assert words(citation.quote) <= seen


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract is not installed")
def test_the_boxes_of_a_quote_of_a_scan_are_read_back_by_recognising_them(new_desk: NewDesk, shared_data: Path) -> None:
    revision = held(new_desk(), shared_data / SCAN)
    document = pypdfium2.PdfDocument(shared_data / SCAN)
    found = []
    for span in list(quotes(revision))[:8]:
        wanted = words(re.sub(r"[|#*]|---", " ", span.cut(revision.text)))
        seen = words(" ".join(recognised(document, box) for box in place_of(revision, span).boxes))
        found.append((wanted & seen).total() / wanted.total())
    assert len(found) >= 3
    assert mean(found) >= 0.8


def recognised(document: pypdfium2.PdfDocument, box: Box) -> str:
    """Return the text that is recognised in a box of a page."""
    scale = 300 / 72
    grey = document[box.page - 1].render(scale=scale, grayscale=True).to_numpy()
    grey = grey[:, :, 0] if grey.ndim == 3 else grey
    left, top, right, bottom = (
        round(side * scale) for side in (box.left - 2, box.top - 2, box.right + 2, box.bottom + 2)
    )
    part = np.pad(np.ascontiguousarray(grey[max(0, top) : bottom, max(0, left) : right]), 20, constant_values=255)
    image = b"P5 %d %d 255\n" % (part.shape[1], part.shape[0]) + part.tobytes()
    command = ["tesseract", "stdin", "stdout", "--dpi", "300", "--psm", "6"]
    return subprocess.run(command, input=image, capture_output=True, check=True).stdout.decode()
