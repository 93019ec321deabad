"""
One Protocol per stage, below all stages.

Whatever implements one passes the contract suite of the same name under ``tests/contracts`` (built on
:mod:`pincite.testing`). Many-as-one keeps the Protocol: a fusion of retrievers is a retriever.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from collections.abc import Sequence as Items

    import numpy as np
    from numpy.typing import NDArray

    from pincite.answers import Citation, Claim, Draft, DraftClaim, Dropped, Passage, Usage
    from pincite.documents import (
        Chunk,
        ChunkId,
        DocumentId,
        Parsed,
        Point,
        PointId,
        PointState,
        Revision,
        RevisionKey,
        Sequence,
        Space,
        Sparse,
    )
    from pincite.questions import Found, Permit, Query, Ranking, Scope, Scored, Turn

__all__ = [
    "Analyzer",
    "Assembler",
    "Attempting",
    "Attributed",
    "Attributor",
    "Chunker",
    "Embedder",
    "Generator",
    "Index",
    "Located",
    "Lookup",
    "Packed",
    "Parser",
    "Permits",
    "Reranked",
    "Reranker",
    "Retriever",
    "Source",
    "SourceItem",
    "Task",
    "Tokenizer",
    "Writer",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceItem:
    """One file (or record) that a source offers."""

    path: str
    """Source name and path below it, with "/"."""
    stamp: str
    """Cheap mark that changes whenever the content may have changed: size and modification time, an etag."""
    read: Callable[[], bytes]
    """
    Return the bytes.

    Raises ``Unreachable`` if they cannot be read, and ``TooLarge`` if they are more than the limit that is set.
    """
    sidecar: Callable[[], bytes] | None = None
    """Return the bytes of the file of metadata beside it, raising as ``read`` does; ``None`` where there is none."""
    stray: str = ""
    """A file of metadata in its folder that belongs to no file and may have been meant for it; ``""`` for none."""


class Source(Protocol):
    """A place documents come from."""

    @property
    def name(self) -> str:
        """Name of the source, unique in a corpus."""
        ...

    def items(self) -> Iterable[SourceItem]:
        """
        Yield what the source holds now, in order of path.

        :raises Unreachable: If the source itself is missing or may not be listed.
        """
        ...


class Parser(Protocol):
    """Turns the bytes of one format into canonical text and blocks."""

    @property
    def digest(self) -> str:
        """Changes whenever the same bytes could give another result."""
        ...

    def parse(self, data: bytes, *, path: str) -> Parsed:
        """
        Return the canonical text and block tree.

        :param data: The whole file.
        :param path: Its path, for messages and for its suffix.
        :raises Damaged: If the bytes are empty, binary or broken.
        :raises UnsupportedFormat: If no parser takes this kind of file.
        """
        ...


class Tokenizer(Protocol):
    """Counts tokens as an embedder does."""

    @property
    def digest(self) -> str:
        """Changes whenever counts could change."""
        ...

    def count(self, texts: Items[str]) -> list[int]:
        """Return the number of tokens of each text, special tokens left out."""
        ...


class Chunker(Protocol):
    """Cuts a revision into chunks."""

    @property
    def digest(self) -> str:
        """Changes whenever the same revision could give other chunks."""
        ...

    def chunk(self, revision: Revision) -> tuple[Chunk, ...]:
        """
        Return the chunks of a revision in order of their place.

        Every chunk's text is exactly its span cut from the canonical text and holds no furniture or hidden block.

        :returns: Empty where the revision has nothing to index.
        """
        ...


class Embedder(Protocol):
    """
    Turns texts into vectors of one space.

    It may say more of itself: ``languages``, the codes of those that it was taught (all where it does not say; from two
    on it finds across them), and ``unrelated``, the cosine that it gives texts with nothing in common (0 where it does
    not say; see :mod:`pincite.likeness`).
    """

    @property
    def space(self) -> Space:
        """The space that all its vectors lie in."""
        ...

    def embed(self, texts: Items[str]) -> NDArray[np.float32]:
        """
        Return one vector of unit length per text. A text longer than the model's window is embedded in windows and
        averaged, never cut short.

        *Shape:* (n_texts, dim)

        :param texts: Documents' texts, in any order; none may be empty.
        :raises ModelUnavailable: If the model's files are missing or have another digest.
        """
        ...

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """
        Return the vector of a question.

        *Shape:* (dim,)
        """
        ...


class Analyzer(Protocol):
    """Turns texts into the term weights of the lexical leg."""

    @property
    def digest(self) -> str:
        """Changes whenever the same text could give other terms."""
        ...

    def document(self, text: str, *, language: str) -> Sparse:
        """Return the BM25 document weights of a text; empty where it has no terms."""
        ...

    def query(self, text: str, *, language: str) -> Sparse:
        """Return the terms of a question, each with weight 1; empty where it has none."""
        ...


class Index(Protocol):
    """
    Stores points and ranks them inside a scope. It holds no text and can be rebuilt from the catalog.

    Ranking is exact; scores are the same whatever else is stored outside the scope; equal scores are ordered by chunk
    id, also at the cut. Inverse document frequencies count the scope's own points, whatever ``documents`` narrows to.
    """

    def put(self, points: Items[Point]) -> None:
        """Store points; one that is there already is replaced whole."""
        ...

    def close_points(self, point_ids: Items[PointId], *, at: Sequence) -> None:
        """Set ``seq_to`` of the points to ``at``; ``OPEN`` reopens them. Unknown ids are passed over."""
        ...

    def remove(self, point_ids: Items[PointId]) -> None:
        """Remove points; unknown ids are passed over."""
        ...

    def set_groups(self, revision: RevisionKey, groups: Items[str]) -> None:
        """Replace the groups on every point of a revision, open or closed."""
        ...

    def flush(self) -> None:
        """Return only when everything before is on disk."""
        ...

    def lexical(
        self, terms: Sparse, *, k: int, scope: Scope, documents: tuple[DocumentId, ...] | None = None
    ) -> tuple[Scored, ...]:
        """
        Rank by BM25: the sum over shared terms of idf x document weight, idf = ln(1 + (N - n + 0.5) / (n + 0.5)).

        :param k: Most results, at least 1.
        :returns: Best first, scores above 0 only; empty where nothing matches.
        :raises InputError: If ``k`` is less than 1.
        """
        ...

    def dense(
        self, vector: NDArray[np.float32], *, k: int, scope: Scope, documents: tuple[DocumentId, ...] | None = None
    ) -> tuple[Scored, ...]:
        """
        Rank by the cosine of the question to each chunk's vector, in [-1, 1].

        *Shape:* ``vector`` (dim,)

        :param k: Most results, at least 1.
        :returns: Best first; empty where the scope is.
        :raises InputError: If ``k`` is less than 1.
        """
        ...

    def units(
        self,
        vector: NDArray[np.float32],
        *,
        k: int,
        scope: Scope,
        documents: tuple[DocumentId, ...] | None = None,
        among: tuple[ChunkId, ...] | None = None,
    ) -> tuple[Scored, ...]:
        """
        Rank by the cosine of the question to each chunk's best unit, in [-1, 1].

        *Shape:* ``vector`` (dim,)

        :param k: Most results, at least 1.
        :param among: Only these chunks (which are still held to the scope); ``None`` for all.
        :returns: Best first; empty where the scope is.
        :raises InputError: If ``k`` is less than 1.
        """
        ...

    def count(self, *, scope: Scope | None = None) -> int:
        """Return how many points are stored, or how many are in ``scope``."""
        ...

    def states(self, *, changed_after: Sequence | None = None) -> Iterator[PointState]:
        """
        Yield what is stored of each point.

        :param changed_after: Only points with ``seq_from`` above it, or ``seq_to`` above it and not ``OPEN``;
            ``None`` for all.
        """
        ...

    def optimize(self) -> None:
        """Do the housekeeping that makes later queries fast; never changes a ranking."""
        ...

    def close(self) -> None:
        """Release files and locks; calling it twice is harmless."""
        ...


class Permits(Protocol):
    """The catalog as retrieval sees it: who may read which chunk now."""

    def permit(self, chunk_ids: Items[ChunkId], scope: Scope) -> dict[ChunkId, Permit]:
        """Return a permit for each chunk that is live at the scope's sequence and readable now, and no other."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Located:
    """Where an identifier stands."""

    key: str
    kind: str
    document_id: DocumentId
    chunk_id: ChunkId
    subject: bool
    """Whether the document's id or title carries the key: the document is about it."""
    title: str = ""
    """Title of the document."""


