"""The part of PDF parsing that runs in the sandbox: foreign libraries in, plain pieces out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from pincite.errors import Damaged
from pincite.parse._liteparse import read_pages
from pincite.parse._pdfium import Pdf, open_pdf
from pincite.parse.drawing import DrawnPage
from pincite.parse.ocr import recognised, recognised_file
from pincite.parse.pdf_furniture import furniture
from pincite.parse.pdf_leaf import Leaves, leaf_of
from pincite.parse.pdf_lines import vocabulary
from pincite.parse.pdf_margins import line_numbers
from pincite.parse.pdf_page import Page, set_upright
from pincite.parse.pdf_repair import is_garbage, mapped, with_marks
from pincite.parse.png import png

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pincite.parse.pdf_facts import Facts
    from pincite.parse.pdf_page import Word

__all__ = ["drawn", "facts", "leaves", "pictures", "recognise"]

_FEW_WORDS: Final = 8
"""A picture of a page with fewer words than this on it has no text layer worth the name."""


def facts(data: bytes, *, path: str, options: Mapping[str, Any], passwords: tuple[str, ...]) -> Facts:
    """
    Return what is known of a PDF before its pages are read.

    :raises PasswordNeeded: If no password opens it.
    :raises Damaged: If it cannot be read.
    """
    del options
    pdf = open_pdf(data, path=path, passwords=passwords)
    try:
        return pdf.facts()
    finally:
        pdf.close()


def leaves(data: bytes, *, path: str, options: Mapping[str, Any], passwords: tuple[str, ...]) -> Leaves:
    """
    Return some pages of a PDF taken apart.

    :param options: "pages" as in "1-60"; "furniture", what an earlier call returned.
    """
    pdf = open_pdf(data, path=path, passwords=passwords)
    try:
        given = (pdf.password,) if pdf.password else ()
        read = read_pages(data, path=path, passwords=given, pages=str(options["pages"]))
        pages = [set_upright(_repaired(page, pdf)) for page in read]
    finally:
        pdf.close()
    return _taken_apart(pages, options.get("furniture", ()))


def recognise(data: bytes, *, path: str, options: Mapping[str, Any], passwords: tuple[str, ...]) -> Leaves:
    """
    Return one page of a PDF, its text recognised in its picture.

    :param options: "page", from 1, and what :func:`pincite.parse.ocr.recognised` takes.
    """
    pdf = open_pdf(data, path=path, passwords=passwords)
    number = int(options["page"])
    try:
        picture = pdf.picture(number, dpi=int(options["dpi"]))
    finally:
        pdf.close()
    page = recognised(picture, number=number, options=options)
    return replace(_taken_apart([page], options.get("furniture", ())), engine=str(options["engine"]))


def drawn(data: bytes, *, path: str, options: Mapping[str, Any], passwords: tuple[str, ...]) -> DrawnPage:
    """
    Return a picture of a page.

    :param options: "page", from 1, and "dpi".
    """
    pdf = open_pdf(data, path=path, passwords=passwords)
    dpi = int(options["dpi"])
    try:
        picture = pdf.picture(int(options["page"]), dpi=dpi)
    finally:
        pdf.close()
    height, width = picture.shape
    return DrawnPage(png=png(picture), width=width * 72 / dpi, height=height * 72 / dpi)


def pictures(data: bytes, *, path: str, options: Mapping[str, Any], passwords: tuple[str, ...]) -> Leaves:
    """
    Return the pictures of an image file, their text recognised.

    :param options: What :func:`pincite.parse.ocr.recognised_file` takes.
    :raises Damaged: If the engine cannot open it.
    """
    del passwords
    pages = recognised_file(data, options=options)
    if not pages:
        raise Damaged(
            f"{path} is no picture that {options['engine']} can open: expected one that is whole, and its data for "
            f"{options['languages']}; save it anew, or leave it out",
            path=path,
        )
    words = vocabulary(word.text for page in pages for word in page.words)
    found = tuple(leaf_of(page, (), words) for page in pages)
    return Leaves(leaves=found, engine=str(options["engine"]))


def _taken_apart(pages: Sequence[Page], known_furniture: Sequence[str]) -> Leaves:
    numbers = line_numbers(pages)
    own = {id(word) for line in numbers.values() for word in line.words}
    unnumbered = [replace(page, words=tuple(w for w in page.words if id(w) not in own)) for page in pages]
    running, known = furniture(unnumbered if own else pages, known_furniture)
    for number, line in numbers.items():
        running[number].append(line)
    words = vocabulary(word.text for page in pages for word in page.words)
    return Leaves(
        leaves=tuple(
            replace(
                leaf_of(page, running[page.number], words),
                scanned=page.scanned and len(page.words) < _FEW_WORDS,
                garbled=page.garbled,
            )
            for page in pages
        ),
        furniture=tuple(sorted(known)),
    )


def _repaired(page: Page, pdf: Pdf) -> Page:
    """Return a page with its own marks, invisible text flagged, and without text that is none."""
    texts = [word.text for word in page.words]
    if is_garbage(texts):
        return replace(page, words=(), tables=(), garbled=True)
    if not texts:
        return replace(page, scanned=not pdf.is_blank(page.number), garbled=False)
    words = with_marks(mapped(page.words), pdf.text(page.number))
    unseen = [*pdf.invisible(page.number), *pdf.covered(page.number)]
    if unseen:
        words = tuple(replace(word, hidden=word.hidden or _inside(word, unseen)) for word in words)
    return replace(page, words=words, garbled=False)


def _inside(word: Word, boxes: Sequence[tuple[float, float, float, float]]) -> bool:
    return any(left <= word.centre <= right and top <= word.middle <= bottom for left, top, right, bottom in boxes)
