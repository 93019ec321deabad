"""Who asks, looked up anew at each question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from pincite.questions import Principal

__all__ = ["DENIED", "Member"]

DENIED: Final = "the credential is not valid: expected an API key or a token that holds now; ask for a new one"
"""One text for every reason."""


class Member(Protocol):
    """Gives the principal behind a credential or a name, with the groups of now."""

    def __call__(self) -> Principal:
        """
        Return who asks.

        :raises AccessDenied: If the credential is not, or no longer, valid.
        """
        ...
