"""What decides a format's result: known without loading its parser, since every opened corpus is compared with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pincite.documents import digest
from pincite.installed import version_of

if TYPE_CHECKING:
    from pincite.parse import ParseSettings

__all__ = ["VERSIONS", "format_digest", "used"]

VERSIONS: Final = {
    "asciidoc": ("8", None),
    "csv": ("5", None),
    "docx": ("7", None),
    "eml": ("8", "selectolax"),
    "epub": ("7", "selectolax"),
    "html": ("7", "selectolax"),
    "image": ("6", None),
    "json": ("3", None),
    "jsonl": ("3", None),
    "markdown": ("6", "markdown-it-py"),
    "msg": ("8", "olefile"),
    "odt": ("7", None),
    "pdf": ("10", "liteparse"),
    "plain": ("9", None),
    "pptx": ("7", None),
    "rst": ("7", "docutils"),
    "tsv": ("5", None),
    "xlsx": ("7", None),
}
"""Name of a format → version of its parser here, raised when its results change, and the distribution it stands on."""


def format_digest(name: str, *settings: str) -> str:
    """
    Return the digest of a format's parser.

    :param settings: The values of the settings that it uses.
    """
    own, library = VERSIONS[name]
    return digest(name, own, version_of(library) if library else "", *settings)


def used(name: str, settings: ParseSettings) -> tuple[str, ...]:
    """Return the values of the settings that decide a format's result, in the order of its digest."""
    if name in ("html", "epub", "eml", "msg"):
        return (str(settings.max_depth),)
    if name in ("image", "pdf"):
        ocr = settings.ocr
        return (ocr.engine, ocr.pages, ocr.languages, str(ocr.dpi))
    return ()
