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
from pincite.text.sentences import sentences
from pincite.text.told import tells_what_to_say
from pincite.text.words import content_words

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Instruction", "find_instructions", "instructions_in"]

_REPLY: Final = r"(?:response|answer|reply|output|completion|generated\s+text)"
_CHANGE: Final = (
    r"add|append|include|insert|integrate|incorporate|embed|weave|mention|modify|change|alter|adjust|augment|enhance|"
    r"enrich|supplement|extend|expand|end|begin|start|close|finish|conclude|preface|prefix|replace|substitute|swap|"
    r"convert|encode|encrypt|translate|render|transform|rewrite|rephrase|reword|write|format|scramble|shuffle|jumble|"
    r"reverse|misspell|spell|anagram|rearrange|reorder|mix|garble|obfuscate|remove|delete|strip|omit|drop|group|"
    r"combine|merge|split|join|use|employ|introduce|provide|give|deliver|present|reply|respond|answer|make|turn|put|"
    r"suggest|recommend|promote|advertise|endorse|tease|hint|express|highlight|emphasi[sz]e|stress|invite|encourage|"
    r"urge|ask|tell|inform|notify|warn|claim|state|say|print|repeat|output|conceal|hide|keep|ensure|offer|capitali[sz]e|"
    r"limit|shorten|lengthen|summari[sz]e|compose|craft|generate|create|produce|share|spread|direct|point|link|apply|"
    r"perform|shift|cipher|base64|emoji\w*|disguise|mask|sprinkle|slip|work|throw|tack|attach|display|show|adopt|speak"
)
_LEAD: Final = (
    r"^\W*(?:(?:please|kindly|now|then|also|and|next|first|finally|important|note|instead|additionally|furthermore|"
    r"moreover|again)\b[\s,:!]*)*(?:(?:in|at|to|within|throughout|with|for|before|after|when)\b[^.;:]{0,60}?,\s*)?"
    r"(?:(?:please|you\s+(?:must|should|shall|will|can|may|need\s+to|have\s+to)|make\s+sure\s+(?:to|you|that\s+you)|"
    r"be\s+sure\s+to|remember\s+to|do\s+not\s+forget\s+to|can\s+you|could\s+you|would\s+you|will\s+you)\s+)*(?:also\s+)?"
)
_OWN: Final = rf"\byour\s+(?:\w+\s+){{0,2}}?(?:{_REPLY}s?|replies)\b"
_GARBLE: Final = (
    r"replace|substitute|swap|convert|encode|encrypt|translate|render|transform|scramble|shuffle|jumble|reverse|misspell|"
    r"spell|rearrange|garble|obfuscate|anagram|cipher|disguise|capitali[sz]e|mix\s+up|flip"
)
_MODEL: Final = (
    r"(?:(?:ai|(?:large\s+)?language|chat)[\s-]?(?:assistant|model|bot|agent|system)|ai|llm|assistant|chatbot|bot|"
    r"(?<!the\s)model)"
)
_TO: Final = (
    r"(?:dear|hello|hi|hey|attention|listen|(?:note|notice|message|word|reminder|hint|information)\s+(?:to|for)),?\s+"
    r"(?:(?:the|any|all|every|my|our|reader|reading|dear|helpful|answering)\s+){0,3}"
)
_SURE: Final = (
    (
        "reply",
        re.compile(
            rf"{_LEAD}(?:{_GARBLE})\b[^.;]*?(?:\byour\s+(?:\w+\s+)?(?:message|words|text|sentences?|summary)\b"
            rf"|\b(?:every|each|all|the|random|common|key|main)?\s*(?:\w+\s+)?(?:letters?|vowels?|consonants?)\b)",
            re.IGNORECASE,
        ),
    ),
    (
        "reply",
        re.compile(
            rf"{_LEAD}(?:{_CHANGE})\b[^.;]*\b(?:each|every|all|the)\s+(?:\w+\s+)?(?:letters?|vowels?|consonants?|nouns?|"
            r"verbs?|adjectives?)\b[^.;]*\b(?:shift\w*|replac\w*|revers\w*|emojis?|symbols?|numbers?|position|backwards?|"
            r"substitut\w*|counterparts?)\b",
            re.IGNORECASE,
        ),
    ),
    ("reply", re.compile(rf"{_LEAD}(?:{_CHANGE})\b.*?{_OWN}", re.IGNORECASE | re.DOTALL)),
    (
        "reply",
        re.compile(
            rf"^\W*(?:in|at|to|within|throughout|with)\b[^.;]{{0,40}}{_OWN}[^.;]{{0,20}},\s*(?:please\s+)?(?:{_CHANGE})\b",
            re.IGNORECASE,
        ),
    ),
    (
        "reply",
        re.compile(
            rf"{_LEAD}(?:reply|respond|answer|write|speak|talk)\s+(?:only\s+|back\s+)?(?:in|with|using|as)\s+"
            r"(?!writing|person|detail|full|kind|case|court|respect|the\s+form|time)(?:an?\s+|the\s+)?[\w' -]{0,30}\b"
            r"(?:cipher|code|base\s?\d+|base64|emoji\w*|hex\w*|binary|morse|rot\s?13|pig latin|rhyme|riddles?|verse|"
            r"haiku|leet\w*|uppercase|lowercase|capitals|symbols|anagram\w*|french|german|spanish|italian|russian|chinese|"
            r"japanese|latin|klingon|pirate|one word|a single word|json|xml|yes|no|reverse\w*|backwards?)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "reply",
        re.compile(
            r"\b(?:cite|quote|credit|name|use)\s+(?:only\s+)?(?:passage|source|document|result)\s+(?:no\.?\s*)?\d+\b"
            r"|\bwhen\s+(?:answering|replying|responding|summari[sz]ing)\b[^.;]{0,30},\s*(?:always|never|please|do)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "override",
        re.compile(
            r"\b(?:ignore|disregard|forget|override|bypass|skip|neglect)\b[^.!?\n]{0,40}\b(?:(?:previous|prior|above|earlier|preceding|foregoing|other|system|original|initial|existing|all)\s+(?:\w+\s+){0,2}?(?:instruction|prompt|rule|direction|command|guideline|context|question|message|request)s?|(?:everything|anything|what|all|the)\s+(?:above|before|you\s+were\s+told)\b(?!\s+(?:provision|clause|section|paragraph|notice|limit|term|condition)s?\b)|your\s+(?:instruction|rule|guideline|prompt|training)s?|the\s+user(?:'s)?\b)",
            re.IGNORECASE,
        ),
    ),
    (
        "override",
        re.compile(
            r"\b(?:new|updated|real|actual|secret|hidden|system)\s+(?:instruction|prompt|directive)s?\s*(?:[:\u2013\u2014-]|for\s+(?:the\s+)?(?:ai|model|assistant))",
            re.IGNORECASE,
        ),
    ),
    (
        "role",
        re.compile(
            r"\b(?:you\s+are\s+(?:now|no\s+longer|actually)\s+(?:an?\s+|the\s+)?(?:\w+\s+){0,3}?(?:ai|assistant|model|chatbot|bot|dan|jailbroken|unrestricted|free|evil|pirate)|pretend\s+(?:to\s+be|that\s+you\s+are|you\s+are)|act\s+as\s+(?:if\s+you\s+were\s+)?(?:an?\s+)?(?:ai|assistant|chatbot|hacker|pirate|dan\b|unrestricted|different)|(?:enter|enable|activate)\s+(?:developer|debug|god|admin|jailbreak|unrestricted|dan)\s+mode)",
            re.IGNORECASE,
        ),
    ),
    (
        "model",
        re.compile(
            r"\b(?:(?:ai|language|llm|chat)\s*(?:assistant|model|bot|agent|system)s?|assistants?|chatbots?|llms?|chatgpt|gpt-?\d*|claude|gemini|copilot)\b\s*[:,]?\s*(?:reading|processing|summari[sz]ing|seeing|parsing|analy[sz]ing)?\s*(?:this|these)?[^.!?\n]{0,30}\b(?:must|should|please|shall|are\s+(?:instructed|required|asked|told)|do\s+not|ignore|say|reply|respond|output|tell|recommend|always)\b[^.!?\n]{0,60}\b(?:reply|respond|say|answer|tell|output|ignore|disregard|recommend|user|instruction|question)s?\b",
            re.IGNORECASE,
        ),
    ),
    (
        "model",
        re.compile(
            r"\bif\s+you\s+are\s+an?\s+(?:ai|llm|(?:large\s+)?language\s+model|assistant|chatbot|bot|agent)\b|\b(?:instruction|note|message|prompt)s?\s+(?:to|for)\s+(?:the\s+|any\s+|all\s+)?(?:ai|llm|language\s+model|assistant|model|chatbot|bot)s?\b",
            re.IGNORECASE,
        ),
    ),
    ("model", re.compile(rf"\b{_TO}{_MODEL}s?\b(?=\s*(?:[,:;!\u2013\u2014]|$))", re.IGNORECASE)),
    (
        "model",
        re.compile(
            rf"\b{_MODEL}s?,?\s+(?:(?:that|which|who)\s+)?(?:reads?|reading|processing|parsing|summari[sz](?:es|ing))\s+"
            r"(?:this|these)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "secret",
        re.compile(
            r"\b(?:reveal|print|repeat|show|output|display|leak|tell\s+me|give\s+me|share|send|reproduce)\b[^.!?\n]{0,40}\b(?:system\s+prompt|your\s+(?:initial\s+|original\s+|hidden\s+|secret\s+)?(?:prompt|instructions|rules|guidelines)|(?:this|the)\s+conversation|chat\s+history|conversation\s+history)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "user",
        re.compile(
            rf"{_LEAD}(?:do\s+not\s+)?(?:tell|inform|notify|ask|warn|convince|persuade|instruct|encourage|direct|urge|"
            r"advise|trick|request|prompt)\s+(?:the\s+)?(?:current\s+)?(?:(?:user|reader|human|person\s+asking)\b(?!s)"
            r"|(?:users|readers)\s+(?:that|to|about|they|their|join|visit|download|install|click|call|pay|verify)\b)",
            re.IGNORECASE,
        ),
    ),
    (
        "tool",
        re.compile(
            r"\b(?:call|invoke|run|execute|use|trigger)\s+(?:the\s+)?[`\"']?(?:\w+\s+|\w+_\w+\s*)?(?:tool|function|plugin|api\s+call|command)s?[`\"']?\b[^.!?\n]{0,40}\b(?:to|with|and)\s+(?:send|search|delete|open|fetch|post|email|forward|transfer|list)|</?(?:tool_call|function_calls?|invoke|tool_use|antml:\w+)\b|\"(?:tool|function)(?:_call)?\"\s*:",
            re.IGNORECASE,
        ),
    ),
    (
        "turn",
        re.compile(
            r"<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id)\|?>?|\[/?INST\]|<</?SYS>>|^\s*(?:###?\s*)?(?:system|assistant)\s*:\s*\S",
            re.IGNORECASE,
        ),
    ),
    (
        "exfiltrate",
        re.compile(
            r"!\[[^\]\n]*\]\(\s*https?://[^)\s]*[?&=][^)\s]*(?:\{|%7B|data|secret|prompt|chat|conversation|answer|context)[^)\s]*\)|\b(?:send|post|upload|forward|e-?mail|transmit|exfiltrate)\b[^.!?\n]{0,50}\b(?:this\s+conversation|chat\s+history|the\s+user'?s?\s+(?:data|question|password|e-?mail)|system\s+prompt|api\s+keys?|credentials)\b[^.!?\n]{0,30}\b(?:to|at)\b",
            re.IGNORECASE,
        ),
    ),
)
_TRIGGER: Final = re.compile(
    r"\byour\b|\byou\s+are\b|pretend|\bact\s+as\b|\bmode\b|ignor|disregard|forget|overrid|bypass|\bskip|neglect|instruct|"
    r"prompt|directive|assistant|chatbot|\bai\b|\bbots?\b|llm|\bmodels?\b|gpt|claude|gemini|copilot|letter|vowel|"
    r"consonant|\bnouns?\b|\bverbs?\b|adjective|\busers?\b|\breaders?\b|\bhuman\b|person\s+asking|\btool|function|plugin|"
    r"\bapi\b|command|\[/?inst|<\||<<|</?|system\s*:|!\[|conversation|chat\s+history|credential|\bcite\b|\bquote\b|"
    r"\bcredit\b|passage|\bwhen\s+\w+ing\b|^\W*(?:\w+\W+){0,6}?(?:reply|respond|answer|write|speak|talk)\b",
    re.IGNORECASE,
)
"""What every sure kind has a word of: most sentences have none, and are looked at no further."""
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
    if sure and not _TRIGGER.search(text):
        return ()
    spans = sentences(text, language=language)
    words = _Words(text, spans, language)
    found = []
    for at, span in enumerate(spans):
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
    if _TRIGGER.search(sentence):
        for kind, pattern in _SURE:
            if pattern.search(sentence):
                return kind
    if sure:
        return None
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
