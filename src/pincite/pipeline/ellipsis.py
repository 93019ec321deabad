"""
A follow-up that only names another thing ("And of the Riverside workshop?"), made whole by the question before it.

What it names takes the place of what the earlier question named in the same role: behind the same preposition, before
the same noun, as a key of the same kind, or as a name. Where no place is certain, nothing is made up.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, cast

from pincite.pipeline.understanding import leans_back
from pincite.text.identifiers import find

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pincite.answers import Answer
    from pincite.pipeline.ask import Progress
    from pincite.pipeline.search import Request
    from pincite.pipeline.wording import Steps
    from pincite.questions import Turn
    from pincite.text.identifiers import IdentifierKind
    from pincite.trace import Recorder

__all__ = ["FollowUps", "made_whole"]

_TURNS: Final = 4
_PREPOSITIONS: Final = (
    "of|for|in|at|on|to|from|by|with|under|about|after|before|during|über|von|für|bei|nach|de|pour|para"
)
_LEAD: Final = r"\s*(?:(?:and|but|or|also|und|aber|et|y)\s+)?(?:(?:what|how)\s+about\s+)?"
_DETERMINERS: Final = frozenset(
    ("the", "a", "an", "our", "my", "your", "this", "that", "der", "die", "das", "le", "la")
)
_POINTING: Final = r"\b(?:it|its|they|them|their|this|that|these|those|he|she|his|her|there|then|one|ones|same)\b"
_ASKS: Final = (
    r"\b(?:what|who|whom|whose|which|when|where|why|how|is|are|was|were|do|does|did|can|could|may|must|will)\b"
)
_VERBS: Final = (
    "say|state|mean|provide|require|cover|cost|carry|apply|end|start|begin|open|close|need|hold|contain|allow|deliver|weigh"
    "|take|run|last|expire|pay|owe|charge|offer|include|exclude|work|happen"
)
"""Verbs with which a question ends: "What does clause 7.2 of the lease say?"."""
_MOST_WORDS: Final = 8
_WORD = re.compile(r"[^\W_][\w'\u2019.-]*")


def made_whole(question: str, history: Sequence[Turn], kinds: tuple[IdentifierKind, ...]) -> str | None:
    """
    Return the question that a follow-up stands for; ``None`` where it is whole itself, or its place is not certain.

    :param question: What is asked now.
    :param history: Earlier turns, oldest first.
    :param kinds: Kinds of exact keys.
    """
    if not history or not leans_back(question):
        return None
    earlier = history[-_TURNS:]
    before = earlier[-1].question
    before = made_whole(before, earlier[:-1], kinds) or before
    named = re.sub(_LEAD, "", question, count=1, flags=re.IGNORECASE).strip().rstrip("?!. ")
    words = _WORD.findall(named)
    if not 1 <= len(words) <= _MOST_WORDS or re.search(f"{_POINTING}|{_ASKS}", named, re.IGNORECASE):
        return None
    return _by_key(before, named, kinds) or _by_preposition(before, named) or _by_noun(before, named)


def _by_key(before: str, named: str, kinds: tuple[IdentifierKind, ...]) -> str | None:
    """Put one key in the place of the only key of its kind."""
    new = find(named, kinds)
    old = [key for key in find(before, kinds) if new and key.kind == new[0].kind]
    if len(new) != 1 or len(old) != 1:
        return None
    return before[: old[0].span.start] + new[0].span.cut(named) + before[old[0].span.end :]


def _by_preposition(before: str, named: str) -> str | None:
    """Put "of the new" in the place of "of the old", up to the next preposition."""
    found = re.match(rf"({_PREPOSITIONS})\s+\w", named, re.IGNORECASE)
    if found is None:
        return None
    places = list(
        re.finditer(rf"\b{found[1]}\s+.*?(?=\s+(?:{_PREPOSITIONS})\b|\s+(?:{_VERBS})\b|[?,;]|$)", before, re.IGNORECASE)
    )
    if not places:
        return None
    return before[: places[-1].start()] + named + before[places[-1].end() :]


def _by_noun(before: str, named: str) -> str | None:
    """Put "the new workshop" in the place of "the old workshop": before the same noun, back to its determiner."""
    bare = re.sub(rf"^(?:{_PREPOSITIONS})\s+", "", named, flags=re.IGNORECASE)
    head = _WORD.findall(bare)[-1:]
    words = list(_WORD.finditer(before))
    last = next(
        (at for at in reversed(range(len(words))) if [words[at].group().casefold()] == [*map(str.casefold, head)]), None
    )
    if last is None:
        return None
    first = last
    while first and not _begins(words[first].group(), words[first - 1].group()):
        first -= 1
    return before[: words[first].start()] + bare + before[words[last].end() :]


def _begins(word: str, before: str) -> bool:
    """Tell whether a noun phrase begins with a word: it is a determiner, or what is before it ends another phrase."""
    return word.casefold() in _DETERMINERS or bool(
        re.fullmatch(f"{_PREPOSITIONS}|and|or|{_ASKS}", before, re.IGNORECASE)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowUps:
    """Answers follow-ups as the questions that they stand for, and gives all others on as they are."""

    rest: Steps
    kinds: tuple[IdentifierKind, ...]

    def steps(self, request: Request, *, strict: bool = False, recorder: Recorder | None = None) -> Iterator[Progress]:
        """Yield what happens while the question is answered; the last step is ``("answer", Answer)``."""
        whole = made_whole(request.question.strip(), request.history, self.kinds)
        if whole is None:
            yield from self.rest.steps(request, strict=strict, recorder=recorder)
            return
        for name, value in self.rest.steps(replace(request, question=whole), strict=strict, recorder=recorder):
            given = replace(cast("Answer", value), question=request.question) if name == "answer" else value
            yield name, given