class Lookup(Protocol):
    """Finds exact keys inside a scope."""

    def lookup(self, keys: Items[str], *, scope: Scope) -> tuple[Located, ...]:
        """
        Return where the normalised keys stand among what is in scope, in order of document, version and place.

        :returns: Empty where none is in scope.
        """
        ...


class Retriever(Protocol):
    """Ranks the chunks of one sequence inside a scope."""

    def retrieve(self, query: Query, *, k: int, scope: Scope) -> Ranking:
        """
        Return at most ``k`` chunks in ``scope`` that match ``query``, best first.

        :param query: What to look for. An empty text matches nothing.
        :param k: Most hits to return, at least 1.
        :param scope: What the asker may read; applied before scoring.
        :returns: Hits best first; empty where nothing matched, never padded.
        :raises InputError: If ``k`` is less than 1.
        """
        ...


class Reranker(Protocol):
    """Orders hits anew. It sees texts, so it is given permitted hits only."""

    @property
    def name(self) -> str:
        """Name in settings and traces."""
        ...

    def rerank(self, query: Query, found: tuple[Found, ...]) -> tuple[Found, ...]:
        """Return the same hits in a new order, with new ranks; none is added or lost."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Reranked:
    """Hits in their new order, and who gave it."""

    found: tuple[Found, ...]
    by: str
    """Name of the reranker that ordered them: the fallback's where the first one failed."""
    note: str = ""
    """Why it was the fallback; ``""`` where it was not."""


