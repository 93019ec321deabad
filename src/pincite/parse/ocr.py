"""Text recognised in pictures of pages, as words with boxes and certainty, by whichever engine is there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pincite.parse._tesseract import Tesseract
from pincite.parse.pdf_page import Page, set_upright

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["recognised", "recognised_file"]


def recognised(picture: NDArray[np.uint8], *, number: int, options: Mapping[str, object]) -> Page:
    """
    Return the words that stand in a picture of a page, which is turned first if it lies on its side.

    *Shape:* ``picture`` (height, width)

    :param number: Page number, from 1.
    :param options: "engine", its name and version; "program", the path of tesseract; "languages" and "dpi" as the
        settings have them; "timeout_s".
    """
    dpi = int(str(options["dpi"]))
    height, width = picture.shape
    if _is_tesseract(options):
        image = b"P5 %d %d 255\n" % (width, height) + picture.tobytes()
        found = _program(options).pages(image, dpi=dpi)
    else:
        from pincite.parse import _rapidocr  # imported here: heavy, and an extra

        found = (_rapidocr.read(picture),)
    blank = Page(number=number, width=float(width), height=float(height), words=())
    page = _scaled(next(iter(found), blank), 72 / dpi)
    return set_upright(replace(page, number=number))


def recognised_file(data: bytes, *, options: Mapping[str, object]) -> tuple[Page, ...]:
    """
    Return the words of each picture in an image file, in pixels.

    :param data: PNG, JPEG, TIFF, BMP, WebP, GIF or PNM.
    :param options: As for :func:`recognised`.
    :returns: Nothing where the engine cannot open it.
    """
    if _is_tesseract(options):
        return tuple(set_upright(page) for page in _program(options).pages(data))
    from pincite.parse import _rapidocr

    found = _rapidocr.read(data)
    return (set_upright(found),) if found.width > 1 else ()


def _is_tesseract(options: Mapping[str, object]) -> bool:
    return str(options["engine"]).startswith("tesseract")


def _program(options: Mapping[str, object]) -> Tesseract:
    return Tesseract(
        program=str(options["program"]),
        languages=str(options["languages"]),
        timeout_s=float(str(options["timeout_s"])),
    )


def _scaled(page: Page, by: float) -> Page:
    words = tuple(
        replace(
            word,
            left=word.left * by,
            top=word.top * by,
            right=word.right * by,
            bottom=word.bottom * by,
            size=round(max(word.size * by, 4.0), 1),
        )
        for word in page.words
    )
    return replace(page, width=page.width * by, height=page.height * by, words=words)
