"""
Documents that a question names and that are not there: nobody can say what the travel policy says where there is none.

Only what is named as a document counts: "according to the travel policy", "what does the crane agreement say",
"summarize travel-policy", "travel-policy.md". It is there where a document that may be read is called so, by its
title, file or id, also in other words of its own pages; and what the pages speak of as such a document is known too.
"""

from __future__ import annotations

import re
from collections import Counter
from difflib import get_close_matches
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pincite.answers import Passage
    from pincite.catalog import DocumentRow
    from pincite.documents import Revision
    from pincite.questions import Found

__all__ = ["is_document", "names_documents", "of_named", "rows_called", "unheld"]

_NOUN: Final = (
    r"(?:polic(?:y|ies)|agreements?|contracts?|manuals?|guides?|handbooks?|bulletins?|leases?|charters?|reports?|memos?"
    r"|data\s?sheets?|procedures?|addendum|amendments?|leaflets?|brochures?|playbooks?|runbooks?|lists?|tariffs?)"
)
_WORDS: Final = (
    r"(?P<{0}>(?:(?!(?:the|a|an|and|or|of|in|to|that|which|is|are|do|does|did)\b)[^\W_][\w'\u2019-]*\s+){{1,4}}?)"
)
_SAYS: Final = (
    r"(?:say|state|define|mention|give|require|provide|specif(?:y|ies)|set|contain|cover|allow|permit|forbid|describe"
    r"|promise|charge|ask|list|name)s?\b"
)
_NAMED: Final = re.compile(
    rf"\b(?:(?:according\s+to|as\s+per|per|under|in|of|from|within|by)\s+(?:the|our|your|their|its)\s+{_WORDS.format('by')}{_NOUN}\b"
    rf"|(?:do|does|did)\s+(?:the|our|your|their|its)\s+{_WORDS.format('says')}{_NOUN}\s+(?:\w+ly\s+)?{_SAYS}"
    rf"|(?:summari[sz]e|quote|cite|show|open|read|explain)\s+(?:me\s+)?(?:the|our|your|their|its)\s+{_WORDS.format('shown')}{_NOUN}\b)",
    re.IGNORECASE,
)
_FILE: Final = re.compile(
    r"(?<![\w/.-])(?P<file>[\w./-]*\w\.(?:md|markdown|pdf|docx?|txt|html?|xlsx?|pptx?|csv|eml|rst|odt))(?![\w-])", re.I
)
_SLUG: Final = re.compile(
    r"\b(?:summari[sz]e|quote|show|open|read)\s+(?:me\s+)?(?P<slug>[\w/]*[^\W\d_]{3,}(?:[-_][^\W_]+)+)\s*[?.!]*$", re.I
)
_GENERAL_LISTED: Final = (
    "policy agreement contract manual guide handbook bulletin lease charter report memo data sheet datasheet procedure "
    "addendum amendment leaflet brochure playbook runbook list tariff current latest newest new old older previous "
    "former earlier first last second third present original version company official same whole own written general "
    "internal public revised updated master this that week weekly monthly annual yearly document page file"
)
_GENERAL: Final = frozenset(content_words(_GENERAL_LISTED, "en"))
"""Stems that do not tell one document from another."""
_DOCUMENTS: Final = frozenset(
    content_words(
        "policy agreement contract manual guide handbook bulletin lease charter report memo datasheet procedure "
        "addendum amendment leaflet brochure playbook runbook document page file terms rules conditions list tariff",
        "en",
    )
)
"""Stems of what a document is called by its kind."""
_LIKE: Final = 0.8
"""How like a word of a title is to one that was misspelt, by :mod:`difflib`."""
_OFTEN: Final = 3
"""How often what was found of one document has to say a word for it to be called so in other words than its title."""


def names_documents(question: str) -> tuple[tuple[str, str], ...]:
    """
    Return the names of documents in a question, each with the words that tell it from others.

    :returns: Empty where it names none; "the policy" and "our current contract" are no names.
    """
    found: dict[str, str] = {}
    for match in (*_FILE.finditer(question), *_SLUG.finditer(question)):
        found[match[1]] = re.sub(r"[^\w]|[\d_]", " ", PurePosixPath(match[1]).name.rpartition(".")[0] or match[1])
    for match in _NAMED.finditer(_FILE.sub(" ", question)):
        words = next(filter(None, (match["by"], match["says"], match["shown"])))
        start = match.start("by" if match["by"] else "says" if match["says"] else "shown")
        name = re.match(rf"{re.escape(words)}{_NOUN}", match.string[start:], re.IGNORECASE)
        found[name[0] if name else words.strip()] = words
    return tuple(found.items())


