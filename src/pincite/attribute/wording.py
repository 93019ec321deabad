"""Whether a claim says only what its evidence says: content words, up to listed synonyms."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from pincite.attribute.times import side_words
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
    ("grow", "grew", "grown"),
    ("fall", "fell", "fallen"),
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
    ("rise", "rose", "risen"),
)
"""Words that a claim may exchange for one another."""
_FRAME_LISTED: Final = (
    "yes need answer document passage source section follow include namely also amount value number never not no none "
    "without cannot yet go goes went cost made noth nobodi neither nicht niemand niemal nie keinerlei aucun rien jam "
    "nadi nunc jamas ningun nient null nessun mai"
)
_FRAME: Final = frozenset(_FRAME_LISTED.split())
"""Stems that a claim may add: they say how it is told, or are left to :mod:`pincite.attribute.denial`."""
_PHRASES: Final = re.compile(
    r"\b(?:à partir|a partire?|takes? place|took place|findet statt|finden statt|(?:a|ont) lieu|tienen? lugar"
    r"|ha(?:nno)? luogo|avviene|avvengono|per(?=\s+(?:hour|day|night|week|month|quarter|year|annum)\b)"
    r"|gets?(?=[^.;]*\bback\b)"
    r"|(?:(?:can|may) be found|(?:is|are) (?:located|situated|present|found))"
    r"(?=\s+(?:in|on|at|under|behind|inside|next)\b)"
    r"|it is important(?: not)? to)\b",
    re.IGNORECASE,
)
"""What a claim may add too, as function words of several; a duty that some of them make is left to ``tone``."""
_REMEDY: Final = re.compile(
    r"\b(?:what to do|actions?|remed(?:y|ies)|solutions?|corrective|troubleshooting)\b", re.IGNORECASE
)
_REMEDIES: Final = re.compile(
    r"\b(?:in order )?to (?:fix|resolve|solve|remedy) (?:(?:the|this|that|it)\b\s*)?(?:issue|problem|error|fault)?\b",
    re.IGNORECASE,
)
"""What a claim may add to what stands under "What to do"."""
_ELIDING: Final = ("fr", "it")
_ELIDED: Final = re.compile(r"\b(?:[lndscjmt]|qu|un|(?:al|del|nel|sul|dal)?l)['\u2019](?=\w)", re.IGNORECASE)
"""Articles and the like that are written together with the next word: "l'appel", "n'est"."""
_RECEIVES: Final = re.compile(r"(?P<who>[^,;.]*?)\b(?:gets?|receives?)\b", re.IGNORECASE)
_TO: Final = re.compile(r"\bto\s+([^,;.]*?)(?=$|[,;.]|\b(?:and|or|within|in|on|at|by|for|from|after|before)\b)")
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
    if _is_given_to(claim, evidence, language):
        claim = _RECEIVES.sub(r"\g<who> ", claim)
    claim, evidence = (_ELIDED.sub(" ", text) if language[:2] in _ELIDING else text for text in (claim, evidence))
    if _REMEDY.search(evidence):
        claim = _REMEDIES.sub(" ", claim)
    said = set(content_words(evidence, language)) | (_MODALS & set(evidence.split()))
    groups = _groups(SYNONYMS, language) | _groups(tuple(more), language)
    missing = []
    for stem in dict.fromkeys(content_words(_without_frame(claim, language), language)):
        if stem in said or stem in _FRAME or _said_in_other_form(stem, evidence, said):
            continue
        if not any(stem in group and group & said for group in groups):
            missing.append(stem)
    return tuple(missing)


def _is_given_to(claim: str, evidence: str, language: str) -> bool:
    """Tell whether who "gets" something in a claim is who it goes "to" in the evidence."""
    found = _RECEIVES.match(claim)
    who = set(content_words(found["who"], language)) if found else set()
    return bool(who) and any(who <= set(content_words(m[1], language)) for m in _TO.finditer(evidence))


def _without_frame(claim: str, language: str) -> str:
    """Leave out facts, function words of several words, and what says the side of a time (see ``times``)."""
    return side_words(language).sub(" ", _PHRASES.sub(" ", _without_facts(claim, language)))


def _without_facts(claim: str, language: str) -> str:
    spans = [q.span for q in quantities(claim, language=language)] + [d.span for d in dates(claim)]
    for span in sorted(spans, reverse=True):
        claim = f"{claim[: span.start]} {claim[span.end :]}"
    return claim


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
