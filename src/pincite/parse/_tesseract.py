"""The program tesseract: words with boxes and certainty, and which way up a picture is; for the worker process only."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from pincite.parse.pdf_page import Page, Word

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["Tesseract"]

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
_UPRIGHT: Final = "3"
"""Page segmentation without a look at which way up the page is."""
_ANY_WAY: Final = "1"
"""Page segmentation that turns the page first; boxes are on the page as it lies."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tesseract:
    """Reads pictures with the program."""

    program: str
    """Its path."""
    languages: str
    """As tesseract names them: "eng", "eng+deu"."""
    timeout_s: float

    def pages(self, image: bytes, *, dpi: int | None = None) -> tuple[Page, ...]:
        """
        Return the words of each picture in an image file, in pixels; those of a picture on its side say so.

        :param image: PNG, JPEG, TIFF, BMP, WebP, GIF or PNM, as tesseract reads them itself.
        :param dpi: Dots per inch, where the file does not say it.
        """
        found = self._read(image, _UPRIGHT, dpi)
        if not any(_poor(page.words) or _tall(page.words) for page in found):
            return found
        turn = self._turn(image, dpi)
        if not turn:
            return found
        turned = self._read(image, _ANY_WAY, dpi)
        lying = [_lying(page, (360 - turn) % 360) for page in turned]
        sideways = any(_tall(page.words) for page in found)  # read well, word by word, in the order of another page
        return tuple(lying) if sideways or _certainty(lying) > _certainty(found) else found

    def _read(self, image: bytes, mode: str, dpi: int | None) -> tuple[Page, ...]:
        table = self._start(image, ["-l", self.languages, "--psm", mode, "tsv"], dpi)
        rows = [row.split("\t") for row in table.splitlines()]
        rows = [row for row in rows if len(row) == _FIELDS and row[0].isdigit()]
        sizes = {int(row[1]): (float(row[8]), float(row[9])) for row in rows if row[0] == "1"}
        of = {number: [row for row in rows if row[1] == str(number)] for number in sizes}
        return tuple(
            Page(number=number, width=width, height=height, words=tuple(_words(of[number])))
            for number, (width, height) in sorted(sizes.items())
        )

    def _turn(self, image: bytes, dpi: int | None) -> int:
        """Return by how many degrees a picture must be turned clockwise to be upright; 0 where that cannot be told."""
        found = self._start(image, ["--psm", "0"], dpi)
        sure = _SURE.search(found)
        turn = _TURN.search(found)
        return int(turn[1]) % 360 if turn and sure and float(sure[1]) >= _LEAST_SURE else 0

    def _start(self, image: bytes, arguments: list[str], dpi: int | None) -> str:
        resolution = [] if dpi is None else ["--dpi", str(dpi)]
        done = subprocess.run(
            [self.program, "stdin", "stdout", *resolution, *arguments],
            input=image,
            capture_output=True,
            timeout=self.timeout_s,
            check=False,
        )
        return done.stdout.decode("utf-8", errors="replace")


def _poor(words: Sequence[Word]) -> bool:
    return len(words) < _FEW or sum(word.confidence or 0.0 for word in words) / len(words) < _POOR


def _tall(words: Sequence[Word]) -> bool:
    """Tell whether most words are higher than wide, as those of a page on its side are."""
    long = [word for word in words if len(word.text) > 2]
    return sum(word.bottom - word.top > word.right - word.left for word in long) > len(long) / 2


def _certainty(pages: Sequence[Page]) -> float:
    return sum(word.confidence or 0.0 for page in pages for word in page.words)


def _lying(page: Page, turn: int) -> Page:
    return replace(page, words=tuple(replace(word, turn=turn) for word in page.words))


def _words(rows: Iterable[list[str]]) -> Iterator[Word]:
    """Yield the words of a table, whose first fields are level, page, block, paragraph, line and word."""
    heights: dict[tuple[str, ...], float] = {}
    for fields in rows:
        left, top, width, height = map(float, fields[6:10])
        line = tuple(fields[1:5])
        if fields[0] == "4":
            heights[line] = min(width, height)
        text, sure = fields[11].strip(), float(fields[10])
        if fields[0] == "5" and text:
            yield Word(
                text=text,
                left=left,
                top=top,
                right=left + width,
                bottom=top + height,
                size=round(max(0.8 * heights.get(line, min(width, height)), 4.0), 1),
                confidence=round(sure / 100, 3),
            )
