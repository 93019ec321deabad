"""
Parsing: bytes of one file to canonical text and blocks.

The settings, the formats that are known, and :func:`build`, which gives one parser for all of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from pincite.errors import ConfigError

if TYPE_CHECKING:
    from pincite.protocols import Parser

__all__ = ["BUILDERS", "CONDUCTED", "HERE", "SUFFIXES", "ParseSettings", "build"]

BUILDERS: Final = {
    "asciidoc": "pincite.parse.asciidoc:build",
    "csv": "pincite.parse.csv_rows:build",
    "docx": "pincite.parse.docx:build",
    "eml": "pincite.parse.eml:build",
    "epub": "pincite.parse.epub:build",
    "html": "pincite.parse.html:build",
    "image": "pincite.parse.image:build",
    "json": "pincite.parse.json_records:build",
    "jsonl": "pincite.parse.json_records:build_lines",
    "markdown": "pincite.parse.markdown:build",
    "msg": "pincite.parse.msg:build",
    "odt": "pincite.parse.odt:build",
    "pdf": "pincite.parse.pdf:build",
    "plain": "pincite.parse.plain:build",
    "pptx": "pincite.parse.pptx:build",
    "rst": "pincite.parse.rst:build",
    "tsv": "pincite.parse.csv_rows:build_tsv",
    "xlsx": "pincite.parse.xlsx:build",
}
"""
Name of a format → its builder, called as ``build(settings, passwords=…)`` in a worker of the sandbox, save for those in
:data:`HERE` and :data:`CONDUCTED`.
"""
HERE: Final = frozenset({"plain"})
"""Formats without a foreign library: read in the calling process."""
CONDUCTED: Final[frozenset[str]] = frozenset({"pdf"})
"""
Formats whose parser stays in the calling process and gives its work to the sandbox in pieces: their builder is called
as ``build(settings, passwords=…, run=…)`` with :meth:`pincite.parse.sandbox.Sandbox.run`.
"""
SUFFIXES: Final = {
    ".adoc": "asciidoc",
    ".asc": "asciidoc",
    ".asciidoc": "asciidoc",
    ".bmp": "image",
    ".csv": "csv",
    ".docm": "docx",
    ".docx": "docx",
    ".dotx": "docx",
    ".eml": "eml",
    ".epub": "epub",
    ".htm": "html",
    ".html": "html",
    ".jpeg": "image",
    ".jpg": "image",
    ".json": "json",
    ".jsonl": "jsonl",
    ".log": "plain",
    ".markdown": "markdown",
    ".md": "markdown",
    ".mdown": "markdown",
    ".mdx": "markdown",
    ".mkd": "markdown",
    ".msg": "msg",
    ".ndjson": "jsonl",
    ".odt": "odt",
    ".ott": "odt",
    ".pdf": "pdf",
    ".png": "image",
    ".potx": "pptx",
    ".ppsx": "pptx",
    ".pptm": "pptx",
    ".pptx": "pptx",
    ".rest": "rst",
    ".rst": "rst",
    ".tab": "tsv",
    ".text": "plain",
    ".tif": "image",
    ".tiff": "image",
    ".tsv": "tsv",
    ".txt": "plain",
    ".webp": "image",
    ".xhtml": "html",
    ".xlsm": "xlsx",
    ".xlsx": "xlsx",
    ".xltx": "xlsx",
}
"""Suffix in lower case → name of the format."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParseSettings:
    """How files are read."""

    max_bytes: int = 100_000_000
    """Largest file that is read, in bytes; at least 1. A larger one is skipped with ``TooLarge``."""
    max_depth: int = 100
    """How deep HTML elements may be nested before the inner ones are unwrapped, from 10 to 200; no text is lost."""
    timeout_s: float = 25.0
    """Longest that one file may take, in seconds on the clock and of processor time; at least 1."""
    memory_mb: int = 900
    """Most memory that parsing one file may take, in megabytes; at least 64."""
    workers: int = 0
    """Most files that are parsed at once, each in a process of its own; 0 for one per processor."""
    ocr: str = "auto"
    """
    Whether text is recognised in pictures of pages: "auto" (scanned pages, and a few of those whose characters cannot
    be mapped), "always" (all of the latter too, however many) or "off". It needs tesseract.
    """
    ocr_languages: str = "eng"
    """Languages of scanned pages as tesseract names them, joined by "+": "eng+deu"."""
    suffixes: dict[str, str] = field(default_factory=dict)
    """More suffixes (".adoc") → name of the format that reads them."""

    def __post_init__(self) -> None:
        if self.max_bytes < 1:
            raise ConfigError(f"parse.max_bytes is {self.max_bytes}: expected a size in bytes, at least 1")
        if not 10 <= self.max_depth <= 200:
            raise ConfigError(f"parse.max_depth is {self.max_depth}: expected a number from 10 to 200")
        if self.timeout_s < 1 or self.memory_mb < 64 or self.workers < 0:
            raise ConfigError(
                f"parse.timeout_s is {self.timeout_s}, memory_mb {self.memory_mb}, workers {self.workers}: expected at "
                "least 1 second, 64 megabytes and 0 workers"
            )
        if self.ocr not in {"auto", "always", "off"} or not all(
            part.isidentifier() for part in self.ocr_languages.split("+")
        ):
            raise ConfigError(
                f"parse.ocr is {self.ocr!r} and ocr_languages {self.ocr_languages!r}: expected 'auto', 'always' or "
                "'off', and tesseract's names of languages, such as 'eng+deu'"
            )
        for suffix in self.suffixes:
            if not suffix.startswith(".") or suffix != suffix.lower():
                raise ConfigError(
                    f"parse.suffixes names {suffix!r}: expected a suffix in lower case with its dot, as '.md'"
                )


def build(settings: ParseSettings, *, passwords: tuple[str, ...] = ()) -> Parser:
    """
    Return the parser that picks a format by suffix, else by content.

    :param passwords: Tried in order on files that are encrypted.
    :raises UnknownName: If ``settings.suffixes`` names a format that is not known.
    """
    from pincite.parse.dispatch import Dispatcher

    return Dispatcher(settings, suffixes={**SUFFIXES, **settings.suffixes}, formats=BUILDERS, passwords=passwords)
