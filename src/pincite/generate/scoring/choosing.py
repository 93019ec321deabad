"""
Which of the best candidates is told: one that holds what is asked for, or none.

A weight is no price, and what does not come near to an energy class tells of none. Where the first candidate holds a
value of another kind, one behind it that does and is trusted as well is told. Where it is astray, having nothing of
what is asked for, one behind it has to say that in the question's own word.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from pincite.generate.barring.about import lacks_thing
from pincite.generate.barring.frames import tells_of_another
from pincite.generate.barring.persons import names_nobody
from pincite.generate.reading.dimensions import asked_units
from pincite.generate.reading.expected import Expected, counts, fits
from pincite.generate.reading.subjects import lacks_attribute, says_attribute
from pincite.text import identifiers
from pincite.text.numbers import quantities
from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from pincite.generate.reading.asked import Ask
    from pincite.generate.reading.candidates import Candidate
    from pincite.generate.scoring.features import Evidence
    from pincite.generate.scoring.weights import Judged

    Similarity = Callable[[str, Sequence[str]], NDArray[np.float32]]

__all__ = ["Choosing"]

_WHICH: Final = re.compile(r"\W*(?:which|who)\b", re.IGNORECASE)
_MEASURED: Final = (Expected.DURATION, Expected.MONEY, Expected.QUANTITY)
_NOT: Final = re.compile(r"\b(?:is|are|was|were|be|been|do|does|did|can|will|has|have)\s+not\s+(?P<what>[\w-]+)", re.I)
"""What is denied of the thing that a question asks a measure of: "are not covered"."""
_LONGEST: Final = 20
"""Words up to which the sentence before a table is its caption."""
_PRICES: Final = re.compile(r"\b(?:prices?|pricing|costs?|fees?|charges?|tariffs?|rates?|fares?)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choosing:
    """
    Chooses for one part of a question.

    :param found: All candidates, those of one passage in reading order.
    :param absent: Stems of the part that stand in no passage.
    :param threshold: How sure to be of what is told in the place of the first.
    """

    part: Ask
    found: Sequence[Candidate]
    absent: tuple[str, ...]
    language: str
    similarity: Similarity | None
    threshold: float

    def chosen(self, evidence: Evidence, judged: Judged) -> tuple[Candidate, ...]:
        """
        Return the first with what stands close behind it; where it holds a value of another kind than the one that is
        expected, or not the amount that the question gives, one behind it that does and is trusted as well.
        """
        shortlist = evidence.candidates
        first = judged.order[0]
        able = [at for at in judged.order if self._holds(shortlist[at])]
        able.sort(key=lambda at: not self._says_amount(shortlist[at]))
        if able[:1] == [first]:
            close = (shortlist[at] for at in judged.close if at in able)
            return (shortlist[first], *(c for c in close if c.passage == shortlist[first].passage))
        astray = self._fits(shortlist[first]) and not self._has_attribute(shortlist[first])
        sure_enough = (shortlist[at] for at in able if judged.each[at] >= self.threshold)
        framed = astray and tells_of_another(self.part.text, shortlist[first], self.language, self.similarity)
        says = partial(says_attribute, self.part.text, language=self.language, whole=framed)
        return tuple(c for c in sure_enough if not astray or says(c))[:1]

    def _holds(self, candidate: Candidate) -> bool:
        """
        Tell whether a candidate may hold what is asked for; where it writes the exact key or the unit that is asked
        for, its header is enough.
        """
        part = self.part
        if not self._fits(candidate) or names_nobody(part.text, candidate, self.language, self.similarity):
            return False
        keyed = not part.keys.isdisjoint(each.key for each in identifiers.find(candidate.claim))
        return keyed or asked_units(part.text) is not None or self._has_attribute(candidate)

    def _fits(self, candidate: Candidate) -> bool:
        """Tell whether a candidate counts what is counted and gives a value of the kind that is asked for."""
        part = self.part
        over = f"{candidate.heading} {candidate.around}"
        if counts(part.text, candidate.claim, language=self.language, over=over) is False:
            return False
        if part.expected is Expected.NAME or self._is_price(candidate) or self._denies(candidate):
            return True
        return fits(part.expected, candidate.claim, part.text, language=self.language) is not False

    def _denies(self, candidate: Candidate) -> bool:
        """Tell whether a sentence says of all that is asked about that it is not so: then there is no "how long"."""
        part, own = self.part, content_words(candidate.claim, self.language)
        said = set(part.stems) <= {*own, *content_words(candidate.heading, self.language)}
        denied = (content_words(m["what"], self.language) for m in _NOT.finditer(candidate.claim))
        return part.expected in _MEASURED and said and any(words and words[0] in part.stems for words in denied)

    def _has_attribute(self, candidate: Candidate) -> bool:
        over = self._caption(candidate)
        whole = replace(candidate, around=f"{over} {candidate.around}") if over else candidate
        if lacks_thing(self.part.text, whole, self.language, self.similarity, absent=self.absent):
            return False
        if tells_of_another(self.part.text, candidate, self.language, self.similarity):
            return False
        return not lacks_attribute(self.part.text, whole, self.language, self.similarity, absent=self.absent)

    def _is_price(self, candidate: Candidate) -> bool:
        """Tell whether a row of numbers without a unit stands in a table of prices: their currency is said over it."""
        if self.part.expected is not Expected.MONEY or not candidate.is_row:
            return False
        over = f"{candidate.heading.rpartition(' > ')[2]} {self._caption(candidate)} {candidate.around}"
        label, _, values = candidate.claim.partition(":")
        bare = any(not each.unit for each in quantities(values, language=self.language))
        return bool(label) and bare and _PRICES.search(over) is not None

    def _caption(self, candidate: Candidate) -> str:
        """Return the short sentence right before the table of a row, in its section; ``""`` where there is none."""
        if not candidate.is_row:
            return ""
        start = candidate.spans[-1].start
        before = [c for c in self.found if c.passage == candidate.passage and c.spans[-1].end <= start and not c.is_row]
        last = max(before, key=lambda c: c.spans[-1].end, default=None)
        if last is None or last.heading != candidate.heading or len(last.claim.split()) > _LONGEST:
            return ""
        return last.claim

    def _says_amount(self, candidate: Candidate) -> bool:
        """Tell whether a candidate gives the amounts by which "which …" describes a thing; any does without amounts."""
        if not _WHICH.match(self.part.text):
            return True
        given = {q.key for q in quantities(self.part.text, language=self.language) if q.unit}
        return given <= {q.key for q in quantities(candidate.claim, language=self.language)}