def unheld(question: str, rows: Sequence[DocumentRow], found: Sequence[Found]) -> tuple[str, ...]:
    """
    Return the names of documents in a question that nothing which may be read goes by.

    :param rows: The documents in scope.
    :param found: What a search for the question found.
    """
    named = names_documents(question)
    if not named:
        return ()
    titles = [_called(row) for row in rows]
    return tuple(name for name, words in named if not _is_there(name, _stems(words), titles, rows, found))


def of_named(question: str, passages: tuple[Passage, ...]) -> tuple[Passage, ...]:
    """
    Return the passages of the document that a question names, and of those that speak of it: what the warranty policy
    says of refunds stands in no refund policy.

    :returns: All of them where it names none, or none of what is shown is called just so.
    """
    named = names_documents(question)
    if not named or not passages[0].permit.revision.language.startswith("en"):
        return passages
    for is_meant in (_is_called, _akin):
        kept = {at for at, each in enumerate(passages) if any(is_meant(each.permit.revision, n) for n, _ in named)}
        if kept:
            break
    else:
        return passages
    spaced = [re.compile(rf"\b{_spaced(name)}", re.IGNORECASE) for name, _ in named]
    return tuple(
        passage
        for at, passage in enumerate(passages)
        if at in kept or any(each.search(passage.permit.revision.text) for each in spaced)
    )


def rows_called(before: Sequence[str], behind: Sequence[str], rows: Sequence[DocumentRow]) -> tuple[DocumentRow, ...]:
    """
    Return the documents that words are the name of: as many words as make one, up to a place or from it on.

    :param before: Words that may end in the name.
    :param behind: Words that may begin with it.
    :returns: Empty where they name none; "the policy" names one only where there are no two.
    """
    own = [frozenset(content_words(f"{row.title} {row.document_id}", "en")) for row in rows]
    parts = [before[at:] for at in range(len(before))]
    parts += [behind[:at] for at in range(len(behind), 0, -1)]
    for part in parts:
        named = frozenset(content_words(" ".join(part), "en"))
        found = tuple(row for row, title in zip(rows, own, strict=True) if named and named <= title)
        if found and (not named <= _GENERAL or len(found) == 1):
            return found
    return ()


def is_document(words: Sequence[str]) -> bool:
    """Tell whether words speak of a document, whatever it is called: "return", "rules"."""
    return not _DOCUMENTS.isdisjoint(content_words(" ".join(words), "en"))


def _is_called(revision: Revision, name: str) -> bool:
    """Tell whether a document is called by all words of a name, "policy" or "agreement" too."""
    named = _stems(PurePosixPath(name).stem)
    return bool(named) and named <= _stems(f"{revision.title} {revision.document_id} {revision.path}")


def _akin(revision: Revision, name: str) -> bool:
    """
    Tell whether a document may be meant by a name that none has: it is called by what tells the name from others, or
    by some of its words and says the rest. "The price list" may be the service prices, or the parts list with prices.
    """
    named, title = _stems(PurePosixPath(name).stem), _stems(f"{revision.title} {revision.document_id}")
    own = named - _GENERAL
    said = bool(named & title) and named <= title | _stems(revision.text)
    return said or (bool(own) and own <= title)


def _spaced(name: str) -> str:
    return r"\s+".join(rf"{re.escape(word)}\w*" for word in name.split())


def _called(row: DocumentRow) -> frozenset[str]:
    """Return what a document is called: stems of its title, id and path, and the names of its source and tenant."""
    return _stems(" ".join((row.title, str(row.document_id), row.path, row.topic, row.source, str(row.tenant))))


def _stems(text: str) -> frozenset[str]:
    return frozenset(content_words(re.sub(r"[\d_/.-]", " ", text), "en"))


def _is_there(
    name: str,
    stems: frozenset[str],
    titles: Sequence[frozenset[str]],
    rows: Sequence[DocumentRow],
    found: Sequence[Found],
) -> bool:
    own = stems - _GENERAL
    if not own:
        return True
    told = _spoken(found)
    for row, title in zip(rows, titles, strict=True):
        said = [stem for stem in own if stem in title or get_close_matches(stem, title, n=1, cutoff=_LIKE)]
        also = told.get(str(row.document_id), Counter())
        if len(said) == len(own) or (said and all(stem in said or also[stem] for stem in own)):
            return True
        if len(own) == 1 and all(also[stem] >= _OFTEN for stem in own):
            return True
    return any(re.search(rf"\b{_spaced(name)}", each.permit.chunk.indexed, re.IGNORECASE) for each in found)


def _spoken(found: Iterable[Found]) -> dict[str, Counter[str]]:
    """Return how often what was found of each document says each stem."""
    told: dict[str, Counter[str]] = {}
    for each in found:
        chunk = each.permit.chunk
        told.setdefault(str(chunk.document_id), Counter()).update(content_words(chunk.indexed, "en"))
    return told
