"""Text recognised in pictures of pages by tesseract, as words with boxes and certainty."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import TYPE_CHECKING, Final

import numpy as np

from pincite.errors import MissingExtra
from pincite.parse.pdf_page import Page, Word

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

__all__ = ["DPI", "available", "recognised", "recognised_file"]

DPI: Final = 200
"""Dots per inch at which pages are drawn to be recognised."""
_PROGRAM: Final = "tesseract"
_FIELDS: Final = 12
"""Fields of a row of tesseract's table."""
_POOR: Final = 0.7
"""Mean certainty below which a page is looked at again for lying on its side."""
_FEW: Final = 5
"""So few words are poor too."""
_TURN = re.compile(r"^Rotate:\s*(\d+)$", re.MULTILINE)
_SURE = re.compile(r"^Orientation confidence:\s*([\d.]+)$", re.MULTILINE)
_LEAST_SURE: Final = 1.5
"""Orientation confidence from which on a page is turned."""


def available() -> bool:
    """Tell whether tesseract is installed."""
    return shutil.which(_PROGRAM) is not None


def recognised(picture: NDArray[np.uint8], *, number: int, languages: str, timeout_s: float) -> Page:
    """
    Return the words that stand in a picture of a page, which is turned first if it lies on its side.

    *Shape:* ``picture`` (height, width), drawn at :data:`DPI`

    :param number: Page number, from 1.
    :param languages: As tesseract names them: "eng", "eng+deu".
    :raises MissingExtra: If tesseract is not installed.
    """
    _need()
    words = _read(picture, languages, timeout_s)
    turn = 0
    if len(words) < _FEW or _certainty(words) < _POOR:
        turn = _turn(picture, timeout_s)
        if turn:
            picture = np.ascontiguousarray(np.rot90(picture, k=-turn // 90))
            words = _read(picture, languages, timeout_s)
    height, width = picture.shape
    return Page(
        number=number,
        width=width * 72 / DPI,
        height=height * 72 / DPI,
        words=words,
        turn=(360 - turn) % 360,
    )


def recognised_file(data: bytes, *, languages: str, timeout_s: float) -> tuple[Page, ...]:
    """
    Return the words of each picture in an image file, in pixels.

    :param data: PNG, JPEG, TIFF, BMP, WebP, GIF or PNM, as tesseract reads them itself.
    :raises MissingExtra: If tesseract is not installed.
    """
    _need()
    arguments = ["-l", languages, "--psm", "3", "tsv"]
    table = _start(data, arguments, timeout_s)
    rows = [row.split("\t") for row in table.splitlines()]
    sizes = {int(row[1]): (float(row[8]), float(row[9])) for row in rows if len(row) == _FIELDS and row[0] == "1"}
    return tuple(
        Page(
            number=number,
            width=width,
            height=height,
            words=tuple(_words("\n".join("\t".join(row) for row in rows if row[1:2] == [str(number)]), scale=1.0)),
        )
        for number, (width, height) in sorted(sizes.items())
    )


def _need() -> None:
    if not available():
        raise MissingExtra("reading pictures of text (install tesseract too: apt-get install tesseract-ocr)", "ocr")


def _read(picture: NDArray[np.uint8], languages: str, timeout_s: float) -> tuple[Word, ...]:
    return tuple(_words(_run(picture, ["-l", languages, "--psm", "3", "tsv"], timeout_s)))


def _certainty(words: Sequence[Word]) -> float:
    return sum(word.confidence or 0.0 for word in words) / max(1, len(words))


def _turn(picture: NDArray[np.uint8], timeout_s: float) -> int:
    """Return by how many degrees the picture must be turned clockwise to be upright; 0 where that cannot be told."""
    found = _run(picture, ["--psm", "0"], timeout_s)
    sure = _SURE.search(found)
    turn = _TURN.search(found)
    return int(turn[1]) % 360 if turn and sure and float(sure[1]) >= _LEAST_SURE else 0


def _run(picture: NDArray[np.uint8], arguments: list[str], timeout_s: float) -> str:
    height, width = picture.shape
    image = b"P5 %d %d 255\n" % (width, height) + picture.tobytes()
    return _start(image, ["--dpi", str(DPI), *arguments], timeout_s)


def _start(image: bytes, arguments: list[str], timeout_s: float) -> str:
    done = subprocess.run(
        [_PROGRAM, "stdin", "stdout", *arguments], input=image, capture_output=True, timeout=timeout_s, check=False
    )
    return done.stdout.decode("utf-8", errors="replace")


def _words(table: str, *, scale: float = 72 / DPI) -> list[Word]:
    """Return the words of tesseract's table, whose first fields are level, page, block, paragraph, line and word."""
    out: list[Word] = []
    heights: dict[tuple[str, ...], float] = {}
    for row in table.splitlines():
        fields = row.split("\t")
        if len(fields) != _FIELDS or not fields[0].isdigit():
            continue
        left, top, width, height = (float(value) * scale for value in fields[6:10])
        line = tuple(fields[1:5])
        if fields[0] == "4":
            heights[line] = height
        text, sure = fields[11].strip(), float(fields[10])
        if fields[0] == "5" and text:
            size = 0.8 * heights.get(line, height)
            out.append(
                Word(
                    text=text,
                    left=left,
                    top=top,
                    right=left + width,
                    bottom=top + height,
                    size=round(max(size, 4.0), 1),
                    confidence=round(sure / 100, 3),
                )
            )
    return out
