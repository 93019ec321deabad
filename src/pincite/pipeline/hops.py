"""
Questions that lead over something they do not name: "the extension of the desk that handles chargebacks".

Without a model such a question is taken apart by rule: what is not named is asked for first, and the second question
names it. Where the rule does not fit, the question stays as it is.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pincite.text.identifiers import find

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Hop", "hop", "named"]

_VERB: Final = (
    r"handles?|handled|covers?|covered|applies|apply|applied|replaces?|replaced|approves?|approved|owns?|owned|"
    r"governs?|governed|manages?|managed|supplies|supplied|supply|signs?|signed|uses?|used|deals?|dealt|decides?|"
    r"decided|pays?|paid|ships?|shipped|sells?|sold|makes?|made|runs?|ran|keeps?|kept|leads?|led|answers?|receives?|"
    r"received|contains?|contained|requires?|required|supersedes?|superseded|is|are|was|were|has|have|had|can|may|must"
)
_NOUN: Final = r"(?:[a-z][\w-]*\s+){0,2}[a-z][\w-]*"
_RELATIVE: Final = re.compile(
    rf"\b(?P<np>(?:the|a|an|whatever|whichever)\s+(?P<noun>{_NOUN})\s+(?:that|which|who)\s+(?P<rel>(?:{_VERB})\b[^?,;]*))",
    re.IGNORECASE,
)
_OPENING: Final = re.compile(r"^\W*(?:what|which|who|when|where|how)\b", re.IGNORECASE)
_WEAK: Final = frozenset(("one", "thing", "way", "case", "time", "day", "part", "person", "people", "reason"))
"""Nouns that name nothing: "the way that refunds are paid" leads over nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hop:
    """A question in two steps."""

    first: str
    """Asks for what the question does not name."""
    noun: str
    """What kind of thing that is: "desk"."""
    before: str
    after: str
    both: bool = False
    """Whether the first question was asked too: "Which part does it need, and what does the part cost?"."""
    given: frozenset[str] = frozenset()
    """Exact keys of the question itself: the first answer has to name another one."""

    def second(self, name: str) -> str:
        """Return the question with what was found in the place of its description."""
        return f"{self.before}{name}{self.after}"


def hop(question: str) -> Hop | None:
    """Return the two steps of a question, or ``None`` where it names what it is about."""
    flat = " ".join(question.split())
    pair = _pair(flat)
    if pair is not None:
        return pair
    found = _RELATIVE.search(flat)
    if found is None or not _OPENING.match(flat) or found.start() < len("what is"):
        return None
    noun = found["noun"].split()[-1].casefold()
    after = flat[found.end() :]
    if noun in _WEAK or not flat[: found.start()].strip() or len(found["rel"].split()) < 2:
        return None
    return Hop(
        first=f"Which {found['noun']} {found['rel'].strip()}?", noun=noun, before=flat[: found.start()], after=after
    )


def _pair(flat: str) -> Hop | None:
    """Return the steps of "Which frame do I need, and how soon is it delivered?", whose second part leans on it."""
    found = _TWO.search(flat)
    if found is None:
        return None
    again = re.search(
        rf"\b(?:the|this|that|these|those)\s+{re.escape(found['noun'])}\b", found["second"], re.IGNORECASE
    )
    spoken = again or _PRONOUN.search(found["second"])
    if spoken is None:
        return None
    second = found["second"]
    before, after = second[: spoken.start()], second[spoken.end() :]
    after = f"'s{after}" if spoken[0].casefold() in {"its", "their"} else after
    return Hop(
        first=f"{flat[: found.start('second')].rstrip(' ,').removesuffix(' and').rstrip(' ,')}?".replace("??", "?"),
        noun=found["noun"].casefold(),
        before=f"{before[:1].upper()}{before[1:]}",
        after=after,
        both=True,
        given=frozenset(each.key for each in find(flat)),
    )


_TWO: Final = re.compile(
    r"\b(?:which|what)\s+(?P<noun>[a-z][\w-]{2,})\b(?!\s+(?:and|or)\b)[^?]{3,120}?(?:,\s+(?:and\s+)?|\s+and\s+|\?\s+(?:and\s+)?)"
    r"(?P<second>(?:by |in |for |from )?(?:what|which|how|when|where|who|can|may|must|does|do|is|are)\b[^?]+\??)\s*$",
    re.IGNORECASE,
)
_PRONOUN: Final = re.compile(r"\b(?:it|its|they|them|their|that one)\b", re.IGNORECASE)


def named(hop_: Hop, claims: Iterable[str]) -> str | None:
    """
    Return what the first answer names: an exact key, else the noun with what stands before it, else a proper name.

    :param claims: The first answer's sentences.
    """
    for claim in claims:
        keys = [each.key for each in find(claim) if each.key not in hop_.given]
        if keys:
            return keys[0]
        if hop_.both:
            continue  # what is only described is spoken of in the question already
        phrase = re.search(rf"\b((?:[A-Za-z][\w'-]*\s+){{1,3}}){re.escape(hop_.noun)}s?\b", claim, re.IGNORECASE)
        words = [w for w in phrase[1].split() if w.casefold() not in _ARTICLES] if phrase else []
        if phrase and words:
            return f"the {' '.join(words[-2:])} {hop_.noun}"
        proper = re.search(r"(?<!^)(?<![.!?]\s)\b((?:[A-Z][\w&'-]+\s?){1,4})", claim)
        if proper:
            return proper[1].strip()
    return None


_ARTICLES: Final = frozenset(
    ("the", "a", "an", "this", "that", "any", "every", "each", "our", "your", "to", "by", "of")
)
