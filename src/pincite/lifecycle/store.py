"""The two stores of a corpus together: one place where they change, in the order that a crash cannot tear."""

from __future__ import annotations

import shutil
from contextlib import contextmanager, suppress
from threading import Lock, RLock
from typing import TYPE_CHECKING

from pincite.catalog import create_catalog, open_catalog
from pincite.errors import GenerationMismatch, Locked, Missing, StoreError
from pincite.lifecycle import recovery
from pincite.lifecycle.access import changed_rows
from pincite.lifecycle.changes import Lease, Recovered
from pincite.lifecycle.folders import IndexFolders
from pincite.lifecycle.holder import Holding
from pincite.lifecycle.points import Points
from pincite.lifecycle.room import require_room
from pincite.lifecycle.standing import StandingIndex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path
    from types import TracebackType
    from typing import Self

    from pincite.catalog import Catalog, Head
    from pincite.documents import Generation, RevisionKey, Sequence
    from pincite.lifecycle.changes import AccessChange, Change, Committed
    from pincite.lifecycle.plan import Plan
    from pincite.protocols import Analyzer, Index

__all__ = ["Store", "create_store", "open_store"]


class Store:
    """
    A catalog and the index that can be rebuilt from it; see :func:`open_store`.

    Any number of threads may read and commit; commits run one after the other. The catalog is open at once. The index
    is opened, and the hold on it taken, when :attr:`index` is first used.
    """

    def __init__(
        self,
        catalog: Catalog,
        *,
        index: Callable[[Path], Index],
        analyzer: Analyzer,
        generation: Generation,
        wait_s: float,
        command: str,
    ) -> None:
        self.catalog = catalog
        self.recovered = Recovered()
        """What was mended when the index was opened."""
        self._open_index = index
        self._generation = generation
        self._points = Points(catalog, analyzer=analyzer, generation=generation)
        self._folders = IndexFolders(catalog.state)
        self._wait_s = wait_s
        self._command = command
        self._writing = RLock()
        self._standing: StandingIndex | None = None
        self._holding: Holding | None = None
        self._unfinished = False
        self._closed = False
        self._leases: list[Lease] = []
        self._leasing = Lock()

    @property
    def index(self) -> Index:
        """
        The index, recovered; it may be kept, since it stays valid over :meth:`rebuild`.

        :raises Locked: If another process holds it longer than the store waits.
        :raises Missing: If the store is closed.
        """
        standing = self._standing
        if standing is not None:
            return standing
        with self._writing:
            if self._standing is None:
                self._take()
            assert self._standing is not None
            return self._standing

    def commit(self, change: Change) -> Committed:
        """
        Make a change visible, whole, at the next sequence; vectors of its texts must have been saved before.

        A change that changes nothing for readers keeps the sequence. Where it fails, nothing of it is visible, and what
        it left in the index is taken back before the next change.

        :raises InputError: If the change puts one revision twice.
        :raises VersionOrderError: If the versions of a topic would have no order; nothing is written.
        :raises Torn: If a text has no vector.
        :raises StoreError: If the disk has too little room for it; nothing is written.
        :raises Locked: If another process holds the index.
        """
        from pincite.lifecycle.plan import make_plan  # imported here: a question does not pay for it

        with self._writing:
            index = self._mended()
            plan = make_plan(self.catalog, change, head=self.catalog.head())
            if plan.writes:
                require_room(self.catalog.state, n_vectors=_n_vectors(plan), dim=self._generation.space.dim)
                self._unfinished = True
                self._write_points(index, plan)
                self.catalog.writing.commit(plan.entry, fence=self._fence)
                if plan.payload:
                    recovery.settle(self.catalog, index)
                self._unfinished = False
            return plan.committed

    def set_access(self, changes: Mapping[RevisionKey, AccessChange]) -> Head:
        """
        Change who may read revisions, for every reader from the moment the catalog has it; the index follows.

        :returns: The state after it; the epoch is raised where anybody gained or lost.
        :raises NotFound: If a key is unknown; nothing is changed then.
        :raises Locked: If another process holds the index.
        """
        with self._writing:
            index = self._mended()
            rows, raises_epoch = changed_rows(self.catalog, changes)
            if rows:
                self._unfinished = True
                self.catalog.writing.set_access(rows, raises_epoch=raises_epoch, fence=self._fence)
                recovery.settle(self.catalog, index)
                self._unfinished = False
            return self.catalog.head()

    @contextmanager
    def reading(self) -> Iterator[Lease]:
        """Lend the committed state: while the lease lasts, nothing that is visible at its sequence is removed."""
        with self._leasing:
            head = self.catalog.head()
            lease = Lease(sequence=head.sequence, epoch=head.epoch, generation=head.generation)
            self._leases.append(lease)
        try:
            yield lease
        finally:
            with self._leasing:
                self._leases.remove(lease)

    def oldest_lease(self) -> Sequence | None:
        """Return the lowest sequence that a reader holds, or ``None`` where nobody reads."""
        with self._leasing:
            return min((lease.sequence for lease in self._leases), default=None)

    def rebuild(self) -> int:
        """
        Build the index anew from the catalog, beside the old one, and let it take over in one step.

        :returns: The number of points.
        :raises Torn: If a text has no vector.
        :raises Locked: If another process holds the index.
        """
        with self._writing:
            standing = self._held()
            old = self._folders.current()
            folder = self._folders.fresh()
            index = self._open_index(folder)
            try:
                n_points = recovery.replay_all(self.catalog, index, self._points, generation=self._generation.id)
            except BaseException:
                index.close()
                shutil.rmtree(folder, ignore_errors=True)
                raise
            self._folders.switch(folder)
            standing.swap(index)
            if old is not None:
                shutil.rmtree(old, ignore_errors=True)
            self._unfinished = False
            recovery.settle(self.catalog, standing)
            return n_points

    def close(self) -> None:
        """Give back the index and the hold on it, and close the catalog; calling it twice is harmless."""
        with self._writing:
            self._closed = True
            standing, holding = self._standing, self._holding
            self._standing = self._holding = None
            try:
                if standing is not None:
                    standing.flush()
                    standing.close()
                if holding is not None and not self._unfinished:
                    holding.release()
            finally:
                if holding is not None:
                    holding.drop()
                self.catalog.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def _fence(self) -> int:
        assert self._holding is not None  # the index is in use, and it is used only under the hold
        return self._holding.fence

    def _held(self) -> StandingIndex:
        standing = self.index
        assert isinstance(standing, StandingIndex)
        return standing

    def _mended(self) -> Index:
        """Return the index with nothing left in it of a change that failed."""
        index = self.index
        if self._unfinished:
            recovery.recover(self.catalog, index, self._points, verify=True)
            self._unfinished = False
        return index

    def _take(self) -> None:
        if self._closed:
            raise Missing(f"the corpus {self.catalog.state} is closed: open it again", path=str(self.catalog.state))
        holding = Holding.take(
            self.catalog.state, above=self.catalog.fence(), wait_s=self._wait_s, command=self._command
        )
        try:
            self._standing = self._recovered_index(verify=not holding.clean)
        except BaseException:
            holding.drop()
            raise
        self._holding = holding

    def _recovered_index(self, *, verify: bool) -> StandingIndex:
        """Open the current index; one that is lost, or cannot be read, gives way to one filled from the catalog."""
        self._folders.sweep()
        folder = self._folders.current()
        if folder is not None:
            try:
                return self._recovered_at(folder, verify=verify)
            except Locked:
                raise
            except StoreError:
                pass  # the index is a cache; what is wrong with the catalog or the disk comes up again below
        folder = self._folders.fresh()
        standing = self._recovered_at(folder, verify=verify)
        self._folders.switch(folder)
        return standing

    def _recovered_at(self, folder: Path, *, verify: bool) -> StandingIndex:
        index = self._open_index(folder)
        try:
            self.recovered = recovery.recover(self.catalog, index, self._points, verify=verify)
        except BaseException:
            with suppress(StoreError):  # the first error is the one to tell
                index.close()
            raise
        return StandingIndex(index, torn=self._folders.forsake)

    def _write_points(self, index: Index, plan: Plan) -> None:
        if not plan.entry.moves:
            return
        for batch in self._points.batches(plan.seeds()):
            index.put(batch)
        index.close_points(plan.closing, at=plan.entry.sequence)
        index.flush()


