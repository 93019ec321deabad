"""What changed between two days."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pincite.corpus.given import a_day, a_text, names
from pincite.corpus.held import Held
from pincite.corpus.threads import in_thread
from pincite.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from pincite.access.members import Member
    from pincite.catalog import DocumentRow, VersionRow
    from pincite.documents import Revision
    from pincite.pipeline.changes import Changes, Replacement
    from pincite.questions import Principal

__all__ = ["Changing"]


class Changing(Held):
    """The side of a corpus that compares days."""

    def changes(
        self,
        since: date,
        *,
        until: date | None = None,
        documents: Iterable[str] | None = None,
        principal: Principal | Member | None = None,
    ) -> Changes:
        """
        Return what changed between the versions in force on two days, section by section.

        :param since: The first day.
        :param until: The second day; ``None`` for today.
        :param documents: Only these, by id or topic; ``None`` for all that may be read on one of the days.
        :param principal: Who asks; ``None`` for the default reader.
        :raises NotFound: If one of ``documents`` is not there, or may not be read.
        :raises InputError: If a day is none, or the second is before the first.
        """
        from pincite.pipeline.changes import compare  # imported here: no question needs it

        last = a_day(until, self.today())
        first = a_day(since, last)
        if last < first:
            raise InputError(f"until is {last}, before since, {first}: expected the later day second; swap them")
        catalog = self.store.catalog
        with self._scope(principal, first) as before, self._scope(principal, last) as after:
            scopes = {first: before, last: after}

            def text_of(row: DocumentRow, day: date) -> Revision:
                return catalog.revision(scopes[day], row.document_id, row.version)

            return compare(
                catalog.documents(before),
                catalog.documents(after),
                since=first,
                until=last,
                documents=None if documents is None else names(documents, "documents"),
                text_of=text_of,
                edges=[edge for edge in catalog.supersessions(after) if edge.readable and edge.since > first],
            )

    def replaced(
        self, document: str, *, principal: Principal | Member | None = None, as_of: date | None = None
    ) -> dict[str, tuple[Replacement, ...]]:
        """
        Return what replaced each version of a document by a day, as far as it may be read, by version.

        :param as_of: The day; ``None`` for today.
        :raises NotFound: If there is no such document, or it may not be read.
        """
        from pincite.pipeline.changes import Replacement  # imported here: as above

        with self._scope(principal, a_day(as_of, self.today())) as scope:
            catalog = self.store.catalog
            rows = catalog.versions(scope, a_text(document, "document"))
            topics = {row.topic: catalog.of_topic(scope, row.topic) for row in rows}
            edges = [edge for edge in catalog.supersessions(scope) if edge.readable]
        found = {}
        for row in rows:
            later = _next_of(row, topics[row.topic])
            parts = tuple(
                Replacement(
                    document=edge.document,
                    version=edge.version,
                    since=edge.since,
                    section=edge.target.section,
                    applies_to=edge.applies_to,
                )
                for edge in edges
                if row.in_force and edge.key != row.key and edge.target.document in (row.document_id, row.topic)
            )
            found[row.version] = (*later, *parts)
        return found

    async def achanges(self, since: date, **how: Any) -> Changes:  # noqa: ANN401  # passed on to changes
        """Do what :meth:`changes` does, in a thread."""
        return await in_thread(self.changes, since, **how)

    async def areplaced(self, document: str, **how: Any) -> dict[str, tuple[Replacement, ...]]:  # noqa: ANN401  # on
        """Do what :meth:`replaced` does, in a thread."""
        return await in_thread(self.replaced, document, **how)


def _next_of(row: VersionRow, versions: tuple[VersionRow, ...]) -> tuple[Replacement, ...]:
    """Return the version that took over on the day on which this one ended; none while it is in force."""
    place = next((at for at, each in enumerate(versions) if each.key == row.key), len(versions))
    for later in versions[place + 1 :]:
        if later.valid_from <= row.valid_to and later.valid_from < later.valid_to and not row.in_force:
            from pincite.pipeline.changes import Replacement

            return (Replacement(document=later.document_id, version=later.version, since=later.valid_from),)
    return ()
