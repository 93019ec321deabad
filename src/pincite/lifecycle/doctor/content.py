"""Whether what a corpus holds can do its work: be read, be ordered, be found."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from pincite.documents import BlockKind, Sequence
from pincite.errors import VersionOrderError
from pincite.lifecycle.doctor.finding import finding
from pincite.lifecycle.points import embedded_digest
from pincite.validity import Dated, order

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Sequence as Items

    from pincite.catalog import Catalog, RevisionState
    from pincite.documents import Chunk, Generation, TenantId
    from pincite.lifecycle.doctor.finding import Finding
    from pincite.protocols import Tokenizer

__all__ = ["examine_content", "lacking_vectors"]

_MOST_TOKENS: Final = 512
"""Tokens of a chunk above which it is too large whatever the model: a hit on it says little about where."""


@dataclass(slots=True)
class _Seen:
    closed: list[str] = field(default_factory=list)
    topics: dict[tuple[str, str], list[Dated]] = field(default_factory=lambda: defaultdict(list))
    split: list[str] = field(default_factory=list)
    empty: list[str] = field(default_factory=list)
    large: list[str] = field(default_factory=list)
    n_split: int = 0
    n_empty: int = 0
    n_large: int = 0


def examine_content(catalog: Catalog, generation: Generation, tokenizer: Tokenizer) -> Iterator[Finding]:
    """
    Yield what is wrong with documents, versions, chunks and vectors; every live revision is read once.

    :param generation: The corpus's.
    :param tokenizer: Counts as its embedder does.
    """
    seen, limit = _Seen(), max(generation.space.max_tokens, _MOST_TOKENS)
    for state in catalog.all_revisions():
        chunks = catalog.chunks_of(state, generation=generation.id)
        _look_at(catalog, state, seen)
        _look_at_chunks(state, chunks, seen, tokenizer, limit)
    yield from _documents(seen)
    yield from finding(
        "unordered-versions",
        [f"{topic}: {why}" for topic, why in _unordered(catalog, seen)],
        what="Topics have versions that cannot be put in an order, so that which one is in force is not known.",
        fix="state versions of one form, or give the documents topics of their own, and type pincite sync",
    )
    yield from _chunks(seen, limit)
    lacking = lacking_vectors(catalog, generation)
    yield from finding(
        "missing-vectors",
        [],
        n=sum(map(len, lacking.values())),
        what="Texts of chunks have no vector, so that the index cannot be rebuilt.",
        fix="type pincite doctor --fix, which embeds them",
        mends=True,
    )


def lacking_vectors(catalog: Catalog, generation: Generation) -> dict[TenantId, dict[str, str]]:
    """Return the texts that need a vector and have none, by tenant and digest."""
    wanted: dict[TenantId, dict[str, str]] = defaultdict(dict)
    for seed in catalog.seeds(generation.id, between=(Sequence(0), catalog.head().sequence)):
        for text in (seed.indexed, *seed.units):
            wanted[seed.tenant][embedded_digest(text)] = text
    found = {}
    for tenant, texts in wanted.items():
        known = catalog.known_vectors(tenant, generation.space.id, texts)
        if lacking := {key: text for key, text in texts.items() if key not in known}:
            found[tenant] = lacking
    return found


def _look_at(catalog: Catalog, state: RevisionState, seen: _Seen) -> None:
    its = state.revision
    if not state.effective_groups and catalog.access_of([its.key])[its.key].override is None:
        seen.closed.append(_name(state))
    seen.topics[its.tenant, its.topic].append(
        Dated(key=its.key, version=its.version, effective=its.effective, expires=its.expires, arrival=state.arrival)
    )


def _look_at_chunks(state: RevisionState, chunks: Items[Chunk], seen: _Seen, tokenizer: Tokenizer, limit: int) -> None:
    n_split = _n_split(state, chunks)
    n_empty = sum(not chunk.text.strip() or not chunk.indexed.strip() for chunk in chunks)
    long = [chunk.indexed for chunk in chunks if len(chunk.indexed) > limit]  # a token has a character at least
    n_large = sum(count > limit for count in tokenizer.count(long)) if long else 0
    for count, names in ((n_split, seen.split), (n_empty, seen.empty), (n_large, seen.large)):
        if count:
            names.append(_name(state))
    seen.n_split, seen.n_empty, seen.n_large = seen.n_split + n_split, seen.n_empty + n_empty, seen.n_large + n_large


def _n_split(state: RevisionState, chunks: Items[Chunk]) -> int:
    """Return how many tables have a row that a chunk begins or ends inside of."""
    edges = sorted({edge for chunk in chunks for edge in (chunk.span.start, chunk.span.end)})
    tables = [b for b in state.revision.blocks if b.kind is BlockKind.TABLE and b.indexable]
    return sum(
        any(part.span.start < edge < part.span.end for part in table.parts for edge in edges) for table in tables
    )


def _documents(seen: _Seen) -> Iterator[Finding]:
    yield from finding(
        "no-access",
        seen.closed,
        what="Revisions can be read by nobody, and no administrator said so.",
        fix="type pincite sync where a backup was restored in place of a lost catalog; else state who may read in the "
        "document, its sidecar or a rule, or type pincite add PATH --access G,G",
    )


def _chunks(seen: _Seen, limit: int) -> Iterator[Finding]:
    yield from finding(
        "split-tables",
        seen.split,
        n=seen.n_split,
        what="Tables are cut inside a row, so that a value stands apart from what it is of.",
        fix='set name = "structural" under [chunk] in pincite.toml, and type pincite migrate',
    )
    yield from finding(
        "empty-chunks",
        seen.empty,
        n=seen.n_empty,
        what="Chunks have no text to be found by.",
        fix="type pincite migrate; where they come again, report it as a fault of Pincite",
    )
    yield from finding(
        "oversize-chunks",
        seen.large,
        n=seen.n_large,
        what=f"Chunks have more than {limit} tokens, so that a hit says little about where in them.",
        fix='set name = "structural" under [chunk] in pincite.toml, or a smaller size, and type pincite migrate',
    )


def _unordered(catalog: Catalog, seen: _Seen) -> Iterator[tuple[str, str]]:
    """Yield topics without an order, and files that were left out since their version has no place in it."""
    for (_, topic), dated in sorted(seen.topics.items()):
        try:
            order(dated, topic=topic)
        except VersionOrderError as error:
            yield topic, str(error)
    for source in catalog.sources():
        for path, row in sorted(catalog.files(source.name).items()):
            if row.error == VersionOrderError.__name__:
                yield path, row.reason


def _name(state: RevisionState) -> str:
    its = state.revision
    return f"{its.document_id} version {its.version}" if its.version else str(its.document_id)
