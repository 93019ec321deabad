"""
Speed and peak memory of every format beside its raw parser: ``python bench/parsing/formats.py [SUFFIX …]``.

Each side is measured in a process of its own over the same generated file of about 300 kB (of a hundred pages, or of
one picture), by processor time, children included, start-up left out. ``pdf_speed.py`` and ``office.py`` do the same
for real PDF and Office files.

The raw parsers give no canonical text, no blocks and no places: they are the floor, not a rival.
"""

from __future__ import annotations

import csv
import email
import email.policy
import io
import json
import resource
import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree

from compound import compound

if TYPE_CHECKING:
    from collections.abc import Callable

_SIDES: Final = ("raw", "ours")
_PROCESSES: Final = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
_WORDS: Final = "The supplier delivers within thirty days of the order, and the buyer pays on receipt. "
_SECTIONS: Final = 300
_PAGES: Final = 100
_PAGED: Final = {"pdf": _PAGES, "pptx": _PAGES, "png": 1}
"""Suffix → pages of its file, for formats that have pages."""


def _html() -> bytes:
    body = "".join(f"<h2>{n} Part</h2><p>{_WORDS * 10}</p><ul><li>one</li></ul>" for n in range(_SECTIONS))
    return f"<html><body>{body}</body></html>".encode()


def _markdown() -> bytes:
    return "".join(f"## {n} Part\n\n{_WORDS * 10}\n\n- one\n- two\n\n" for n in range(_SECTIONS)).encode()


def _rst() -> bytes:
    return "".join(f"{n:04} Part\n=========\n\n{_WORDS * 10}\n\n- one\n\n" for n in range(_SECTIONS)).encode()


def _adoc() -> bytes:
    return "".join(f"== {n} Part\n\n{_WORDS * 10}\n\n* one\n* two\n\n" for n in range(_SECTIONS)).encode()


def _csv() -> bytes:
    return ("name,amount,note\n" + f"item,500,{_WORDS.replace(',', '')}\n" * 10_000).encode()


def _jsonl() -> bytes:
    return "".join(json.dumps({"id": n, "text": _WORDS * 10}) + "\n" for n in range(_SECTIONS)).encode()


def _eml() -> bytes:
    head = "From: a@example.com\nTo: b@example.com\nSubject: Terms\nContent-Type: text/plain; charset=utf-8\n\n"
    return (head + (_WORDS + "\n") * 10 * _SECTIONS).encode()


def _msg() -> bytes:
    return compound(
        {
            "__properties_version1.0": bytes(32),
            "__substg1.0_0037001F": "Terms".encode("utf-16-le"),
            "__substg1.0_1000001F": ((_WORDS + "\r\n") * 10 * _SECTIONS).encode("utf-16-le"),
        }
    )


def _epub() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as book:  # so that its bytes are those that are parsed
        book.writestr("mimetype", "application/epub+zip")
        book.writestr(
            "META-INF/container.xml",
            '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
            '<rootfile full-path="b.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
        )
        book.writestr(
            "b.opf",
            '<package xmlns="http://www.idpf.org/2007/opf"><manifest>'
            '<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest>'
            '<spine><itemref idref="a"/></spine></package>',
        )
        book.writestr("a.xhtml", _html())
    return out.getvalue()


def _odt() -> bytes:
    from pincite.testing.files import odt

    return odt(
        "".join(
            f"<text:h text:outline-level='1'>{n} Part</text:h><text:p>{_WORDS * 10}</text:p>" for n in range(_SECTIONS)
        )
    )


def _docx() -> bytes:
    import docx

    made = docx.Document()
    for n in range(_SECTIONS):
        made.add_heading(f"{n} Part", 1)
        made.add_paragraph(_WORDS * 10)
    table = made.add_table(100, 4)
    for at, cell in enumerate(cell for row in table.rows for cell in row.cells):
        cell.text = f"cell {at}"
    return _saved(made.save)


def _pptx() -> bytes:
    import pptx

    made = pptx.Presentation()
    for n in range(_PAGES):
        slide = made.slides.add_slide(made.slide_layouts[1])
        slide.shapes[0].text_frame.text, slide.shapes[1].text_frame.text = f"{n} Part", _WORDS * 5
    return _saved(made.save)


def _xlsx() -> bytes:
    import openpyxl

    made = openpyxl.Workbook()
    for n in range(10_000):
        made.worksheets[0].append(("item", n, n / 8, _WORDS) if n else ("name", "count", "share", "note"))
    return _saved(made.save)


def _pdf() -> bytes:
    from reportlab.pdfgen.canvas import Canvas

    out = io.BytesIO()
    canvas = Canvas(out, invariant=1)
    for n in range(_PAGES):
        for at, line in enumerate([f"{n} Part", *[f"{_WORDS[:80]}{n} {at}." for at in range(40)]]):
            canvas.drawString(72, 780 - 17 * at, line)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _png() -> bytes:
    import pypdfium2

    page = pypdfium2.PdfDocument(_pdf())[0]
    return _saved(lambda out: page.render(scale=200 / 72).to_pil().save(out, "PNG", dpi=(200, 200)))


def _saved(save: Callable[[io.BytesIO], object]) -> bytes:
    out = io.BytesIO()
    save(out)
    return out.getvalue()


def _walk_odt(data: bytes) -> int:
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        return len("".join(ElementTree.fromstring(package.read("content.xml")).itertext()))


