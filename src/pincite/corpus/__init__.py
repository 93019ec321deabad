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
from typing import TYPE_CHECKING, Any, Self, TypeVar

from pincite.config import load, write_template
from pincite.corpus.adding import Adding
from pincite.corpus.administering import Administering
from pincite.corpus.asking import Asking
from pincite.corpus.looking import Cited, Looking

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from types import TracebackType

    from pincite.answers import Answer
    from pincite.pipeline.ask import Progress
    from pincite.pipeline.report import Report
    from pincite.questions import Found

T = TypeVar("T")

__all__ = ["Cited", "Corpus", "create", "open"]


class Corpus(Adding, Asking, Looking, Administering):
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

    async def asearch(self, question: str, **how: Any) -> tuple[Found, ...]:  # noqa: ANN401  # passed on to search
        """Do what :meth:`search` does, in a thread."""
        return await _in_thread(self.search, question, **how)

    async def astream(self, question: str, **how: Any) -> AsyncIterator[Progress]:  # noqa: ANN401  # passed on
        """Yield what :meth:`stream` yields, each step made in a thread."""
        steps = self.stream(question, **how)
        while (step := await _in_thread(next, steps, None)) is not None:
            yield step


async def _in_thread(call: Callable[..., T], *given: Any, **how: Any) -> T:  # noqa: ANN401  # passed on
    import asyncio  # imported here: costs 50 ms that a command need not pay

    return await asyncio.to_thread(call, *given, **how)


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
