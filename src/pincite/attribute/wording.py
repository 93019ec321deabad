"""Whether a claim says only what its evidence says: content words, up to listed synonyms."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from pincite.text.dates import dates
from pincite.text.numbers import quantities
from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["SYNONYMS", "unsaid"]

SYNONYMS: Final[tuple[tuple[str, ...], ...]] = (
    ("allow", "allowed", "permit", "permitted", "may", "can", "possible"),
    ("must", "required", "need", "necessary", "obliged", "shall", "mandatory"),
    ("buy", "purchase", "bought", "purchased"),
    ("begin", "start", "commence"),
    ("end", "finish", "terminate", "cease", "stop", "termination"),
    ("give", "provide", "offer", "grant", "supply"),
    ("get", "receive", "obtain"),
    ("show", "display", "present"),
    ("send", "ship", "dispatch", "mail"),
    ("price", "cost", "costs", "fee", "charge"),
    ("pay", "paid", "payment"),
    ("refund", "refunded", "reimburse", "reimbursement"),
    ("cover", "coverage", "include", "exclude", "exclusion", "insure", "insured"),
    ("reject", "refuse", "decline", "deny", "turn"),
    ("forbid", "forbidden", "prohibit", "prohibited", "ban", "banned", "allow", "permit"),
    ("approve", "approval", "authorise", "authorize", "authorisation", "authorization"),
    ("notify", "notification", "inform", "tell"),
    ("warranty", "guarantee"),
    ("tenant", "lessee"),
    ("landlord", "lessor"),
    ("supplier", "vendor"),
    ("cancel", "terminate", "cancellation"),
    ("lapse", "expire", "expiry"),
    ("repair", "fix", "mend"),
    ("replace", "exchange", "swap"),
    ("person", "people"),
    ("child", "children"),
    ("doctor", "physician"),
    ("weigh", "weight"),
    ("daily", "day"),
    ("weekly", "week"),
    ("quarterly", "quarter"),
    ("valid", "last"),
    ("ask", "request", "apply", "application"),
    ("inside", "within"),
    ("customer", "buyer", "client"),
    ("employee", "staff", "worker"),
    ("company", "firm", "business"),
    ("contract", "agreement"),
    ("limit", "cap", "maximum", "most"),
    ("least", "minimum"),
    ("document", "page", "policy"),
    ("about", "approximately", "around", "circa", "roughly"),
    ("yearly", "annual", "annually", "year"),
    ("monthly", "month"),
    ("phone", "telephone", "call"),
    ("e-mail", "email", "mail"),
    ("large", "big"),
    ("quick", "fast", "rapid"),
    ("keep", "retain", "store", "hold"),
    ("delete", "remove", "erase"),
    ("change", "modify", "alter", "amend"),
    ("use", "utilise", "utilize"),
    ("say", "state", "states", "stated", "according"),
    ("last", "take", "long", "duration", "period"),
    ("make", "made"),
    ("give", "gave", "given"),
    ("take", "took", "taken"),
    ("send", "sent"),
    ("hold", "held"),
    ("sell", "sold"),
    ("keep", "kept"),
    ("leave", "left"),
    ("begin", "began", "begun"),
    ("choose", "chose", "chosen"),
    ("find", "found"),
    ("write", "wrote", "written"),
    ("bring", "brought"),
    ("grow", "grew", "grown"),
    ("fall", "fell", "fallen"),
    ("rise", "rose", "risen"),
)
"""Words that a claim may exchange for one another."""
_FRAME_LISTED: Final = (
    "answer document passage source section follow include namely also amount value number never not no none "
    "without cannot yet go goes went cost"
)
_FRAME: Final = frozenset(_FRAME_LISTED.split())
"""Stems that a claim may add: they say how it is told, or are left to :mod:`pincite.attribute.polarity`."""


def unsaid(claim: str, evidence: str, *, language: str, more: Iterable[tuple[str, ...]] = ()) -> tuple[str, ...]:
    """
    Return the content words of a claim that its evidence says neither so nor by a synonym, in order.

    Quantities and dates are left to :mod:`pincite.attribute.facts`.

    :param more: Further groups of synonyms.
    """
    said = set(content_words(evidence, language))
    groups = _groups(SYNONYMS, language) | _groups(tuple(more), language)
    missing = []
    for stem in dict.fromkeys(content_words(_without_facts(claim, language), language)):
        if stem in said or stem in _FRAME or _said_in_other_form(stem, evidence):
            continue
        if not any(stem in group and group & said for group in groups):
            missing.append(stem)
    return tuple(missing)


def _without_facts(claim: str, language: str) -> str:
    spans = [q.span for q in quantities(claim, language=language)] + [d.span for d in dates(claim)]
    for span in sorted(spans, reverse=True):
        claim = f"{claim[: span.start]} {claim[span.end :]}"
    return claim


def _said_in_other_form(stem: str, evidence: str) -> bool:
    """Tell whether a longer word of the evidence holds the stem, as "deliver" in "delivery-note"."""
    return len(stem) > 4 and stem in evidence.casefold()


@lru_cache(maxsize=32)
def _groups(listed: tuple[tuple[str, ...], ...], language: str) -> frozenset[frozenset[str]]:
    return frozenset(
        frozenset(stem for word in group for stem in (*content_words(word, language), word)) for group in listed
    )
