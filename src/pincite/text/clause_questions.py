"""Tells a question for the wording of a clause ("What does clause 7.2 of the crane agreement say?") from others."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pincite.text.clause_keys import CLAUSE
from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pincite.documents import Identifier

__all__ = ["WordingAsked", "generic_stems", "wording_asked"]

_SAYS: Final = r"(?:says?|states?|provides?|reads?|contains?|stipulates?)"
_ASKS: Final = re.compile(
    rf"\bwhat(?:'s| is| are| does| do| did)?\b(?=.*\b(?:{_SAYS}|in|under|of|is|are)\b)"
    r"|\b(?:show|quote|cite|print|display)\b|\b(?:read|give|tell)\s+(?:me|us|out)\b"
    r"|\b(?:text|wording|words|contents?) of\b",
    re.IGNORECASE | re.DOTALL,
)
_OTHER: Final = re.compile(
    r"\b(?:how|why|when|who|whom|whose|where|which|if|whether|can|could|may|must|should|"
    r"amend(?:s|ed|ing)?|chang(?:e|es|ed|ing)|replac\w*|conflict\w*|differ\w*|compare\w*|mean\w*|refer\w*|define\w*)\b"
    r"|\bdoes\b(?!.*\b(?:say|state|provide|read|contain|stipulate)\b)",
    re.IGNORECASE | re.DOTALL,
)
_TOPIC: Final = re.compile(r"\b(?:about|regarding|concerning|on the subject of)\b.*$", re.IGNORECASE | re.DOTALL)
_LABEL: Final = re.compile(
    r"(?:clauses?|cl\.|sections?|sec\.|articles?|art\.|paragraphs?|para\.|§{1,2})\s*$", re.IGNORECASE
)
_FORM: Final = (
    "what whats does do did say says state states provide provides read reads contain contains stipulate stipulates "
    "show quote cite print display give tell me us out text wording words content contents exact exactly full precise "
    "please clause clauses section sections article articles paragraph paragraphs can you our your their own my"
)
_GENERIC: Final = (
    "agreement contract document deal file policy policies terms conditions lease licence license deed side copy "
    "version current company companies"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class WordingAsked:
    """A question for the words of clauses."""

    keys: tuple[str, ...]
    """The clauses, normalised, in order."""
    written: tuple[str, ...]
    """The same as the question writes them."""
    named: tuple[str, ...]
    """Stems of the words that name a document; empty where none is named."""
    name: str
    """The same as the question writes them; ``""`` where none is named."""


def wording_asked(question: str, keys: Sequence[Identifier], *, language: str = "en") -> WordingAsked | None:
    """
    Return what clauses a question asks the words of, or ``None`` where it asks something else.

    :param question: English; other languages have no such questions here.
    :param keys: Exact keys in it, with their kinds.
    """
    clauses = [key for key in keys if key.kind == CLAUSE]
    if not clauses or not language.startswith("en"):
        return None
    rest = _TOPIC.sub("", _without(question, clauses))
    bare = re.sub(r"[^\w\s]", " ", rest)
    if _OTHER.search(bare) or not (_ASKS.search(bare) or not _verbs(bare)):
        return None
    words = [word for word in bare.split() if word.casefold() not in _FORM.split()]
    named = re.sub(r"^(?:(?:of|in|from|under|with|the|a|an)\s+)+", "", " ".join(words), flags=re.IGNORECASE)
    return WordingAsked(
        keys=tuple(dict.fromkeys(key.key for key in clauses)),
        written=tuple(dict.fromkeys(key.span.cut(question) for key in clauses)),
        named=tuple(dict.fromkeys(content_words(named, language))),
        name=named,
    )


def generic_stems(language: str = "en") -> frozenset[str]:
    """Return stems of words for documents as such, which name none of them by themselves."""
    return frozenset(content_words(_GENERIC, language))


def _without(question: str, clauses: Sequence[Identifier]) -> str:
    """Return a question without its clauses and the words in front of their numbers."""
    for key in sorted(clauses, key=lambda key: key.span, reverse=True):
        before = _LABEL.sub("", question[: key.span.start])
        question = f"{before} {question[key.span.end :]}"
    return question


def _verbs(text: str) -> bool:
    """Tell whether a question without its clauses is more than the name of a document: it has a verb of its own."""
    return bool(
        re.search(
            r"\b(?:is|are|was|were|has|have|had|do|does|did|will|would|shall|let|need|want)\b", text, re.IGNORECASE
        )
    )
