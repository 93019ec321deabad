"""
Works out what a change does to both stores, before either is touched.

A revision row and its points live over the same interval of sequences. Whatever is stated anew about a revision (text,
title, dates, topic) and whatever moves its days of force ends the row and its points and opens others. What it did not
change is taken over: the text by its number, chunks by the old row's, vectors by the digest of their texts.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pincite.catalog import PointSeed, codec
from pincite.catalog.entries import CommitEntry, NewText, Opening
from pincite.documents import OPEN, Sequence, point_id, revision_key
from pincite.errors import InputError
from pincite.lifecycle.access import coming_rows
from pincite.lifecycle.changes import Committed
from pincite.lifecycle.openings import digest_of, new_chunks, new_text
from pincite.lifecycle.points import combined
from pincite.validity import Dated, intervals

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import date

    from pincite.catalog import Catalog, Head, LiveRow
    from pincite.documents import Chunk, ChunkId, PointId, Revision, RevisionKey, TenantId
    from pincite.lifecycle.changes import Change

__all__ = ["Plan", "make_plan"]

_NEXT_ARRIVAL = 2**53


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a commit will write."""

    entry: CommitEntry
    closing: tuple[PointId, ...]
    """Points that end at the entry's sequence."""
    payload: Mapping[RevisionKey, tuple[str, ...]]
    """Groups that points already in the index get after the commit."""
    groups: Mapping[RevisionKey, tuple[str, ...]]
    """Who may read each revision that opens."""
    carried: Mapping[int, tuple[tuple[ChunkId, bytes], ...]]
    """Chunks that are taken over, by the number of the old revision row."""
    committed: Committed

    @property
    def writes(self) -> bool:
        """Whether there is anything for the catalog to write."""
        entry = self.entry
        told = (entry.access, entry.sources, entry.dropped_sources, entry.files, entry.forgotten)
        return entry.moves or any(told)

    def seeds(self) -> Iterator[PointSeed]:
        """Yield what the new points are made of."""
        for opening in self.entry.openings:
            language = codec.decode_meta(opening.meta).language
            for chunk_id, data in _chunks(opening, self.carried):
                stored = codec.decode_chunk(data)
                yield PointSeed(
                    chunk_id=chunk_id,
                    key=opening.key,
                    tenant=opening.tenant,
                    document_id=opening.document_id,
                    language=language,
                    groups=self.groups[opening.key],
                    seq_from=self.entry.sequence,
                    seq_to=OPEN,
                    valid_from=opening.valid_from,
                    valid_to=opening.valid_to,
                    indexed=stored.indexed,
                    units=tuple(unit.text for unit in stored.units),
                )


def make_plan(catalog: Catalog, change: Change, *, head: Head) -> Plan:
    """
    Return what a change does, measured against the live revisions.

    :param head: The committed state that it starts from.
    :raises InputError: If the change puts one revision twice.
    :raises VersionOrderError: If the versions of a topic would have no order.
    """
    puts = _puts(change)
    removed = {revision_key(*each) for each in change.remove} - puts.keys()
    live = catalog.live([*puts, *removed])
    arrivals = {key: row.arrival for key, row in live.items()} | dict(change.arrivals)
    days = _days(catalog, puts, removed, live, arrivals)
    openings, unchanged = _openings(catalog, puts, live, days.of, arrivals)
    moved = [_moved(row, days.of[key]) for key, row in days.others.items() if _days_of(row) != days.of[key]]
    closing = [days.all_rows[o.key] for o in (*openings, *moved) if o.key in days.all_rows]
    closing += [live[key] for key in sorted(removed & live.keys())]
    stored = catalog.stored_chunks([row.row for row in closing], generation=head.generation)
    ending = [point_id(chunk, row.seq_from) for row in closing for chunk, _ in stored.get(row.row, ())]
    access_rows, raises_epoch = coming_rows(
        catalog,
        {key: revision for key, (revision, _) in puts.items()},
        live=live,
        removed=removed,
        brought=dict(change.overrides),
    )
    moves = bool(openings or closing)
    sequence = Sequence(head.sequence + 1)
    opened = [point_id(chunk, sequence) for o in (*openings, *moved) for chunk, _ in _chunks(o, stored)]
    entry = CommitEntry(
        kind=change.kind,
        sequence=sequence,
        generation=head.generation,
        openings=(*openings, *moved),
        closings=tuple(row.row for row in closing),
        access=access_rows,
        epoch=head.epoch,
        raises_epoch=raises_epoch,
        n_opened=len(opened),
        opened=combined(opened),
        n_closed=len(ending),
        closed=combined(ending),
        sources=change.sources,
        dropped_sources=change.dropped_sources,
        files=change.files,
        forgotten=change.forgotten,
    )
    return Plan(
        entry=entry,
        closing=tuple(ending),
        payload={row.key: row.effective for row in access_rows if row.pending},
        groups=_groups(catalog, entry),
        carried=stored,
        committed=Committed(
            sequence=sequence if moves else head.sequence,
            n_points=len(opened),
            n_closed=len(ending),
            n_added=sum(o.key not in live for o in openings),
            n_changed=sum(o.key in live for o in openings),
            n_moved=len(moved),
            n_removed=len(removed & live.keys()),
            n_unchanged=unchanged,
        ),
    )


Puts = dict["RevisionKey", "tuple[Revision, tuple[Chunk, ...]]"]


def _puts(change: Change) -> Puts:
    puts: Puts = {}
    for revision, chunks in change.put:
        if revision.key in puts:
            raise InputError(
                f"version {revision.version!r} of document {revision.document_id!r} stands twice in one change: "
                "expected each revision once; leave one of them out",
                document=revision.document_id,
                version=revision.version,
            )
        puts[revision.key] = (revision, chunks)
    return puts


