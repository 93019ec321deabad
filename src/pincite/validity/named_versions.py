"""
The version of a document that a question names: "version 3 of the refund policy", "the guarantee terms v8", "in the
second version".

A number behind another noun is none: "page 3". Which document is meant is left to who knows their names; what stands
beside the version is handed over for that.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice
from typing import Final

__all__ = ["NamedVersion", "named_versions"]

_ORDINALS: Final = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
_COUNTED: Final = {word: n for n, word in enumerate(_ORDINALS.split(), 1)}
_NUMBERS: Final = "one two three four five six seven eight nine ten eleven twelve"
_SPELT: Final = {word: n for n, word in enumerate(_NUMBERS.split(), 1)}
_VERSION: Final = re.compile(
    rf"(?<![\w.-])(?:(?:the\s+)?(?:version|edition)\s+(?:(?:no\.?|number)\s+)?"
    rf"(?P<number>\d+(?:\.\d+)*|{'|'.join(_SPELT)})|(?:(?-i:v)|V(?=\d(?!\d)))\.?\s?(?P<short>\d+(?:\.\d+)*)"
    rf"|(?:the\s+)?(?:(?P<ordinal>{'|'.join(_COUNTED)})|(?P<th>\d{{1,2}})(?:st|nd|rd|th))\s+(?:version|edition))"
    r"(?:['\u2019]s)?(?![\w-])(?!\.\d)",
    re.IGNORECASE,
)
_ARTICLE: Final = r"(?:the|our|your|their|its|this|that)"
_STOPS: Final = (
    r"(?:the|our|your|their|its|this|that|a|an|of|in|on|at|to|for|from|by|with|under|about|per|as|is|are|was|were|do"
    r"|does|did|has|have|had|can|could|may|must|should|will|would|say|says|said|state|states|stated|give|gives|gave"
    r"|what|which|who|when|where|how|why|if|that|and|or|but|not|according|since|before|after|until)"
)
_LETTERS: Final = r"[\w&'\u2019/-]"
_PART: Final = rf"(?!{_STOPS}\b){_LETTERS}++"
_NAME: Final = rf"{_PART}(?:(?:\s*,\s*|\s+){_PART}){{0,5}}"
_WORD: Final = r"[\w&/-]+(?:['\u2019]\w+)*"
_OF: Final = re.compile(rf"\s+(?:of|in|for|to)\s+(?P<name>(?:{_ARTICLE}\s+)?{_NAME})", re.IGNORECASE)
_BEHIND: Final = re.compile(rf"\s+(?P<name>{_NAME})", re.IGNORECASE)
_BEFORE: Final = re.compile(rf"(?<!{_LETTERS})(?P<name>{_NAME})[,(\s]*$", re.IGNORECASE)
_MOST: Final = 4
_NEAR: Final = 120
"""Characters before a version that are looked at for the name of its document."""
_LEAD: Final = re.compile(
    r",?\s*\b(?:according\s+to|in|under|by|of|from|per|as\s+per|with|to|within|on|at)\s+(?:the\s+)?$", re.IGNORECASE
)
"""What leads over to a version and goes with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedVersion:
    """A version that a question names."""

    version: str
    """Its number: "3" of "version 3" and of "the third version"."""
    before: tuple[str, ...]
    """Words right before it that may end in the document's name; empty where none can."""
    behind: tuple[str, ...]
    """Words right behind it, or behind its "of", that may begin with the document's name."""
    bare: str
    """The question without the version."""

    @property
    def alone(self) -> bool:
        """Whether it is named with nothing beside it that it may be a version of."""
        return not self.before and not self.behind


def named_versions(question: str) -> tuple[NamedVersion, ...]:
    """Return the first few versions that a question names, in order."""
    return tuple(_named_by(found, question) for found in islice(_VERSION.finditer(question), _MOST))


def _named_by(found: re.Match[str], question: str) -> NamedVersion:
    before, behind = question[: found.start()], question[found.end() :]
    of = _OF.match(behind)
    if of is not None:
        rest = f"{before}{_the(of['name'])} {behind[of.end() :]}"
        return _named(found, "", of["name"], rest)
    own = found[0].casefold().endswith(("'s", "\u2019s"))
    led, follows = _BEFORE.search(before[-_NEAR:]), None if own else _BEHIND.match(behind)
    if led is not None or follows is not None:
        closed = re.match(r"\s*\)", behind) if before.rstrip().endswith("(") else None
        rest = f"{before.rstrip(' (')} {behind[closed.end() :] if closed else behind}"
        return _named(found, led["name"] if led else "", follows["name"] if follows else "", rest)
    lead = _LEAD.search(before)
    subject = "the" if own else "" if lead or not before else "the page"
    return _named(found, "", "", f"{before[: lead.start()] if lead else before} {subject} {behind}")


def _named(found: re.Match[str], before: str, behind: str, rest: str) -> NamedVersion:
    return NamedVersion(
        version=_number(found),
        before=tuple(re.findall(_WORD, before)),
        behind=tuple(re.findall(_WORD, behind)),
        bare=_spaced(rest),
    )


def _number(found: re.Match[str]) -> str:
    """Return the number of a version in figures."""
    if found["ordinal"]:
        return str(_COUNTED[found["ordinal"].casefold()])
    stated: str = found["number"] or found["short"] or found["th"]
    return str(_SPELT.get(stated.casefold(), stated))


def _the(name: str) -> str:
    return name if re.match(rf"{_ARTICLE}\s", name, re.IGNORECASE) else f"the {name}"


def _spaced(text: str) -> str:
    """Return a question with single blanks, none before its end mark, and a capital at its beginning."""
    plain = re.sub(r"\s+(?=[?.!,;])", "", " ".join(text.split())).lstrip(" ,")
    return plain[:1].upper() + plain[1:]
