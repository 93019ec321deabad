"""
One generation built beside another, and its taking over.

Everything long happens without the hold on the index: revisions are staged in the catalog, the new index is filled in a
folder of its own, and meanwhile the old generation answers questions and takes documents in, in this process and in
others. What changed meanwhile is caught up with, the last of it under the hold, and the switch is one commit of the
catalog. Whatever kills the process leaves the old generation or the new one, and what was staged is there the next
time.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pincite.catalog import codec
from pincite.catalog.entries import Opening
from pincite.catalog.generations import AHEAD, Staged, Switch
from pincite.documents import OPEN, Sequence, point_id
from pincite.errors import Locked, Torn
from pincite.lifecycle import recovery
from pincite.lifecycle.folders import IndexFolders
from pincite.lifecycle.holder import holding_now
from pincite.lifecycle.openings import digest_of, new_chunks, new_text
from pincite.lifecycle.points import Points, combined
from pincite.lifecycle.room import require_room

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from contextlib import AbstractContextManager
    from pathlib import Path

    from pincite.catalog import RevisionState
    from pincite.catalog.generations import Kept
    from pincite.documents import Chunk, Generation, Revision, TenantId
    from pincite.lifecycle.store import Store
    from pincite.protocols import Analyzer, Index

__all__ = ["Made", "Migration", "migrating"]

_SERVERS: Final = frozenset({"serve", "mcp"})
"""Commands that hold the index for as long as they run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A live revision as the new generation is to have it."""

    state: RevisionState
    revision: Revision
    chunks: tuple[Chunk, ...] = ()
    kept: Kept | None = None
    """What is kept of an earlier time under the same generation, to be taken over instead of ``chunks``."""
    note: str = ""
    """What an administrator should know of it; ``""`` for nothing."""


@contextmanager
def migrating(state: Path) -> Iterator[None]:
    """
    Let one process at a time build a generation.

    :param state: The state folder.
    :raises Locked: If another one does.
    """
    handle = os.open(state / "migration.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Locked(
                f"another process is migrating the corpus {state}: wait until it is done", path=str(state)
            ) from None
        yield
    finally:
        os.close(handle)


class Migration:
    """
    The generation that is being built; only under :func:`migrating`.

    :param store: The stores, in the generation that readers use.
    :param generation: The one to build.
    :param analyzer: Makes its terms.
    :param opens: Opens an index in a folder.
    :param parts: What it is made of, in words.
    """

    def __init__(
        self,
        store: Store,
        *,
        generation: Generation,
        analyzer: Analyzer,
        opens: Callable[[Path], Index],
        parts: Mapping[str, str],
    ) -> None:
        self.store = store
        self.catalog = store.catalog
        self.old = store.generation
        self.new = generation
        self._analyzer = analyzer
        self._opens = opens
        self._parts = parts
        self._points = Points(self.catalog, analyzer=analyzer, generation=generation)
        self._folders = IndexFolders(self.catalog.state)
        self._index: Index | None = None
        self._left: dict[int, tuple[str, str]] = {}
        self._filled: tuple[int, int] | None = None
        self.at = Sequence(0)
        """The sequence at which the new generation will be visible."""
        self.n_resumed = 0
        """Revisions that were staged before, by a run that did not end."""

    def begin(self) -> None:
        """
        Go on where a run that did not end was, and clear away what others left that aimed elsewhere.

        :raises Locked: If a server holds the index, which would not let it go for the switch.
        """
        self._require_no_server()
        generations, head = self.catalog.generations, self.catalog.head()
        for other in generations.being_built():
            if other != self.new.id:
                generations.forget(other)
                self._folders.abandon(other)
        found = generations.at(self.new.id)
        if found is not None and found <= head.sequence:
            generations.forget(self.new.id)
            found = None
        self.at = found or Sequence(head.sequence + AHEAD)
        generations.begin(self.new, parts=self._parts)
        self.n_resumed = generations.n_staged(self.new.id)

    @property
    def index(self) -> Index:
        """The index that is being filled."""
        if self._index is None:
            folder = self._folders.building(self.new.id) or self._folders.fresh_for(self.new.id)
            try:
                self._index = self._opens(folder)
            except Torn:  # what a crash left of it; nothing is in it that the catalog does not have
                self._index = self._opens(self._folders.fresh_for(self.new.id))
        return self._index

    def lacking(self) -> tuple[int, ...]:
        """Return the live rows that are not staged yet, after removing what was staged of rows that are gone."""
        stale = self.catalog.generations.stale(self.new.id)
        if stale:
            self.catalog.generations.unstage(stale)
        return tuple(row for row in self.catalog.generations.lacking(self.new.id) if row not in self._left)

    def leave_out(self, states: Iterable[RevisionState]) -> None:
        """Let live revisions leave the corpus at the switch; their files are read again at the next sync."""
        self._left |= {state.row: (state.revision.source, state.revision.path) for state in states}

    def states(self, rows: Iterable[int]) -> list[RevisionState]:
        """Return live revisions by the numbers of their rows; those that are gone meanwhile are left out."""
        return self.catalog.states_of(rows)

    def kept(self, rows: Iterable[int]) -> dict[int, Kept]:
        """Return what the catalog still has of live rows from an earlier time under the new generation."""
        return self.catalog.generations.kept(self.new.id, rows, below=self.at)

    def stage(self, made: Iterable[Made]) -> tuple[int, ...]:
        """Write revisions of the new generation, and return the numbers of their rows."""
        listed = list(made)
        texts = {(each.revision.tenant, codec.text_key(each.revision)) for each in listed if each.kept is None}
        known = self.catalog.text_ids(texts)
        staged = [Staged(source=each.state.row, opening=_opening(each, known), note=each.note) for each in listed]
        return self.catalog.generations.stage(self.new.id, staged, at=self.at)

    def texts(self) -> Iterator[tuple[TenantId, tuple[str, ...]]]:
        """Yield every text that a point of the new generation needs a vector of, chunk by chunk."""
        for seed in self.catalog.seeds(self.new.id, between=(self.at, self.at)):
            yield seed.tenant, (seed.indexed, *seed.units)

    def fill(self, told: Callable[[int, int], None] | None = None) -> int:
        """
        Bring the new index to what is staged, and to who may read it now; return how many points were written.

        :param told: Called now and then with how many points were written and how many are to be.
        :raises Torn: If a text has no vector.
        :raises StoreError: If the disk has too little room.
        """
        head = self.catalog.head()
        n_missing = max(0, self.catalog.n_points(self.new.id) - self.index.count())
        require_room(self.catalog.state, n_vectors=4 * n_missing, dim=self.new.space.dim)
        n_written = recovery.align(self.catalog, self.index, self._points, generation=self.new.id, told=told)
        self._filled = (head.sequence, head.epoch)
        return n_written

    def require_counts(self) -> None:
        """
        See to it that nothing is missing from the new generation.

        :raises Torn: If it has not every live revision, or its index not every point.
        """
        staged, live = self.catalog.generations.n_staged(self.new.id), self._n_wanted()
        points, held = self.catalog.n_points(self.new.id), self.index.count()
        if staged != live or points != held:
            raise Torn(
                f"the new generation {self.new.id} has {staged} of {live} revisions and {held} of {points} points; "
                "nothing was switched: type pincite migrate again",
                generation=self.new.id,
            )

    def switch(
        self,
        catch_up: Callable[[], object],
        *,
        stamps: Callable[[], Iterable[tuple[str, str, str]]],
        settings: AbstractContextManager[object],
        before: Mapping[str, object],
    ) -> Sequence:
        """
        Let the new generation take over, and return the sequence at which it is visible.

        :param catch_up: Stages and embeds what changed since; called under the hold.
        :param stamps: Gives new marks of files that need not be read again.
        :param settings: Makes the settings say what the new generation is, and takes that back where it fails.
        :param before: What they said of the old one.
        :raises Locked: If another process holds the index.
        """
        with self.store.switching() as fence:
            catch_up()
            head = self.catalog.head()
            if self._filled != (head.sequence, head.epoch) or self.index.count() != self.catalog.n_points(self.new.id):
                self.fill()
            self.require_counts()
            self.index.flush()
            switch = Switch(
                old=self.old.id,
                new=self.new.id,
                sequence=head.sequence,
                at=self.at,
                opened=self._told(self.new.id, seq_from=self.at),
                closed=self._told(self.old.id),
                stamps=(*stamps(), *((source, path, "") for source, path in self._left.values())),
                settings=before,
            )
            with settings:
                self.store.succeed(
                    self.index,
                    generation=self.new,
                    analyzer=self._analyzer,
                    commit=lambda: self.catalog.generations.switch(switch, fence=fence),
                )
            self._index = None
            self.store.settle()
        return self.at

    def close(self) -> None:
        """Close the index that is being filled; what is in it stays for the next run. Calling it twice is harmless."""
        index, self._index = self._index, None
        if index is not None:
            index.flush()
            index.close()

    def _require_no_server(self) -> None:
        holder = None if self.store.holds else holding_now(self.catalog.state)
        if holder is not None and _SERVERS & set(holder.command.split()[1:2]):
            raise Locked(
                f"the corpus {self.catalog.state} is served by process {holder.pid} on {holder.host} "
                f"({holder.command}, since {holder.since}), which keeps hold of it: stop that, and type pincite "
                "migrate again",
                path=str(self.catalog.state),
                pid=holder.pid,
                command=holder.command,
            )

    def _n_wanted(self) -> int:
        live = set(self.catalog.generations.lacking(self.new.id))
        return self.catalog.generations.n_live() - len(live & self._left.keys())

    def _told(self, generation: str, *, seq_from: Sequence | None = None) -> tuple[int, str]:
        """Return number and digest of the open points of a generation."""
        rows = self.catalog.points(generation, between=None if seq_from is None else (seq_from, seq_from))
        ids = [point_id(row.chunk_id, row.seq_from) for row in rows if row.seq_to == OPEN]
        return len(ids), combined(ids)


def _opening(made: Made, known: Mapping[tuple[TenantId, str], int]) -> Opening:
    its, kept = made.revision, made.kept
    new = () if kept else new_chunks(its, made.chunks)
    key = codec.text_key(its)
    return Opening(
        key=its.key,
        tenant=its.tenant,
        document_id=its.document_id,
        version=its.version,
        topic=its.topic,
        text=kept.text_id if kept else known.get((its.tenant, key)) or new_text(its, key),
        chunks=kept.row if kept else new,
        chunks_digest=kept.chunks_digest if kept else digest_of(new),
        n_chunks=kept.n_chunks if kept else len(new),
        meta=codec.encode_meta(its),
        effective=its.effective,
        expires=its.expires,
        arrival=made.state.arrival,
        valid_from=made.state.valid_from,
        valid_to=made.state.valid_to,
    )
