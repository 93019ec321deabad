"""What holds for one run of ``pincite``: which corpus, and how it is opened."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pincite.cli.screen import note

if TYPE_CHECKING:
    from pincite.config import Config
    from pincite.corpus import Corpus
    from pincite.protocols import Embedder

__all__ = ["Session"]

_TAKE_IN = frozenset({"add", "sync", "migrate", "reembed"})
"""Commands that say by themselves that the corpus has to be migrated, or that do it."""


@dataclass(slots=True, kw_only=True)
class Session:
    """The options of every command; filled while the command line is read."""

    corpus_folder: Path | None = None
    """The corpus folder; ``None`` to look for it from the working folder upward."""
    settings_file: Path | None = None
    """A settings file other than ``pincite.toml``."""
    debug: bool = False
    """Whether a failure shows its traceback."""
    wait_s: float = 10.0
    """How long to wait for another process that holds the corpus, in seconds."""
    command: str = "pincite"
    """What is running, for whoever waits for it."""

    def place(self) -> Path:
        """
        Return the folder or the settings file to open.

        :raises Missing: If no corpus was named and none is found.
        """
        if self.settings_file is None:
            return self.corpus_folder if self.corpus_folder is not None else self._found()
        if self.settings_file.is_absolute() or self.settings_file.is_file():
            return self.settings_file
        return (self.corpus_folder if self.corpus_folder is not None else self._found()) / self.settings_file

    def beside(self, file: Path) -> Path:
        """Return a settings file, looked for here and then in the corpus folder."""
        if file.is_absolute() or file.is_file():
            return file
        place = self.place()
        return (place if place.is_dir() else place.parent) / file

    def settings(self) -> Config:
        """
        Return the settings of the corpus, without opening it.

        :raises Missing: If there is none.
        :raises ConfigError: If its settings cannot be used.
        """
        from pincite.config import load

        return load(self.place())

    def open(self) -> Corpus:
        """
        Open the corpus; the caller closes it.

        :raises Missing: If there is none.
        :raises ConfigError: If its settings cannot be used.
        """
        return self.open_at(self.place())

    def open_at(self, place: Path) -> Corpus:
        """Open the corpus of another folder or settings file."""
        from pincite.config import load

        return self.open_with(load(place))

    def open_with(self, config: Config, *, embedder: Embedder | None = None) -> Corpus:
        """
        Open the corpus of settings that were read.

        :param embedder: Its embedder, where the caller has built it; it stays the caller's.
        """
        from pincite.corpus import Corpus

        corpus = Corpus(config, wait_s=self.wait_s, command=self.command, embedder=embedder)
        if self.command.rpartition(" ")[2] not in _TAKE_IN:
            corpus.tell_outdated(lambda error: note(f"Note: {error}"))
        return corpus

    def _found(self) -> Path:
        from pincite.config import find

        return find(Path.cwd())
