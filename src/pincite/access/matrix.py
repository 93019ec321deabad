"""Documents against principals: who may read what, and by which rule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pincite.access.readers import explain

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from pincite.access.readers import Decision
    from pincite.questions import Principal

__all__ = ["Held", "Row", "matrix"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """What is kept about access to one revision."""

    tenant: str
    document: str
    version: str
    groups: tuple[str, ...]
    """As the source states it."""
    rule: str
    override: Collection[str] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One revision, and the decision for each principal."""

    tenant: str
    document: str
    version: str
    rule: str
    """The rule that stated who may read it."""
    readers: tuple[str, ...]
    """The names that let somebody in now; empty where nobody may read it."""
    decisions: Mapping[str, Decision]
    """By the name of the principal, in the order given."""


def matrix(revisions: Iterable[Held], principals: Mapping[str, Principal]) -> tuple[Row, ...]:
    """
    Return one row per revision in the order given.

    :param principals: By the name that each is shown under.
    """
    return tuple(_row(each, principals) for each in revisions)


def _row(held: Held, principals: Mapping[str, Principal]) -> Row:
    decisions = {
        name: explain(
            who.readers,
            tenant=str(who.tenant),
            document_tenant=held.tenant,
            groups=held.groups,
            rule=held.rule,
            override=held.override,
        )
        for name, who in principals.items()
    }
    groups = next((each.groups for each in decisions.values()), ())
    return Row(
        tenant=held.tenant,
        document=held.document,
        version=held.version,
        rule=held.rule,
        readers=groups,
        decisions=decisions,
    )
