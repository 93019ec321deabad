"""
The nouns of what a corpus holds: documents, their revisions, blocks, chunks, and the points of an index.

All are frozen. Spans are half-open and count characters of the revision's canonical text. Days are UTC dates unless the
corpus sets a time zone. A version is text exactly as it was stated; ``""`` where none was stated.
"""

from __future__ import annotations

from collections.abc import Mapping  # what is sent between processes is read back by these annotations
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from hashlib import sha256
from typing import TYPE_CHECKING, Final, NewType
from uuid import UUID

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "FIRST_DAY",
    "LAST_DAY",
    "OPEN",
    "UNSURE",
    "Block",
    "BlockKind",
    "Box",
    "Cell",
    "Chunk",
    "ChunkId",
    "DocumentId",
    "Generation",
    "Identifier",
    "Metadata",
    "Parsed",
    "Part",
    "Place",
    "Point",
    "PointId",
    "PointState",
    "Revision",
    "RevisionKey",
    "Section",
    "Sequence",
    "Skipped",
    "Space",
    "Span",
    "Sparse",
    "TenantId",
    "Unit",
    "digest",
    "point_id",
    "revision_key",
    "section_at",
    "sections",
]

TenantId = NewType("TenantId", str)
DocumentId = NewType("DocumentId", str)
ChunkId = NewType("ChunkId", str)
PointId = NewType("PointId", str)
RevisionKey = NewType("RevisionKey", str)
Sequence = NewType("Sequence", int)

OPEN: Final = Sequence(2**53)
"""The ``seq_to`` of what has not been closed: above every sequence, and exact as a double."""
FIRST_DAY: Final = date.min
"""The ``valid_from`` of a revision that states no effective date."""
LAST_DAY: Final = date.max
"""The ``valid_to`` of a revision that nothing replaces and that does not expire."""
UNSURE: Final = 0.8
"""Certainty of recognised text below which it is marked wherever it is cited."""


def digest(*parts: str | bytes) -> str:
    """
    Return the SHA-256 of the parts as 32 hexadecimal digits; each part's length counts, so that no two lists collide.

    :param parts: Texts (as UTF-8) or bytes, in order.
    """
    state = sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        state.update(len(data).to_bytes(8, "big"))
        state.update(data)
    return state.hexdigest()[:32]


def revision_key(tenant: TenantId, document_id: DocumentId, version: str) -> RevisionKey:
    """Return the key under which a revision's access is kept; the same after an edit in place."""
    return RevisionKey(digest("revision", tenant, document_id, version))


def point_id(chunk_id: ChunkId, seq_from: Sequence) -> PointId:
    """Return the UUID of the point for a chunk that becomes visible at ``seq_from``."""
    return PointId(str(UUID(hex=digest("point", chunk_id, str(seq_from)))))


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open range ``[start, end)`` of characters in a revision's canonical text."""

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"a span needs 0 <= start <= end, got [{self.start}, {self.end})")

    def __len__(self) -> int:
        return self.end - self.start

    def cut(self, text: str) -> str:
        """Return the characters of ``text`` that the span covers: the quote."""
        return text[self.start : self.end]

    def contains(self, other: Span) -> bool:
        """Tell whether ``other`` lies wholly inside this span."""
        return self.start <= other.start and other.end <= self.end

    def overlaps(self, other: Span) -> bool:
        """Tell whether the two spans share at least one character."""
        return self.start < other.end and other.start < self.end


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A rectangle on a page, in points from the top left corner."""

    page: int
    """Page number, from 1."""
    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where in the original a block stands; what the format does not have is ``None`` or empty."""

    page: int | None = None
    """Page number, from 1."""
    boxes: tuple[Box, ...] = ()
    sheet: str | None = None
    cells: str | None = None
    """Cell range as in "A1:B9"."""
    slide: int | None = None
    """Slide number, from 1."""
    line: int | None = None
    """Line number in the original file, from 1."""
    spans: tuple[Span, ...] = ()
    """For each of ``boxes`` the characters that stand in it; empty where that is not known."""


