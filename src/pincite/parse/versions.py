"""What decides a format's result: known without loading its parser, since every opened corpus is compared with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pincite.documents import digest
from pincite.installed import version_of

if TYPE_CHECKING:
    from pincite.parse import ParseSettings

__all__ = ["VERSIONS", "format_digest", "used"]

VERSIONS: Final = {
    "asciidoc": ("1", None),
    "csv": ("1", None),
    "docx": ("1", None),
    "eml": ("1", "selectolax"),
    "epub": ("1", "selectolax"),
    "html": ("1", "selectolax"),
    "image": ("2", None),
    "json": ("1", None),
    "jsonl": ("1", None),
    "markdown": ("1", "markdown-it-py"),
    "msg": ("1", "olefile"),
    "odt": ("1", None),
    "pdf": ("3", "liteparse"),
    "plain": ("1", None),
    "pptx": ("1", None),
    "rst": ("1", "docutils"),
    "tsv": ("1", None),
    "xlsx": ("1", None),
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
