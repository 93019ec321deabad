"""What PDFium alone tells: outline, raw text, invisible text, pictures of pages; for the worker process only."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Final

import pypdfium2
import pypdfium2.raw as raw

from pincite.errors import Damaged, PasswordNeeded
from pincite.parse._pdfium_paint import suspected
from pincite.parse.pdf_facts import Facts, Outline

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Pdf", "open_pdf"]

_MOST_OUTLINE: Final = 5000
"""Entries of an outline that are read."""
_DEEPEST: Final = 12
_GLANCE_DPI: Final = 30
_SAME_GREY: Final = 24
"""Shades of 256 by which the paper of a blank page may differ."""
_LOOK_DPI: Final = 100
_MOST_OBJECTS: Final = 20_000
"""Objects of a page among which invisible text is looked for."""


def open_pdf(data: bytes, *, path: str, passwords: Sequence[str] = ()) -> Pdf:
    """
    Open a PDF.

    :param passwords: Tried in order after none at all.
    :raises PasswordNeeded: If no password opens it.
    :raises Damaged: If it is no PDF, or broken, or has no pages.
    """
    cause: Exception | None = None
    for password in (None, *passwords):
        try:
            document = pypdfium2.PdfDocument(data, password=password)
            if len(document):
                return Pdf(document, password)
            raise Damaged(f"{path} is a PDF without pages: expected at least one; leave it out", path=path)
        except pypdfium2.PdfiumError as error:
            cause = error
            if "password" not in str(error).lower():
                raise Damaged(
                    f"{path} cannot be opened as a PDF ({error}): save it anew or leave it out", path=path
                ) from error
    tried = f"none of the {len(passwords)} passwords that were given opens it" if passwords else "no password was given"
    raise PasswordNeeded(
        f"{path} is encrypted and {tried}: add it again with --password-file FILE", path=path
    ) from cause


class Pdf:
    """An open PDF."""

    def __init__(self, document: pypdfium2.PdfDocument, password: str | None) -> None:
        self._document = document
        self.password = password
        """The password that opened it, if it needed one."""

    def facts(self) -> Facts:
        """Return page count, outline, title and language."""
        try:
            stated = self._document.get_metadata_dict(skip_empty=True)
        except pypdfium2.PdfiumError:
            stated = {}
        return Facts(n_pages=len(self._document), outline=tuple(self._outline()), title=stated.get("Title", "").strip())

    def _outline(self) -> Iterator[Outline]:
        for n, entry in enumerate(self._document.get_toc(max_depth=_DEEPEST)):
            if n >= _MOST_OUTLINE:
                return
            title = " ".join(entry.get_title().replace("\x00", "").split())
            target = entry.get_dest()
            index = target.get_index() if target else None
            if title:
                yield Outline(level=entry.level + 1, title=title, page=None if index is None else index + 1)

    def text(self, number: int) -> str:
        """Return the raw text of a page, counted from 1; empty where it cannot be read."""
        try:
            page = self._document[number - 1]
            found: str = page.get_textpage().get_text_bounded()
        except (pypdfium2.PdfiumError, IndexError):
            return ""
        return found

    def invisible(self, number: int) -> list[tuple[float, float, float, float]]:
        """
        Return the boxes of text that is printed in no colour at all, in points from the top left corner.

        :returns: Empty where the page holds a picture, since such text is what was recognised in it.
        """
        boxes: list[tuple[float, float, float, float]] = []
        try:
            page = self._document[number - 1]
            height = page.get_height()
            for n, item in enumerate(page.get_objects(max_depth=3)):
                if item.type == raw.FPDF_PAGEOBJ_IMAGE or n > _MOST_OBJECTS:
                    return []
                if item.type == raw.FPDF_PAGEOBJ_TEXT and raw.FPDFTextObj_GetTextRenderMode(item.raw) == 3:
                    left, bottom, right, top = item.get_bounds()
                    boxes.append((left, height - top, right, height - bottom))
        except (pypdfium2.PdfiumError, IndexError, ctypes.ArgumentError):
            return []
        return boxes

    def covered(self, number: int) -> list[tuple[float, float, float, float]]:
        """
        Return the boxes of text that something is drawn over, or that has the colour of what is behind it, in points
        from the top left corner. The page is drawn to be sure that nothing is seen there.
        """
        try:
            page = self._document[number - 1]
            suspects = suspected(page)
            if not suspects or page.get_rotation():
                return []
            seen = self.picture(number, dpi=_LOOK_DPI)
            height = page.get_height()
        except (pypdfium2.PdfiumError, IndexError, ValueError, ctypes.ArgumentError):
            return []
        boxes = [(left, height - top, right, height - bottom) for left, bottom, right, top in suspects]
        return [box for box in boxes if _is_even(seen, box)]

    def picture(self, number: int, *, dpi: int) -> NDArray[np.uint8]:
        """
        Return a page in grey.

        *Shape:* (height, width)

        :param number: From 1.
        """
        page = self._document[number - 1]
        found: NDArray[np.uint8] = page.render(scale=dpi / 72, grayscale=True).to_numpy()
        return found[:, :, 0] if found.ndim == 3 else found

    def is_blank(self, number: int) -> bool:
        """Tell whether a page, counted from 1, shows nothing: all of it has one colour, or it cannot be drawn."""
        try:
            small = self.picture(number, dpi=_GLANCE_DPI)
        except (pypdfium2.PdfiumError, IndexError, ValueError):
            return True
        return small.size == 0 or int(small.max()) - int(small.min()) < _SAME_GREY

    def close(self) -> None:
        """Release it."""
        self._document.close()


def _is_even(seen: NDArray[np.uint8], box: tuple[float, float, float, float]) -> bool:
    """Tell whether a drawn page has one shade inside a box."""
    left, top, right, bottom = (max(0, round(edge * _LOOK_DPI / 72)) for edge in box)
    inside = seen[top : bottom + 1, left : right + 1]
    return inside.size > 0 and int(inside.max()) - int(inside.min()) < _SAME_GREY
