"""
Finds sentences of a document that speak to a model instead of to its readers.

Documents are data, and instructions inside them are not followed; this says which sentences try. Kinds that name a
model's reply, its rules or its tools are *sure*: no policy or contract tells its reader how to word "your response". A
command that asks for a piece of writing, an explanation or an answer is only *likely*, and counts only where nothing
else in the text speaks of the same things.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final

from pincite.documents import Span
from pincite.text.allowance import require_time
from pincite.text.sentences import sentences
from pincite.text.signs import sure_kind
from pincite.text.told import tells_what_to_say
from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Instruction", "find_instructions", "instructions_in"]

_WRITING: Final = (
    r"poem|poetry|haiku|limerick|sonnet|ode|story|stories|tale|essay|speech|song|lyrics|rap|joke|jokes|riddle|riddles|"
    r"pun|fable|anecdote|screenplay|dialogue|monologue|blog|article|tweet|slogan|headline|letter|e-?mail|cover letter|"
    r"introduction|outline|paragraph|sentence|synopsis|biography|recipe|itinerary|quiz|trivia|caption|jingle|plot|"
    r"function|script|program|code|snippet|query|regex|algorithm|example|translation|equivalent|meaning|definition|"
    r"synonym|fact|facts|tip|tips|horoscope|fortune|forecast|news|playlist|movie|movies|book|books|reminder|alarm|timer|"
    r"meeting|appointment|event|to-do|schedule|workout|meal"
)
_ASKED: Final = (
    r"^\W*(?:(?:please|kindly|now|hey|hi|hello|ok|okay|also|then)\b[\s,!.]*)*"
    r"(?:(?:can|could|would|will)\s+you\s+(?:please\s+)?)?"
)
_TELL: Final = (
    r"write|compose|draft|tell\s+me|sing|recite|translate|explain|describe|define|summari[sz]e|paraphrase|outline|discuss|"
    r"compare|contrast|analy[sz]e|evaluate|break\s+down|calculate|solve|elaborate|illustrate|brainstorm|imagine|guess|"
    r"classify|predict|debate|narrate|rewrite|what's|remind\s+me|find\s+me|show\s+me|teach\s+me|give\s+me|help\s+me"
)
_DO: Final = (
    r"develop|create|craft|generate|produce|design|invent|convert|list|name|identify|find|search|look\s+up|recommend|"
    r"suggest|give|provide|set|schedule|plan|book|order|play|rate|detect|determine|automate|organi[sz]e|compile|prepare|"
    r"research|send|share|add|append|insert|include|mention|promote|advertise|use|respond|reply|answer|assess|make|show"
)
_ORDER: Final = r"develop|invent|convert|list|identify|find|look\s+up|recommend|suggest|provide|share"
_LIKELY: Final = (
    (
        "writing",
        re.compile(
            rf"{_ASKED}(?:{_DO}|{_TELL})\b[^.;]*\b(?:{_WRITING}|me|my|base\s?\d+|cipher|emojis?|backwards?)\b",
            re.IGNORECASE,
        ),
    ),
    ("task", re.compile(rf"{_ASKED}(?:{_TELL})\b", re.IGNORECASE)),
    ("order", re.compile(rf"(?!\s*(?:[-*+|\u2022]|\(?\d+[.)])\s){_ASKED}(?:{_ORDER})\b", re.IGNORECASE)),
)
_QUESTION: Final = re.compile(
    r"^(?!\s*#)\W*(?:(?:hi|hello|hey|so|and|ok|okay|please)\b[\s,!.]*)*"
    r"(?:who|what|when|where|why|which|whose|whom|how|what's|who's|where's|how's|can|could|do|does|did|is|are|was|were|will|would|should|may)\b",
    re.IGNORECASE,
)
_ENOUGH: Final = 12
"""Content words that the rest of a text must have before it can be told what it does not speak of."""
_MANY: Final = 60
"""As ``_ENOUGH``, for orders that may as well be a document's own."""
_STRANGE: Final = {"writing": 0.5, "task": 0.8, "question": 0.5, "order": 0.75}
"""Share of a sentence's content words that nothing else in the text has, from which it stands apart."""
_AROUND: Final = 4_000
"""Characters before and after a place that a sentence there is held against."""
_SHORTEST: Final = 6
"""Characters of the shortest sentence that could speak to a model: "[INST]"."""
_LONGEST: Final = 600
"""Characters of a sentence that are looked at; longer ones are clauses of contracts, whose start is enough."""
_LIKELY_KINDS: Final = ("writing", "task", "question", "order", "told")
_ENDS_ASKING: Final = re.compile(r"\?[\s*_\"'\u201d)]*$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Instruction:
    """A sentence that speaks to a model."""

    span: Span
    """In characters of the text that was searched."""
    kind: str
    """
    reply, override, role, model, secret, user, tool, turn or exfiltrate; writing, task, question, order or told where
    it is only likely.
    """

    @property
    def sure(self) -> bool:
        """Whether nothing else can be meant."""
        return self.kind not in _LIKELY_KINDS


def find_instructions(text: str, *, language: str = "en", sure: bool = False) -> tuple[Instruction, ...]:
    """
    Return the sentences of a text that speak to a model, in order.

    :param text: A document or a passage, with or without markup.
    :param language: BCP 47 code of its language.
    :param sure: Leave out what is only likely.
    """
    spans = sentences(text, language=language)
    words = _Words(text, spans, language)
    found = []
    for at, span in enumerate(spans):
        if len(span) < _SHORTEST:
            continue
        require_time()
        kind = _kind(span.cut(text)[:_LONGEST], sure=sure)
        if kind is not None and (kind not in _STRANGE or _apart(words, at, kind, language)):
            found.append(Instruction(span=span, kind=kind))
    return tuple(found)


class _Words:
    """The content words of each sentence of a text, looked up when they are needed."""

    def __init__(self, text: str, spans: Sequence[Span], language: str) -> None:
        self._text = text
        self._spans = spans
        self._language = language

    @cached_property
    def counts(self) -> Counter[str]:
        """In how many sentences each word stands."""
        return Counter(word for at in range(len(self._spans)) for word in self.of(at))

    def of(self, at: int) -> frozenset[str]:
        """Return the words of one sentence."""
        return frozenset(content_words(self._spans[at].cut(self._text), self._language))


@lru_cache(maxsize=256)
def instructions_in(text: str, span: Span, *, language: str = "en") -> tuple[Instruction, ...]:
    """
    Return the sentences that touch a span and speak to a model, in characters of the whole text.

    What they are held against is the text around the span, so that a long document costs no more than a short one.

    :param span: What is looked at, in characters of ``text``.
    """
    start = max(0, span.start - _AROUND)
    found = find_instructions(text[start : span.end + _AROUND], language=language)
    moved = (Instruction(span=Span(start + each.span.start, start + each.span.end), kind=each.kind) for each in found)
    return tuple(each for each in moved if each.span.overlaps(span))


def _kind(sentence: str, *, sure: bool) -> str | None:
    kind = sure_kind(sentence)
    if sure or kind is not None:
        return kind
    if tells_what_to_say(sentence):
        return "told"
    for kind, pattern in _LIKELY:
        if pattern.match(sentence):
            return kind
    return "question" if _ENDS_ASKING.search(sentence) and _QUESTION.match(sentence) else None


def _apart(words: _Words, at: int, kind: str, language: str) -> bool:
    """Tell whether nothing else in a text speaks of what one sentence does."""
    all_own = words.of(at)
    own = all_own - _verbs(language)
    elsewhere = {word for word in own if words.counts[word] > 1}
    rest = len(words.counts) - len([word for word in all_own if words.counts[word] == 1])
    if not own or (kind == "order" and (rest < _MANY or len(own) < 3)):
        return False
    return rest < _ENOUGH or len(own) - len(elsewhere) >= _STRANGE[kind] * len(own)


@lru_cache(maxsize=8)
def _verbs(language: str) -> frozenset[str]:
    """Return the stems of the verbs that ask for something: they say nothing of what it is about."""
    listed = re.sub(r"\\s\+|[^a-z]", " ", f"{_TELL} {_DO}")
    return frozenset(content_words(listed, language))
