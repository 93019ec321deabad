"""
Megabytes a second and peak memory of the text formats beside the raw parser: ``python bench/parsing/formats.py``.

Each side is measured in a process of its own over the same generated file of about 300 kB, by processor time,
start-up left out. ``pdf_speed.py`` and ``office.py`` do the same for PDF and Office files.

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
import time
import zipfile
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

_WORDS: Final = "The supplier delivers within thirty days of the order, and the buyer pays on receipt. "
_SECTIONS: Final = 300


def _html() -> bytes:
    body = "".join(f"<h2>{n} Part</h2><p>{_WORDS * 10}</p><ul><li>one</li></ul>" for n in range(_SECTIONS))
    return f"<html><body>{body}</body></html>".encode()


def _markdown() -> bytes:
    return "".join(f"## {n} Part\n\n{_WORDS * 10}\n\n- one\n- two\n\n" for n in range(_SECTIONS)).encode()


def _rst() -> bytes:
    return "".join(f"{n:04} Part\n=========\n\n{_WORDS * 10}\n\n- one\n\n" for n in range(_SECTIONS)).encode()


def _csv() -> bytes:
    return ("name,amount,note\n" + f"item,500,{_WORDS.replace(',', '')}\n" * 10_000).encode()


def _jsonl() -> bytes:
    return "".join(json.dumps({"id": n, "text": _WORDS * 10}) + "\n" for n in range(_SECTIONS)).encode()


def _eml() -> bytes:
    head = "From: a@example.com\nTo: b@example.com\nSubject: Terms\nContent-Type: text/plain; charset=utf-8\n\n"
    return (head + (_WORDS + "\n") * 10 * _SECTIONS).encode()


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


def _walk_epub(data: bytes) -> int:
    with zipfile.ZipFile(io.BytesIO(data)) as book:
        return _walk_html(book.read("a.xhtml"))


FORMATS: Final[dict[str, tuple[str, Callable[[], bytes], Callable[[bytes], int]]]] = {
    "txt": ("decode", _markdown, lambda data: len(data.decode())),
    "md": ("markdown-it-py", _markdown, _walk_markdown),
    "html": ("selectolax", _html, _walk_html),
    "rst": ("docutils", _rst, _walk_rst),
    "csv": ("csv", _csv, _walk_csv),
    "jsonl": ("json", _jsonl, _walk_json),
    "eml": ("email", _eml, _walk_eml),
    "epub": ("zipfile, selectolax", _epub, _walk_epub),
}
"""Suffix → name of the raw parser, the file that is read, and the raw parser."""


def _ours(suffix: str) -> Callable[[bytes], int]:
    import msgspec

    from pincite.parse import SUFFIXES, ParseSettings
    from pincite.parse.inside import parser_of

    parser = parser_of(SUFFIXES[f".{suffix}"], msgspec.json.encode(ParseSettings()), ())
    return lambda data: len(parser.parse(data, path=f"a.{suffix}").text)


def _measure(suffix: str, side: str) -> None:
    name, make, raw = FORMATS[suffix]
    data = make()
    parse = raw if side == "raw" else _ours(suffix)
    begun = time.process_time()
    parse(data)
    spent = max(time.process_time() - begun, 1e-4)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{suffix:6} {name if side == 'raw' else 'pincite':20} {len(data) / 1e6 / spent:10.1f} {peak:8}", flush=True)


def main() -> None:
    """Print a line for each format and side."""
    if len(sys.argv) == 3:
        _measure(sys.argv[1], sys.argv[2])
        return
    print(f"{'format':6} {'parser':20} {'MB/cpu-s':>10} {'peak MB':>8}", flush=True)
    for suffix in FORMATS:
        for side in ("raw", "ours"):
            subprocess.run([sys.executable, __file__, suffix, side], check=False)


if __name__ == "__main__":
    main()
