"""
From what is stated about a revision to who may read it.

A list of groups stands for everyone who has at least one of them. An administrator's override narrows that to those who
are in *both* lists. The index can only hold names, so a pair of names is kept as far as a name can say it:

- a name that stands in both lists is kept;
- ``public`` with any name is that name, since everyone of the tenant who has a group has ``public`` too;
- two different names are dropped, although some people may have both: nothing says who, and the default is to deny.

So the override can never let anyone in, and where nothing is left nobody reads.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pincite.errors import NobodyCanRead
from pincite.questions import PUBLIC

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Set

__all__ = ["Decision", "effective", "explain", "may_read", "nobody", "require_readers", "without_effect"]

_SHOWN = 3


def may_read(readers: Set[str], groups: Collection[str]) -> bool:
    """
    Tell whether someone with these readers' names is let in by these groups.

    :param readers: :attr:`pincite.questions.Principal.readers`.
    :param groups: The effective groups of a revision; empty means nobody.
    """
    return not readers.isdisjoint(groups)


def effective(groups: Collection[str], override: Collection[str] | None) -> tuple[str, ...]:
    """
    Return the groups that may read a revision, sorted.

    :param groups: What the source states.
    :param override: What the administrator set; ``None`` where nothing is, empty to let nobody in.
    :returns: Never more readers than ``groups`` has; empty where nobody may read.
    """
    stated = set(groups)
    if override is None:
        return tuple(sorted(stated))
    wanted = set(override)
    kept = stated & wanted
    if PUBLIC in stated:
        kept |= wanted
    if PUBLIC in wanted:
        kept |= stated
    return tuple(sorted(kept))


def without_effect(groups: Collection[str], override: Collection[str]) -> tuple[str, ...]:
    """Return the names in an override that let nobody in because the source's rule does not name them, sorted."""
    return tuple(sorted(set(override) - {PUBLIC} - set(effective(groups, override))))


def nobody(groups: Collection[str]) -> bool:
    """Tell whether a revision with these effective groups can be read by nobody."""
    return not groups


def require_readers(documents: Mapping[str, Collection[str]]) -> None:
    """
    Refuse documents that nobody could read.

    :param documents: Path of each document to be added, with its groups.
    :raises NobodyCanRead: If any of them has none; it names the first few.
    """
    closed = sorted(path for path, groups in documents.items() if nobody(groups))
    if not closed:
        return
    more = f" and {len(closed) - _SHOWN} more" if len(closed) > _SHOWN else ""
    count = "1 document" if len(closed) == 1 else f"{len(closed)} documents"
    raise NobodyCanRead(
        f"{count} would be readable by nobody: add --access public, or a rule ({', '.join(closed[:_SHOWN])}{more})",
        paths=closed,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """Whether someone may read a revision, and which rule decided."""

    allowed: bool
    groups: tuple[str, ...]
    """The effective groups."""
    by: tuple[str, ...]
    """The names that let this reader in; empty where none does."""
    rule: str
    """The rule that decided, in words."""
    reason: str
    """One sentence for an administrator."""


def explain(
    readers: Set[str],
    *,
    tenant: str,
    document_tenant: str,
    groups: Collection[str],
    rule: str,
    override: Collection[str] | None = None,
) -> Decision:
    """
    Say whether someone may read a revision now and which rule decided, for an administrator and never for the reader.

    :param readers: :attr:`pincite.questions.Principal.readers`.
    :param tenant: The reader's tenant.
    :param document_tenant: The revision's tenant.
    :param groups: What the source states.
    :param rule: Which rule stated it, in words.
    :param override: What the administrator set; ``None`` where nothing is.
    """
    now = effective(groups, override)
    by = tuple(sorted(readers & set(now))) if tenant == document_tenant else ()
    if tenant != document_tenant:
        decided, reason = "tenant", f"the document belongs to tenant {document_tenant!r}, the reader to {tenant!r}"
    elif by:
        decided, reason = rule or "access", f"{', '.join(by)} may read it"
    elif override is not None and may_read(readers, groups):
        decided = "override"
        reason = f"the source lets {_names(groups)} in, and the administrator's override narrows that to {_names(now)}"
    else:
        decided, reason = rule or "no access stated", f"only {_names(now)} may read it" if now else "nobody may read it"
    return Decision(allowed=bool(by), groups=now, by=by, rule=decided, reason=reason)


def _names(groups: Collection[str]) -> str:
    return ", ".join(sorted(groups)) or "nobody"
