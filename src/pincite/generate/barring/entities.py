"""
Names of a question against the pages: where nothing speaks of Canada, nothing says what holds in Canada.

A name is told by its capital inside a sentence. Brands and places that no page has are seldom said in other words, so
one that stands nowhere in what was found leaves its part unanswered; a row is of what heads it, and of nothing else.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final

from pincite.text.dates import MONTHS, WEEKDAYS
from pincite.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pincite.answers import Passage
    from pincite.generate.reading.candidates import Candidate

__all__ = ["known_words", "names_in", "of_other_documents", "of_other_rows", "unlisted_names"]

_CAPITALS_MARK_NAMES: Final = ("en", "fr", "es", "it", "pt", "nl", "sv", "da", "no")
"""Languages that write common nouns small."""
_NAME: Final = re.compile(r"[A-Z][^\W\d_]*[^\W\d_A-Z][^\W\d_]*")
_NO_NAME: Final = frozenset((*MONTHS, *WEEKDAYS, *["christmas", "easter", "new", "year", "eve", "day", "english"]))
"""Days and months are said in other words: "at weekends", "in summer"."""
_OWN: Final = frozenset(("my", "our", "a", "an", "his", "her", "their"))
"""Before a name: "my Visa" is a card, "an iPhone" a telephone."""
_SHORTEST: Final = 3
_PREFIX: Final = 4
"""Letters that two forms of a name share at least."""
_CLOSE: Final = 0.84
"""How like a slip of the pen is to what was meant, by :mod:`difflib`."""


def names_in(text: str, *, language: str) -> tuple[str, ...]:
    """
    Return the names of a question: words with a capital inside a sentence, but days, months and what is somebody's own.

    :returns: Empty where capitals tell nothing: in German, or where every word has one.
    """
    found = words(text)
    if language.split("-")[0] not in _CAPITALS_MARK_NAMES:
        return ()
    longer = [word.text for word in found[1:] if len(word.text) > _SHORTEST and word.text[0].isalpha()]
    if len(longer) > 2 and all(word[0].isupper() for word in longer):
        return ()
    names = []
    for at, word in enumerate(found[1:], start=1):
        name = re.sub(r"['\u2019]s?$", "", word.text)
        joined = text[word.span.start - 1 : word.span.start] == "-" or text[word.span.end : word.span.end + 1] == "-"
        if joined or len(name) < _SHORTEST or not _NAME.fullmatch(name) or _starts(text, word.span.start):
            continue
        day = not _NO_NAME.isdisjoint((name.casefold(), name.casefold().removesuffix("s")))
        if not day and found[at - 1].text.casefold() not in _OWN:
            names.append(name)
    return tuple(dict.fromkeys(names))


def _starts(text: str, start: int) -> bool:
    """Tell whether a word begins a sentence: its capital then tells nothing."""
    return bool(re.search(r"(?:^|[.!?:]\s+)\W*$", text[:start]))


def known_words(passages: Iterable[Passage]) -> frozenset[str]:
    """Return the words of passages, with those that say which document and whose it is, without case."""
    found: set[str] = set()
    for passage in passages:
        revision = passage.permit.revision
        said = (revision.title, revision.document_id, revision.path, revision.tenant, revision.source, passage.text)
        for text in (*said, *passage.permit.chunk.path, passage.permit.chunk.indexed):
            found.update(re.findall(r"[^\W\d_]+", str(text).casefold()))
    return frozenset(found)


def unlisted_names(text: str, known: frozenset[str], *, language: str) -> tuple[str, ...]:
    """
    Return the names of a question that stand nowhere, not even in another form or by a slip of the pen.

    :param known: Words of all that was found (:func:`known_words`).
    """
    return tuple(name for name in names_in(text, language=language) if not _forms(name, known))


def _forms(name: str, known: frozenset[str]) -> tuple[str, ...]:
    """Return the words that may be a name: the same, another form of it, or what a slip of the pen made it of."""
    low = name.casefold()
    begins = low[: max(_PREFIX, len(low) - 2)]
    same = [word for word in known if word.startswith(begins) or (len(word) >= _PREFIX and low.startswith(word))]
    return tuple(same or (get_close_matches(low, known, n=1, cutoff=_CLOSE) if len(low) > _PREFIX else ()))


def of_other_documents(
    text: str, found: Sequence[Candidate], passages: Sequence[Passage], known: frozenset[str], *, language: str
) -> frozenset[Candidate]:
    """
    Return what stands in documents that do not say a name which a question has: the crane's cap is not the ship's.

    :param known: Words of all that was found; every name of the question is among them in some form.
    """
    forms = [_forms(name, known) for name in names_in(text, language=language)]
    if not forms:
        return frozenset()
    silent = set()
    for at, passage in enumerate(passages):
        revision = passage.permit.revision
        named = (revision.title, revision.document_id, revision.path, revision.tenant, revision.source)
        told = " ".join((*map(str, named), *passage.permit.chunk.path, revision.text)).casefold()
        if any(not any(form in told for form in its) for its in forms):
            silent.add(at)
    return frozenset(c for c in found if c.passage in silent)


def of_other_rows(text: str, found: Sequence[Candidate], *, language: str) -> frozenset[Candidate]:
    """
    Return the table rows that are headed by another name than one that a question has and that neither they nor
    anything over them say: the rows of Sweden and Denmark do not answer for Norway.
    """
    names = names_in(text, language=language)
    if not names:
        return frozenset()
    heads = {c: c.claim.partition(":")[0] for c in found if c.is_row and ":" in c.claim and not c.pairs}
    listed = {c for c, head in heads.items() if _is_name(head)}
    barred = set()
    for c in listed:
        near = re.findall(r"[^\W\d_]+", f"{c.called} {c.heading} {c.around} {c.claim}".casefold())
        own = frozenset(near)
        if _has_siblings(c, listed) and not all(_forms(name, own) for name in names):
            barred.add(c)
    return frozenset(barred)


def _is_name(head: str) -> bool:
    own = head.split()
    return 0 < len(own) <= 4 and all(word[0].isupper() and not word.isupper() for word in own if word[0].isalpha())


def _has_siblings(candidate: Candidate, listed: set[Candidate]) -> bool:
    """Tell whether another row of the same table has a name at its head too: then its heads are a list of names."""
    place = (candidate.passage, candidate.heading, candidate.around)
    return any((c.passage, c.heading, c.around) == place and c is not candidate for c in listed)
