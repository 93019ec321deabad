"""
What of a table a question names: labels of its rows and headers of its columns.

"What is the night rate of the Tern?" names the row "Tern" and the column "Night". A label or header is named where all
of its words are said, whatever their order; of those named, one whose words another has too, with more, is not meant:
"Lyra" where "Lyra Pro" is said.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pincite.generate.reading.expected import Expected
from pincite.text.concepts import concept
from pincite.text.units import CURRENCIES
from pincite.text.words import content_words, split, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pincite.generate.reading.asked import Ask

__all__ = ["CLOCK", "DAYS", "Named", "is_blank", "stems_of"]

_SAME: Final = {
    "maximum": "max",
    "minimum": "min",
    "averag": "avg",
    "quantiti": "qty",
    "heavi": "weight",
    "tall": "height",
    "high": "height",
    "wide": "width",
    "deep": "depth",
    "fast": "speed",
    "tuesday": "tue",
    "tues": "tue",
    "wednesday": "wed",
    "thursday": "thu",
    "thur": "thu",
    "saturday": "sat",
    "septemb": "sep",
    "sept": "sep",
    **{word: word[:3] for word in ("monday", "friday", "sunday", "januari", "februari", "march", "april")},
    **{word: word[:3] for word in ("june", "juli", "august", "octob", "novemb", "decemb")},
}
"""Stems by what tables write for them: abbreviations of words, days and months, and the noun of "how heavy"."""
_HOW: Final = frozenset(("heavi", "tall", "high", "wide", "deep", "fast"))
_ASIDE: Final = re.compile(r"[(\[][^)\]]*[)\]]")
_FIGURES: Final = re.compile(r"\d+")
_LETTER: Final = re.compile(r"[^\W\d_]")
_YEAR: Final = re.compile(r"(?:19|20)\d\d")
DAYS: Final = frozenset(("mon", "tue", "wed", "thu", "fri", "sat", "sun"))
"""Stems of the days of a week, as :func:`stems_of` writes them."""
CLOCK: Final = re.compile(r"[012]?\d[:.][0-5]\d")
"""A time of day as a label: "08:00"."""
_COMPARES: Final = re.compile(
    r"\b(?:than|besides|except|excluding|apart\s+from|instead\s+of|unlike|same|other|others|another|both|compared?)\b",
    re.IGNORECASE,
)
"""Words by which what is named is not what is asked for: "heavier than the Tern"."""
_BEGINS: Final = 2
"""Letters that tell most labels of a long table from those that a question may name."""
_DAY: Final = re.compile(r"\s(?:on|at|until|date)$", re.IGNORECASE)
_PERSON: Final = re.compile(r"\s(?:by|to|from)$", re.IGNORECASE)
_KIN: Final = 4
"""Letters from which on one stem that begins another is a form of the same word, and by how many they differ less."""
_BARE_HOW_MUCH: Final = re.compile(r"\W*how\s+much\s+(?:is|are|was|were)\s+(?:the|an?)\b", re.IGNORECASE)
"""How a question asks for a price without any word for it."""
_LONGEST: Final = 6
"""Stems of the longest label that a question repeats."""


def is_blank(cell: str) -> bool:
    """Tell whether nothing is filled in: a dash, a mark or a line to write on says no more than an empty cell."""
    return re.search(r"[^\W_]", cell) is None


def stems_of(words: str, language: str) -> tuple[str, ...]:
    """Return the stems of a label or header in order, without what stands in brackets beside other words."""
    told = content_words(_ASIDE.sub(" ", words), language) or content_words(words, language)
    return tuple(_SAME.get(stem, stem) if stem not in _HOW else stem for stem in told)


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """What a part of a question says, for comparison with labels and headers."""

    text: str
    stems: tuple[str, ...]
    """In order, those of abbreviations and of "how heavy" as tables write them."""
    language: str
    money: bool
    """Whether it asks for a price, in whatever words."""

    @classmethod
    def of(cls, part: Ask, language: str) -> Named:
        """Return what a part of a question says."""
        how = re.search(r"\bhow\s+(?:heavy|tall|high|wide|deep|fast)\b", part.text, re.IGNORECASE) is not None
        told = content_words(part.text, language)
        return cls(
            text=part.text,
            stems=tuple(_SAME.get(stem, stem) if how or stem not in _HOW else stem for stem in told),
            language=language,
            money=part.expected is Expected.MONEY or _BARE_HOW_MUCH.match(part.text) is not None,
        )

    @property
    def of_person(self) -> bool:
        """Whether it asks who: what has figures in it names nobody."""
        return re.match(r"\W*who(?:m|se)?\b", self.text, re.IGNORECASE) is not None

    @property
    def compares(self) -> bool:
        """Whether what it names may stand for something else than what it asks for."""
        return _COMPARES.search(self.text) is not None

    def says(self, label: str) -> bool:
        """Tell whether it names a label: all its words, those with figures side by side, capitals as they stand."""
        own = stems_of(label, self.language)
        if not own:
            return label.isupper() and re.search(rf"(?<!\w){re.escape(label)}(?!\w)", self.text) is not None
        if CLOCK.fullmatch(label):
            hour = re.escape(re.sub(r"^0(?=\d)", "", label))
            return re.search(rf"(?<![\d:.])0?{hour}(?![\d:])", self.text) is not None
        if len(own) > _LONGEST or not (_LETTER.search(label) or _YEAR.fullmatch(label)):
            return False
        if any(map(str.isdigit, label)):
            return self._in_order(label)
        return set(own) <= set(self.stems)

    def labels(self, labels: Iterable[str]) -> frozenset[str]:
        """Return the labels that it names, without those that are only a part of another."""
        begins = {word[:_BEGINS].casefold() for word in split(self.text)}
        figures = set(_FIGURES.findall(self.text))
        near = [
            label
            for label in dict.fromkeys(labels)
            if (label.isupper() or _begin(label) in begins) and figures.issuperset(_FIGURES.findall(label))
        ]
        found = {label: set(stems_of(label, self.language)) for label in near if self.says(label)}
        most = [label for label, own in found.items() if not any(own < other for other in found.values())]
        ordered = [label for label in most if self._in_order(label)]
        return frozenset(label for label in most if label in ordered or found[label] not in map(found.get, ordered))

    def _in_order(self, label: str) -> bool:
        """Tell whether it says the words of a label one behind the other."""
        own = stems_of(label, self.language)
        return any(self.stems[at : at + len(own)] == own for at in range(len(self.stems)))

    def first(self, labels: Iterable[str]) -> str:
        """
        Return the label that it asks for, of several that it names: the one that is said first and owns no other, as
        "phone" of "the phone of the keeper" and of "the keeper's phone".
        """
        places = {label: self._place(label) for label in labels}
        asked = [label for label, (_, owns) in places.items() if not owns] or list(places)
        return min(asked, key=lambda label: places[label][0], default="")

    def _place(self, label: str) -> tuple[int, bool]:
        """Return where the first word of a label is said, and whether the label has "'s" there."""
        own = set(stems_of(label, self.language))
        found = [word for word in words(self.text) if not own.isdisjoint(stems_of(word.text, self.language))]
        owns = any(re.search(r"['\u2019]s?$", word.text) for word in found)
        return (found[0].span.start if found else 0), owns

    def goes_with(self, label: str) -> bool:
        """Tell whether a label that ends open goes with it: "Lent by" with who, "Lent on" with when."""
        who, when = (re.match(rf"\W*{word}\b", self.text, re.IGNORECASE) for word in ("who", "when"))
        return not ((who and _DAY.search(label)) or (when and _PERSON.search(label)))

    def as_name(self, label: str) -> bool:
        """Tell whether it writes a label as a name inside a sentence, or as a code."""
        if any(map(str.isdigit, label)) or not label[:1].isupper():
            return any(map(str.isdigit, label))
        return any(match.start() > 0 for match in re.finditer(rf"(?<!\w){re.escape(label)}", self.text))

    def columns(self, headers: Sequence[str], *, label: str = "") -> tuple[int, ...]:
        """
        Return the places of the headers that it names, in whole or in part: those that share most with it, and of these
        those with the fewest other words.

        :param headers: The first one, over the labels, is never meant.
        :param label: A label that it names as well, whose words name no column.
        """
        said = set(self.stems) - set(stems_of(label, self.language))
        own = [set(stems_of(header, self.language)) for header in headers]
        others = said - set().union(*own[1:])  # "weekend" does not name the column of weeks beside one of weekends
        shared = [frozenset(stem for stem in stems if stem in said or _is_said(stem, others)) for stems in own]
        if not any(shared[1:]):
            shared = [frozenset(stem for stem in stems if self._has(stem, said)) for stems in own]
        fewest: dict[frozenset[str], int] = {}
        for at in range(1, len(headers)):
            fewest[shared[at]] = min(len(own[at]), fewest.get(shared[at], len(own[at])))
        most = {words for words in fewest if words and not any(words < others for others in fewest)}
        return tuple(at for at in range(1, len(headers)) if shared[at] in most and len(own[at]) == fewest[shared[at]])

    def whole(self, header: str) -> bool:
        """Tell whether it says all words of a header, but for the currency of its figures."""
        said = set(self.stems)
        own = [stem for stem in stems_of(header, self.language) if stem.upper() not in CURRENCIES]
        return bool(own) and all(self._has(stem, said) for stem in own)

    def gives(self, cell: str) -> bool:
        """Tell whether it says itself what a cell says."""
        return _LETTER.search(cell) is not None and self.says(cell)

    def _has(self, stem: str, said: set[str]) -> bool:
        return _is_said(stem, said) or (
            stem in _price(self.language) and (self.money or not _price(self.language).isdisjoint(said))
        )


def _begin(label: str) -> str:
    """Return the first letters of the first word of a label that is no article."""
    told = label.casefold().split()
    return next((word[:_BEGINS] for word in told if word not in ("the", "a", "an")), "")


def _is_said(stem: str, said: set[str]) -> bool:
    """Tell whether a stem is said, or another form of it: "holder" by "who holds"."""
    return stem in said or any(
        min(len(stem), len(each)) >= _KIN
        and abs(len(stem) - len(each)) < _KIN
        and (stem.startswith(each) or each.startswith(stem))
        for each in said
    )


def _price(language: str) -> frozenset[str]:
    return concept("price", language) if language.startswith("en") else frozenset()
