"""PDF: pages are read in the sandbox, some at a time; the text is put together here."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, partial
from hashlib import sha256
from typing import TYPE_CHECKING, Final, TypeVar

from pincite.documents import Parsed
from pincite.errors import Damaged, SourceError, TooLarge, UnsupportedFormat
from pincite.parse.engines import engine_of, hint
from pincite.parse.kept import Kept
from pincite.parse.pdf_facts import Facts
from pincite.parse.pdf_leaf import Leaf, Leaves
from pincite.parse.pdf_running import with_running
from pincite.parse.pdf_write import written
from pincite.parse.pictures import Recognition
from pincite.parse.stated_title import stated_title
from pincite.parse.versions import format_digest, used

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pincite.parse import ParseSettings
    from pincite.parse.pictures import Run

__all__ = ["PdfParser", "build"]

T = TypeVar("T")

_AT_ONCE: Final = 60
"""Most pages that are read in one call."""
_MOST_PAGES: Final = 20_000
_MOST_GARBLED: Final = 8
"""Pages whose characters cannot be mapped that are recognised without being asked for."""
_SWITCHED_OFF: Final = "recognition is switched off: set parse.ocr.engine"
_MANY: Final = "so many are not recognised unless parse.ocr.pages is 'always'"


def build(
    settings: ParseSettings,
    *,
    passwords: tuple[str, ...] = (),
    run: Run,
    told: Callable[[int, int], None] | None = None,
    kept: Path | None = None,
) -> PdfParser:
    """
    Return the PDF parser.

    :param passwords: Tried in order on an encrypted file.
    :param run: Runs its foreign libraries in the sandbox.
    :param told: Told how many pages of a long file are read, and how many it has.
    :param kept: A state folder in which pages of long files are kept; ``None``, or with passwords, none are.
    """
    keep = Kept(kept) if kept is not None and not passwords else None
    return PdfParser(settings, passwords=passwords, run=run, told=told, kept=keep)


class PdfParser:
    """Reads PDFs with a text layer, and scanned ones where tesseract is installed."""

    def __init__(
        self,
        settings: ParseSettings,
        *,
        passwords: tuple[str, ...] = (),
        run: Run,
        told: Callable[[int, int], None] | None = None,
        kept: Kept | None = None,
    ) -> None:
        self._settings = settings
        self._kept = kept
        self._told = told
        self._passwords = passwords
        self._run = run
        self._recognition = Recognition(settings, passwords=passwords, run=run)

    @cached_property
    def digest(self) -> str:
        """Digest of this parser's version and of what it recognises."""
        return format_digest("pdf", *used("pdf", self._settings))

    def parse(self, data: bytes, *, path: str) -> Parsed:
        """
        Return the text and blocks of a PDF; each block's place has the boxes of its lines and what stands in each.

        :raises PasswordNeeded: If it is encrypted and no password opens it.
        :raises Damaged: If it is broken, or its text is no text and cannot be recognised either.
        :raises UnsupportedFormat: If it holds only pictures of text, and tesseract is not installed or switched off.
        :raises TooLarge: If it has too many pages, or a page needs too much memory or time.
        """
        facts = self._call("facts", data, path, Facts)
        if facts.n_pages > _MOST_PAGES:
            raise TooLarge(
                f"{path} has {facts.n_pages:,} pages, more than {_MOST_PAGES:,}: split it",
                path=path,
                limit=_MOST_PAGES,
            )
        file = "" if self._kept is None else sha256(data).hexdigest()
        leaves, notes, engine = self._recognised(data, path, self._leaves(data, path, facts.n_pages, file), file)
        canonical = written((piece for leaf in leaves for piece in leaf.pieces), facts.outline)
        if not canonical.text.strip():
            raise Damaged(
                f"{path} has no text on its {facts.n_pages} pages: nothing of it can be found; leave it out", path=path
            )
        return Parsed(
            text=canonical.text,
            blocks=tuple(canonical.blocks),
            title=canonical.title or stated_title(facts.title),
            metadata={"recognised_by": engine} if engine else {},
            notes=notes,
        )

    def _call(self, name: str, data: bytes, path: str, returns: type[T], **options: object) -> T:
        target = f"pincite.parse.pdf_worker:{name}"
        return self._run(target, data, path=path, returns=returns, options=options, passwords=self._passwords)

    def _part(self, make: Callable[[], T], returns: type[T], file: str, *key: str) -> T:
        """
        Return what is made of a part of a file, or what was kept of it.

        :param file: Digest of the file's bytes.
        """
        return make() if self._kept is None else self._kept.through(make, returns, self.digest, file, *key)

    def _leaves(self, data: bytes, path: str, n_pages: int, file: str) -> list[Leaf]:
        """Return the pages, read in runs of equal length so that the last one has enough to tell furniture by."""
        n_runs = -(-n_pages // _AT_ONCE)
        size = -(-n_pages // n_runs)
        found: list[Leaf] = []
        furniture: tuple[str, ...] = ()
        for first in range(1, n_pages + 1, size):
            pages = f"{first}-{min(first + size - 1, n_pages)}"
            call = partial(self._call, "leaves", data, path, Leaves, pages=pages, furniture=furniture)
            read = self._part(call, Leaves, file, pages, *furniture) if n_runs > 1 else call()
            furniture = read.furniture
            found += read.leaves
            if self._told is not None and n_runs > 1:
                self._told(len(found), n_pages)
        return found

    def _recognised(
        self, data: bytes, path: str, leaves: list[Leaf], file: str
    ) -> tuple[list[Leaf], tuple[str, ...], str]:
        """Return the pages, those that are pictures of text recognised; notes on those that are not; the engine."""
        garbled = [at for at, leaf in enumerate(leaves) if leaf.garbled]
        scanned = [at for at, leaf in enumerate(leaves) if leaf.scanned and not leaf.garbled]
        if not (garbled or scanned):
            return leaves, (), ""
        off = self._settings.ocr.engine == "none"
        many = len(garbled) > _MOST_GARBLED and self._settings.ocr.pages == "auto"
        wanted = [] if off else sorted(scanned if many else scanned + garbled)
        out = list(leaves)
        engine = ""
        cause = _SWITCHED_OFF if off else _MANY
        lost: dict[int, str] = dict.fromkeys(sorted({*garbled, *scanned} - {*wanted}), cause)
        with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
            numbers = [leaves[at].number for at in wanted]
            for at, found in zip(wanted, pool.map(lambda n: self._one(data, path, n, file), numbers), strict=True):
                if isinstance(found, str):
                    lost[at] = found
                else:
                    out[at], engine = found.leaves[0], found.engine
        running = with_running([out[at] for at in wanted])
        for at, leaf in zip(wanted, running, strict=True):
            out[at] = leaf
        if not lost:
            return out, (), engine
        cause = next(iter(lost.values()))
        if not any(piece.text.strip() or piece.rows for leaf in out for piece in leaf.pieces if not piece.furniture):
            raise self._unreadable(path, leaves, cause)
        first = leaves[min(lost)].number
        kind = "characters cannot be mapped to text" if leaves[min(lost)].garbled else "text is a picture"
        note = (
            f"{len(lost)} of the {len(leaves)} pages of {path} were not read, page {first} first: "
            f"their {kind}, and {cause}"
        )
        return out, (note,), engine

    def _one(self, data: bytes, path: str, number: int, file: str) -> Leaves | str:
        """Return a page with its text recognised, or why that failed."""
        wanted = self._settings.ocr.engine
        engine = engine_of(wanted)
        if not engine:
            return hint(wanted)
        try:
            return self._part(partial(self._page, data, path, number), Leaves, file, "page", str(number), engine)
        except SourceError as error:
            return f"page {number} could not be recognised ({error.message})"

    def _page(self, data: bytes, path: str, number: int) -> Leaves:
        found = self._recognition.read("recognise", data, path=path, page=number)
        if isinstance(found, str):  # the engine went away meanwhile
            raise UnsupportedFormat(found, path=path)
        return found

    def _unreadable(self, path: str, leaves: list[Leaf], cause: str) -> Damaged | UnsupportedFormat:
        if any(leaf.garbled for leaf in leaves):
            return Damaged(f"the characters of {path} cannot be mapped to text, and {cause}", path=path)
        return UnsupportedFormat(f"{path} holds only pictures of text, and {cause}", path=path)
