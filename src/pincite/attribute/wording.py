"""Whether a claim says only what its evidence says: content words, up to listed synonyms."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from pincite.attribute.speech import FRAME, without_speech
from pincite.attribute.times import side_words
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
    ("send", "ship", "dispatch", "mail", "post"),
    ("price", "cost", "costs", "fee", "charge", "pay"),
    ("free", "charge", "cost", "fee"),
    ("pay", "paid", "payment", "due", "payable"),
    ("return", "back"),
    ("refund", "refunded", "reimburse", "reimbursement"),
    ("cover", "coverage", "include", "exclude", "exclusion", "insure", "insured"),
    ("reject", "refuse", "decline", "deny", "turn"),
    ("forbid", "forbidden", "prohibit", "prohibited", "ban", "banned", "allow", "permit"),
    ("approve", "approval", "authorise", "authorize", "authorisation", "authorization"),
    ("notify", "notification", "inform", "tell", "told", "report"),
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
    ("lend", "lent", "loan"),
    ("tell", "told"),
    ("come", "came"),
    ("get", "got"),
    ("go", "went", "gone"),
    ("see", "saw", "seen"),
    ("know", "knew", "known"),
    ("drive", "drove", "driven"),
    ("eat", "ate", "eaten"),
    ("speak", "spoke", "spoken"),
    ("break", "broke", "broken"),
    ("draw", "drew", "drawn"),
    ("lead", "led"),
    ("meet", "met"),
    ("lose", "lost", "loss"),
    ("build", "built"),
    ("spend", "spent"),
    ("teach", "taught"),
    ("win", "won"),
    ("think", "thought"),
    ("forget", "forgot", "forgotten"),
    ("run", "ran"),
    ("stand", "stood"),
    ("wear", "wore", "worn"),
    ("feed", "fed"),
    ("steal", "stole", "stolen", "theft"),
    ("freeze", "froze", "frozen"),
    ("fly", "flew", "flown", "flight"),
    ("ride", "rode", "ridden"),
    ("bear", "bore", "borne"),
    ("die", "death", "dead"),
    ("sign", "signature"),
    ("decide", "decision"),
    ("permit", "permission", "allow"),
    ("agree", "agreement", "consent", "approval", "approve"),
    ("choose", "choice"),
    ("deliver", "delivery"),
    ("arrive", "arrival"),
    ("depart", "departure", "leave"),
    ("refuse", "refusal"),
    ("complain", "complaint"),
    ("close", "shut"),
    ("answer", "reply", "respond", "response"),
    ("check", "inspect", "examine", "inspection", "examination"),
    ("hire", "rent", "rental"),
    ("collect", "fetch"),
    ("wait", "hold", "keep"),
    ("stay", "remain"),
    ("occur", "happen"),
    ("select", "choose", "pick"),
    ("verify", "check"),
    ("car", "vehicle"),
    ("ill", "sick", "illness", "sickness"),
    ("fault", "faulty", "defect", "defective"),
    ("error", "mistake"),
    ("vacation", "holiday"),
    ("twice", "two"),
    ("same", "equal"),
    ("earn", "receive", "get"),
    ("lodge", "file", "submit"),
    ("larger", "bigger"),
    ("must", "compulsory", "obligatory"),
    ("write", "wrote", "written"),
    ("bring", "brought"),
    ("mean", "meaning", "indicate", "signify", "cause", "reason"),
    ("loud", "noise", "noisy"),
    ("long", "length"),
    ("high", "height", "tall"),
    ("wide", "width"),
    ("deep", "depth"),
    ("heavy", "weight", "weigh"),
    ("hot", "warm", "temperature"),
    ("fast", "speed"),
    ("thick", "thickness"),
    ("far", "range", "distance", "reach"),
    ("rise", "rose", "risen", "grow", "grew", "grown", "increase"),
    ("fall", "fell", "fallen", "drop", "decrease", "decline", "cut", "reduce"),
    ("load", "carry"),
    ("supply", "deliver"),
)
"""Words that a claim may exchange for one another."""
_ELIDING: Final = ("fr", "it")
_ELIDED: Final = re.compile(r"\b(?:[lndscjmt]|qu|un|(?:al|del|nel|sul|dal)?l)['\u2019](?=\w)", re.IGNORECASE)
"""Articles and the like that are written together with the next word: "l'appel", "n'est"."""
_GOES: Final = re.compile(r"\b(?:go|goes|going|went|gone) (?P<way>up(?! to)|down)\b", re.IGNORECASE)
_SHORT: Final = 4
"""Letters of a stem that a longer word has to begin with; one of more may stand anywhere in it."""
_DERIVED: Final = re.compile(r"(?:ement|ment|ance|al)$")
_MODALS: Final = frozenset(("may", "can", "must", "shall"))
"""Stop words that stand for others in :data:`SYNONYMS`."""


def unsaid(claim: str, evidence: str, *, language: str, more: Iterable[tuple[str, ...]] = ()) -> tuple[str, ...]:
    """
    Return the content words of a claim that its evidence says neither so nor by a synonym, in order.

    Quantities and dates are left to :mod:`pincite.attribute.facts`.

    :param more: Further groups of synonyms.
    """
    claim, evidence = (_GOES.sub(_gone, text) for text in (claim, evidence))
    claim, evidence = (_ELIDED.sub(" ", text) if language[:2] in _ELIDING else text for text in (claim, evidence))
    said = set(content_words(evidence, language)) | (_MODALS & set(evidence.split()))
    groups = _groups(SYNONYMS, language) | _groups(tuple(more), language)
    bare = side_words(language).sub(" ", without_speech(claim, evidence, language=language))
    missing = []
    for stem in dict.fromkeys(content_words(bare, language)):
        if stem in said or stem in FRAME or _said_in_other_form(stem, evidence, said):
            continue
        if not any(stem in group and group & said for group in groups):
            missing.append(stem)
    return tuple(missing)


def _gone(found: re.Match[str]) -> str:
    return "rise" if found["way"].lower() == "up" else "fall"


def _said_in_other_form(stem: str, evidence: str, said: set[str]) -> bool:
    """
    Tell whether a longer word of the evidence holds the stem, as "deliver" in "delivery-note" and "agree" in
    "agreement", or the verb behind a noun.
    """
    if len(stem) == _SHORT:
        return re.search(rf"\b{re.escape(stem)}", evidence.casefold()) is not None
    verb = _DERIVED.sub("", stem)
    return (len(stem) > _SHORT and stem in evidence.casefold()) or (
        len(verb) >= _SHORT and verb != stem and verb in said
    )


@lru_cache(maxsize=32)
def _groups(listed: tuple[tuple[str, ...], ...], language: str) -> frozenset[frozenset[str]]:
    return frozenset(
        frozenset(stem for word in group for stem in (*content_words(word, language), word)) for group in listed
    )
