"""A corpus in a folder of its own whose pages a test writes and whose stages it may replace; no model and no engine."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pincite.config import Config, load
from pincite.corpus import Corpus
from pincite.testing.index import PlainIndex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from pincite.index import OpenIndex
    from pincite.pipeline.report import Report
    from pincite.protocols import Attributor, Generator, Reranker

__all__ = ["PUBLIC_DOCS", "Desk", "Rigged", "ram_folder"]

PUBLIC_DOCS: Final = '[[sources]]\nname = "docs"\npath = "docs"\naccess = ["public"]\n'
"""Settings with one source, the folder ``docs``, that everyone of the tenant may read."""
_ENVIRONMENT: Final = {"PINCITE_EMBED__NAME": "hash", "PINCITE_EMBED__DIM": "64"}
_MEMORY: Final = Path("/dev/shm")
"""A file system in memory, where there is one."""


@dataclass(frozen=True, kw_only=True)
class Rigged(Config):
    """Settings some of whose stages are given instead of built."""

    opens: OpenIndex = PlainIndex
    """Opens the index."""
    reranker: Reranker | None = None
    generator: Generator | None = None
    attributor: Attributor | None = None

    def build_index(self) -> OpenIndex:
        """Return the function that was given."""
        return self.opens

    def build_reranker(self) -> Reranker:
        """Return the reranker that was given, else the one of the settings."""
        return self.reranker or super().build_reranker()

    def build_generator(
        self, similarity: Callable[[str, Sequence[str]], NDArray[np.float32]] | None = None, corpus: str = ""
    ) -> Generator:
        """Return the generator that was given, else the one of the settings."""
        return self.generator or super().build_generator(similarity, corpus)

    def build_attributor(self) -> Attributor:
        """Return the attributor that was given, else the one of the settings."""
        return self.attributor or super().build_attributor()


class Desk:
    """
    A folder with pages and settings, and the corpus that they make.

    :param folder: Where pages, settings and state are kept.
    :param settings: The text of ``pincite.toml``; the embedder is "hash" whatever it says.
    :param opens: Opens the index; the plain one where nothing else is given.
    :param reranker: Used instead of the settings' own; ``None`` for that.
    :param generator: As ``reranker``.
    :param attributor: As ``reranker``.
    """

    def __init__(
        self,
        folder: Path,
        settings: str = PUBLIC_DOCS,
        *,
        opens: OpenIndex = PlainIndex,
        reranker: Reranker | None = None,
        generator: Generator | None = None,
        attributor: Attributor | None = None,
    ) -> None:
        self.folder = folder
        self._stages: dict[str, Any] = {
            "opens": opens,
            "reranker": reranker,
            "generator": generator,
            "attributor": attributor,
        }
        (folder / "docs").mkdir(parents=True, exist_ok=True)
        (folder / "pincite.toml").write_text(settings, encoding="utf-8")

    @cached_property
    def corpus(self) -> Corpus:
        """The corpus, opened at the first use."""
        return self.opened()

    def opened(self) -> Corpus:
        """Return the corpus opened anew under what the settings file says now."""
        config = load(self.folder, env=_ENVIRONMENT)
        stated: dict[str, Any] = {each.name: getattr(config, each.name) for each in fields(Config)}
        return Corpus(Rigged(**stated, **self._stages))

    def write(self, path: str, text: str, **front: object) -> Path:
        """
        Write a page below the folder, with front matter where any is given, and return its path.

        :param path: Such as "docs/refund.md".
        :param text: The page.
        :param front: Keys and values of the front matter, as they are to stand there.
        """
        lines = "".join(f"{key}: {value}\n" for key, value in front.items())
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"---\n{lines}---\n\n{text}\n" if front else f"{text}\n", encoding="utf-8")
        return file

    def sync(self) -> Report:
        """Read the sources into the corpus."""
        return self.corpus.sync()

    def close(self) -> None:
        """Close the corpus where it was opened."""
        if "corpus" in self.__dict__:
            self.corpus.close()


@contextmanager
def ram_folder() -> Iterator[Path]:
    """Give a throw-away folder, in memory where the system has a place for that."""
    with tempfile.TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None) as folder:
        yield Path(folder)
