"""
Answers from your own documents, every sentence pinned to the passage that supports it.

::

    import pincite

    corpus = pincite.open("handbook/")
    print(corpus.ask("What is the refund window?").text)

The names here are imported when they are first used, so that ``import pincite`` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from pincite.answers import Answer, Citation, Claim, Loss, Reason, Stage, Status, Verdict
    from pincite.corpus import Corpus, create, open, restore
    from pincite.documents import Chunk, Place, Revision, Span
    from pincite.errors import InputError, Locked, NotFound, PinciteError
    from pincite.questions import Found, Principal

__all__ = [
    "Answer",
    "Chunk",
    "Citation",
    "Claim",
    "Corpus",
    "Found",
    "InputError",
    "Locked",
    "Loss",
    "NotFound",
    "PinciteError",
    "Place",
    "Principal",
    "Reason",
    "Revision",
    "Span",
    "Stage",
    "Status",
    "Verdict",
    "create",
    "open",
    "restore",
]

_HOMES: Final = {
    "pincite.answers": ("Answer", "Citation", "Claim", "Loss", "Reason", "Stage", "Status", "Verdict"),
    "pincite.corpus": ("Corpus", "create", "open", "restore"),
    "pincite.documents": ("Chunk", "Place", "Revision", "Span"),
    "pincite.errors": ("InputError", "Locked", "NotFound", "PinciteError"),
    "pincite.questions": ("Found", "Principal"),
}
_HOME_OF: Final = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:  # noqa: ANN401  # what the module exports
    """Import a public name when it is first used."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'pincite' has no attribute {name!r}")
    return getattr(import_module(_HOME_OF[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