class BlockKind(StrEnum):
    """What a block of a parsed document is."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST = "list"
    TABLE = "table"
    CODE = "code"
    FIGURE = "figure"
    FOOTNOTE = "footnote"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One cell of a table row."""

    span: Span
    """The cell's text without delimiters; empty where the cell is."""
    column: int
    """Column of the cell's left edge, from 0."""
    row_span: int = 1
    column_span: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """An item of a list or a row of a table: what is never cut when a whole one fits."""

    span: Span
    level: int = 0
    """Nesting depth of a list item, from 0."""
    cells: tuple[Cell, ...] = ()
    """The cells of a table row; empty for list items."""
    header: bool = False
    """Whether the row is a header row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """
    A node of the parsed document.

    Blocks stand in reading order and do not overlap; between two blocks there is only white space or markup.
    """

    kind: BlockKind
    span: Span
    level: int = 0
    """Depth of a heading, from 1; 0 for all other kinds."""
    title: str | None = None
    """A heading's text without markup and without its number; ``None`` for all other kinds."""
    number: str | None = None
    """A heading's or paragraph's clause number, such as "7.2"."""
    parts: tuple[Part, ...] = ()
    """The items of a list or rows of a table, in order."""
    place: Place = field(default_factory=Place)
    furniture: bool = False
    """Running headers, footers, page numbers: kept in the text, never indexed."""
    hidden: bool = False
    """Text that a reader of the original does not see: kept in the text, never indexed."""
    confidence: float | None = None
    """Certainty of recognised (OCR) text, in [0, 1]; ``None`` for text that was not recognised."""

    @property
    def indexable(self) -> bool:
        """Whether the block may stand in a chunk."""
        return not (self.furniture or self.hidden)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parsed:
    """What a parser makes of one file."""

    text: str
    """The canonical text: what every span counts in."""
    blocks: tuple[Block, ...]
    title: str | None = None
    """The document's own title (first top heading, ``<title>``), without markup."""
    metadata: Mapping[str, object] = field(default_factory=dict)
    """Front matter or document properties as stated; values are texts, lists of texts or nested mappings."""
    language: str | None = None
    """Language that the file itself states, as a BCP 47 code."""
    replaced: int = 0
    """How many bytes could not be decoded and stand as U+FFFD."""
    notes: tuple[str, ...] = ()
    """What was left out and why, one sentence each: pages that could not be read, …"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A heading and what stands under it; the part before the first heading is a section with an empty path."""

    path: tuple[str, ...]
    """Titles from the top heading down to this one, each with its number: ("7 Liability", "7.2 Cap")."""
    span: Span
    """From the heading to the next heading of the same or a higher level."""
    own: Span
    """From the heading to the next heading of any level."""
    title: str = ""
    number: str | None = None
    level: int = 0


def sections(blocks: tuple[Block, ...], *, end: int) -> tuple[Section, ...]:
    """
    Return the sections of a document in reading order.

    :param blocks: The blocks of the document; furniture and hidden headings open no section.
    :param end: Length of the canonical text in characters.
    :returns: One section per heading, and one before the first heading where text stands there; empty for no blocks.
    """
    heads = [b for b in blocks if b.kind is BlockKind.HEADING and b.indexable]
    starts = [h.span.start for h in heads]
    first = starts[0] if heads else end
    found = (
        [Section(path=(), span=Span(0, first), own=Span(0, first))] if any(b.span.start < first for b in blocks) else []
    )
    trail: list[tuple[int, str]] = []
    for at, (head, stop) in enumerate(zip(heads, _section_ends(heads, end), strict=True)):
        while trail and trail[-1][0] >= head.level:
            trail.pop()
        title = head.title or ""
        trail.append((head.level, f"{head.number} {title}".strip() if head.number else title))
        found.append(
            Section(
                path=tuple(name for _, name in trail),
                span=Span(head.span.start, stop),
                own=Span(head.span.start, starts[at + 1] if at + 1 < len(heads) else end),
                title=title,
                number=head.number,
                level=head.level,
            )
        )
    return tuple(found)


def _section_ends(heads: list[Block], end: int) -> list[int]:
    """Return, for each heading, where the next one of its level or a higher level starts."""
    ends = [end] * len(heads)
    pending: list[int] = []
    for at, head in enumerate(heads):
        while pending and heads[pending[-1]].level >= head.level:
            ends[pending.pop()] = head.span.start
        pending.append(at)
    return ends


