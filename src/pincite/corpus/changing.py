"""What changed between two days."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pincite.corpus.given import a_day, names
from pincite.corpus.held import Held
from pincite.corpus.threads import in_thread
from pincite.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from pincite.catalog import DocumentRow
    from pincite.documents import Revision
    from pincite.pipeline.changes import Changes
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
        principal: Principal | None = None,
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
            )

    async def achanges(self, since: date, **how: Any) -> Changes:  # noqa: ANN401  # passed on to changes
        """Do what :meth:`changes` does, in a thread."""
        return await in_thread(self.changes, since, **how)
