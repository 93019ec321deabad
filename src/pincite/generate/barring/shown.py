"""What is shown to answer from, beside what can be quoted of it: which names it knows, and what is of another thing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pincite.generate.barring.designations import of_other_designations
from pincite.generate.barring.entities import known_words, of_other_documents, of_other_rows, unlisted_names
from pincite.generate.tables.other_cells import of_other_cells
from pincite.generate.tables.table_rows import TableRows, tables_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.answers import Passage
    from pincite.generate.reading.asked import Ask
    from pincite.generate.reading.candidates import Candidate

__all__ = ["Shown"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """Passages with the words and tables that they show."""

    passages: tuple[Passage, ...]
    known: frozenset[str]
    """Words of them and of what says which documents they are."""
    tables: tuple[TableRows, ...]
    language: str

    @classmethod
    def of(cls, passages: tuple[Passage, ...], found: Sequence[Candidate], language: str) -> Shown:
        """
        Return what passages show.

        :param found: Their candidates.
        """
        tables = tables_of(found, passages)
        return cls(passages=passages, known=known_words(passages), tables=tables, language=language)

    def lacks(self, part: Ask) -> tuple[str, ...]:
        """Return the names of a part that stand nowhere."""
        return unlisted_names(part.text, self.known, language=self.language)

    def of_others(self, part: Ask, found: Sequence[Candidate]) -> frozenset[Candidate]:
        """
        Return what is of another thing than a part: another row, another model's page, a page without its names; and
        rows that are empty where it asks.
        """
        rows = of_other_rows(part.text, found, language=self.language)
        pages = of_other_documents(part.text, found, self.passages, self.known, language=self.language)
        cells = of_other_cells(part, self.tables, language=self.language, found=found)
        return rows | pages | cells | of_other_designations(part.text, found, self.passages, language=self.language)
