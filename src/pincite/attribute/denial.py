"""
Whether a clause says yes or no, and under which conditions, in five languages.

Bounds that are written with a negation ("no later than", "non oltre") deny nothing. Where a language says no twice
("ne … pas", "no … nada") that is one denial; an English, German or lexical one turns the other round. A language that
is not listed is read as English.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Final

from pincite.text.words import content_words

__all__ = [
    "CALENDAR",
    "asserted",
    "conditions",
    "denies",
    "denies_what_it_lists",
    "has_common_verb",
    "language_of",
    "told_outright",
]


CALENDAR: Final = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|weekends?|public holidays?)\b"
)
"""What a time of the year or week begins with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Words:
    """Patterns of one language."""

    no: str
    """Plain negations."""
    lexical: str
    """Words that deny by what they mean; each counts."""
    bounds: str
    """Negations that belong to a bound or to "not only"."""
    opens: str
    """What opens a condition."""
    relative: str
    """What opens a clause about a noun."""
    verb: str
    """Forms of the commonest finite verbs."""
    short: str = r"(?!)"
    """Negations that are written together with the next or the last word."""
    once: bool = False
    """Whether several plain negations of a clause are one."""


_LANGUAGES: Final = {
    "en": _Words(
        no=r"not|no|never|none|nothing|nobody|neither|nor|cannot|non",
        short=r"n['\u2019]t\b",
        lexical=r"without|except(?:ing|ions?)?|unless|exclud\w*|exclusions?|prohibit\w*|forbid\w*|refus\w*|reject\w*"
        r"|deni\w*|deny|declin\w*|lacks?|lacking|fail(?:s|ed)?|ineligible|exempt\w*|unavailable|invalid|impossible|disallow\w*"
        r"|barred|void|waive[sd]?|(?<!feel )free|outside (?:of )?(?=" + CALENDAR + r")",
        bounds=r"(?:no|not) (?:later|more|less|fewer|longer|shorter|earlier|sooner|greater|higher|lower|older|younger)"
        r"(?: than)?|(?:not|never) (?:to )?exceed\w*|not only|whether or not|nos?\.?\s*(?=\d|\w-?\d)",
        opens=r"when(?:ever)?|if|unless|once|as (?:long|soon) as|so long as|provided(?: that)?(?= (?:that|the|they|it"
        r"|you|a|an)\b)|in case|because|where(?!as)|on condition that",
        relative=r"that|which|who|whose|whom",
        verb=r"is|are|was|were|has|have|had|may|must|shall|will|can|could|should|do|does|did",
    ),
    "de": _Words(
        no=r"nicht|nichts|kein\w*|nie|niemals|niemand\w*|weder|nirgends",
        lexical=r"ohne|außer|ausgenommen|ausgeschlossen\w*|ausschl[uü]\w+|verboten\w*|untersagt\w*|unzulässig\w*"
        r"|abgelehnt\w*|verweiger\w*|entfäll\w*|unmöglich|ungültig|kostenlos\w*|kostenfrei\w*|gratis",
        bounds=r"nicht (?:mehr|weniger|später|früher|länger|kürzer|höher|älter) als|nicht nur|nicht über",
        opens=r"wenn|falls|sofern|sobald|solange|soweit|weil|nachdem|bevor|es sei denn",
        relative=r"(?<=, )(?:die|der|das|den|dem|deren|dessen|welche[rsmn]?)",
        verb=r"ist|sind|war|waren|wird|werden|hat|haben|darf|dürfen|kann|können|muss|müssen|soll|sollen",
    ),
    "fr": _Words(
        no=r"ne|non|pas|aucune?s?|rien|jamais|ni|nulle?",
        short=r"\bn['\u2019](?=\w)",
        lexical=r"sans|sauf|hormis|excepté\w*|exclu\w*|interdi\w*|refus\w*|rejet\w*|impossible|irrecevable\w*"
        r"|à moins|gratuit\w*",
        bounds=r"(?:ne\s+\w+\s+)?pas (?:plus|moins)(?: tard)? (?:de|que)|non seulement|ne dépass\w+ pas"
        r"|(?:ne |n['\u2019])(?:(?!pas\b)\w+ ){1,3}qu(?=['\u2019e])",
        opens=r"si|s['\u2019]ils?|lorsqu(?:e|['\u2019])|quand|dès que|tant que|pourvu que|à condition que|parce que"
        r"|à moins que",
        relative=r"que|qu['\u2019]|qui|dont",
        verb=r"est|sont|était|étaient|a|ont|peut|peuvent|doit|doivent|sera|seront|fait|font",
        once=True,
    ),
    "es": _Words(
        no=r"no|nunca|jamás|nada|nadie|ning[uú]n\w*|tampoco|ni",
        lexical=r"sin|salvo|excepto|exclu\w*|prohib\w*|rechaz\w*|deneg\w*|imposible|inválid\w*|a menos que"
        r"|grat(?:is|uit\w*)",
        bounds=r"no (?:más|menos)(?: tarde)?(?: (?:de|que|del))?|no (?:superior|inferior) a|no (?:solo|sólo|solamente)",
        opens=r"si|cuando|en cuanto|siempre que|una vez que|mientras|porque|a menos que|salvo que",
        relative=r"que|quien(?:es)?|cuy[oa]s?",
        verb=r"es|son|era|está|están|puede|pueden|debe|deben|tiene|tienen|ha|han|se|hay",
        once=True,
    ),
    "it": _Words(
        no=r"non|mai|niente|nulla|nessun\w*|né|neanche|nemmeno",
        lexical=r"senza|salvo|tranne|eccetto|esclus\w*|esclud\w*|vietat\w*|proibit\w*|rifiut\w*|respint\w*|impossibile"
        r"|a meno che|grat(?:is|uit\w*)",
        bounds=r"non (?:oltre|più|meno|superiore|inferiore)(?: tardi)?(?: (?:di|a|il|che))?|non solo",
        opens=r"se|quando|qualora|non appena|finché|purché|perché|a meno che|salvo che|una volta che",
        relative=r"che|cui",
        verb=r"è|sono|era|erano|può|possono|deve|devono|ha|hanno|viene|vengono|si",
        once=True,
    ),
}
_BARS: Final = re.compile(
    r"\b(?:exclud\w*|exclusions?|prohibit\w*|forbid\w*|ineligible|disallow\w*|ausgenommen|ausgeschlossen\w*|ausschl[uü]\w+"
    r"|verboten\w*|untersagt\w*|unzulässig\w*|exclu[es]?\w*|interdi\w*|prohib\w*|esclus\w*|vietat\w*|proibit\w*)\b",
    re.IGNORECASE,
)
"""Words that deny what a heading lists; others only tell what it is about: "Refused deliveries", "Free delivery"."""
_TELLS_HOW: Final = re.compile(
    r"\W*(?:\d[\d.]*\s+)?(?:why|how|when|if|where|warum|wie|wann|wenn|pourquoi|comment|quand|por qué|cómo|cuándo"
    r"|perché|come)\b",
    re.IGNORECASE,
)
_ANSWERS_NO: Final = re.compile(r"^\W*no[,;:.]\s+(?=[^\W\d])", re.IGNORECASE)
_RESTRICTS: Final = re.compile(r"\bonly\b", re.IGNORECASE)
_SPLIT: Final = re.compile(r",?\s+(?:and|or|und|oder|et|ou|y|o|e)\s+", re.IGNORECASE)


