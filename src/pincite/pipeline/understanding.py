# ruff: noqa: RUF001  (pronouns of other scripts)
"""
What a question means, read without a model: what it takes up from earlier turns, abbreviations and misspelt words.

There are no dictionaries. Abbreviations and spellings are read from hits that the reader was permitted to see, so that
nothing outside the scope can widen a question.
"""

from __future__ import annotations

import re
from string import ascii_lowercase
from typing import TYPE_CHECKING, Final

from pincite.text.stopwords import STOP_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from pincite.questions import Query, Turn

__all__ = ["abbreviations", "leans_back", "resolved", "slips", "spellings", "widened"]

_TURNS: Final = 4
_CHARACTERS: Final = 200
"""Of an earlier question, from its end: what it asks stands there."""
# Written as text: a search compiles what it needs, and the first of a process needs few of them.
_POINTS_BACK: Final = (
    r"\b(?:it|its|they|them|their|theirs|that|this|these|those|he|him|his|she|her|there|then|same|former|latter|one|ones"
    r"|such|both|either|neither|er|sie|es|ihn|ihm|ihr|ihre|ihren|dieser|diese|dieses|das|davon|dafür|dazu|dort|il|elle|ils"
    r"|elles|celui|celle|cela|ça|y|en|lui|leur|él|ella|ellos|ellas|eso|esto|ese|esa|lo|он|она|оно|они|его|её|их|это|этот)\b"
)
_CONTINUES: Final = (
    r"\s*(?:and|but|or|so|also|what\s+about|how\s+about|what\s+if|why(?:\s+not)?\s*\??$|und|aber|was\s+ist\s+mit|et|mais"
    r"|y|pero|а|и)\b"
)
_NAMES_ITSELF: Final = r"\b(?:that|this|these|those|that's|it\s+is|is\s+it|there\s+(?:is|are|a)|is\s+there)\b\s+\w+"
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_SHORT: Final = 2
"""Content words up to which a question leans on the one before it."""
_SPELT: Final = 4
"""Least letters of a word that is looked at for its spelling."""
_MOST_SLIPS: Final = 8
"""Words of a question whose likely spellings are looked for where it finds nothing."""
_DEFINED: Final = (
    r"(?P<long>[^\W\d_][\w&/-]*(?:\s+[\w&/-]+){1,7})\s*[\"“'(]{1,2}(?:the\s+|hereinafter\s+)?[\"“']?"
    r"(?P<short>[A-Z][A-Za-z&-]{1,7})[\"”']?\)"
)
_DEFINED_AFTER: Final = r"\b(?P<short>[A-Z][A-Za-z&-]{1,7})\s*\((?P<long>[^\W\d_][\w&/-]*(?:\s+[\w&/-]+){1,7})\)"
_IN_BRACKETS = re.compile(r"\(\W?[A-Z][A-Za-z&-]{1,7}\W?\)")
_CAPITALS = re.compile(r"\b[A-Za-z]?[A-Z][a-z]?[A-Z]")
_JOINING: Final = frozenset(
    ("of", "the", "and", "for", "in", "on", "to", "a", "an", "by", "with", "der", "die", "de", "la")
)


def resolved(question: str, history: Sequence[Turn]) -> str:
    """
    Return a question that stands by itself: one that leans on earlier turns with the questions that it leans on.

    :param question: What is asked now.
    :param history: Earlier turns, oldest first.
    :returns: The same question where it takes nothing up.
    """
    taken = [question]
    for turn in reversed(history[-_TURNS:]):
        if not leans_back(taken[0]):
            break
        taken.insert(0, turn.question.strip()[-_CHARACTERS:])
    return " ".join(taken)


def leans_back(question: str) -> bool:
    """Tell whether a question takes something up: it points back, goes on, or says too little by itself."""
    if re.match(_CONTINUES, question, re.IGNORECASE):
        return True
    content = [w for w in _WORD.findall(question.casefold()) if w not in STOP_WORDS["en"]]
    itself = re.sub(_NAMES_ITSELF, " ", question, flags=re.IGNORECASE)
    points = re.search(_POINTS_BACK, itself, re.IGNORECASE) is not None
    return points or (len(content) < _SHORT and not any(c.isdigit() for c in question))


