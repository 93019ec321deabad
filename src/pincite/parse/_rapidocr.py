"""The engine rapidocr, whose models come with it; for the worker process only."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from rapidocr import RapidOCR

from pincite.parse.pdf_page import Page, Word

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["read"]

_TALL: Final = 1.5
"""A line that is so many times as high as it is wide stands on its side."""
_LEAST: Final = 4.0


def read(picture: NDArray[np.uint8] | bytes, *, number: int = 1) -> Page:
    """
    Return the words of a picture, in pixels; those of a picture on its side say so.

    :param picture: *Shape:* (height, width) in grey, or the bytes of an image file.
    :param number: Page number, from 1.
    """
    grey = _decoded(picture) if isinstance(picture, bytes) else picture
    lines = _lines(grey)
    best, turn = lines, 0
    if _on_its_side(lines):
        for quarter in (90, 270):
            found = _lines(np.ascontiguousarray(np.rot90(grey, k=quarter // 90)))
            if _certainty(found) > _certainty(best):
                best, turn = found, quarter
    height, width = grey.shape[:2]
    words = tuple(_word(*each, turn=turn, width=width, height=height) for line in best for each in line)
    return Page(number=number, width=float(width), height=float(height), words=words)


@cache
def _engine() -> RapidOCR:
    return RapidOCR(params={"Global.log_level": "critical"})


def _decoded(data: bytes) -> NDArray[np.uint8]:
    import cv2  # comes with rapidocr

    found: Any = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), cv2.IMREAD_GRAYSCALE)
    grey: NDArray[np.uint8] = np.zeros((1, 1), dtype=np.uint8) if found is None else found
    return grey


def _lines(picture: NDArray[np.uint8]) -> list[list[tuple[str, float, NDArray[np.float32]]]]:
    """Return the words of each line with certainty and corners."""
    found: Any = _engine()(picture, return_word_box=True)
    return [
        [
            (str(text), float(sure), np.asarray(corners, dtype=np.float32))
            for text, sure, corners in line
            if str(text).strip()
        ]
        for line in found.word_results or ()
    ]


def _on_its_side(lines: list[list[tuple[str, float, NDArray[np.float32]]]]) -> bool:
    tall = n = 0
    for line in lines:
        corners = np.concatenate([corners for *_, corners in line]) if line else None
        if corners is not None and sum(len(text) for text, *_ in line) > 3:
            width, height = np.ptp(corners, axis=0)
            tall, n = tall + (height > _TALL * width), n + 1
    return n > 0 and tall > n / 2


def _certainty(lines: list[list[tuple[str, float, NDArray[np.float32]]]]) -> float:
    return sum(sure * len(text) for line in lines for text, sure, _ in line)


def _word(text: str, sure: float, corners: NDArray[np.float32], *, turn: int, width: int, height: int) -> Word:
    """Return a word with its box on the picture as it lies; the corners are on the picture turned anticlockwise."""
    (left, top), (right, bottom) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
    size = 0.8 * (bottom - top)
    if turn == 90:
        left, top, right, bottom = width - bottom, left, width - top, right
    elif turn == 270:
        left, top, right, bottom = top, height - right, bottom, height - left
    return Word(
        text=text,
        left=left,
        top=top,
        right=right,
        bottom=bottom,
        size=round(max(size, _LEAST), 1),
        confidence=round(sure, 3),
        turn=turn,
    )
