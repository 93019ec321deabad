"""
What a user holds in their hand: a corpus that documents are added to and questions are asked of.

::

    import pincite

    corpus = pincite.open("handbook/")
    corpus.add("policies/", access=["public"])
    me = pincite.Principal(tenant="lumen", groups=["staff"])
    answer = corpus.ask("What is the refund window?", principal=me)
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from pincite.config import load, write_template
from pincite.corpus.adding import Adding
from pincite.corpus.administering import Administering
from pincite.corpus.changing import Changing
from pincite.corpus.conversing import Conversing
from pincite.corpus.health import Health
from pincite.corpus.identifying import Identifying
from pincite.corpus.looking import Cited
from pincite.corpus.migrating import Migrating
from pincite.corpus.receipts import Receipts
from pincite.corpus.table import Tabling
from pincite.corpus.threads import in_thread as _in_thread
from pincite.corpus.upkeep import Upkeep

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable
    from types import TracebackType

    from pincite.answers import Answer
    from pincite.catalog import DocumentRow, VersionRow
    from pincite.corpus.replaying import Replayed
    from pincite.corpus.restoring import FromFile
    from pincite.documents import Chunk, Revision
    from pincite.pipeline.ask import Progress
    from pincite.pipeline.report import Report
    from pincite.pipeline.table import Table
    from pincite.questions import Found

__all__ = ["Cited", "Corpus", "create", "open", "restore"]


class Corpus(Adding, Tabling, Receipts, Conversing, Changing, Identifying, Administering, Upkeep, Health, Migrating):
    """
    A corpus on this machine. Any number of threads may ask; adding and syncing run one after the other.

    Use it as a context manager, or call :meth:`close`. The calls that take time have twins for ``asyncio``.
    """

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    async def aadd(self, *paths: str | Path, **how: Any) -> Report:  # noqa: ANN401  # passed on to add
        """Do what :meth:`add` does, in a thread."""
        return await _in_thread(self.add, *paths, **how)

    async def async_(self, **how: Any) -> Report:  # noqa: ANN401  # passed on to sync
        """Do what :meth:`sync` does, in a thread."""
        return await _in_thread(self.sync, **how)

    async def aask(self, question: str, **how: Any) -> Answer:  # noqa: ANN401  # passed on to ask
        """Do what :meth:`ask` does, in a thread."""
        return await _in_thread(self.ask, question, **how)

    async def atable(self, question: str, **how: Any) -> Table:  # noqa: ANN401  # passed on to table
        """Do what :meth:`table` does, in a thread."""
        return await _in_thread(self.table, question, **how)

    async def asearch(self, question: str, **how: Any) -> tuple[Found, ...]:  # noqa: ANN401  # passed on to search
        """Do what :meth:`search` does, in a thread."""
        return await _in_thread(self.search, question, **how)

    async def astream(self, question: str, **how: Any) -> AsyncIterator[Progress]:  # noqa: ANN401  # passed on
        """Yield what :meth:`stream` yields, each step made in a thread; closing it lets go of what was read."""
        steps = self.stream(question, **how)
        try:
            while (step := await _in_thread(next, steps, None)) is not None:
                yield step
        finally:
            await _in_thread(steps.close)

    async def alookup(self, identifier: str, **how: Any) -> tuple[Found, ...]:  # noqa: ANN401  # passed on to lookup
        """Do what :meth:`lookup` does, in a thread."""
        return await _in_thread(self.lookup, identifier, **how)

    async def adocuments(self, **how: Any) -> tuple[DocumentRow, ...]:  # noqa: ANN401  # passed on to documents
        """Do what :meth:`documents` does, in a thread."""
        return await _in_thread(self.documents, **how)

    async def aversions(self, document: str, **how: Any) -> tuple[VersionRow, ...]:  # noqa: ANN401  # passed on
        """Do what :meth:`versions` does, in a thread."""
        return await _in_thread(self.versions, document, **how)

    async def areplay(self, trace_id: str, **how: Any) -> Replayed:  # noqa: ANN401  # passed on to replay
        """Do what :meth:`replay` does, in a thread."""
        return await _in_thread(self.replay, trace_id, **how)

    async def ashow(self, document: str, **how: Any) -> Revision:  # noqa: ANN401  # passed on to show
        """Do what :meth:`show` does, in a thread."""
        return await _in_thread(self.show, document, **how)

    async def achunks(self, document: str, **how: Any) -> tuple[Chunk, ...]:  # noqa: ANN401  # passed on to chunks
        """Do what :meth:`chunks` does, in a thread."""
        return await _in_thread(self.chunks, document, **how)

    async def adelete(self, document: str, **how: Any) -> int:  # noqa: ANN401  # passed on to delete
        """Do what :meth:`delete` does, in a thread."""
        return await _in_thread(self.delete, document, **how)

    async def aset_access(self, document: str, groups: Iterable[str], **how: Any) -> tuple[str, ...]:  # noqa: ANN401  # on
        """Do what :meth:`set_access` does, in a thread."""
        return await _in_thread(self.set_access, document, groups, **how)

    async def aclear_access(self, document: str, **how: Any) -> None:  # noqa: ANN401  # passed on to clear_access
        """Do what :meth:`clear_access` does, in a thread."""
        await _in_thread(self.clear_access, document, **how)


def create(folder: str | Path, *, tenant: str = "default", wait_s: float = 10.0, command: str = "") -> Corpus:
    """
    Make a corpus in a folder and open it; a folder that holds one already is opened as it is.

    :param folder: Made where it is missing; gets a commented ``pincite.toml``.
    :param tenant: The default tenant of sources and questions of a new corpus.
    :param wait_s: As in :func:`open`.
    :param command: As in :func:`open`.
    """
    path = Path(folder)
    if not (path / "pincite.toml").exists():
        write_template(path, tenant=tenant)
    return open(path, wait_s=wait_s, command=command)


def open(folder: str | Path, *, wait_s: float = 10.0, command: str = "") -> Corpus:
    """
    Open the corpus in a folder.

    :param folder: A folder with ``pincite.toml``, or a settings file.
    :param wait_s: How long to wait for another process that holds the corpus, in seconds.
    :param command: What this process does, for those who wait for it; ``""`` for its command line.
    :raises Missing: If there is no corpus there.
    :raises ConfigError: If its settings cannot be used.
    """
    return Corpus(load(Path(folder)), wait_s=wait_s, command=command)


def restore(
    file: str | Path, folder: str | Path, *, trusts_access: bool = False, wait_s: float = 10.0, command: str = ""
) -> FromFile:
    """
    Make the corpus in a folder what a backup says; :meth:`Corpus.restore` for one that is open.

    Where there is a corpus already, the backup comes as a new state: nobody reads more than they may today, and what
    was purged stays out. One whose catalog cannot be read is moved aside, and nobody reads what comes in its place
    until the next sync has read from the sources who may. Where there is none, the folder gets the settings of the
    backup too, unless it has some.

    :param file: What ``pincite backup`` or :meth:`Corpus.backup` wrote.
    :param folder: The corpus folder, made where it is missing, or its settings file.
    :param trusts_access: Whether who may read is what the backup says also where the catalog was lost, and with it who
        was shut out since.
    :param wait_s: As in :func:`open`.
    :param command: As in :func:`open`.
    :raises InputError: If there is no such file, or it is no backup; nothing is changed.
    :raises Torn: If it is damaged; nothing is changed.
    :raises Locked: If another process holds the corpus.
    """
    from pincite.corpus.restoring import restore_file  # imported here: a question needs none of it

    return restore_file(file, folder, trusts_access=trusts_access, wait_s=wait_s, command=command)