def language_of(code: str) -> str:
    """Return the language whose words are looked for: that of a BCP 47 code, or English."""
    short = code.split("-")[0].lower()
    return short if short in _LANGUAGES else "en"


def denies(text: str, *, language: str) -> bool:
    """Tell whether a text says no: an odd number of denials, conditions and all."""
    return _denials(text, language_of(language)) % 2 == 1


def asserted(text: str, *, language: str) -> str:
    """Return a clause without its conditions; the clause itself where little else is in it."""
    own = _opened(language_of(language)).sub(" ", text)
    return own if content_words(own, language) else text


def conditions(text: str, *, language: str) -> tuple[str, ...]:
    """Return the conditions of a clause, each alternative by itself, with what opens the first."""
    if asserted(text, language=language) == text:
        return ()
    found = (match[0] for match in _opened(language_of(language)).finditer(text))
    return tuple(piece.strip() for each in found for piece in _SPLIT.split(each) if piece.strip())


def denies_what_it_lists(line: str, *, language: str) -> bool:
    """Tell whether a heading or lead-in says no of what stands under it: "What we do not refund", "Exclusions"."""
    code = language_of(language)
    if _TELLS_HOW.match(line):
        return False
    plain, _, bounds = _patterns(code)
    bare = bounds.sub(" ", _opened(code).sub(" ", line))
    found = len(plain.findall(bare))
    return ((min(found, 1) if _LANGUAGES[code].once else found) + len(_BARS.findall(bare))) % 2 == 1


def told_outright(text: str, *, language: str) -> str:
    """Return a clause without its conditions and without what it says about its nouns ("that …", "who …")."""
    words = _LANGUAGES[language_of(language)]
    own = asserted(text, language=language)
    return re.sub(rf"\b(?:{words.relative})\b[^,;.]*", " ", own, flags=re.IGNORECASE)


def has_common_verb(text: str, *, language: str) -> bool:
    """Tell whether what is told outright has a form of one of the commonest verbs."""
    verb = _LANGUAGES[language_of(language)].verb
    return re.search(rf"\b(?:{verb})\b", told_outright(text, language=language), re.IGNORECASE) is not None


def _denials(text: str, code: str) -> int:
    plain, lexical, bounds = _patterns(code)
    text = bounds.sub(" ", text)
    rest = _ANSWERS_NO.sub("", text)
    told = _denials(rest, code) if rest != text else 0
    if told or (rest != text and _RESTRICTS.search(rest)):
        return told  # "No, it may not", "No, only they may": the answer and what it says are one denial
    found = len(plain.findall(text))
    return (min(found, 1) if _LANGUAGES[code].once else found) + len(lexical.findall(text))


@cache
def _patterns(code: str) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    words = _LANGUAGES[code]
    plain = re.compile(rf"\b(?:{words.no})\b(?!['\u2019])|{words.short}", re.IGNORECASE)
    lexical, bounds = (re.compile(rf"\b(?:{each})\b", re.IGNORECASE) for each in (words.lexical, words.bounds))
    return plain, lexical, bounds


@cache
def _opened(code: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{_LANGUAGES[code].opens})(?!\w)[^,;.:]*", re.IGNORECASE)