def section_at(found: tuple[Section, ...], offset: int) -> Section | None:
    """Return the innermost section that holds the character at ``offset``, or ``None`` where there is none."""
    return next((s for s in reversed(found) if s.own.start <= offset < s.own.end), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Identifier:
    """An exact key found in a text: order id, clause number, part number, code."""

    kind: str
    key: str
    """Normalised: upper case, one kind of dash, no spaces."""
    span: Span
    exhaustive: bool = False
    """Whether the corpus is the authority on this kind: a key that is not there does not exist."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Metadata:
    """What is stated about one document; ``None`` or empty where nothing is."""

    id: str | None = None
    title: str | None = None
    topic: str | None = None
    version: str | None = None
    effective: date | None = None
    expires: date | None = None
    """First day on which the revision is no longer in force."""
    tenant: str | None = None
    access: tuple[str, ...] | None = None
    """Groups, and subjects as "user:NAME"; ``None`` where no rule speaks, ``()`` where a rule says nobody."""
    applies_to: tuple[str, ...] = ()
    authority: str | None = None
    supersedes: tuple[str, ...] = ()
    language: str | None = None
    max_age: int | None = None
    """Days after its date until what it says counts as old; ``None`` for never."""
    extra: Mapping[str, object] = field(default_factory=dict)
    """Foreign front matter keys, kept and never interpreted."""
    access_rule: str = ""
    """Which rule decided ``access``, in words for an administrator."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """One immutable version of a document, with what is stated about it."""

    tenant: TenantId
    document_id: DocumentId
    version: str
    topic: str
    title: str
    text: str
    """The canonical text."""
    blocks: tuple[Block, ...]
    access: tuple[str, ...]
    """Who may read it, as the source states it; empty means nobody."""
    source: str
    """Name of the source that it came from."""
    path: str
    """Source name and path below it, with "/"."""
    language: str
    """BCP 47 code."""
    original: str = ""
    """SHA-256 of the original's bytes, 64 hexadecimal digits."""
    effective: date | None = None
    expires: date | None = None
    applies_to: tuple[str, ...] = ()
    authority: str | None = None
    supersedes: tuple[str, ...] = ()
    max_age: int | None = None
    """Days after its date until what it says counts as old; ``None`` for never."""
    identifiers: tuple[Identifier, ...] = ()
    extra: Mapping[str, object] = field(default_factory=dict)
    access_rule: str = ""

    @property
    def key(self) -> RevisionKey:
        """The key of this document and version."""
        return revision_key(self.tenant, self.document_id, self.version)

    @property
    def text_digest(self) -> str:
        """Digest of the canonical text."""
        return digest("text", self.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """The smallest embedded text: a sentence, list item or table row with its header."""

    span: Span
    text: str
    """What is embedded: title and heading path in front, markup removed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """What is retrieved: one or more whole blocks of one section."""

    chunk_id: ChunkId
    tenant: TenantId
    document_id: DocumentId
    version: str
    ordinal: int
    """Place among the chunks of its revision, from 0."""
    span: Span
    text: str
    """Exactly ``span.cut(canonical text)``."""
    indexed: str
    """What the chunk vector and the lexical leg see: title, heading path, repeated header row, text without markup."""
    path: tuple[str, ...]
    """Heading path of its section; empty before the first heading."""
    number: str | None
    """Clause number of its section."""
    parent: Span
    """Span of the whole section that it stands in, below the heading's level included."""
    units: tuple[Unit, ...]
    """At least one."""
    identifiers: tuple[Identifier, ...] = ()
    previous: ChunkId | None = None
    next: ChunkId | None = None
    context: tuple[Span, ...] = ()
    """Spans outside ``span`` that belong to what it says: a table's header row, a list's lead-in, a caption."""
    place: Place = field(default_factory=Place)

    @property
    def section(self) -> str:
        """The innermost heading with its number; ``""`` before the first heading."""
        return self.path[-1] if self.path else ""


@dataclass(frozen=True, slots=True)
class Sparse:
    """
    A sparse vector of term weights.

    *Shape:* both (n_terms,), ``indices`` ascending and unique.
    """

    indices: tuple[int, ...]
    values: tuple[float, ...]

    def items(self) -> Iterator[tuple[int, float]]:
        """Yield (index, weight) pairs in ascending order of index."""
        return zip(self.indices, self.values, strict=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Space:
    """
    An embedding space: what two vectors must share to be compared.

    Declared from the *source* weights and the way of using them, never from a file that was built on one machine.
    """

    model: str
    """Name for people, such as "all-MiniLM-L6-v2"."""
    weights: str
    """SHA-256 of the source weights, or the provider's model name where weights are not ours to read."""
    dim: int
    builder: str = ""
    """Version of the code that turns the weights into a graph."""
    quantisation: str = "none"
    pooling: str = "mean"
    query_prefix: str = ""
    text_prefix: str = ""
    normalised: bool = True
    max_tokens: int = 0
    """Window of the model in tokens; 0 where unknown."""

    @property
    def id(self) -> str:
        """The fingerprint: a digest of every field."""
        values = (getattr(self, name) for name in self.__dataclass_fields__)
        return digest("space", *(str(v) for v in values))


@dataclass(frozen=True, slots=True, kw_only=True)
class Generation:
    """One way of building an index: the digests of everything that decides what its points are."""

    parser: str
    chunker: str
    analyzer: str
    space: Space

    @property
    def id(self) -> str:
        """Digest of the four parts."""
        return digest("generation", self.parser, self.chunker, self.analyzer, self.space.id)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Point:
    """What an index stores of one chunk for one interval of sequences: vectors and filter values, no text."""

    point_id: PointId
    chunk_id: ChunkId
    revision: RevisionKey
    tenant: TenantId
    document_id: DocumentId
    generation: str
    groups: tuple[str, ...]
    """Who may read it: the payload that filters see."""
    seq_from: Sequence
    seq_to: Sequence
    valid_from: date
    valid_to: date
    """First day on which the revision is no longer in force."""
    vector: NDArray[np.float32]
    """*Shape:* (dim,); unit length."""
    units: NDArray[np.float32]
    """*Shape:* (n_units, dim), n_units at least 1; rows of unit length."""
    terms: Sparse
    """The document side of the lexical leg."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PointState:
    """What an index says that it holds of one point; the currency of recovery and of ``doctor``."""

    point_id: PointId
    chunk_id: ChunkId
    revision: RevisionKey
    groups: tuple[str, ...]
    seq_from: Sequence
    seq_to: Sequence


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """A source item that was not taken in, and why."""

    path: str
    reason: str
    """One line: what, value, expected, next step."""
    error: str
    """Name of the error's class, such as "Damaged"."""
