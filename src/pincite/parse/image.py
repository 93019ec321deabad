"""Image files: the text that is recognised in them; boxes are in pixels."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from pincite.documents import Parsed
from pincite.errors import Damaged, UnsupportedFormat
from pincite.parse.pdf_write import written
from pincite.parse.picture_size import require_size
from pincite.parse.pictures import Recognition
from pincite.parse.versions import format_digest, used

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pincite.parse import ParseSettings
    from pincite.parse.pictures import Run

__all__ = ["ImageParser", "build"]


def build(
    settings: ParseSettings,
    *,
    passwords: tuple[str, ...] = (),
    run: Run,
    told: Callable[[int, int], None] | None = None,
    kept: Path | None = None,
) -> ImageParser:
    """Return the parser of image files; they have no passwords, no pages to count and no parts to keep."""
    del passwords, told, kept
    return ImageParser(settings, run=run)


class ImageParser:
    """Reads pictures of text with the engine that is installed."""

    def __init__(self, settings: ParseSettings, *, run: Run) -> None:
        self._settings = settings
        self._recognition = Recognition(settings, run=run)

    @cached_property
    def digest(self) -> str:
        """Digest of this parser's version and of what it recognises."""
        return format_digest("image", *used("image", self._settings))

    def parse(self, data: bytes, *, path: str) -> Parsed:
        """
        Return the text of a picture and its blocks, with the certainty of each.

        :raises UnsupportedFormat: If no engine is installed or recognition is switched off.
        :raises Damaged: If it is no picture, or no text is found in it.
        :raises TooLarge: If it has more pixels than can be unpacked.
        """
        if self._settings.ocr.engine == "none":
            raise UnsupportedFormat(
                f"{path} is a picture, and recognition is switched off: set parse.ocr.engine", path=path
            )
        require_size(data, path=path)
        found = self._recognition.read("pictures", data, path=path)
        if isinstance(found, str):
            raise UnsupportedFormat(f"{path} is a picture, and {found}", path=path)
        canonical = written((piece for leaf in found.leaves for piece in leaf.pieces), ())
        if not canonical.text.strip():
            raise Damaged(f"no text was found in the picture {path}: leave it out, or scan it sharper", path=path)
        return Parsed(
            text=canonical.text,
            blocks=tuple(canonical.blocks),
            title=canonical.title,
            metadata={"recognised_by": found.engine},
        )
