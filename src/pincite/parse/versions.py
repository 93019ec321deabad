"""What decides a format's result: known without loading its parser, since every opened corpus is compared with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pincite.documents import digest
from pincite.installed import version_of

if TYPE_CHECKING:
    from pincite.parse import ParseSettings

__all__ = ["VERSIONS", "format_digest", "used"]

VERSIONS: Final = {
    "asciidoc": ("4", None),
    "csv": ("1", None),
    "docx": ("3", None),
    "eml": ("4", "selectolax"),
    "epub": ("3", "selectolax"),
    "html": ("3", "selectolax"),
    "image": ("4", None),
    "json": ("2", None),
    "jsonl": ("2", None),
    "markdown": ("3", "markdown-it-py"),
    "msg": ("4", "olefile"),
    "odt": ("3", None),
    "pdf": ("6", "liteparse"),
    "plain": ("5", None),
    "pptx": ("3", None),
    "rst": ("4", "docutils"),
    "tsv": ("1", None),
    "xlsx": ("2", None),
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
