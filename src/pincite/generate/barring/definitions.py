"""
"What is a row permission?": the sentence that defines it answers, and none that does not speak of it does.

Only questions after a thing of a kind are meant ("a permission", "permissions", "what does … mean"). "What is the
deposit?" asks for a value, not for a meaning.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.generate.reading.asked import Ask
    from pincite.generate.reading.candidates import Candidate

__all__ = ["defined_in", "is_apart"]

_NAME: Final = r"[^\W\d_][\w'\u2019-]*(?:\s+[^\W\d_][\w'\u2019-]*){0,3}?"
_ASKED: Final = re.compile(
    rf"\W*(?:what(?:\s+(?:is|are|was|were)|['\u2019]s)\s+(?:meant\s+by\s+)?(?P<article>an?\s+)?[\"\u201c']?(?P<is>{_NAME})"
    rf"|what\s+(?:does|do)\s+(?:the\s+(?:term|word|abbreviation)\s+)?[\"\u201c']?(?P<means>{_NAME})[\"\u201d']?\s+"
    r"(?:mean|stand\s+for)"
    rf"|(?:what(?:\s+is|['\u2019]s)\s+)?the\s+(?:definition|meaning)\s+of\s+(?:the\s+(?:term|word)\s+|an?\s+)?[\"\u201c']?(?P<of>{_NAME})"
    rf"|what\s+(?:does|do)\s+[^?]{{1,60}}?\s+define\s+as\s+(?:an?\s+)?[\"\u201c']?(?P<as>{_NAME})"
    rf"|how\s+(?:is|are)\s+(?:an?\s+|the\s+(?:term|word)\s+)?[\"\u201c']?(?P<how>{_NAME})[\"\u201d']?\s+defined"
    rf"|(?:please\s+)?(?:define|explain\s+what)\s+(?:an?\s+)?(?P<define>{_NAME})(?:\s+(?:is|are|means?))?)"
    r"[\"\u201d']?\s*[?.!]*\s*",
    re.IGNORECASE,
)
_FORMS: Final = ("is", "means", "of", "as", "how", "define")
_OTHERWISE: Final = re.compile(
    r"(?:the|this|that|these|those|my|our|your|his|her|their|its|it|there|needed|required|included|covered|allowed|new"
    r"|due|wrong|next|left|done|going|happening|in|on|at|to|for|with|not)\b",
    re.IGNORECASE,
)
"""What follows "what is" where nothing is to be defined."""
_SAYS: Final = (
    r"\s*[\"\u201d'*_]*\s*(?:\([^()]{1,40}\)\s*)?(?:,[^,]{1,60},\s*)?(?:is|are|means?|refers?\s+to|denotes?|describes?"
    r"|consists?\s+of|stands?\s+for|comprises?)\s+(?!(?:not|also|only|then|now|often|usually|sometimes|always|never)\b)"
)
_MEANS: Final = (
    r"[\"\u201d'*_]*\s*(?:shall\s+(?:mean|include)|has\s+the\s+meaning|includes?\b|covers?\b|[:=(\u2013\u2014])"
)
_CALLED: Final = r"\b(?:called|termed|named|known\s+as|referred\s+to\s+as)\s+(?:an?\s+|the\s+)?[\"\u201c'*_]*"


def _asked(text: str) -> str | None:
    """Return the thing of which a question asks what it is; ``None`` for any other question."""
    found = _ASKED.fullmatch(text)
    if found is None:
        return None
    name = next(filter(None, (found[form] for form in _FORMS))).rstrip("'\u2019")
    return None if _OTHERWISE.match(name) else name


def defined_in(part: Ask, able: Sequence[Candidate]) -> Candidate | None:
    """
    Return the first sentence that says what the thing is that a question asks about, or spells a short form out;
    ``None`` where there is none, or the question asks for something else.

    :param able: What may answer, in the order of the passages.
    """
    name = _asked(part.text)
    if name is None:
        return None
    thing = _thing(name)
    begins = re.compile(rf"\W*(?:an?\s+|the\s+(?:term|word)\s+|the\s+)?[\"\u201c'*_]*{thing}{_SAYS}", re.IGNORECASE)
    calls = re.compile(rf"{_CALLED}{thing}\b", re.IGNORECASE)
    told = [c for c in able if not c.is_row]
    says = (c for c in told if begins.match(c.claim))
    called = next(says, None) or next((c for c in told if calls.search(c.claim)), None)
    if called is not None or not name.isupper():
        return called
    long_form = re.compile(rf"[^\W_]\s+\([\"\u201c'*_]*{thing}[\"\u201d'*_]*\)")
    return next((c for c in told if long_form.search(c.claim)), None)


def is_apart(part: Ask, candidate: Candidate, language: str) -> bool:
    """
    Tell whether a question asks what a thing is, and neither the sentence nor its headings speak of all of it.

    "What is annual leave?" may ask for a value too; only "what is a guard duck?" and what a word means surely do not.
    """
    found = _ASKED.fullmatch(part.text)
    name = _asked(part.text)
    if found is None or name is None or (found["is"] and not found["article"]):
        return False
    said = set(content_words(f"{candidate.heading} {candidate.around} {candidate.claim}", language))
    if not said.issuperset(content_words(name, language)):
        return True
    return not found["is"] and not candidate.is_row and not _gives_meaning(name, candidate)


def _gives_meaning(name: str, candidate: Candidate) -> bool:
    """Tell whether a sentence says what a word means and does not merely use it; one under its heading may."""
    thing = _thing(name)
    if re.search(rf"\b{thing}", candidate.heading.rpartition(">")[2], re.IGNORECASE):
        return True
    says = rf"\b{thing}(?:{_SAYS}|{_MEANS})"
    stands_for = rf"[(\"\u201c'*_]\s*{thing}\s*[)\"\u201d'*_]"
    return re.search(rf"{says}|{_CALLED}{thing}\b|{stands_for}", candidate.claim, re.IGNORECASE) is not None


def _thing(name: str) -> str:
    """Return the pattern of a name in one or in several; a code stands by itself too: "fault code E41", "E41"."""
    *kind, last = (re.escape(word) for word in name.split())
    if kind and any(char.isdigit() for char in last):
        before = r"\s+".join(kind)
        return rf"(?:{before}\s+)?{last}"
    return r"\s+".join((*kind, f"{last.removesuffix('s')}s?"))
