"""
The structural chunker: whole blocks of one section, as many as fit.

- A block that fits is never cut; one that does not is cut between rows, items or lines, and a paragraph between
  sentences into pieces of about one length. A row, item or sentence that alone is longer than a chunk is cut between
  words; what belongs to a sentence is left out rather than that it is cut.
- A sentence that leans on the one before is embedded with it, and a piece of prose is indexed with those on both sides:
  what is found is small, and still known by what stands around it. What is shown stays the piece.
- What has to stand with a part (header rows, captions and notes that say unit or day, lead-in, the items above, the
  term that is defined, the rule before its exception) is its context: repeated in ``indexed`` and named in
  ``context``, outside the span.
- A term and its definition, a rule and its exception, a caption and its table are not parted where both fit a chunk.
- A chunk begins with its heading where it is the first of its section. A heading without text of its own goes with the
  first section below it. Sections are not merged.
- Furniture and hidden blocks end a chunk, and the next begins behind them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from pincite.chunk.atoms import Atom, split, told, whole, words
from pincite.chunk.even import Even
from pincite.chunk.fronts import front_of, name_of
from pincite.chunk.pieces import Piece, chunks, runs
from pincite.chunk.ties import excepts_by_title
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
_TOGETHER: Final = (8, 3, 1)
"""Words that make a piece of what is cut between words, the most first that are short enough."""
_LONGEST: Final = 20_000
"""Most characters of an atom and of a chunk: to a model a word of a megabyte is one unknown token."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """Blocks of one section that nothing interrupts, perhaps behind headings above that have no text of their own."""

    section: Section
    blocks: tuple[Block, ...]
    rule: Span | None = None
    """For a section of exceptions: what stands before it in the section above, from which it excepts."""

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
        self._target = settings.target_tokens
        self._tokenizer = Even(tokenizer)
        self._digest = structural_digest(settings, tokenizer=tokenizer.digest)

    @property
    def digest(self) -> str:
        """Digest of the settings, the tokenizer and this code's version."""
        return self._digest

    def chunk(self, revision: Revision) -> tuple[Chunk, ...]:
        """Return the chunks of a revision; see :class:`pincite.protocols.Chunker`."""
        parts = list(_parts(revision))
        atoms = [self._whole(revision, part) for part in parts]
        fronts = [front_of(revision.title, part.section.path) for part in parts]
        name = name_of(revision)
        bodies = [a.body if a.length <= _LONGEST else "" for of_part in atoms for a in of_part]  # longer ones are cut
        counts = iter(self._tokenizer.count([name, *bodies, *fronts]))
        behind = self._fitted(name, next(counts), self._limit // 8)
        counted = [tuple(replace(a, n_tokens=next(counts)) for a in of_part) for of_part in atoms]
        pieces: list[Piece] = []
        for part, of_part, above in zip(parts, counted, fronts, strict=True):
            front = self._fitted(above, next(counts), self._limit // 2)
            pieces.extend(self._pieces(revision, part, of_part, front, behind))
        return chunks(revision, pieces, chunker=self._digest)

    def _whole(self, revision: Revision, part: _Part) -> list[Atom]:
        atoms = [whole(at, part.blocks, revision.text, revision.language) for at in range(len(part.blocks))]
        first = next((at for at, atom in enumerate(atoms) if not atom.heading), None)
        if part.rule is not None and first is not None and not atoms[first].context:
            atoms[first] = replace(atoms[first], context=(part.rule,))
        return told(atoms)

    def _pieces(
        self, revision: Revision, part: _Part, atoms: Sequence[Atom], front: _Counted, name: _Counted
    ) -> Iterator[Piece]:
        room = self._limit - front.n_tokens - name.n_tokens
        fine: list[_Placed] = []
        cut = False
        for block, atom in zip(part.blocks, atoms, strict=True):
            # What was cut cannot be kept together with what is tied to it; that begins a chunk and repeats it.
            placed = self._placed(revision, block, replace(atom, tied=atom.tied and not cut), room)
            cut = len(placed) > 1
            fine.extend(placed)
        packed = list(_packed(fine, room))
        for at, (before, after) in enumerate(self._neighbours(revision, packed, room)):
            behind = "\n".join(filter(None, (after, name.text)))
            yield _piece(revision, part.section, packed[at], front.text, before=before, after=behind)

    def _placed(self, revision: Revision, block: Block, atom: Atom, room: int) -> list[_Placed]:
        """Return the block whole where it fits, else its parts, else their words."""
        most = min(room, self._target) if atom.prose else room
        if atom.n_tokens <= room and atom.length <= _LONGEST:
            return self._with_context(revision, [atom], room, keep=True, goal=min(room, self._target))
        parts = self._counted(split(atom, block, revision.text, revision.language))
        goal = _even(sum(part.n_tokens for part in parts), most) if atom.prose else room
        found: list[_Placed] = []
        for placed in self._with_context(revision, parts, room, keep=atom.prose, goal=goal):
            if placed.atom.n_tokens + placed.n_context <= room and len(placed.atom.body) <= _LONGEST:
                found.append(placed)
            else:
                pieces = self._words(revision.text, placed.atom, room)
                found.extend(_Placed(atom=piece, lines=placed.lines, goal=goal) for piece in pieces)
        return found

    def _words(self, text: str, atom: Atom, room: int) -> Iterator[Atom]:
        """Yield an atom's words, several together where they are short: a line of megabytes has very many."""
        for together in _TOGETHER:
            pieces = words(atom, text, count=self._tokenizer.count, together=together)
            if together == 1 or max((piece.n_tokens for piece in pieces), default=0) <= room // 4:
                yield from pieces
                return

    def _neighbours(
        self, revision: Revision, packed: Sequence[Sequence[_Placed]], room: int
    ) -> Iterator[tuple[str, str]]:
        """Yield the sentence before and the one after each piece of prose, as far as they fit; else empty texts."""
        firsts = [_sentence(pieces[0].atom, 0, revision.text) for pieces in packed]
        lasts = [_sentence(pieces[-1].atom, -1, revision.text) for pieces in packed]
        n_firsts, n_lasts = self._tokenizer.count(firsts), self._tokenizer.count(lasts)
        for at, pieces in enumerate(packed):
            left = room - pieces[0].n_context - sum(one.atom.n_tokens for one in pieces)
            before = after = ""
            if at and firsts[at] and n_lasts[at - 1] <= min(left, self._target // 2):
                before, left = lasts[at - 1], left - n_lasts[at - 1]
            if at + 1 < len(packed) and lasts[at] and n_firsts[at + 1] <= min(left, self._target // 2):
                after = firsts[at + 1]
            yield before, after

    def _with_context(
        self, revision: Revision, atoms: Sequence[Atom], room: int, *, keep: bool, goal: int
    ) -> list[_Placed]:
        """Add each atom's context as text, cut to a third of the room, and to what the atom leaves (``keep``)."""
        spans = {span: plain(span.cut(revision.text)) for atom in atoms for span in atom.context}
        counts = dict(zip(spans, self._tokenizer.count(list(spans.values())), strict=True)) if spans else {}
        found = []
        for atom in atoms:
            most = min(room // 3, max(0, room - atom.n_tokens)) if keep else room // 3
            lines: list[_Counted] = []
            for span in atom.context:
                line = self._fitted(spans[span], counts[span], most - sum(one.n_tokens for one in lines))
                lines.append(replace(line, span=span))
            found.append(_Placed(atom=atom, lines=tuple(lines), goal=goal))
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
    span: Span | None = None
    """Where it stands, for a line of context."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Placed:
    """An atom with what goes before it where a chunk begins with it."""

    atom: Atom
    goal: int
    """Tokens up to which others are put together with it."""
    lines: tuple[_Counted, ...] = ()

    @property
    def n_context(self) -> int:
        """Tokens of what goes before it."""
        return sum(line.n_tokens for line in self.lines)


def _parts(revision: Revision) -> Iterator[_Part]:
    """Yield the revision's parts in order; a bare heading joins the section below it that follows at once."""
    found = sections(revision.blocks, end=len(revision.text))
    for run in runs(revision.blocks):
        waiting: _Part | None = None
        last: _Part | None = None
        for part in _by_section(run, found):
            if waiting is not None and _below(part.section, waiting.section):
                part = replace(part, blocks=waiting.blocks + part.blocks)
            elif waiting is not None:
                yield waiting
            if last is not None and excepts_by_title(part.section.title) and _below(part.section, last.section):
                part = replace(part, rule=last.blocks[-1].span)
            waiting = part if part.bare else None
            if waiting is None:
                last = part
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
    bare, goal = True, room
    for at, item in enumerate(placed):
        length = n_characters + item.atom.length
        most = room if item.atom.tied else min(item.goal, goal)
        if taken and not bare and (used + _tied(placed, at, room) > most or length > _LONGEST):
            yield taken
            taken, used, n_characters, bare, goal = [], 0, 0, True, room
        if not taken or (bare and not item.atom.heading):
            used = item.n_context
        taken.append(item)
        used += item.atom.n_tokens
        n_characters += item.atom.length
        if not item.atom.heading:
            bare, goal = False, min(goal, item.goal)
    if taken:
        yield taken


def _tied(placed: Sequence[_Placed], at: int, room: int) -> int:
    """Return the tokens of an atom with those that follow and are tied to it, as far as they fit a chunk together."""
    context, total = placed[at].n_context, placed[at].atom.n_tokens
    for later in range(at + 1, len(placed)):
        following = placed[later]
        if not following.atom.tied or context + total + following.atom.n_tokens > room:
            break
        total += following.atom.n_tokens
    return total


def _even(n_tokens: int, most: int) -> int:
    """Return the length of pieces of which as few as may be hold ``n_tokens``, all about as long."""
    return min(most, int(1.1 * n_tokens / max(1, -(-n_tokens // most))) + 1)


def _sentence(atom: Atom, at: int, text: str) -> str:
    """Return the first (0) or last (-1) sentence of a piece of prose; empty for other atoms."""
    return plain(atom.units[at][0].cut(text)) if atom.prose and atom.units else ""


def _piece(
    revision: Revision, section: Section, placed: Sequence[_Placed], front: str, *, before: str, after: str
) -> Piece:
    first = next((one for one in placed if not one.atom.heading), placed[0])
    span = Span(placed[0].atom.span.start, placed[-1].atom.span.end)
    context = [line for line in first.lines if line.span is not None and not line.span.overlaps(span)]
    above = [line.text for line in context] or [before]
    lines = (front, *above, *(one.atom.body for one in placed), after)
    indexed = "\n".join(said for said in lines if said) or span.cut(revision.text)
    return Piece(
        span=span,
        indexed=indexed,
        units=tuple(_units(placed, front)) or (Unit(span=span, text=indexed),),
        parent=Span(min(section.span.start, span.start), max(section.span.end, span.end)),
        path=section.path,
        number=section.number,
        context=tuple(line.span for line in context if line.span is not None),
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


def build(settings: ChunkSettings, *, tokenizer: Tokenizer) -> StructuralChunker:
    """Return the structural chunker."""
    return StructuralChunker(settings.structural, tokenizer)
