"""
The structural chunker: whole blocks of one section, as many as fit.

- A table, list or code block that fits is never cut; one that does not is cut between rows, items or lines, and a
  paragraph between sentences. A row, item or sentence that alone is longer than a chunk is cut between words.
- What has to stand with a part (header rows, lead-in, the items above) is its context: repeated in ``indexed`` and
  named in ``context``, outside the span.
- A chunk begins with its heading where it is the first of its section. A heading without text of its own goes with the
  first section below it. Sections are not merged.
- Furniture and hidden blocks end a chunk, and the next begins behind them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from pincite.chunk.atoms import Atom, split, whole, words
from pincite.chunk.pieces import Piece, chunks, runs
from pincite.chunk.versions import structural_digest
from pincite.documents import BlockKind, Section, Span, Unit, sections
from pincite.text.markup import plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pincite.chunk import ChunkSettings, StructuralSettings
    from pincite.documents import Block, Chunk, Revision
    from pincite.protocols import Tokenizer

__all__ = ["StructuralChunker", "build"]

_MARKS: Final = 2
"""Tokens that the model adds at the start and end of a text."""
_LONGEST: Final = 20_000
"""Most characters of an atom and of a chunk: to a model a word of a megabyte is one unknown token."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """Blocks of one section that nothing interrupts, perhaps behind headings above that have no text of their own."""

    section: Section
    blocks: tuple[Block, ...]

    @property
    def bare(self) -> bool:
        """Whether it has headings only."""
        return all(block.kind is BlockKind.HEADING for block in self.blocks)


class StructuralChunker:
    """
    Cuts a revision along its own structure.

    :param settings: Most tokens of a chunk.
    :param tokenizer: Counts tokens as the embedder does.
    """

    def __init__(self, settings: StructuralSettings, tokenizer: Tokenizer) -> None:
        self._limit = settings.max_tokens - _MARKS
        self._tokenizer = tokenizer
        self._digest = structural_digest(settings, tokenizer=tokenizer.digest)

    @property
    def digest(self) -> str:
        """Digest of the settings, the tokenizer and this code's version."""
        return self._digest

    def chunk(self, revision: Revision) -> tuple[Chunk, ...]:
        """Return the chunks of a revision; see :class:`pincite.protocols.Chunker`."""
        parts = list(_parts(revision))
        atoms = [self._whole(revision, part) for part in parts]
        fronts = [_front(revision.title, part.section.path) for part in parts]
        counts = iter(self._tokenizer.count([*(a.body for of_part in atoms for a in of_part), *fronts]))
        counted = [tuple(replace(a, n_tokens=next(counts)) for a in of_part) for of_part in atoms]
        pieces: list[Piece] = []
        for part, of_part, front in zip(parts, counted, fronts, strict=True):
            pieces.extend(self._pieces(revision, part, of_part, self._fitted(front, next(counts), self._limit // 2)))
        return chunks(revision, pieces, chunker=self._digest)

    def _whole(self, revision: Revision, part: _Part) -> list[Atom]:
        before: list[Block | None] = [None, *part.blocks[:-1]]
        text, language = revision.text, revision.language
        return [whole(b, text, language, above) for b, above in zip(part.blocks, before, strict=True)]

    def _pieces(self, revision: Revision, part: _Part, atoms: Sequence[Atom], front: _Counted) -> Iterator[Piece]:
        room = self._limit - front.n_tokens
        fine: list[_Placed] = []
        for block, atom in zip(part.blocks, atoms, strict=True):
            fine.extend(self._placed(revision, block, atom, room))
        for packed in _packed(fine, room):
            yield _piece(revision, part.section, packed, front.text)

    def _placed(self, revision: Revision, block: Block, atom: Atom, room: int) -> list[_Placed]:
        """Return the block whole where it fits, else its parts, else their words."""
        if atom.n_tokens <= room and len(atom.body) <= _LONGEST:
            return self._with_context(revision, [atom], room, keep=True)
        parts = self._counted(split(atom, block, revision.text, revision.language))
        found: list[_Placed] = []
        for placed in self._with_context(revision, parts, room, keep=False):
            if placed.atom.n_tokens + placed.context.n_tokens <= room and len(placed.atom.body) <= _LONGEST:
                found.append(placed)
            else:
                pieces = self._counted(words(placed.atom, revision.text))
                found.extend(_Placed(atom=piece, context=placed.context) for piece in pieces)
        return found

    def _with_context(self, revision: Revision, atoms: Sequence[Atom], room: int, *, keep: bool) -> list[_Placed]:
        """Add each atom's context as text, cut to a third of the room, and to what a whole block leaves (``keep``)."""
        texts = ["\n".join(plain(span.cut(revision.text)) for span in atom.context) for atom in atoms]
        counts = dict(zip(texts, self._tokenizer.count(texts), strict=True)) if any(texts) else {"": 0}
        found = []
        for atom, text in zip(atoms, texts, strict=True):
            most = min(room // 3, room - atom.n_tokens) if keep else room // 3
            found.append(_Placed(atom=atom, context=self._fitted(text, counts[text], most)))
        return found

    def _counted(self, atoms: Sequence[Atom]) -> list[Atom]:
        counts = self._tokenizer.count([atom.body for atom in atoms])
        return [replace(atom, n_tokens=n) for atom, n in zip(atoms, counts, strict=True)]

    def _fitted(self, text: str, n_tokens: int, most: int) -> _Counted:
        """Return the text with its tokens, its end cut off at a word where it has more than ``most``."""
        if n_tokens <= most:
            return _Counted(text=text, n_tokens=n_tokens)
        kept: list[str] = []
        total = 0
        pieces = text.split()
        for piece, n in zip(pieces, self._tokenizer.count(pieces), strict=True):
            if total + n > most:
                break
            kept.append(piece)
            total += n
        return _Counted(text=" ".join(kept), n_tokens=total)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Counted:
    text: str
    n_tokens: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Placed:
    """An atom with what goes before it where a chunk begins with it."""

    atom: Atom
    context: _Counted


def _parts(revision: Revision) -> Iterator[_Part]:
    """Yield the revision's parts in order; a bare heading joins the section below it that follows at once."""
    found = sections(revision.blocks, end=len(revision.text))
    for run in runs(revision.blocks):
        waiting: _Part | None = None
        for part in _by_section(run, found):
            if waiting is not None and _below(part.section, waiting.section):
                part = replace(part, blocks=waiting.blocks + part.blocks)
            elif waiting is not None:
                yield waiting
            waiting = part if part.bare else None
            if waiting is None:
                yield part
        if waiting is not None:
            yield waiting


def _by_section(run: Sequence[Block], found: Sequence[Section]) -> Iterator[_Part]:
    at = 0
    blocks: list[Block] = []
    for block in run:
        if block.span.start >= found[at].own.end or not blocks:
            if blocks:
                yield _Part(section=found[at], blocks=tuple(blocks))
            while block.span.start >= found[at].own.end and at + 1 < len(found):
                at += 1
            blocks = []
        blocks.append(block)
    if blocks:
        yield _Part(section=found[at], blocks=tuple(blocks))


def _below(inner: Section, outer: Section) -> bool:
    return inner.level > outer.level and outer.span.contains(inner.span)


def _packed(placed: Sequence[_Placed], room: int) -> Iterator[list[_Placed]]:
    """Yield the atoms of each chunk: as many as fit, and never headings alone where something follows."""
    taken: list[_Placed] = []
    used = n_characters = 0
    for item in placed:
        bare = all(one.atom.heading for one in taken)
        length = n_characters + len(item.atom.body)
        if taken and not bare and (used + item.atom.n_tokens > room or length > _LONGEST):
            yield taken
            taken, used, n_characters = [], 0, 0
        if not taken or (bare and not item.atom.heading):
            used = item.context.n_tokens
        taken.append(item)
        used += item.atom.n_tokens
        n_characters += len(item.atom.body)
    if taken:
        yield taken


def _piece(revision: Revision, section: Section, placed: Sequence[_Placed], front: str) -> Piece:
    first = next((one for one in placed if not one.atom.heading), placed[0])
    span = Span(placed[0].atom.span.start, placed[-1].atom.span.end)
    bodies = (one.atom.body for one in placed)
    indexed = "\n".join(said for said in (front, first.context.text, *bodies) if said) or span.cut(revision.text)
    return Piece(
        span=span,
        indexed=indexed,
        units=tuple(_units(placed, front)) or (Unit(span=span, text=indexed),),
        parent=Span(min(section.span.start, span.start), max(section.span.end, span.end)),
        path=section.path,
        number=section.number,
        context=first.atom.context,
        place=placed[0].atom.place,
    )


def _units(placed: Sequence[_Placed], front: str) -> Iterator[Unit]:
    """Yield the units; neighbouring atoms that have none (words, lines of code) make one together."""
    loose: list[Atom] = []
    for one in placed:
        if one.atom.units:
            yield from _joined(loose, front)
            loose = []
            yield from (Unit(span=span, text=f"{front} {said}".strip()) for span, said in one.atom.units if said)
        elif one.atom.body:
            loose.append(one.atom)
    yield from _joined(loose, front)


def _joined(loose: Sequence[Atom], front: str) -> Iterator[Unit]:
    if loose:
        said = " ".join(atom.body for atom in loose)
        yield Unit(span=Span(loose[0].span.start, loose[-1].span.end), text=f"{front} {said}".strip())


def _front(title: str, path: Sequence[str]) -> str:
    """Return title and heading path as sentences; a title that the top heading repeats stands once."""
    top = path[0].casefold() if path else ""
    repeated = title.casefold() in (top, top.partition(" ")[2])  # the second: behind its number
    names = path if repeated else (title, *path)
    return " ".join(
        name if name.endswith((".", "!", "?", ":")) else f"{name}." for name in map(str.strip, names) if name
    )


def build(settings: ChunkSettings, *, tokenizer: Tokenizer) -> StructuralChunker:
    """Return the structural chunker."""
    return StructuralChunker(settings.structural, tokenizer)