def _n_vectors(plan: Plan) -> int:
    return sum(1 + len(seed.units) for seed in plan.seeds()) if plan.entry.moves else 0


def open_store(
    state: Path,
    *,
    index: Callable[[Path], Index],
    analyzer: Analyzer,
    generation: Generation,
    wait_s: float = 10.0,
    command: str = "",
) -> Store:
    """
    Open the stores of a corpus.

    :param state: The state folder.
    :param index: Opens the index in a folder.
    :param analyzer: Makes the terms of points; the one that the generation names.
    :param generation: What the settings build; it has to be what the corpus was built as.
    :param wait_s: How long to wait for another process that holds the index, in seconds.
    :param command: What this process does, for those who wait for it; ``""`` for its command line.
    :raises Missing: If there is no corpus.
    :raises Torn: If the catalog is damaged, or made by a newer version.
    :raises GenerationMismatch: If the corpus was built under other settings.
    """
    catalog = open_catalog(state)
    built = catalog.head().generation
    if built != generation.id:
        error = _mismatch(catalog, built, generation)
        catalog.close()
        raise error
    return Store(catalog, index=index, analyzer=analyzer, generation=generation, wait_s=wait_s, command=command)


def create_store(
    state: Path,
    *,
    index: Callable[[Path], Index],
    analyzer: Analyzer,
    generation: Generation,
    wait_s: float = 10.0,
    command: str = "",
) -> Store:
    """
    Make the stores of a new corpus; the parameters are those of :func:`open_store`.

    :raises InputError: If there is a corpus already.
    """
    catalog = create_catalog(state, generation=generation)
    return Store(catalog, index=index, analyzer=analyzer, generation=generation, wait_s=wait_s, command=command)


def _mismatch(catalog: Catalog, built: str, wanted: Generation) -> GenerationMismatch:
    made = catalog.generation(built)
    pairs = {name: (getattr(made, name), getattr(wanted, name)) for name in ("parser", "chunker", "analyzer")}
    pairs["space"] = (made.space.id, wanted.space.id)
    differing = {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}
    shown = ", ".join(f"{name} {old} is now {new}" for name, (old, new) in differing.items())
    return GenerationMismatch(
        f"the corpus {catalog.state} was built as generation {built}, the settings now make {wanted.id} ({shown}): "
        "go back to the old settings, or move that folder away and run pincite sync",
        path=str(catalog.state),
        built=built,
        wanted=wanted.id,
        differing=differing,
    )
