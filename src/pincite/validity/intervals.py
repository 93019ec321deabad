"""
The days on which each revision of a topic is the one in force.

On day D the version in force is the highest whose effective date is not after D. An expired version does not revive a
lower one, and the interval of a version that a higher one covered from its first day is empty.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pincite.documents import FIRST_DAY, LAST_DAY
from pincite.errors import VersionOrderError
from pincite.validity.versions import VersionKey, have_an_order, version_key

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from pincite.documents import RevisionKey

__all__ = ["Dated", "intervals", "order"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dated:
    """What decides a revision's place in its topic."""

    key: RevisionKey
    version: str
    """As stated; ``""`` where none was."""
    effective: date | None = None
    """First day of force; ``None`` for always."""
    expires: date | None = None
    """First day on which it is no longer in force; ``None`` for never."""
    arrival: int = 0
    """Order of arrival, such as the sequence or row at which the revision came: later is higher."""


def order(revisions: Iterable[Dated], *, topic: str = "") -> tuple[Dated, ...]:
    """
    Return the revisions of one topic from the lowest version to the highest.

    Equal versions are ordered by effective date (none stated first), then by arrival, then by key.

    :param revisions: All revisions of the topic in its tenant, of one document or several, in any order.
    :param topic: The topic's name, for the message.
    :raises VersionOrderError: If versions of different kinds meet, such as "3" and "C"; it lists them.
    """
    found = tuple(revisions)
    keys = {each.version: version_key(each.version) for each in found}
    if not have_an_order(keys.values()):
        raise _no_order(keys, topic)
    return tuple(
        sorted(found, key=lambda each: (keys[each.version], each.effective or FIRST_DAY, each.arrival, each.key))
    )


def intervals(revisions: Iterable[Dated], *, topic: str = "") -> dict[RevisionKey, tuple[date, date]]:
    """
    Return for each revision the half-open interval ``(valid_from, valid_to)`` of days on which it is in force.

    :param revisions: All revisions of one topic in its tenant, whoever may read them, in any order.
    :param topic: The topic's name, for the message.
    :returns: One interval per key; one whose ``valid_to`` is not after its ``valid_from`` is empty: never in force.
    :raises VersionOrderError: If the versions have no order; it lists them.
    """
    found: dict[RevisionKey, tuple[date, date]] = {}
    replaced = LAST_DAY
    for each in reversed(order(revisions, topic=topic)):
        start = each.effective or FIRST_DAY
        found[each.key] = (start, min(each.expires or LAST_DAY, replaced))
        replaced = min(replaced, start)
    return found


def _no_order(keys: dict[str, VersionKey], topic: str) -> VersionOrderError:
    versions = sorted((version for version in keys if version.strip()), key=lambda version: (keys[version], version))
    named = ", ".join(f"{version!r} ({keys[version].kind.name.lower()})" for version in versions)
    of = f" of topic {topic!r}" if topic else ""
    return VersionOrderError(
        f"the versions{of} cannot be put in an order: {named}; expected all numbers, all revision letters or all "
        "dates: change the versions, or give documents that do not replace one another topics of their own",
        topic=topic,
        versions=versions,
    )
