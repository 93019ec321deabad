"""
Parsing: bytes of one file to canonical text and blocks.

The settings, the formats that are known, and :func:`build`, which gives one parser for all of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from pincite.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pincite.protocols import Parser

__all__ = ["BUILDERS", "CONDUCTED", "HERE", "SUFFIXES", "OcrSettings", "ParseSettings", "build"]

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
"""Formats without a foreign library: read in the calling process, save for long files, which may take very long."""
CONDUCTED: Final[frozenset[str]] = frozenset({"image", "pdf"})
"""
Formats whose parser stays in the calling process and gives its work to the sandbox in pieces: their builder is called
as ``build(settings, passwords=…, run=…, told=…, kept=…)`` with :meth:`pincite.parse.sandbox.Sandbox.run`.
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
    ".qmd": "markdown",
    ".rest": "rst",
    ".rmd": "markdown",
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
class OcrSettings:
    """How text is recognised in pictures of pages."""

    engine: str = "auto"
    """
    "tesseract" (a program of the system), "rapidocr" (the extra ``ocr``), "auto" (tesseract where it is installed, else
    rapidocr) or "none".
    """
    pages: str = "auto"
    """
    Which pages: "auto" (scanned ones, and a few of those whose characters cannot be mapped) or "always" (all of the
    latter too, however many).
    """
    languages: str = "eng"
    """Languages of the pages as tesseract names them, joined by "+": "eng+deu"; rapidocr reads its own ones."""
    dpi: int = 200
    """Dots per inch at which pages are drawn to be recognised, from 72 to 600; 200 to 300 is best."""

    def __post_init__(self) -> None:
        if self.engine not in {"auto", "tesseract", "rapidocr", "none"} or self.pages not in {"auto", "always"}:
            raise ConfigError(
                f"parse.ocr.engine is {self.engine!r} and pages {self.pages!r}: expected an engine of 'auto', "
                "'tesseract', 'rapidocr' and 'none', and pages of 'auto' and 'always'"
            )
        if not all(part.isidentifier() for part in self.languages.split("+")):
            raise ConfigError(
                f"parse.ocr.languages is {self.languages!r}: expected tesseract's names of languages, such as 'eng+deu'"
            )
        if not 72 <= self.dpi <= 600:
            raise ConfigError(f"parse.ocr.dpi is {self.dpi}: expected dots per inch from 72 to 600")


@dataclass(frozen=True, slots=True, kw_only=True)
class ParseSettings:
    """How files are read."""

    max_bytes: int = 100_000_000
    """Largest file that is read, in bytes; at least 1. A larger one is skipped with ``TooLarge``."""
    max_characters: int = 8_000_000
    """
    Most characters of text that a file may hold; at least 1. What comes after parsing goes through all of them, more
    than once; a book has about a million, and two thousand dense pages have seven.
    """
    max_depth: int = 100
    """How deep HTML elements may be nested before the inner ones are unwrapped, from 10 to 200; no text is lost."""
    timeout_s: float = 25.0
    """Longest that one file may take, in seconds on the clock and of processor time; at least 1."""
    memory_mb: int = 900
    """Most memory that parsing one file may take, in megabytes; at least 64."""
    workers: int = 0
    """Most files that are parsed at once, each in a process of its own; 0 for one per processor."""
    ocr: OcrSettings = field(default_factory=OcrSettings)
    suffixes: dict[str, str] = field(default_factory=dict)
    """More suffixes (".adoc") → name of the format that reads them."""

    def __post_init__(self) -> None:
        if self.max_bytes < 1:
            raise ConfigError(f"parse.max_bytes is {self.max_bytes}: expected a size in bytes, at least 1")
        if self.max_characters < 1:
            raise ConfigError(f"parse.max_characters is {self.max_characters}: expected a number, at least 1")
        if not 10 <= self.max_depth <= 200:
            raise ConfigError(f"parse.max_depth is {self.max_depth}: expected a number from 10 to 200")
        if self.timeout_s < 1 or self.memory_mb < 64 or self.workers < 0:
            raise ConfigError(
                f"parse.timeout_s is {self.timeout_s}, memory_mb {self.memory_mb}, workers {self.workers}: expected at "
                "least 1 second, 64 megabytes and 0 workers"
            )
        for suffix in self.suffixes:
            if not suffix.startswith(".") or suffix != suffix.lower():
                raise ConfigError(
                    f"parse.suffixes names {suffix!r}: expected a suffix in lower case with its dot, as '.md'"
                )


def build(
    settings: ParseSettings,
    *,
    passwords: tuple[str, ...] | Callable[[str], tuple[str, ...]] = (),
    told: Callable[[int, int], None] | None = None,
    kept: Path | None = None,
) -> Parser:
    """
    Return the parser that picks a format by suffix, else by content.

    :param passwords: Tried in order on files that are encrypted, or a function that gives those for a path.
    :param told: Told how many pages of a long file are read, and how many it has; in the caller's thread.
    :param kept: A state folder in which parsed parts of long files are kept until
        :func:`pincite.parse.kept.forget_kept`; ``None`` to keep none.
    :raises UnknownName: If ``settings.suffixes`` names a format that is not known.
    """
    from pincite.parse.dispatch import Dispatcher

    suffixes = {**SUFFIXES, **settings.suffixes}
    return Dispatcher(settings, suffixes=suffixes, formats=BUILDERS, passwords=passwords, told=told, kept=kept)
