"""Other wordings and parts of a question, as a chat model writes them; what it sees is the question and its history."""

from __future__ import annotations

import json
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from pincite.errors import ModelError
from pincite.models.talk import Message, Prompt

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from pincite.models.caps import Meter
    from pincite.models.talk import ChatModel
    from pincite.questions import Turn

__all__ = ["Rewriter", "Rewritten"]

_TURNS: Final = 4
_CHARACTERS: Final = 200
_KEPT: Final = 512
_SYSTEM: Final = (
    "You prepare questions for a search over documents. You do not answer them. Write the question so that it stands "
    "by itself, with what it takes up from earlier turns put in; keep every name, number and key as it is written. "
    "Then write it in other words as a document might put it. Where it asks several things, list each as a question of "
    "its own; else list none."
)
_SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "question": {"type": "string"},
        "variants": {"type": "array", "items": {"type": "string"}},
        "parts": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["question", "variants", "parts"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewritten:
    """What to search for."""

    texts: tuple[str, ...]
    """The question by itself first, then other wordings and parts, each once."""
    note: str = ""
    """Why nothing was rewritten; ``""`` where it was."""


class Rewriter:
    """
    Asks a chat model for other wordings. What it wrote is kept, under a key that is the caller's to make.

    :param chat: Gives the model and a meter for one question.
    :param variants: How many other wordings, at least 1.
    :param parts: Most parts of a question.
    """

    def __init__(self, chat: Callable[[], tuple[ChatModel, Meter]], *, variants: int = 3, parts: int = 4) -> None:
        self._chat = chat
        self._variants = variants
        self._parts = parts
        self._kept: OrderedDict[Hashable, Rewritten] = OrderedDict()
        self._lock = Lock()

    def rewrite(self, question: str, history: tuple[Turn, ...], *, key: Hashable) -> Rewritten:
        """
        Return what to search for; the question alone where the model fails, with the reason.

        :param question: What is asked.
        :param history: Earlier turns that the reader may see now, oldest first.
        :param key: Everything else that the rewriting must not outlive: the scope and the settings.
        """
        whole = (key, question, history)
        with self._lock:
            kept = self._kept.get(whole)
        if kept is not None:
            return kept
        try:
            found = self._asked(question, history)
        except ModelError as error:
            return Rewritten(texts=(question,), note=f"the question was not rewritten ({error})")
        with self._lock:
            self._kept[whole] = found
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return found

    def _asked(self, question: str, history: tuple[Turn, ...]) -> Rewritten:
        model, meter = self._chat()
        earlier = "\n".join(
            f"Q: {turn.question[:_CHARACTERS]}\nA: {turn.answer[:_CHARACTERS]}" for turn in history[-_TURNS:]
        )
        said = (
            f"{f'Earlier turns:{chr(10)}{earlier}{chr(10)}{chr(10)}' if earlier else ''}Question: {question}\n\n"
            f'Reply as JSON: {{"question": …, "variants": [{self._variants} wordings], "parts": […]}}'
        )
        prompt = Prompt(system=_SYSTEM, messages=(Message(role="user", text=said),), schema=_SCHEMA, max_tokens=600)
        return self._read(model.reply(prompt, meter=meter).text, question)

    def _read(self, text: str, question: str) -> Rewritten:
        """Return what a reply says; the question alone where it is not of the form that was asked for."""
        start, end = text.find("{"), text.rfind("}")
        try:
            said = json.loads(text[start : end + 1])
            listed = (said["question"], *said["variants"][: self._variants], *said["parts"][: self._parts])
            texts = [" ".join(each.split()) for each in listed]
        except (ValueError, KeyError, TypeError, AttributeError):
            return Rewritten(
                texts=(question,), note="the question was not rewritten: the model's reply has another form"
            )
        once: dict[str, str] = {}
        for each in texts if texts[0] else (question, *texts):
            if each:
                once.setdefault(each.casefold().rstrip("?. "), each)
        return Rewritten(texts=tuple(once.values()))
