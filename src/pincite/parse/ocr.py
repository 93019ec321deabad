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
    from numpy.typing import NDArray

__all__ = ["DPI", "available", "recognised"]

DPI: Final = 250
"""Dots per inch at which pages are drawn to be recognised."""
_PROGRAM: Final = "tesseract"
_LEAST_CERTAIN: Final = 0.0
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
    if not available():
        raise MissingExtra("reading scanned pages (install tesseract too: apt-get install tesseract-ocr)", "ocr")
    turn = _turn(picture, timeout_s)
    upright = np.ascontiguousarray(np.rot90(picture, k=-turn // 90))
    table = _run(upright, ["-l", languages, "--psm", "3", "tsv"], timeout_s)
    height, width = upright.shape
    return Page(
        number=number,
        width=width * 72 / DPI,
        height=height * 72 / DPI,
        words=tuple(_words(table)),
        turn=(360 - turn) % 360,
    )


def _turn(picture: NDArray[np.uint8], timeout_s: float) -> int:
    """Return by how many degrees the picture must be turned clockwise to be upright; 0 where that cannot be told."""
    found = _run(picture, ["--psm", "0"], timeout_s)
    sure = _SURE.search(found)
    turn = _TURN.search(found)
    return int(turn[1]) % 360 if turn and sure and float(sure[1]) >= _LEAST_SURE else 0


def _run(picture: NDArray[np.uint8], arguments: list[str], timeout_s: float) -> str:
    height, width = picture.shape
    image = b"P5 %d %d 255\n" % (width, height) + picture.tobytes()
    done = subprocess.run(
        [_PROGRAM, "stdin", "stdout", "--dpi", str(DPI), *arguments],
        input=image,
        capture_output=True,
        timeout=timeout_s,
        check=False,
    )
    return done.stdout.decode("utf-8", errors="replace")


def _words(table: str) -> list[Word]:
    """Return the words of tesseract's table: level, page, block, paragraph, line, word, left, top, width, height, …"""
    out: list[Word] = []
    scale = 72 / DPI
    heights: dict[tuple[str, ...], float] = {}
    for row in table.splitlines():
        fields = row.split("\t")
        if len(fields) != 12 or not fields[0].isdigit():
            continue
        left, top, width, height = (float(value) * scale for value in fields[6:10])
        line = tuple(fields[1:5])
        if fields[0] == "4":
            heights[line] = height
        text, sure = fields[11].strip(), float(fields[10])
        if fields[0] == "5" and text and sure >= _LEAST_CERTAIN:
            size = min(0.8 * heights.get(line, height), 72.0)
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
