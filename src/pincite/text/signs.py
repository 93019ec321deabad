"""What tells for sure that a sentence speaks to a model: names of its reply, its rules, its tools, its turns."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["sure_kind"]

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
# Kind, what every match holds one of (case folded), the pattern.
_SIGNS: Final = (
    (
        "reply",
        ("letter", "vowel", "consonant", "your"),
        re.compile(
            rf"{_LEAD}(?:{_GARBLE})\b[^.;]*?(?:\byour\s+(?:\w+\s+)?(?:message|words|text|sentences?|summary)\b"
            rf"|\b(?:every|each|all|the|random|common|key|main)?\s*(?:\w+\s+)?(?:letters?|vowels?|consonants?)\b)",
            re.IGNORECASE,
        ),
    ),
    (
        "reply",
        ("letter", "vowel", "consonant", "noun", "verb", "adjective"),
        re.compile(
            rf"{_LEAD}(?:{_CHANGE})\b[^.;]*\b(?:each|every|all|the)\s+(?:\w+\s+)?(?:letters?|vowels?|consonants?|nouns?|"
            r"verbs?|adjectives?)\b[^.;]*\b(?:shift\w*|replac\w*|revers\w*|emojis?|symbols?|numbers?|position|backwards?|"
            r"substitut\w*|counterparts?)\b",
            re.IGNORECASE,
        ),
    ),
    ("reply", ("your",), re.compile(rf"{_LEAD}(?:{_CHANGE})\b.*?{_OWN}", re.IGNORECASE | re.DOTALL)),
    (
        "reply",
        ("your",),
        re.compile(
            rf"^\W*(?:in|at|to|within|throughout|with)\b[^.;]{{0,40}}{_OWN}[^.;]{{0,20}},\s*(?:please\s+)?(?:{_CHANGE})\b",
            re.IGNORECASE,
        ),
    ),
    (
        "reply",
        ("reply", "respond", "answer", "write", "speak", "talk"),
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
        ("passage", "source", "document", "result", "when"),
        re.compile(
            r"\b(?:cite|quote|credit|name|use)\s+(?:only\s+)?(?:passage|source|document|result)\s+(?:no\.?\s*)?\d+\b"
            r"|\bwhen\s+(?:answering|replying|responding|summari[sz]ing)\b[^.;]{0,30},\s*(?:always|never|please|do)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "override",
        ("ignore", "disregard", "forget", "override", "bypass", "skip", "neglect"),
        re.compile(
            r"\b(?:ignore|disregard|forget|override|bypass|skip|neglect)\b[^.!?\n]{0,40}\b(?:(?:previous|prior|above|earlier|preceding|foregoing|other|system|original|initial|existing|all)\s+(?:\w+\s+){0,2}?(?:instruction|prompt|rule|direction|command|guideline|context|question|message|request)s?|(?:everything|anything|what|all|the)\s+(?:above|before|you\s+were\s+told)\b(?!\s+(?:provision|clause|section|paragraph|notice|limit|term|condition)s?\b)|your\s+(?:instruction|rule|guideline|prompt|training)s?|the\s+user(?:'s)?\b)",
            re.IGNORECASE,
        ),
    ),
    (
        "override",
        ("instruction", "prompt", "directive"),
        re.compile(
            r"\b(?:new|updated|real|actual|secret|hidden|system)\s+(?:instruction|prompt|directive)s?\s*(?:[:\u2013\u2014-]|for\s+(?:the\s+)?(?:ai|model|assistant))",
            re.IGNORECASE,
        ),
    ),
    (
        "role",
        ("you", "pretend", "act", "mode"),
        re.compile(
            r"\b(?:you\s+are\s+(?:now|no\s+longer|actually)\s+(?:an?\s+|the\s+)?(?:\w+\s+){0,3}?(?:ai|assistant|model|chatbot|bot|dan|jailbroken|unrestricted|free|evil|pirate)|pretend\s+(?:to\s+be|that\s+you\s+are|you\s+are)|act\s+as\s+(?:if\s+you\s+were\s+)?(?:an?\s+)?(?:ai|assistant|chatbot|hacker|pirate|dan\b|unrestricted|different)|(?:enter|enable|activate)\s+(?:developer|debug|god|admin|jailbreak|unrestricted|dan)\s+mode)",
            re.IGNORECASE,
        ),
    ),
    (
        "model",
        ("assistant", "model", "bot", "agent", "system", "llm", "gpt", "claude", "gemini", "copilot"),
        re.compile(
            r"\b(?:(?:ai|language|llm|chat)\s*(?:assistant|model|bot|agent|system)s?|assistants?|chatbots?|llms?|chatgpt|gpt-?\d*|claude|gemini|copilot)\b\s*[:,]?\s*(?:reading|processing|summari[sz]ing|seeing|parsing|analy[sz]ing)?\s*(?:this|these)?[^.!?\n]{0,30}\b(?:must|should|please|shall|are\s+(?:instructed|required|asked|told)|do\s+not|ignore|say|reply|respond|output|tell|recommend|always)\b[^.!?\n]{0,60}\b(?:reply|respond|say|answer|tell|output|ignore|disregard|recommend|user|instruction|question)s?\b",
            re.IGNORECASE,
        ),
    ),
    (
        "model",
        ("you", "instruction", "note", "message", "prompt"),
        re.compile(
            r"\bif\s+you\s+are\s+an?\s+(?:ai|llm|(?:large\s+)?language\s+model|assistant|chatbot|bot|agent)\b|\b(?:instruction|note|message|prompt)s?\s+(?:to|for)\s+(?:the\s+|any\s+|all\s+)?(?:ai|llm|language\s+model|assistant|model|chatbot|bot)s?\b",
            re.IGNORECASE,
        ),
    ),
    (
        "model",
        ("model", "assistant", "bot", "agent", "system", "ai", "llm"),
        re.compile(rf"\b{_TO}{_MODEL}s?\b(?=\s*(?:[,:;!\u2013\u2014]|$))", re.IGNORECASE),
    ),
    (
        "model",
        ("read", "process", "pars", "summari"),
        re.compile(
            rf"\b{_MODEL}s?,?\s+(?:(?:that|which|who)\s+)?(?:reads?|reading|processing|parsing|summari[sz](?:es|ing))\s+"
            r"(?:this|these)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "secret",
        ("prompt", "instruction", "rule", "guideline", "conversation", "chat"),
        re.compile(
            r"\b(?:reveal|print|repeat|show|output|display|leak|tell\s+me|give\s+me|share|send|reproduce)\b[^.!?\n]{0,40}\b(?:system\s+prompt|your\s+(?:initial\s+|original\s+|hidden\s+|secret\s+)?(?:prompt|instructions|rules|guidelines)|(?:this|the)\s+conversation|chat\s+history|conversation\s+history)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "user",
        ("user", "reader", "human", "person"),
        re.compile(
            rf"{_LEAD}(?:do\s+not\s+)?(?:tell|inform|notify|ask|warn|convince|persuade|instruct|encourage|direct|urge|"
            r"advise|trick|request|prompt)\s+(?:the\s+)?(?:current\s+)?(?:(?:user|reader|human|person\s+asking)\b(?!s)"
            r"|(?:users|readers)\s+(?:that|to|about|they|their|join|visit|download|install|click|call|pay|verify)\b)",
            re.IGNORECASE,
        ),
    ),
    (
        "tool",
        ("tool", "function", "plugin", "api", "command", "invoke", "antml"),
        re.compile(
            r"\b(?:call|invoke|run|execute|use|trigger)\s+(?:the\s+)?[`\"']?(?:\w+\s+|\w+_\w+\s*)?(?:tool|function|plugin|api\s+call|command)s?[`\"']?\b[^.!?\n]{0,40}\b(?:to|with|and)\s+(?:send|search|delete|open|fetch|post|email|forward|transfer|list)|</?(?:tool_call|function_calls?|invoke|tool_use|antml:\w+)\b|\"(?:tool|function)(?:_call)?\"\s*:",
            re.IGNORECASE,
        ),
    ),
    (
        "turn",
        ("<|", "inst]", "sys>>", "system", "assistant"),
        re.compile(
            r"<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id)\|?>?|\[/?INST\]|<</?SYS>>|^\s*(?:###?\s*)?(?:system|assistant)\s*:\s*\S",
            re.IGNORECASE,
        ),
    ),
    (
        "exfiltrate",
        ("![", "conversation", "chat", "user", "prompt", "key", "credential"),
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
"""What every sure kind has a word of."""


def sure_kind(sentence: str) -> str | None:
    """
    Return the kind of a sentence that surely speaks to a model, ``None`` for any other.

    Most sentences hold none of what a pattern needs, and are looked at no further.
    """
    folded = sentence.casefold()
    for kind, needed, pattern in _SIGNS:
        if any(each in folded for each in needed) and pattern.search(sentence):
            return kind if _TRIGGER.search(sentence) else None
    return None
