"""Image files: the text that tesseract recognises in them; boxes are in pixels."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from pincite.documents import Parsed
from pincite.errors import Damaged, MissingExtra, UnsupportedFormat
from pincite.parse.ocr import recognised_file
from pincite.parse.pdf_leaf import leaf_of
from pincite.parse.pdf_lines import vocabulary
from pincite.parse.pdf_write import written
from pincite.parse.versions import format_digest

if TYPE_CHECKING:
    from pincite.parse import ParseSettings

__all__ = ["ImageParser", "build"]


def build(settings: ParseSettings, *, passwords: tuple[str, ...] = ()) -> ImageParser:
    """Return the parser of image files; they have no passwords."""
    del passwords
    return ImageParser(settings)


class ImageParser:
    """Reads pictures of text with tesseract, where it is installed."""

    def __init__(self, settings: ParseSettings) -> None:
        self._settings = settings

    @cached_property
    def digest(self) -> str:
        """Digest of this parser's version and of what it recognises."""
        return format_digest("image", self._settings.ocr, self._settings.ocr_languages)

    def parse(self, data: bytes, *, path: str) -> Parsed:
        """
        Return the text of a picture and its blocks, with the certainty of each.

        :raises UnsupportedFormat: If tesseract is not installed or recognition is switched off.
        :raises Damaged: If no text is found in it.
        """
        if self._settings.ocr == "off":
            raise UnsupportedFormat(f"{path} is a picture, and recognition is switched off: set parse.ocr", path=path)
        try:
            pages = recognised_file(
                data, languages=self._settings.ocr_languages, timeout_s=float(self._settings.timeout_s)
            )
        except MissingExtra as error:
            raise UnsupportedFormat(
                f"{path} is a picture, and tesseract is not installed: install it (apt-get install tesseract-ocr, "
                "brew install tesseract) and add the file again",
                path=path,
            ) from error
        known = vocabulary(word.text for page in pages for word in page.words)
        canonical = written((piece for page in pages for piece in leaf_of(page, (), known).pieces), ())
        if not canonical.text.strip():
            raise Damaged(f"no text was found in the picture {path}: leave it out, or scan it sharper", path=path)
        return Parsed(text=canonical.text, blocks=tuple(canonical.blocks), title=canonical.title)
