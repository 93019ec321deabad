"""
What a document applies to: board revisions, firmware versions, products, sites, regions.

A value is a text such as "C", "Rev. C", "firmware 3.2", "2.x", "berlin" or "EU". Two values are the same where their
cores are, so that "C" and "Rev. C" are; the noun that one of them is written with ("firmware") is its kind. In a
question a value is found by its own words; one that could be any word, such as a single letter or a bare number, only
beside such a noun: "for revision C", "rev. B and C", "the C boards", "v3.2".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

__all__ = ["Value", "applies", "covers", "distinct", "named", "read_value", "without"]

_NOUNS: Final = {
    "revision": "revision revisions rev revs",
    "version": "version versions ver v release releases",
    "firmware": "firmware fw",
    "software": "software sw",
    "hardware": "hardware hw",
    "model": "model models",
    "variant": "variant variants type types class classes option options",
    "board": "board boards",
    "unit": "unit units",
    "series": "series",
    "mark": "mark mk",
    "generation": "generation gen",
    "edition": "edition editions",
    "grade": "grade grades",
    "level": "level levels",
    "tier": "tier tiers plan plans",
    "site": "site sites",
    "plant": "plant plants",
    "building": "building buildings",
    "region": "region regions",
    "zone": "zone zones",
    "country": "country countries",
    "phase": "phase phases",
    "batch": "batch batches lot lots",
    "build": "build builds",
    "line": "line lines",
    "product": "product products",
}
_KIND: Final = {word: kind for kind, words in _NOUNS.items() for word in words.split()}
_NOUN: Final = "|".join(sorted(map(re.escape, _KIND), key=len, reverse=True))
_LEADING: Final = re.compile(rf"({_NOUN})(?:\.?[\s:_-]+|\.(?=\w)|(?=\d))(?=\w)")
_TRAILING: Final = re.compile(rf"(?<=\w)[\s_-]+({_NOUN})\.?$")
_EVERYTHING: Final = frozenset({"all", "*", "any", "every", "everything", "everyone", "each"})
_JOIN: Final = r"(?:\s*(?:,|/|&|\+)\s*(?:and\s+|or\s+)?|\s+(?:and|or|und|et|y)\s+|\s+)"
_ITEM: Final = r"\d+(?:\.\d+)*[a-z]?|[a-z]{1,2}\d{0,2}(?!\w|['\u2019](?!s\b))"
_LETTERED: Final = _ITEM.partition("|")[2]
_ANY_KIND: Final = "revision version board model variant unit series mark generation edition build line product"
_GENERIC: Final = frozenset(_ANY_KIND.split())
"""Nouns that go with values of any kind; of the others, two different ones part values: firmware 3 is no site 3."""
_BEHIND_CODE: Final = re.compile(r"(?<![\w-])[A-Z]{2,}[-\s]?\d{2,}[-\s/]?([A-Z])(?![\w-])")
"""A capital letter behind a product's code: "SRB-5030C", "SRB-5030 C"."""
_SHORT: Final = 2
"""Letters up to which a value could be any word of a question."""


@dataclass(frozen=True, slots=True)
class Value:
    """One value, as it is compared."""

    core: str
    """Lower case, words parted by single blanks, without the noun: "c", "3.2", "nimbus 100"."""
    kind: str
    """The noun that it is written with, else its form: "letter", "number" or "text"."""


@lru_cache(maxsize=4096)
def read_value(value: str) -> Value:
    """
    Return what a value is compared by.

    :param value: As a document or an asker writes it.
    """
    words = _folded(value)
    leading, trailing = _LEADING.match(words), _TRAILING.search(words)
    if leading:
        return Value(words[leading.end() :].strip(), _KIND[leading[1]])
    if trailing:
        return Value(words[: trailing.start()].strip(), _KIND[trailing[1]])
    return Value(words, _form(words))


def _folded(text: str) -> str:
    return " ".join(re.sub(r"[\s_\u2010-\u2015-]+", " ", text.casefold()).split())


def _form(core: str) -> str:
    if re.fullmatch(r"[a-z]{1,2}\d{0,2}", core):
        return "letter"
    return "number" if re.fullmatch(r"v?\d[\d.x*]*[a-z]?", core) else "text"


def covers(value: str, wanted: str) -> bool:
    """
    Tell whether a document's value takes in what is asked about: the same core, or "2.x" for "2.4".

    :param value: One of a document's ``applies_to``.
    :param wanted: What is asked about.
    """
    its, asked = read_value(value), read_value(wanted)
    if its.core in _EVERYTHING:
        return True
    parting = {its.kind, asked.kind} - _GENERIC
    if len(parting) > 1 and parting <= _NOUNS.keys():
        return False
    if its.core == asked.core:
        return True
    family = re.fullmatch(r"(.+?)\.[x*]", its.core)
    return bool(family and asked.core.startswith(f"{family[1]}."))


def applies(stated: Collection[str], wanted: Collection[str]) -> bool:
    """
    Tell whether a document that applies to ``stated`` speaks about any of ``wanted``.

    Values of another kind do not part: what is stated for a product speaks about every revision of it.

    :param stated: A document's ``applies_to``; empty for everything.
    :param wanted: What is asked about; empty for anything.
    """
    if not stated or not wanted:
        return True
    if any(covers(value, each) for value in stated for each in wanted):
        return True
    forms = {_form(read_value(value).core) for value in stated}
    return not any(_form(read_value(each).core) in forms for each in wanted)