@dataclass(frozen=True, slots=True, kw_only=True)
class _Days:
    of: Mapping[RevisionKey, tuple[date, date]]
    """Days of force after the change, of every revision of every topic that it touches."""
    others: Mapping[RevisionKey, LiveRow]
    """Live revisions of these topics that neither come nor go."""
    all_rows: Mapping[RevisionKey, LiveRow]
    """Every live revision of these topics, and every one that comes or goes."""


def _days(
    catalog: Catalog,
    puts: Puts,
    removed: set[RevisionKey],
    live: Mapping[RevisionKey, LiveRow],
    arrivals: Mapping[RevisionKey, int],
) -> _Days:
    touched = {(revision.tenant, revision.topic) for revision, _ in puts.values()}
    touched |= {(row.tenant, row.topic) for row in live.values()}
    members = catalog.live_of_topics(touched)
    others = {key: row for key, row in members.items() if key not in puts and key not in removed}
    topics: dict[tuple[TenantId, str], list[Dated]] = defaultdict(list)
    for row in others.values():
        topics[row.tenant, row.topic].append(_dated(row, row.arrival))
    for at, (key, (revision, _)) in enumerate(puts.items()):
        arrival = arrivals.get(key, _NEXT_ARRIVAL + at)
        topics[revision.tenant, revision.topic].append(_dated(revision, arrival))
    found: dict[RevisionKey, tuple[date, date]] = {}
    for (_, topic), dated in topics.items():
        found |= intervals(dated, topic=topic)
    return _Days(of=found, others=others, all_rows={**members, **live})


def _dated(each: Revision | LiveRow, arrival: int) -> Dated:
    return Dated(key=each.key, version=each.version, effective=each.effective, expires=each.expires, arrival=arrival)


def _openings(
    catalog: Catalog,
    puts: Puts,
    live: Mapping[RevisionKey, LiveRow],
    days: Mapping[RevisionKey, tuple[date, date]],
    arrivals: Mapping[RevisionKey, int],
) -> tuple[list[Opening], int]:
    """Return the revisions that open because they came, and how many came as they were."""
    coming = [
        replace(_coming(revision, chunks, live.get(key), days[key]), arrival=arrivals.get(key))
        for key, (revision, chunks) in puts.items()
    ]
    openings = [opening for opening in coming if opening.key not in live or _differs(opening, live[opening.key])]
    new = [opening.text for opening in openings if isinstance(opening.text, NewText)]
    kept = catalog.text_ids((text.tenant, text.digest) for text in new)
    return [_with_kept_text(opening, kept) for opening in openings], len(coming) - len(openings)


def _coming(revision: Revision, chunks: tuple[Chunk, ...], row: LiveRow | None, days: tuple[date, date]) -> Opening:
    new = new_chunks(revision, chunks)
    chunks_digest = digest_of(new)
    text_digest = codec.text_key(revision)
    kept = row is not None and row.text_digest == text_digest
    return Opening(
        key=revision.key,
        tenant=revision.tenant,
        document_id=revision.document_id,
        version=revision.version,
        topic=revision.topic,
        text=row.text_id if row and kept else new_text(revision, text_digest),
        chunks=row.row if row and row.chunks_digest == chunks_digest else new,
        chunks_digest=chunks_digest,
        n_chunks=len(new),
        meta=codec.encode_meta(revision),
        effective=revision.effective,
        expires=revision.expires,
        arrival=row.arrival if row else None,
        valid_from=days[0],
        valid_to=days[1],
    )


def _with_kept_text(opening: Opening, kept: Mapping[tuple[TenantId, str], int]) -> Opening:
    text = opening.text
    if isinstance(text, NewText) and (text.tenant, text.digest) in kept:
        return replace(opening, text=kept[text.tenant, text.digest])
    return opening


def _differs(opening: Opening, row: LiveRow) -> bool:
    same_content = opening.text == row.text_id and opening.chunks == row.row
    same_statement = (opening.meta, opening.topic, opening.arrival) == (row.meta, row.topic, row.arrival)
    return not (same_content and same_statement and (opening.valid_from, opening.valid_to) == _days_of(row))


def _days_of(row: LiveRow) -> tuple[date, date]:
    return row.valid_from, row.valid_to


def _moved(row: LiveRow, days: tuple[date, date]) -> Opening:
    return Opening(
        key=row.key,
        tenant=row.tenant,
        document_id=row.document_id,
        version=row.version,
        topic=row.topic,
        text=row.text_id,
        chunks=row.row,
        chunks_digest=row.chunks_digest,
        n_chunks=row.n_chunks,
        meta=row.meta,
        effective=row.effective,
        expires=row.expires,
        arrival=row.arrival,
        valid_from=days[0],
        valid_to=days[1],
    )


def _chunks(
    opening: Opening, carried: Mapping[int, tuple[tuple[ChunkId, bytes], ...]]
) -> tuple[tuple[ChunkId, bytes], ...]:
    if isinstance(opening.chunks, int):
        return carried.get(opening.chunks, ())
    return tuple((chunk.chunk_id, chunk.data) for chunk in opening.chunks)


def _groups(catalog: Catalog, entry: CommitEntry) -> dict[RevisionKey, tuple[str, ...]]:
    """Return who may read each revision that opens, as of after the commit."""
    known = catalog.access_of(opening.key for opening in entry.openings)
    return {key: row.effective for key, row in known.items()} | {row.key: row.effective for row in entry.access}