def _walk_docx(data: bytes) -> int:
    import docx

    return sum(len(paragraph.text) for paragraph in docx.Document(io.BytesIO(data)).paragraphs)


def _walk_pptx(data: bytes) -> int:
    import pptx

    slides = pptx.Presentation(io.BytesIO(data)).slides
    return sum(len(shape.text_frame.text) for slide in slides for shape in slide.shapes if shape.has_text_frame)


def _walk_xlsx(data: bytes) -> int:
    import openpyxl

    sheet = openpyxl.load_workbook(io.BytesIO(data)).worksheets[0]
    return sum(len(str(cell)) for row in sheet.iter_rows(values_only=True) for cell in row)


def _walk_pdf(data: bytes) -> int:
    from liteparse import LiteParse

    options = {"extract_blocks": True, "emit_word_boxes": True, "extract_text_metadata": True}
    parser = LiteParse(quiet=True, ocr_enabled=False, include_complexity=True, extract_vector_graphics=True, **options)
    return len(parser.parse(data).pages)


def _walk_png(data: bytes) -> int:
    told = subprocess.run(["tesseract", "-", "-", "tsv"], input=data, capture_output=True, check=True)
    return len(told.stdout)


def _walk_html(data: bytes) -> int:
    from selectolax.lexbor import LexborHTMLParser

    return len(LexborHTMLParser(data).text())


def _walk_markdown(data: bytes) -> int:
    from markdown_it import MarkdownIt

    return len(MarkdownIt("commonmark").enable("table").parse(data.decode()))


def _walk_rst(data: bytes) -> int:
    from docutils.core import publish_doctree

    return len(publish_doctree(data.decode(), settings_overrides={"report_level": 5}).astext())


def _walk_csv(data: bytes) -> int:
    return sum(1 for _ in csv.reader(io.StringIO(data.decode())))


def _walk_json(data: bytes) -> int:
    return sum(len(json.loads(line)) for line in data.splitlines())


def _walk_eml(data: bytes) -> int:
    return len(str(email.message_from_bytes(data, policy=email.policy.default).get_payload()))


def _walk_msg(data: bytes) -> int:
    import olefile

    with olefile.OleFileIO(io.BytesIO(data)) as file:
        return len(file.openstream("__substg1.0_1000001F").read().decode("utf-16-le"))


def _walk_epub(data: bytes) -> int:
    with zipfile.ZipFile(io.BytesIO(data)) as book:
        return _walk_html(book.read("a.xhtml"))


FORMATS: Final[dict[str, tuple[str, Callable[[], bytes], Callable[[bytes], int]]]] = {
    "pdf": ("liteparse", _pdf, _walk_pdf),
    "docx": ("python-docx", _docx, _walk_docx),
    "pptx": ("python-pptx", _pptx, _walk_pptx),
    "xlsx": ("openpyxl", _xlsx, _walk_xlsx),
    "odt": ("zipfile, ElementTree", _odt, _walk_odt),
    "png": ("tesseract", _png, _walk_png),
    "txt": ("decode", _markdown, lambda data: len(data.decode())),
    "md": ("markdown-it-py", _markdown, _walk_markdown),
    "html": ("selectolax", _html, _walk_html),
    "adoc": ("decode", _adoc, lambda data: len(data.decode())),
    "rst": ("docutils", _rst, _walk_rst),
    "csv": ("csv", _csv, _walk_csv),
    "jsonl": ("json", _jsonl, _walk_json),
    "eml": ("email", _eml, _walk_eml),
    "msg": ("olefile", _msg, _walk_msg),
    "epub": ("zipfile, selectolax", _epub, _walk_epub),
}
"""Suffix → name of the raw parser, the file that is read, and the raw parser."""


def _ours(suffix: str) -> Callable[[bytes], int]:
    import msgspec

    from pincite.parse import SUFFIXES, ParseSettings
    from pincite.parse.inside import parser_of

    parser = parser_of(SUFFIXES[f".{suffix}"], msgspec.json.encode(ParseSettings(timeout_s=600)), ())
    return lambda data: len(parser.parse(data, path=f"a.{suffix}").text)


def _measure(suffix: str, side: str) -> None:
    name, make, raw = FORMATS[suffix]
    data = make()
    parse = raw if side == "raw" else _ours(suffix)
    begun = _spent()
    parse(data)
    spent = max(_spent() - begun, 1e-4)
    peak = max(resource.getrusage(who).ru_maxrss for who in _PROCESSES) // 1024
    pages = f"{_PAGED[suffix] / spent:8.1f}" if suffix in _PAGED else ""
    parser = name if side == "raw" else "pincite"
    print(f"{suffix:6} {parser:20} {len(data) / 1e6 / spent:10.1f} {pages:>8} {peak:8}", flush=True)


def _spent() -> float:
    used = [resource.getrusage(who) for who in _PROCESSES]
    return sum(each.ru_utime + each.ru_stime for each in used)


def main() -> None:
    """Print a line for each format and side."""
    if len(sys.argv) == 3 and sys.argv[2] in _SIDES:
        _measure(sys.argv[1], sys.argv[2])
        return
    print(f"{'format':6} {'parser':20} {'MB/cpu-s':>10} {'pages/s':>8} {'peak MB':>8}", flush=True)
    for suffix in sys.argv[1:] or FORMATS:
        for side in _SIDES:
            subprocess.run([sys.executable, __file__, suffix, side], check=False)


if __name__ == "__main__":
    main()
