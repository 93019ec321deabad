"""The hold on the index of a corpus, and the index that stands under it."""

from __future__ import annotations

import shutil
from contextlib import closing, nullcontext, suppress
from typing import TYPE_CHECKING, TypeVar

from pincite.catalog.originals import write_whole
from pincite.catalog.private import keep_private
from pincite.errors import Locked, Missing, StoreError
from pincite.lifecycle import recovery
from pincite.lifecycle.changes import Recovered
from pincite.lifecycle.folders import IndexFolders
from pincite.lifecycle.holder import Holding
from pincite.lifecycle.room import require_room_again, require_room_to_open
from pincite.lifecycle.standing import StandingIndex

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pincite.catalog import Catalog
    from pincite.lifecycle.points import Points
    from pincite.protocols import Index

__all__ = ["Tenure"]

T = TypeVar("T")


class Tenure:
    """
    Takes the hold, opens the index and recovers it; gives both back. Its owner sees that one thread at a time calls it.

    :param catalog: The truth that the index is brought to.
    :param opens: Opens the index in a folder.
    :param wait_s: How long to wait for another process that holds the index, in seconds.
    :param command: What this process does, for those who wait for it.
    """

    def __init__(self, catalog: Catalog, *, opens: Callable[[Path], Index], wait_s: float, command: str) -> None:
        self._catalog = catalog
        self._opens = opens
        self._wait_s = wait_s
        self._command = command
        self._holding: Holding | None = None
        self._left: dict[str, Path] = {}
        self.folders = IndexFolders(catalog.state)
        self.standing: StandingIndex | None = None
        self.recovered = Recovered()
        """What was mended when the index was opened."""

    @property
    def held(self) -> bool:
        """Whether this process has the hold."""
        return self._holding is not None

    @property
    def leaving(self) -> bool:
        """Whether indexes of earlier generations are still there."""
        return bool(self._left)

    @property
    def fence(self) -> int:
        """
        The fencing number of the hold.

        :raises Missing: If there is no hold.
        """
        if self._holding is None:
            raise Missing(f"the index of {self._catalog.state} is not held: open the corpus again")
        return self._holding.fence

    def hold(self) -> bool:
        """
        Take the hold where this process does not have it; return whether the last holder gave it back in good order.

        :raises Locked: If another process has it longer than this one waits.
        """
        if self._holding is None:
            self._holding = Holding.take(
                self._catalog.state, above=self._catalog.fence(), wait_s=self._wait_s, command=self._command
            )
        return self._holding.clean

    def take(self, points: Points, *, expected: Callable[[], None]) -> StandingIndex:
        """
        Take the hold, open the index and recover it.

        :param points: Makes the points that the index may have lost.
        :param expected: Raises where the corpus is not what this process opened any more; called under the hold.
        """
        had = self.held
        clean = self.hold()
        try:
            expected()
            self.standing = self._recovered_index(points, verify=not clean)
            keep_private(self._catalog.state)
        except BaseException:
            if not had:
                self.release(clean=False)
            raise
        return self.standing

    def inspect(self, look: Callable[[Index | None], T]) -> T:
        """
        Look at the index as it stands, not recovered, and leave hold and folder as they were.

        :param look: Gets the index, or ``None`` where it is lost.
        :returns: What ``look`` gives.
        :raises Locked: If another process holds it longer than this one waits.
        :raises Torn: If it cannot be opened.
        """
        if self.standing is not None:
            return look(self.standing)
        file = self._catalog.state / "holder.json"
        had, told = self.held, file.read_bytes() if file.is_file() else None
        clean = self.hold()
        try:
            folder = self.folders.current()
            if folder is not None:
                require_room_to_open(folder)
            with closing(self._opens(folder)) if folder is not None else nullcontext() as index:
                return look(index)
        finally:
            if not had:
                self.release(clean=clean)
                if not clean and told is not None:
                    write_whole(file, told)  # so that whoever opens it next still looks closely

    def take_over(self, folder: Path, index: Index) -> None:
        """Let an index that was built anew take over from the one that stands, which is removed."""
        old = self.folders.current()
        self.folders.switch(folder)
        assert self.standing is not None  # it is built anew under the hold
        self.standing.swap(index)
        if old is not None and old != folder:
            shutil.rmtree(old, ignore_errors=True)

    def succeed(self, index: Index, *, old: str, new: str) -> None:
        """
        Let the index of another generation take over; the one that stands answers on until :meth:`retire`.

        :param old: The generation of the one that stands.
        :param new: The generation of ``index``, whose folder was built for it.
        """
        before = self.folders.current()
        with suppress(OSError):  # the next opening does it
            self.folders.adopt(new)
        if self.standing is None:
            self.standing = StandingIndex(index, generation=new, torn=self.folders.forsake)
        else:
            self.standing.succeed(index, generation=new)
        if before is not None and before != self.folders.current():
            self._left[old] = before

    def retire(self, *, but: frozenset[str] = frozenset()) -> None:
        """
        Close and remove the indexes of generations that no reader needs any more.

        :param but: Generations that readers still hold leases on.
        """
        for generation in [each for each in self._left if each not in but]:
            if self.standing is not None:
                self.standing.retire(generation)
            shutil.rmtree(self._left.pop(generation), ignore_errors=True)

    def release(self, *, clean: bool) -> None:
        """
        Close the index and give back the hold; calling it twice is harmless.

        :param clean: Whether the index is in good order; else the next holder looks closely.
        """
        standing, holding = self.standing, self._holding
        self.standing = self._holding = None
        try:
            if standing is not None:
                try:
                    standing.flush()
                finally:  # what cannot be flushed is let go of all the same, or nobody could open it again
                    standing.close()
            if holding is not None and clean:
                holding.release()
        finally:
            if holding is not None:
                keep_private(self._catalog.state)  # the engine makes its files as the umask says
                holding.drop()

    def _recovered_index(self, points: Points, *, verify: bool) -> StandingIndex:
        """Open the current index; one that is lost, or cannot be read, gives way to one filled from the catalog."""
        self.folders.adopt(self._catalog.head().generation)
        self.folders.sweep()
        folder = self.folders.current()
        if folder is not None:
            require_room_to_open(folder)
            try:
                return self._recovered_at(folder, points, verify=verify)
            except Locked:
                raise
            except StoreError:
                pass  # the index is a cache; what is wrong with the catalog or the disk comes up again below
        head = self._catalog.head()
        if head.sequence:
            require_room_again(self._catalog, self._catalog.generation(head.generation))
        folder = self.folders.fresh()
        standing = self._recovered_at(folder, points, verify=verify)
        self.folders.switch(folder)
        return standing

    def _recovered_at(self, folder: Path, points: Points, *, verify: bool) -> StandingIndex:
        index = self._opens(folder)
        try:
            self.recovered = recovery.recover(self._catalog, index, points, verify=verify)
        except BaseException:
            with suppress(StoreError):  # the first error is the one to tell
                index.close()
            raise
        return StandingIndex(index, generation=self._catalog.head().generation, torn=self.folders.forsake)
