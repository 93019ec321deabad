"""
When what a document says is too old to speak for the present.

A document's date is the day on which it takes effect; where none is stated, its version if that is a date, else a date
in its title or path. ``max_age`` counts from there. For a question about how something stands now, a
report has the length of its period ("Weekly report") where nothing is stated, else a week.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

from pincite.text.dates import dates
from pincite.validity.versions import VersionKind, version_key

if TYPE_CHECKING:
    from pincite.documents import Revision

__all__ = ["Age", "age_of", "dated", "proves", "speaks_for"]

_PERIODS: Final = {
    "daily": 1, "standup": 1, "stand-up": 1, "weekly": 7, "week": 7, "biweekly": 14, "fortnightly": 14, "monthly": 31,
    "quarterly": 92, "annual": 366, "yearly": 366,
}  # fmt: skip
_REPORT: Final = re.compile(r"(?<![^\W_])(?:report|status|update|tracker|dashboard|minutes)(?![^\W_])", re.IGNORECASE)
_USUAL: Final = 7
"""Days that a report speaks for where neither a period nor ``max_age`` is stated."""
_PERIOD: Final = re.compile(rf"(?<![^\W_])({'|'.join(_PERIODS)})(?![^\W_])", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Age:
    """How old a document is on one day."""

    since: date
    """Its date."""
    days: int
    """From its date to the day that is read; negative for a date to come."""
    limit: int | None
    """Days after its date until it counts as old; ``None`` for never."""

    @property
    def old(self) -> bool:
        """Whether it is past its limit."""
        return self.limit is not None and self.days > self.limit


def dated(revision: Revision) -> date | None:
    """Return the day that a revision speaks of; ``None`` where nothing says it."""
    if revision.effective:
        return revision.effective
    key = version_key(revision.version)
    if key.kind is VersionKind.DATE:
        year, month, day = key.numbers[:3]
        return date(year, month, day or 1)
    for text in (revision.title, revision.path.replace("_", "-"), revision.document_id):
        found = [mention.value for mention in dates(text) if mention.precision == "day"] or [
            each for each in map(_iso, re.findall(r"(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)", text)) if each
        ]
        if found:
            return found[-1]
    return None


def _iso(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def age_of(revision: Revision, day: date) -> Age | None:
    """
    Return how old a revision is by its own ``max_age``.

    :param day: The day that is read.
    :returns: ``None`` where nothing says its date or how old it may be.
    """
    since = dated(revision)
    if since is None or revision.max_age is None:
        return None
    return Age(since=since, days=(day - since).days, limit=revision.max_age)


def proves(revision: Revision, day: date, *, since: date | None = None) -> bool:
    """
    Tell whether a revision can say how something stands on a day.

    :param day: The day that is asked about.
    :param since: First day of the period that is asked about ("this week"); ``None`` where none is named.
    :returns: Whether it is not past its ``max_age`` (a report's period where none is stated) and not of an earlier
        period; ``True`` where nothing says its date or how old it may be.
    """
    its, limit = dated(revision), speaks_for(revision)
    if its is None or limit is None:
        return True
    return its + timedelta(days=limit) >= day and (since is None or its >= since)


def speaks_for(revision: Revision) -> int | None:
    """Return how many days after its date a revision can say how something stands; ``None`` for one without an end."""
    if revision.max_age is not None:
        return revision.max_age
    name = f"{revision.title} {revision.document_id}".replace("_", " ")
    if period := _PERIOD.search(name):
        return _PERIODS[period[1].lower()]
    return _USUAL if _REPORT.search(name) else None
