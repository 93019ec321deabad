"""What is said of a document in front of its pieces and behind them, for what is embedded and indexed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.text.called import called

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.documents import Revision

__all__ = ["front_of", "name_of"]


def front_of(title: str, path: Sequence[str]) -> str:
    """
    Return title and heading path as sentences; a title that the top heading repeats stands once.

    :param path: The headings over a piece, from the top.
    """
    top = path[0].casefold() if path else ""
    repeated = title.casefold() in (top, top.partition(" ")[2])  # the second: behind its number
    names = path if repeated else (title, *path)
    return " ".join(
        name if name.endswith((".", "!", "?", ":")) else f"{name}." for name in map(str.strip, names) if name
    )


def name_of(revision: Revision) -> str:
    """Return what a document is called beside its title: found by words, and compared with no sentence."""
    return " ".join(called(title=revision.title, path=revision.path, document_id=revision.document_id))
