"""Keeping a corpus small, whole and restorable over years; for administrators, so no scope applies."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from pincite.corpus.given import a_text
from pincite.corpus.held import Held
from pincite.corpus.pages import forget_pages
from pincite.corpus.threads import in_thread
from pincite.documents import TenantId
from pincite.pipeline.report import silent

if TYPE_CHECKING:
    from pincite.catalog.upkeep import SnapshotRow
    from pincite.corpus.restoring import FromFile
    from pincite.lifecycle.backup import BackedUp
    from pincite.lifecycle.differing import Differing
    from pincite.lifecycle.purge import Purge
    from pincite.lifecycle.snapshots import Restored
    from pincite.lifecycle.vacuum import Vacuumed
    from pincite.pipeline.report import Progress

__all__ = ["Upkeep"]


class Upkeep(Held):
    """The side of a corpus that is for its upkeep."""

    def snapshots(self) -> tuple[SnapshotRow, ...]:
        """Return the states that have a name, the oldest first."""
        return self.store.catalog.snapshots()

    def create_snapshot(self, name: str) -> SnapshotRow:
        """
        Name the committed state; what it needs is kept until the name is deleted.

        :param name: Up to 100 printable characters.
        :raises InputError: If a snapshot has that name, or it cannot be one.
        """
        from pincite.lifecycle.snapshots import create_snapshot  # imported here, as below: a question needs none of it

        return create_snapshot(self.store, a_text(name, "name"))

    def delete_snapshot(self, name: str) -> None:
        """
        Take a snapshot's name away; what only it needed goes with the next :meth:`vacuum`.

        :raises NotFound: If there is none of that name.
        """
        from pincite.lifecycle.snapshots import delete_snapshot

        delete_snapshot(self.store, a_text(name, "name"))

    def restore_snapshot(self, name: str) -> Restored:
        """
        Commit the content of a snapshot as a new state.

        Who may read is as it is now, and what was purged since stays out. Files are not touched: what is restored holds
        until a file of it changes (:meth:`differing` says which those are).

        One that was made before a migration is cut and embedded anew.

        :raises NotFound: If there is no snapshot of that name.
        :raises GenerationMismatch: If the corpus has to be migrated first.
        """
        from pincite.corpus.restoring import Remaking
        from pincite.lifecycle.purge import finish_purges
        from pincite.lifecycle.snapshots import restore_snapshot

        finish_purges(self.store, wait_s=self._built.wait_s)
        try:
            return restore_snapshot(self.store, a_text(name, "name"), remake=Remaking(self._built))
        finally:
            forget_pages(self.state)

    def vacuum(self, *, keep_days: float = 0) -> Vacuumed:
        """
        Remove what neither the present state nor a snapshot or a reader needs, and give the room back.

        :param keep_days: How long what was replaced or deleted is kept all the same, in days, from 0.
        :raises InputError: If ``keep_days`` is negative.
        :raises Locked: If another process holds the corpus, or reads it.
        """
        from pincite.lifecycle.purge import finish_purges
        from pincite.lifecycle.vacuum import vacuum

        finish_purges(self.store, wait_s=self._built.wait_s)
        return vacuum(self.store, keep_days=keep_days, wait_s=self._built.wait_s)

    def backup(self, file: str | Path, *, progress: Progress = silent) -> BackedUp:
        """
        Write the corpus into one file: catalog with history and snapshots, originals, settings; read it again to see.

        Others may ask and write meanwhile.

        :param file: Has to be a new name. Whoever can read it can read every document.
        :param progress: Told how far it is: step, done, total.
        :raises InputError: If there is a file of that name, or no such folder.
        :raises StoreError: If it cannot be written; nothing is left of it then.
        """
        from pincite.lifecycle.backup import write_backup

        def told(done: int, total: int) -> None:
            progress("backup", done, total)

        return write_backup(self.store.catalog, Path(file), settings=self.config.file, told=told)

    def restore(self, file: str | Path) -> FromFile:
        """
        Commit the content of a backup as a new state.

        Nobody reads more than they may by the backup and today, and what was purged here or there stays out. For a
        folder without a corpus, or one that cannot be opened any more, there is :func:`pincite.restore`.

        :raises InputError: If there is no such file, or it is no backup; nothing is changed.
        :raises Torn: If it is damaged; nothing is changed.
        :raises Locked: If another process holds the corpus.
        """
        from pincite.corpus.restoring import restore_into

        return restore_into(self, Path(file))

    def differing(self) -> tuple[Differing, ...]:
        """
        Return which files the corpus does not follow since a restore or a deletion, in order of path.

        Each holds so until it changes; ``sync(all_files=True)`` lets all of them be followed again.
        """
        from pincite.lifecycle.differing import differing

        return differing(self.store.catalog)

    def rebuild(self) -> int:
        """
        Build the index anew from the catalog: no model is called, and rankings stay as they are.

        :returns: How many points it holds.
        :raises Torn: If the catalog lacks a vector.
        :raises Locked: If another process holds the corpus.
        """
        return self.store.rebuild()

    def purge(self, document: str, *, version: str | None = None, tenant: str | None = None) -> Purge:
        """
        Remove a document, or one version of it, from every state and from the disk, and look whether any of it is left.

        A damaged state that a restore moved aside goes whole where it may hold the document. It stays out, whatever
        sources, snapshots and backups bring, until :meth:`sync` is told to ``readmit`` it.

        :raises NotFound: If no state has it.
        :raises Locked: If another process holds the corpus, or reads it.
        """
        from pincite.lifecycle.purge import purge_again

        where = TenantId(a_text(tenant or self.config.corpus.tenant, "tenant"))
        its = None if version is None else a_text(version, "version")
        forget_pages(self.state)
        return purge_again(
            self.store,
            a_text(document, "document"),
            tenant=where,
            version=its,
            wait_s=self._built.wait_s,
            homes=(self.config.folder,),
        )

    async def acreate_snapshot(self, name: str) -> SnapshotRow:
        """Do what :meth:`create_snapshot` does, in a thread."""
        return await in_thread(self.create_snapshot, name)

    async def adelete_snapshot(self, name: str) -> None:
        """Do what :meth:`delete_snapshot` does, in a thread."""
        await in_thread(self.delete_snapshot, name)

    async def arestore_snapshot(self, name: str) -> Restored:
        """Do what :meth:`restore_snapshot` does, in a thread."""
        return await in_thread(self.restore_snapshot, name)

    async def avacuum(self, **how: Any) -> Vacuumed:  # noqa: ANN401  # passed on to vacuum
        """Do what :meth:`vacuum` does, in a thread."""
        return await in_thread(self.vacuum, **how)

    async def abackup(self, file: str | Path, **how: Any) -> BackedUp:  # noqa: ANN401  # passed on to backup
        """Do what :meth:`backup` does, in a thread."""
        return await in_thread(self.backup, file, **how)

    async def arestore(self, file: str | Path) -> FromFile:
        """Do what :meth:`restore` does, in a thread."""
        return await in_thread(self.restore, file)

    async def adiffering(self) -> tuple[Differing, ...]:
        """Do what :meth:`differing` does, in a thread."""
        return await in_thread(self.differing)

    async def arebuild(self) -> int:
        """Do what :meth:`rebuild` does, in a thread."""
        return await in_thread(self.rebuild)

    async def apurge(self, document: str, **how: Any) -> Purge:  # noqa: ANN401  # passed on to purge
        """Do what :meth:`purge` does, in a thread."""
        return await in_thread(self.purge, document, **how)
