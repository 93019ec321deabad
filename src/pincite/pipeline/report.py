"""What a sync did."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from pincite.documents import Sequence, Skipped
    from pincite.lifecycle.differing import Differing
    from pincite.pipeline.notes import Note
    from pincite.pipeline.scorecard import Scorecard

__all__ = ["Progress", "Report", "silent"]


class Progress(Protocol):
    """Is told how far a sync is, in the caller's thread."""

    def __call__(self, step: str, done: int, total: int) -> None:
        """
        Note how far one step is.

        :param step: "read", "pages" (of a long file), "embed" or "commit".
        :param done: From 0 to ``total``.
        :param total: May grow while the step goes on.
        """
        ...


def silent(step: str, done: int, total: int) -> None:
    """Tell nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a sync did, or would do in a dry run; counts are of revisions."""

    added: int = 0
    changed: int = 0
    unchanged: int = 0
    deleted: int = 0
    skipped: tuple[Skipped, ...] = ()
    """Files and sources that were not taken in, in order of path; what the corpus had of them stays."""
    closed: tuple[str, ...] = ()
    """Files that nobody can read from now on: the rule that gave access is gone, or what is stated cannot be read."""
    differing: tuple[Differing, ...] = ()
    """What the corpus does not follow since a restore or a deletion, until it changes or every file is read."""
    notes: tuple[Note, ...] = ()
    """What is to be known of the files that were read, in order of path."""
    n_files: int = 0
    """Files that the sources hold."""
    n_chunks: int = 0
    """Chunks of the revisions that were read."""
    n_embedded: int = 0
    """Texts that were given a vector."""
    n_reused: int = 0
    """Texts that had one."""
    seconds: float = 0.0
    sequence: Sequence | None = None
    """The state that shows it; ``None`` for a dry run."""
    dry_run: bool = False
    scorecard: Scorecard | None = field(default=None)
    """What the corpus holds now; ``None`` where nothing was read."""
