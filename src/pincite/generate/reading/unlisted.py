"""
Codes of a question against the codes of the pages: what is not there, and what speaks of another one.

Where pages list E1, E4 and E7, nothing that they say answers a question about E9; and what a row says of order O-48215,
or a page of the pump X200, is no answer about O-48216 or the X100. A code without such neighbours may be written in
other words ("IL-6", "interleukin 6"), so its absence alone says nothing here.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pincite.text.numbers import quantities

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["codes", "hyphenated", "speaks_of_another", "unlisted_codes"]

_CODE: Final = re.compile(r"(?<![\w-])(?P<letters>[A-Z]{2,6}[ -]?|[A-Z]-?)(?P<figures>\d{1,8}[A-Z]?)(?![\w-])")
"""Capital letters, then figures: "E9", "O-48214", "DW 520"; a single letter with a space before figures is no code."""

Codes = dict[str, frozenset[str]]
"""The figures by their letters: ``{"O": {"48214"}}``."""


def codes(text: str, *, language: str = "en") -> Codes:
    """Return the codes of a text; "USD 500" is an amount and none."""
    found: dict[str, set[str]] = {}
    matches = list(_CODE.finditer(text))
    amounts = [q.span for q in quantities(text, language=language) if q.unit] if matches else []
    for match in matches:
        if not any(span.start < match.end() and match.start() < span.end for span in amounts):
            found.setdefault(match["letters"].strip(" -"), set()).add(match["figures"])
    return {letters: frozenset(figures) for letters, figures in found.items()}


def hyphenated(text: str) -> tuple[str, ...]:
    """Return the codes of a text whose figures stand behind a hyphen, which are two words to whoever counts words."""
    return tuple(match[0] for match in _CODE.finditer(text) if match["letters"].endswith("-"))


def speaks_of_another(asked: Mapping[str, frozenset[str]], held: Mapping[str, frozenset[str]]) -> bool:
    """
    Tell whether a text speaks of another code of a kind than a question: it names some, and none that is asked for.

    :param asked: Codes of the question.
    :param held: Codes of the text with all that stands over it.
    """
    return any(letters in held and not figures & held[letters] for letters, figures in asked.items())


def unlisted_codes(names: Iterable[str], texts: Sequence[str]) -> tuple[str, ...]:
    """
    Return the codes among names that stand in no text, while others with the same letters do.

    :param names: Names, numbers and codes of a question as they are written.
    :param texts: Everything that the passages say.
    :returns: In the order of the names; empty where none is missing that way.
    """
    asked = {name: match for name in names if (match := _CODE.fullmatch(name))}
    if not asked:
        return ()
    listed: dict[str, set[str]] = {}
    for text in texts:
        for letters, figures in codes(text).items():
            listed.setdefault(letters, set()).update(figures)
    return tuple(
        name
        for name, code in asked.items()
        if (held := listed.get(code["letters"].strip(" -"))) and code["figures"] not in held
    )