@runtime_checkable
class Attempting(Protocol):
    """A reranker that may fail, and says whether it did."""

    def attempt(self, query: Query, found: tuple[Found, ...]) -> Reranked:
        """Return the same hits in a new order, with who gave it."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Packed:
    """What goes to the generator, and what does not."""

    passages: tuple[Passage, ...]
    dropped: tuple[Dropped, ...] = ()


class Assembler(Protocol):
    """Makes labelled passages of permitted hits within a budget."""

    def assemble(self, query: Query, found: tuple[Found, ...], *, k: int) -> Packed:
        """
        Return at most ``k`` passages, best first, labelled from 1, and every dropped hit with its reason.

        One revision of a document at most.
        """
        ...


class Generator(Protocol):
    """Writes a draft from passages."""

    @property
    def name(self) -> str:
        """Name in settings, answers and traces."""
        ...

    def draft(self, question: str, passages: tuple[Passage, ...]) -> Draft:
        """
        Return claims with the labels and quotes they rest on, or a reason for none.

        :param passages: All that it may use; never empty (with nothing in scope no generator is called).
        :raises ModelError: If a model fails.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What a model is to write, with everything that it may know."""

    question: str
    passages: tuple[Passage, ...]
    """All that it may use; never empty."""
    history: tuple[Turn, ...] = ()
    """Earlier turns, oldest first, as far as the reader may read now what they quote."""
    findings: tuple[str, ...] = ()
    """What the checks found wrong with an earlier draft."""
    whole: bool = False
    """Whether the passages are all that the reader may read: they are the same for the next question."""


@runtime_checkable
class Writer(Protocol):
    """A generator that writes with a model: it takes a whole task, and gives each claim as soon as it is written."""

    @property
    def name(self) -> str:
        """Name in settings, answers and traces."""
        ...

    @property
    def window(self) -> int:
        """Most tokens of passages that it takes at once."""
        ...

    def draft(self, question: str, passages: tuple[Passage, ...]) -> Draft:
        """Do what every :class:`Generator` does."""
        ...

    def write(self, task: Task, *, meter: Any = None) -> Iterator[DraftClaim | Draft]:  # noqa: ANN401 - a model's meter
        """
        Yield claims as they are written, then the whole draft.

        :param meter: What has been spent on the question already; ``None`` where nothing was.
        :raises ModelError: If a model fails.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Attributed:
    """A draft after every check."""

    claims: tuple[Claim, ...]
    """Claims that stand, in order."""
    citations: tuple[Citation, ...]
    rejected: tuple[Claim, ...] = ()
    """Claims that were dropped, with findings."""
    usage: Usage | None = None
    """What a judge cost; ``None`` where none was asked."""

    def after(self, earlier: Attributed) -> Attributed:
        """Return this with what an earlier check of the same answer cost as well."""
        if earlier.usage is None or self.usage is None:
            return replace(self, usage=self.usage or earlier.usage)
        return replace(self, usage=self.usage.plus(earlier.usage))


class Attributor(Protocol):
    """Checks each claim of a draft against the passages that it cites."""

    def attribute(self, question: str, draft: Draft, passages: tuple[Passage, ...]) -> Attributed:
        """Return the claims that stand, renumbered citations from 1, and what was rejected and why."""
        ...
