"""What PDFium tells of shapes and the text under and above them; for the worker process only."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import pypdfium2.raw as raw

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pypdfium2 import PdfObject, PdfPage

__all__ = ["suspected"]

_MOST: Final = 5_000
"""Objects of a page that are looked at."""
_LEAST: Final = 4.0
"""Points that a shape is wide and high at least, to hide a word."""
_SLACK: Final = 1.0
"""Points by which text may stick out of what covers it."""
_NEAR: Final = 24
"""Most that red, green and blue may each differ in colours that look alike."""
_OPAQUE: Final = 255

_Box = tuple[float, float, float, float]
"""Left, bottom, right and top in points, from the bottom left corner."""
_Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shape:
    at: int
    """Its place in the order of drawing."""
    box: _Box
    colour: _Colour


def suspected(page: PdfPage) -> list[_Box]:
    """
    Return the boxes of text that may not be seen: a filled shape is drawn over it later, or the one behind it has its
    colour.
    """
    objects = [item for item, _ in zip(page.get_objects(max_depth=1), range(_MOST), strict=False)]
    shapes = list(_shapes(objects))
    if not shapes:
        return []
    return [
        item.get_bounds()
        for at, item in enumerate(objects)
        if item.type == raw.FPDF_PAGEOBJ_TEXT and _may_be_unseen(at, item, shapes)
    ]


def _shapes(objects: Sequence[PdfObject]) -> Iterator[_Shape]:
    for at, item in enumerate(objects):
        if item.type != raw.FPDF_PAGEOBJ_PATH or not _is_filled(item):
            continue
        left, bottom, right, top = box = item.get_bounds()
        colour = _colour(item)
        if colour is not None and right - left >= _LEAST and top - bottom >= _LEAST:
            yield _Shape(at=at, box=box, colour=colour)


def _may_be_unseen(at: int, item: PdfObject, shapes: Sequence[_Shape]) -> bool:
    box = item.get_bounds()
    around = [shape for shape in shapes if _covers(shape.box, box)]
    if any(shape.at > at for shape in around):
        return True
    colour = _colour(item)
    return bool(around) and colour is not None and _alike(colour, around[-1].colour)


def _is_filled(item: PdfObject) -> bool:
    fill, stroke = ctypes.c_int(), ctypes.c_int()
    return bool(raw.FPDFPath_GetDrawMode(item.raw, fill, stroke)) and fill.value != raw.FPDF_FILLMODE_NONE


def _colour(item: PdfObject) -> _Colour | None:
    """Return red, green and blue of what an object is filled with; ``None`` where something shows through."""
    red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
    if not raw.FPDFPageObj_GetFillColor(item.raw, red, green, blue, alpha) or alpha.value != _OPAQUE:
        return None
    return red.value, green.value, blue.value


def _covers(outer: _Box, inner: _Box) -> bool:
    return (
        outer[0] - _SLACK <= inner[0]
        and outer[1] - _SLACK <= inner[1]
        and outer[2] + _SLACK >= inner[2]
        and outer[3] + _SLACK >= inner[3]
    )


def _alike(one: _Colour, other: _Colour) -> bool:
    return all(abs(a - b) <= _NEAR for a, b in zip(one, other, strict=True))
