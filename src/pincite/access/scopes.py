"""Makes scopes: the only place in Pincite that does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from pincite.access.readers import may_read
from pincite.documents import TenantId
from pincite.questions import Scope

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Set
    from datetime import date

    from pincite.documents import RevisionKey, Sequence
    from pincite.questions import Principal

__all__ = ["Head", "pending", "scope"]


class Head(Protocol):
    """The state of the catalog that a scope is made at."""

    @property
    def sequence(self) -> Sequence:
        """The last committed sequence, or the one of a lease or snapshot."""
        ...

    @property
    def epoch(self) -> int:
        """The access epoch."""
        ...

    @property
    def generation(self) -> str:
        """Id of the generation that is read."""
        ...


def scope(
    principal: Principal,
    *,
    head: Head,
    day: date,
    pending: tuple[frozenset[RevisionKey], frozenset[RevisionKey]] = (frozenset(), frozenset()),
) -> Scope:
    """
    Return what a principal may read.

    :param principal: Who asks, from a trusted identity.
    :param head: The sequence, access epoch and generation to read at.
    :param day: The day whose versions in force are read.
    :param pending: Access changes that the index does not know yet, as :func:`pending` gives them for this principal.
    """
    granted, revoked = pending
    return Scope(
        tenant=TenantId(str(principal.tenant)),
        readers=principal.readers,
        sequence=head.sequence,
        day=day,
        generation=head.generation,
        epoch=head.epoch,
        granted=granted - revoked,
        revoked=revoked,
    )


def pending(
    changes: Mapping[RevisionKey, Collection[str]], readers: Set[str]
) -> tuple[frozenset[RevisionKey], frozenset[RevisionKey]]:
    """
    Return which revisions with a pending access change a reader gains and loses: ``(granted, revoked)``.

    What the index holds of them is not asked: after a crash some points of a revision may carry the old groups and
    some the new ones, so every pending revision is decided by the filter alone.

    :param changes: Effective groups now, for each revision of the tenant whose points may not carry them yet.
    :param readers: :attr:`pincite.questions.Principal.readers`.
    """
    granted = frozenset(key for key, groups in changes.items() if may_read(readers, groups))
    return granted, frozenset(changes) - granted