def widened(query: Query, texts: Sequence[str]) -> tuple[str, ...]:
    """
    Return words to search for beside those of the question, each once: long and short forms, and likely spellings.

    :param query: The question.
    :param texts: What the reader was permitted to see of what the question found.
    """
    found = (*abbreviations(query.text, texts), *spellings(query, texts))
    said = query.text.casefold()
    return tuple(dict.fromkeys(each for each in found if each.casefold() not in said))


def abbreviations(question: str, texts: Iterable[str]) -> tuple[str, ...]:
    """Return the long form of each short one of a question and the other way round, as the texts define them."""
    folded = " ".join(question.casefold().split())
    capitals = _CAPITALS.search(question) is not None
    found: dict[str, None] = {}
    for text in texts:
        if not _IN_BRACKETS.search(text) and not (capitals and "(" in text):
            continue
        for match in (*re.finditer(_DEFINED, text), *re.finditer(_DEFINED_AFTER, text)):
            long, short = _spelt_out(match["long"], match["short"]), match["short"]
            if not long:
                continue
            if re.search(rf"(?<!\w){re.escape(short)}(?!\w)", question):
                found[long] = None
            elif " ".join(long.casefold().split()) in folded:
                found[short] = None
    return tuple(found)


def _spelt_out(long: str, short: str) -> str:
    """Return the last words of ``long`` whose first letters are those of ``short``; ``""`` where they are not."""
    words = re.findall(r"[\w&]+", long)
    letters = [c for c in short.casefold() if c.isalnum()]
    for start in range(len(words) - 1, -1, -1):
        every = [word[0].casefold() for word in words[start:]]
        carrying = [word[0].casefold() for word in words[start:] if word.casefold() not in _JOINING]
        if letters in (every, carrying) and words[start].casefold() not in _JOINING:
            return " ".join(words[start:])
    return ""


def spellings(query: Query, texts: Sequence[str]) -> tuple[str, ...]:
    """
    Return for each word of a question that stands in no text the word of the texts that is most like it, if one is.

    One letter more, less, other or changed over is allowed in a word, two in one of eight letters and more.
    """
    folded = [text.casefold() for text in texts]
    stopped = STOP_WORDS.get(query.language.split("-")[0], frozenset())
    keys = [identifier.span for identifier in query.identifiers]
    strange = [
        word
        for match in _WORD.finditer(query.text)
        for word in [match.group().casefold()]
        if len(word) >= _SPELT
        and word not in stopped
        and not any(span.start <= match.start() < span.end for span in keys)
        and not any(word[: max(_SPELT, len(word) - 1)] in text for text in folded)
    ]
    if not strange or not folded:
        return ()
    known = {word for text in folded for word in _WORD.findall(text) if len(word) >= _SPELT}
    nearest = (_nearest(word, known) for word in strange)
    return tuple(word for word in nearest if word)


def slips(query: Query) -> str:
    """
    Return every word that one slip of the pen parts from a word of a question: what to look for where nothing is found.

    A letter may be one too many, missing, another, or changed over with the next. Most of these are no words; those
    that stand in what the reader may read tell how the question may have been meant.

    :returns: The words, parted by spaces; ``""`` where the question has no word of four letters and more.
    """
    stopped = STOP_WORDS.get(query.language.split("-")[0], frozenset())
    words = dict.fromkeys(word for word in _WORD.findall(query.text.casefold()) if word not in stopped)
    longer = [word for word in words if len(word) >= _SPELT][:_MOST_SLIPS]
    return " ".join(dict.fromkeys(near for word in longer for near in _slipped(word)))


def _slipped(word: str) -> Iterator[str]:
    letters = dict.fromkeys((*(ascii_lowercase if word.isascii() else ""), *word))
    for at in range(len(word) + 1):
        head, tail = word[:at], word[at:]
        yield head + tail[1:]
        yield head + tail[1:2] + tail[:1] + tail[2:]
        for letter in letters:
            yield head + letter + tail
            yield head + letter + tail[1:]


def _nearest(word: str, known: Iterable[str]) -> str:
    most = 2 if len(word) >= 2 * _SPELT else 1
    close = (
        (distance, other)
        for other in known
        if abs(len(other) - len(word)) <= most and len(set(word) & set(other)) >= min(len(set(word)), 4) - 1
        for distance in [_distance(word, other)]
        if distance <= most
    )
    return min(close, default=(0, ""))[1]


def _distance(one: str, other: str) -> int:
    """Return the optimal string alignment distance: letters put in, left out, replaced, or changed over."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, start=1):
        last, row = row, [i]
        for j, b in enumerate(other, start=1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before = last
    return row[-1]
