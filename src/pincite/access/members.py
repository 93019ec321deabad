"""Who asks, looked up anew at each question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from pincite.questions import Principal

__all__ = ["Member"]


class Member(Protocol):
    """Gives the principal behind a credential or a name, with the groups of now."""

    def __call__(self) -> Principal:
        """
        Return who asks.

        :raises AccessDenied: If the credential is not, or no longer, valid.
        """
        ...
