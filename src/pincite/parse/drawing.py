"""Pictures of pages of originals, drawn in the sandbox: what a citation is shown on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pincite.parse import ParseSettings

__all__ = ["DrawnPage", "draw", "drawable"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnPage:
    """A page of an original as a picture."""

    png: bytes
    width: float
    """In points, as the boxes of places count."""
    height: float


def drawable(path: str) -> bool:
    """Tell whether pages of a file can be drawn, by its path: those of PDFs can."""
    return path.lower().endswith(".pdf")


def draw(settings: ParseSettings, data: bytes, *, path: str, page: int, dpi: int = 110) -> DrawnPage:
    """
    Return a picture of one page of a PDF.

    :param page: Its number, from 1.
    :param dpi: Dots per inch, from 36 to 300.
    :raises PasswordNeeded: If the original is encrypted: passwords are not kept.
    :raises SourceError: If it cannot be drawn within the limits.
    """
    from pincite.parse.dispatch import sandbox_of

    return sandbox_of(settings).run(
        "pincite.parse.pdf_worker:drawn",
        data,
        path=path,
        returns=DrawnPage,
        options={"page": page, "dpi": min(300, max(36, dpi))},
    )
