# ruff: noqa: RUF001  (the typographic apostrophe)
"""Many texts read against one question: of each word only which of the question's stems it has, if any."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.text.stems import stem
from pincite.text.stopwords import STOP_WORDS
from pincite.text.words import split

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Numbered"]


class Numbered(dict[str, int]):
    """
    Words of texts as numbers: that of a question's stem, 0 for any other content word, -1 for a function word.

    What a word comes to is worked out once, so that many texts are read in little more time than it takes to find
    their words.

    :param stems: The question's stems, numbered from 1 in this order; each once.
    :param language: A BCP 47 code: that of the texts.
    """

    def __init__(self, stems: Sequence[str], language: str) -> None:
        super().__init__()
        self._code = language.split("-")[0].lower()
        self._stopped = STOP_WORDS.get(self._code, frozenset())
        self._numbers = {each: at for at, each in enumerate(stems, start=1)}

    def __missing__(self, word: str) -> int:
        folded = word.casefold().replace("’", "'")
        number = -1 if folded in self._stopped else self._numbers.get(stem(folded, self._code), 0)
        self[word] = number
        return number

    def content(self, text: str) -> list[int]:
        """Return the numbers of a text's content words, in order and as often as they stand."""
        return [number for number in map(self.__getitem__, split(text)) if number >= 0]
