"""Words for one idea, by which what a question calls a thing is found under what a document calls it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

__all__ = ["GROUPS", "concept", "speaks_of"]

GROUPS: Final = (
    "cap caps capped limit limits limited limitation limiting maximum most exceed exceeds exceeding ceiling upper",
    "liability liabilities liable",
    "notice notices notify notification notifying",
    "terminate terminates terminated termination end ends ended ending cancel cancels cancelled cancellation rescind",
    "law laws",
    "govern governs governed governing construed apply applies applicable subject interpreted jurisdiction",
    "pay pays paid payment payments payable due",
    "invoice invoices invoiced invoicing bill bills billing",
    "term terms duration length continue continues runs run expire expires expiry expiration lifetime",
    "made make sign signed signing executed concluded entered granted",
    "renew renews renewed renewal extend extends extended extension",
    "begin begins begun start starts started commence commences commencement effective",
    "price prices fee fees charge charges cost costs",
    "rent rental rents",
    "deposit deposits",
    "interest",
    "discount discounts rebate rebates reduction less",
    "confidential confidentiality confidence secrecy secret secrets nondisclosure",
    "insurance insure insures insured insurer",
    "assign assigns assigned assignment transfer transfers transferred",
    "deliver delivers delivered delivery",
    "warranty warranties warrant warrants guarantee guarantees guaranteed",
    "court courts venue forum arbitration tribunal",
    "exclusive exclusivity sole only",
    "minimum least",
    "compete competes competition competing competitor noncompete",
    "audit audits inspect inspects inspection",
    "amend amends amended amendment amendments change changes changed",
    "damages damage penalty penalties credit credits",
    "supplier seller vendor provider contractor",
    "customer buyer client purchaser",
    "employee employees staff worker workers",
    "holiday holidays vacation leave",
    "refund refunds refunded reimburse reimbursement",
    "buy buys purchase purchases purchased",
    "keep keeps retain retains retention stored storage",
    "delete deletes deletion erase destroy",
    "answer answers respond responds response",
    "available availability uptime",
    "approve approves approval consent",
)
"""Each a group of English words; a word in none of them stands for itself."""


_PHRASES: Final = (
    ("govern", re.compile(r"\bunder\s+(?:the\s+)?(?:[\w'\u2019]+\s+){0,3}laws?\b", re.IGNORECASE)),
    ("limit", re.compile(r"\b(?:up to|no more than|not more than)\b", re.IGNORECASE)),
)
"""Turns of phrase that say what a group of words says, by a word of the group."""


def speaks_of(topic: AbstractSet[str], stems: AbstractSet[str], text: str) -> bool:
    """
    Tell whether a text speaks of a topic, in one of its words or in a turn of phrase that means the same.

    :param topic: Stems for one idea, as :func:`concept` gives them.
    :param stems: Those of the text.
    """
    if topic & stems:
        return True
    return any(content_words(word, "en")[0] in topic and phrase.search(text) for word, phrase in _PHRASES)


@lru_cache(maxsize=4096)
def concept(stem: str, language: str = "en") -> frozenset[str]:
    """Return the stems that mean what a stem means; itself alone where nothing else is listed."""
    groups = _groups() if language.startswith("en") else ()
    return frozenset({stem}).union(*(group for group in groups if stem in group))


@lru_cache(maxsize=1)
def _groups() -> tuple[frozenset[str], ...]:
    return tuple(frozenset(content_words(group, "en")) for group in GROUPS)
