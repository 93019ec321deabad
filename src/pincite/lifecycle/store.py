"""The two stores of a corpus together: one place where they change, in the order that a crash cannot tear."""

from __future__ import annotations

import shutil
from contextlib import contextmanager, suppress
from threading import RLock
from typing import TYPE_CHECKING, TypeVar

from pincite.errors import GenerationMismatch, Missing, StoreError
from pincite.lifecycle import recovery
from pincite.lifecycle.access import write_access
from pincite.lifecycle.holder import holding_now
from pincite.lifecycle.leases import Leases
from pincite.lifecycle.narrowed import keep_narrowed
from pincite.lifecycle.points import Points
from pincite.lifecycle.reserve import put_by
from pincite.lifecycle.room import require_room, require_room_again
from pincite.lifecycle.tenure import Tenure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path
    from types import TracebackType
    from typing import Self

    from pincite.catalog import Catalog, Head
    from pincite.documents import Generation, RevisionKey, Sequence
    from pincite.lifecycle.changes import AccessChange, Change, Committed, Lease, Recovered
    from pincite.lifecycle.plan import Plan
    from pincite.protocols import Analyzer, Index

__all__ = ["Store"]

T = TypeVar("T")


class Store:
    """
    A catalog and the index that can be rebuilt from it; see :func:`pincite.lifecycle.open_store`.

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
        outdated: GenerationMismatch | None = None,
    ) -> None:
        self.catalog = catalog
        self.outdated = outdated
        """Why nothing is taken in before a migration; ``None`` where the corpus is built as the settings say."""
        self._open_index = index
        self._generation = generation
        self._points = Points(catalog, analyzer=analyzer, generation=generation)
        self._tenure = Tenure(catalog, opens=index, wait_s=wait_s, command=command)
        self._writing = RLock()
        self._reserved = RLock()
        self._unfinished = False
        self._closed = False
        self._leases = Leases(catalog.state, head=catalog.head)

    @property
    def index(self) -> Index:
        """
        The index, recovered; it may be kept, since it stays valid over :meth:`rebuild`.

        :raises Locked: If another process holds it longer than the store waits.
        :raises Missing: If the store is closed.
        """
        standing = self._tenure.standing
        if standing is not None:
            return standing
        with self._writing:
            if self._tenure.standing is None:
                self._require_open()
                self._tenure.take(self._points, expected=self._expected)
            assert self._tenure.standing is not None
            return self._tenure.standing

    @property
    def recovered(self) -> Recovered:
        """What was mended when the index was opened."""
        return self._tenure.recovered

    @property
    def holds(self) -> bool:
        """Whether this process holds the index."""
        return self._tenure.held

    @property
    def generation(self) -> Generation:
        """What the corpus is built as."""
        return self._generation

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
        :raises GenerationMismatch: If revisions come and the corpus has to be migrated first.
        """
        from pincite.lifecycle.plan import make_plan  # imported here: a question does not pay for it

        if change.put:
            self.require_current()
        with self._writing:
            while True:
                index = self._mended()
                plan = make_plan(self.catalog, change, head=self.catalog.head())
                if not plan.writes or self._write(index, plan):
                    return plan.committed

    def require_current(self) -> None:
        """
        See to it that documents may be taken in.

        :raises GenerationMismatch: If the corpus has to be migrated first.
        """
        if self.outdated is not None:
            raise self.outdated

    def set_access(self, changes: Mapping[RevisionKey, AccessChange]) -> Head:
        """
        Change who may read revisions, for every reader from their next question on: they go by the catalog.

        The index follows when it can: another process may hold it, or the disk have no room to write it.

        :returns: The state after it; the epoch is raised where anybody gained or lost.
        :raises NotFound: If a key is unknown; nothing is changed then.
        """
        with self._writing:
            index = self._mended_if_free()
            written = write_access(self.catalog, changes, fence=None if index is None else self._fence)
            if written and index is not None:
                self._unfinished = True
                recovery.settle(self.catalog, index)
                self._unfinished = False
            return self.catalog.head()

    @contextmanager
    def reading(self) -> Iterator[Lease]:
        """Lend the committed state: while the lease lasts, nothing that is visible at its sequence is removed."""
        with self._leases.lend(holds=self._tenure.held) as lease:
            yield lease
        self._let_go()

    def leased(self) -> tuple[Sequence, ...]:
        """Return the sequences that readers of this process hold, lowest first."""
        return self._leases.sequences()

    @contextmanager
    def reserved(self) -> Iterator[None]:
        """
        Keep what no commit names yet: vectors and originals that were saved for one that is to come.

        Whoever saves them holds this until the commit; whoever removes strays holds it meanwhile.
        """
        with self._reserved:
            yield

    @contextmanager
    def changing(self) -> Iterator[tuple[Index, int]]:
        """
        Hold both stores for a change that is no commit, and give the mended index and the fencing number.

        Where it fails, the index is brought to what the catalog says before the next change.

        :raises Locked: If another process holds the index.
        """
        with self._reserved, self._writing:
            index = self._mended()
            self._unfinished = True
            yield index, self._fence
            self._unfinished = False

    def inspect(self, look: Callable[[Index | None], T]) -> T:
        """Look at the index as it stands, not recovered; see :meth:`pincite.lifecycle.tenure.Tenure.inspect`."""
        with self._writing:
            self._require_open()
            return self._tenure.inspect(look)

    def rebuild(self) -> int:
        """
        Build the index anew from the catalog, beside the old one, and let it take over in one step.

        :returns: The number of points.
        :raises Torn: If a text has no vector.
        :raises StoreError: If the disk has too little room for it; the old one stays.
        :raises Locked: If another process holds the index.
        """
        with self._writing:
            _ = self.index
            require_room_again(self.catalog, self._generation)
            folder = self._tenure.folders.fresh()
            index = self._open_index(folder)
            try:
                n_points = recovery.replay_all(self.catalog, index, self._points, generation=self._generation.id)
            except BaseException:
                with suppress(StoreError):  # the first error is the one to tell
                    index.close()
                shutil.rmtree(folder, ignore_errors=True)
                raise
            self._tenure.take_over(folder, index)
            self._unfinished = False
            recovery.settle(self.catalog, self.index)
            return n_points

    @contextmanager
    def switching(self) -> Iterator[int]:
        """
        Hold both stores while another generation takes over, and give the fencing number.

        The index of the generation that goes is not opened for it.

        :raises Locked: If another process holds the index.
        :raises GenerationMismatch: If the corpus is not of the generation any more that this store was opened in.
        """
        with self._reserved, self._writing:
            self._require_open()
            self._tenure.hold()
            self._expected()
            yield self._tenure.fence

    def succeed(
        self, index: Index, *, generation: Generation, analyzer: Analyzer, commit: Callable[[], object]
    ) -> None:
        """
        Switch to another generation, for readers of this process in one moment; only inside :meth:`switching`.

        Questions that began before are still answered from the old one.

        :param index: Its index, built in the folder for it.
        :param analyzer: Makes its terms.
        :param commit: Switches the catalog.
        """
        with self._leases.paused():
            commit()
            self._tenure.succeed(index, old=self._generation.id, new=generation.id)
            self._generation, self.outdated, self._unfinished = generation, None, False
            self._points = Points(self.catalog, analyzer=analyzer, generation=generation)

    def settle(self) -> None:
        """Bring pending access changes to the index, and let go of what earlier generations left."""
        with self._writing:
            recovery.settle(self.catalog, self.index)
            self._let_go()

    def close(self) -> None:
        """Give back the index and the hold on it, and close the catalog; calling it twice is harmless."""
        with self._writing:
            self._closed = True
            try:
                self._tenure.retire()
                self._tenure.release(clean=not self._unfinished)
            finally:
                self.catalog.close()
                put_by(self.catalog.state)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def _fence(self) -> int:
        return self._tenure.fence

    def _require_open(self) -> None:
        if self._closed:
            raise Missing(f"the corpus {self.catalog.state} is closed: open it again", path=str(self.catalog.state))

    def _expected(self) -> None:
        """See to it that nobody migrated the corpus since it was opened here: what is made here would not fit."""
        found = self.catalog.head().generation
        if found != self._generation.id:
            raise GenerationMismatch(
                f"the corpus {self.catalog.state} was migrated from generation {self._generation.id} to {found} since "
                "it was opened: open it again",
                path=str(self.catalog.state),
                built=found,
                wanted=self._generation.id,
            )

    def _let_go(self) -> None:
        """Remove what is left of earlier generations as soon as no question needs it."""
        if self._tenure.leaving and self._writing.acquire(blocking=False):
            try:
                self._tenure.retire(but=self._leases.generations())
            finally:
                self._writing.release()

    def _mended(self) -> Index:
        """Return the index with nothing left in it of a change that failed."""
        index = self.index
        self._expected()
        if self._unfinished:
            recovery.recover(self.catalog, index, self._points, verify=True)
            self._unfinished = False
        return index

    def _mended_if_free(self) -> Index | None:
        """Return the same, or ``None`` where another process holds it, or it cannot be opened."""
        if not self._tenure.held and holding_now(self.catalog.state) is not None:
            return None
        try:
            return self._mended()
        except (GenerationMismatch, Missing):
            raise
        except StoreError:
            return None

    def _write(self, index: Index, plan: Plan) -> bool:
        """Write a plan into both stores; return False where who may read was changed since it was made."""
        n_vectors = sum(1 + len(seed.units) for seed in plan.seeds()) if plan.entry.moves else 0
        require_room(self.catalog.state, n_vectors=n_vectors, dim=self._generation.space.dim)
        self._unfinished = True
        self._write_points(index, plan)
        if not self.catalog.writing.commit(plan.entry, fence=self._fence):
            return False
        if plan.payload:
            recovery.settle(self.catalog, index)
        self._unfinished = False
        keep_narrowed(self.catalog, plan.entry.access)
        return True

    def _write_points(self, index: Index, plan: Plan) -> None:
        if not plan.entry.moves:
            return
        for batch in self._points.batches(plan.seeds()):
            index.put(batch)
        index.close_points(plan.closing, at=plan.entry.sequence)
        index.flush()
