"""Asking every document the same question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.corpus.asking import Asking
from pincite.corpus.given import names
from pincite.pipeline.report import silent

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from pincite.pipeline.report import Progress
    from pincite.pipeline.table import Table, Tables
    from pincite.questions import Principal

__all__ = ["Tabling"]


class Tabling(Asking):
    """The side of a corpus that makes tables."""

    def table(
        self,
        question: str,
        *,
        principal: Principal | None = None,
        documents: Iterable[str] | None = None,
        as_of: date | None = None,
        applies_to: str | None = None,
        sources: Iterable[str] | None = None,
        progress: Progress = silent,
    ) -> Table:
        """
        Return one row for each document in scope: what it says, where, and whether that stands; with totals over them.

        :param question: Such as "Which of our contracts cap liability, and at how much?".
        :param principal: Who asks; ``None`` for the default reader.
        :param documents: Only these documents; ``None`` for all that may be read.
        :param as_of: The day whose versions in force are read; ``None`` for today.
        :param applies_to: Only documents that apply to this, or that do not say what they apply to.
        :param sources: Only documents of these sources, by name or by a pattern over name and path, such as
            "contracts/2024/*"; ``None`` for all.
        :param progress: Told how many documents were read: step, done, total.
        :returns: A table without rows where nothing may be read.
        :raises QueryError: If the question is empty, too long, or has nothing in it that can be searched for.
        :raises InputError: If another parameter is not what it should be.
        """
        request = self._request(question, principal, 1, None, documents, as_of, applies_to)
        return self._tables().run(
            request, sources=None if sources is None else names(sources, "sources"), progress=progress
        )

    def _tables(self) -> Tables:
        from pincite.generate.scoring.cosines import Cosines
        from pincite.generate.tables.cells import Cells  # imported here, as the next ones: a search needs none of it
        from pincite.pipeline.table import Tables

        ask = self._built.ask
        return Tables(
            search=ask.search,
            catalog=self.store.catalog,
            cells=Cells(Cosines(self._built.embedder)),
            attributor=ask.attributor,
            state=ask.state,
        )