def distinct(values: Iterable[str]) -> tuple[str, ...]:
    """Return values without those that are another one written differently, in order of appearance."""
    seen: dict[str, str] = {}
    for value in values:
        core = read_value(value).core
        if core not in _EVERYTHING:
            seen.setdefault(core, value)
    return tuple(seen.values())


def named(question: str, known: Iterable[str]) -> tuple[str, ...]:
    """
    Return the values that a question names, in order.

    :param question: As asked.
    :param known: Every value that stands on a document which the asker may read; no other is recognised, but one that
        is written like them beside the same kind of noun ("revision D") is returned as it is asked about, since
        nothing may be said of it.
    :returns: Empty where none is named.
    """
    values = distinct(known)
    if not values:
        return ()
    folded = _folded(question)
    forms = {_form(read_value(value).core) for value in values}
    found: dict[int, str] = {}
    for at, text in _beside_nouns(folded):
        known_one = next((value for value in values if covers(value, text)), None)
        if known_one is not None:
            found[at] = known_one if read_value(known_one).core == text.split()[-1] else text
        elif _form(read_value(text).core) in forms:
            found[at] = f"{text[:-1]}{text[-1].upper()}" if _form(text.split()[-1]) == "letter" else text
    for value in values:
        for at in _own_words(value, question, folded):
            found.setdefault(at, value)
    for match in _BEHIND_CODE.finditer(question):
        known_one = next((value for value in values if covers(value, match[1])), None)
        if known_one is not None:
            found.setdefault(match.start(1), known_one)
    return distinct(found[at] for at in sorted(found))


def without(question: str, values: Iterable[str]) -> str:
    """Return a question without the words that name some values: "for revision C", "on the C boards"."""
    left = question
    for value in values:
        core = r"[\s._-]*".join(re.escape(part) for part in read_value(value).core.split())
        noun = rf"(?:{_NOUN})\.?[\s:_-]*"
        lead = r"(?:(?:for|on|of|in|at|with|to|from|under|by)\s+)?(?:(?:the|a|an|your|our)\s+)?"
        shapes = [rf"{noun}{core}(?:\s+(?:{_NOUN}))?", rf"{core}\s+(?:{_NOUN})"]
        if _form(read_value(value).core) == "text":
            shapes.append(core)
        for shape in shapes:
            left = re.sub(rf"\s*(?<![\w-]){lead}(?:{shape})(?![\w-])(?:['\u2019]s)?", " ", left, flags=re.IGNORECASE)
    left = re.sub(r"\s+(?=[?.!,;:])", "", " ".join(left.split()))
    return left if re.search(r"\w", left) else question


def _beside_nouns(folded: str) -> list[tuple[int, str]]:
    """Return (place, text) of what stands beside a noun such as "revision" and could be a value."""
    found = []
    before = re.compile(rf"(?<!\w)({_NOUN})\b\.?\s*:?\s*((?:{_ITEM})(?:{_JOIN}(?:{_NOUN})?\.?\s*(?:{_ITEM}))*)(?![\w])")
    for match in before.finditer(folded):
        for item in re.finditer(rf"(?<![\w.])(?:{_ITEM})", match[2]):
            if not _is_word(item[0], folded, match.start(2) + item.start()):
                found.append((match.start(2) + item.start(), f"{match[1]} {item[0]}"))
    behind = re.compile(rf"(?<![\w.])({_LETTERED})\s+({_NOUN})\b")  # "5 units" is a count
    for match in behind.finditer(folded):
        if not _is_word(match[1], folded, match.start(1)) and all(at != match.start(1) for at, _ in found):
            found.append((match.start(1), f"{match[2]} {match[1]}"))
    glued = re.compile(r"(?<!\w)(v|rev|mk|fw|hw|gen)\.?(\d+(?:\.\d+)*[a-z]?)(?!\w)")
    found += [(match.start(2), f"{match[1]} {match[2]}") for match in glued.finditer(folded)]
    return found


_LITTLE: Final = "a i is in it on of or as at an be by do go he if me my no so to up us we am and"
_WORDS: Final = frozenset(_LITTLE.split())


def _is_word(item: str, folded: str, at: int) -> bool:
    """Tell whether what could be a value is a little word of the question; one that ends a list is none."""
    if item not in _WORDS:
        return False
    after = folded[at + len(item) :].lstrip()
    return not (item in ("a", "i") and (not after or after[0] in "?.,;:!)/&" or re.match(r"(?:and|or)\b", after)))


def _own_words(value: str, question: str, folded: str) -> list[int]:
    """Return where a value stands in a question by its own words, where these can be nothing else."""
    whole, core = _folded(value), read_value(value).core
    texts = {whole} | ({core} if _form(core) == "text" else set())
    found = []
    for text in texts:
        if len(text) <= _SHORT and text.isalpha():
            written = re.search(rf"(?<!\w){re.escape(value.strip())}(?!\w)", question) if len(text) == _SHORT else None
            found += [written.start()] if written and value.strip().isupper() else []
        elif _form(text) != "number" and not re.fullmatch(r"[a-z]\d{0,2}", text):
            pattern = r"[\s.-]*".join(map(re.escape, text.split()))
            found += [match.start() for match in re.finditer(rf"(?<!\w){pattern}(?!\w)", folded)]
    return found
