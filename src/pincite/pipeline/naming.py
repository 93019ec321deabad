"""What the answer to one question names, so that the next one can ask about it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pincite.documents import BlockKind, Span
from pincite.text.dates import MONTHS, WEEKDAYS
from pincite.text.identifiers import find
from pincite.text.numbers import quantities
from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pincite.answers import DraftClaim, Passage
    from pincite.pipeline.leaning import Asked

__all__ = ["key_in", "named", "speaks_of"]

_CODE: Final = re.compile(r"(?<![\w-])[A-Z]{1,6}[ -]?\d{1,8}[A-Z]?(?![\w-])")
_FIRST: Final = re.compile(r"^(?:The\s+|An?\s+)?(?P<name>(?:[A-Z][\w&'\u2019-]+\s+){1,3}[A-Z][\w&'\u2019-]+)")
_INSIDE: Final = re.compile(r"(?<=[\w,;)\u2019] )(?P<name>[A-Z][\w&'\u2019-]+(?:\s[A-Z][\w&'\u2019-]+){0,3})")
_ROW: Final = re.compile(r"^(?P<head>[^:;.]{1,60}):\s")
_NO_NAME_LISTED: Final = (
    "the a an this that any every each our your to by of for with from in and or only one is are have has need needs "
    "use uses which what on at christmas easter"
)
_NO_NAME: Final = frozenset((*_NO_NAME_LISTED.split(), *MONTHS, *WEEKDAYS))


def named(thing: Asked | None, claims: Iterable[str], *, question: str) -> str | None:
    """
    Return what an answer names: an exact key or code, else the noun with what stands before it, else a name.

    :param thing: What was asked for by name; ``None`` where that is not known.
    :param claims: The answer's sentences and rows, as they read.
    :param question: The whole question: what it says itself is no answer to it.
    """
    person = thing is not None and thing.person
    given = {key.casefold() for key in _keys(question)} | set(re.findall(r"[\w'\u2019-]+", question.casefold()))
    told = tuple(claims)
    behind = None if person else next((key for claim in told if (key := _behind(thing, claim, given))), None)
    return behind or next((name for claim in told if (name := _named_in(thing, claim, given, person=person))), None)


def _named_in(thing: Asked | None, claim: str, given: set[str], *, person: bool) -> str | None:
    row = _ROW.match(claim)
    key = None if person else _key(claim, given, row["head"] if row else "")
    head = None if person or not row else _new(row["head"], given)
    return key or _by_noun(thing, claim, given) or head or _proper(claim, given)


def key_in(name: str) -> str | None:
    """Return the exact key or code of a name: "DP-310" of "the drain pump DP-310"."""
    return next(iter(_keys(name)), None)


def speaks_of(name: str, claim: DraftClaim, passages: Iterable[Passage], *, language: str) -> bool:
    """
    Tell whether a claim is about what is named: a table row says it itself or has it over it, a sentence stands in a
    section that says it. Of "the drain pump DP-310" the key is enough, and a sentence on drain pumps without a key.
    """
    shown = {passage.label: passage for passage in passages}
    near = [claim.text]
    for quote in claim.quotes:
        passage = shown[quote.label]
        revision, chunk = passage.permit.revision, passage.permit.chunk
        near += [revision.title, *chunk.path]
        if not (quote.span and _in_table(passage, quote.span)):
            near.append(passage.text)
    keys = _keys(name)
    told = set(content_words(" ".join(near), language))
    if not keys:
        return set(content_words(name, language)) <= told
    words = set(content_words(name.replace(keys[0], " "), language))
    own = set(content_words(claim.text, language))
    return set(content_words(keys[0], language)) <= told or bool(words and words <= own and not _keys(claim.text))


def _in_table(passage: Passage, span: Span) -> bool:
    return any(b.kind is BlockKind.TABLE and b.span.overlaps(span) for b in passage.permit.revision.blocks)


def _keys(text: str) -> list[str]:
    """Return the exact keys of a text and its other codes ("FS-11", "W3"), in order; amounts are none."""
    amounts = [q.span for q in quantities(text, language="en") if q.unit]
    spans = [each.span for each in find(text)] + [Span(*m.span()) for m in _CODE.finditer(text)]
    kept = [span for span in spans if not any(span.overlaps(amount) for amount in amounts)]
    return list(dict.fromkeys(span.cut(text) for span in sorted(kept, key=lambda span: (span.start, -span.end))))


def _behind(thing: Asked | None, claim: str, given: set[str]) -> str | None:
    """Return the key right behind what was asked for: "the needle NE-3"."""
    for noun in thing.nouns if thing is not None else ():
        for key in _keys(claim):
            if key.casefold() not in given and re.search(rf"\b{re.escape(noun)}\s+{re.escape(key)}", claim, re.I):
                return _described(key, claim)
    return None


def _key(claim: str, given: set[str], head: str) -> str | None:
    """Return the first key that the question does not have, and rather one that does not head its row."""
    new = [key for key in _keys(claim) if key.casefold() not in given]
    key = next((key for key in new if key != head), new[0] if new else None)
    return _described(key, claim) if key else None


def _described(key: str, claim: str) -> str:
    """Return a key with what it is called: "the drain pump DP-310"."""
    found = re.search(
        rf"\b(?:the|an?|kit)\s+(?P<words>(?:[a-z][\w-]*\s+){{1,3}}){re.escape(key)}(?![\w-])", claim, re.I
    )
    words = found["words"].split() if found else []
    return f"the {' '.join(words)} {key}" if words and not _NO_NAME.intersection(words) else key


def _by_noun(thing: Asked | None, claim: str, given: set[str]) -> str | None:
    """Return "the fraud desk" where a desk was asked for, or "Tonerwerk" for "the firm, Tonerwerk"."""
    for noun in thing.nouns if thing is not None else ():
        named_so = re.search(rf"\b{re.escape(noun)},?\s+(?:called\s+)?{_INSIDE.pattern}", claim)
        if named_so and (name := _new(named_so["name"], given)):
            return name
        phrase = re.search(rf"\b((?:[A-Za-z][\w'\u2019-]*\s+){{1,3}}){re.escape(noun)}s?\b", claim, re.IGNORECASE)
        words: list[str] = []
        for word in reversed(phrase[1].split() if phrase else []):
            if word.casefold() in _NO_NAME:
                break
            words.insert(0, word)
        if words and not {word.casefold() for word in words} <= given:
            return f"the {' '.join(words[-2:])} {noun}"
    return None


def _proper(claim: str, given: set[str]) -> str | None:
    for amount in quantities(claim, language="en"):
        claim = f"{claim[: amount.span.start]}{' ' * len(amount.span)}{claim[amount.span.end :]}"
    found = [*_FIRST.finditer(claim), *_INSIDE.finditer(claim)]
    return next((name for each in found if (name := _new(each["name"], given))), None)


def _new(name: str, given: set[str]) -> str | None:
    """Return a name that says something which the question does not, and is no day or month."""
    words = {word.casefold() for word in re.findall(r"[\w'\u2019-]+", name)}
    words -= {word for word in words if word.removesuffix("s") in _NO_NAME}
    return name.strip() if words - given else None
