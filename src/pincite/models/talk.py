"""What is said to a chat model and what comes back, whoever runs it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Literal, Protocol

from pincite.answers import Usage

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pincite.models.caps import Meter

__all__ = ["ChatModel", "Message", "Prompt", "Reply", "Segment", "Shown", "Stop", "Tool", "ToolCall", "ToolResult"]


class Stop(StrEnum):
    """Why a model stopped writing."""

    END = "end"
    """It was done."""
    MAX_TOKENS = "max_tokens"
    """It ran into the limit of tokens; what it wrote is cut."""
    TOOL_USE = "tool_use"
    """It waits for the results of the tools that it called."""
    PAUSED = "paused"
    """It stopped on the way and goes on when its words are sent back."""
    REFUSED = "refused"
    """It declined."""
    WINDOW = "window"
    """What was said and written fills its window."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """Something that a model may ask for."""

    name: str
    description: str
    schema: Mapping[str, Any]
    """JSON schema of its arguments; an object."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """One use of a tool by a model."""

    call_id: str
    name: str
    arguments: Mapping[str, Any]
    """As the model wrote them, not yet checked against the schema."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult:
    """What a tool gave."""

    call_id: str
    text: str
    failed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One turn of the conversation with a model."""

    role: Literal["user", "assistant"]
    text: str = ""
    calls: tuple[ToolCall, ...] = ()
    results: tuple[ToolResult, ...] = ()
    raw: Any = None
    """The provider's own form of an assistant's turn, sent back unchanged; ``None`` to make one of the other fields."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A document's passage in a form that a provider cites by itself."""

    source: str
    title: str
    blocks: tuple[str, ...]
    """One sentence or table row each: the smallest thing that is cited."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """Everything that is said to a model."""

    system: str
    """Instructions; the same for every question, so that a provider can keep them in its cache."""
    messages: tuple[Message, ...]
    prefix: str = ""
    """What stands in front of the first message and is the same for many questions: kept in a provider's cache."""
    shown: tuple[Shown, ...] = ()
    """Passages for a provider's own citations."""
    schema: Mapping[str, Any] | None = None
    """JSON schema of the reply; ``None`` for free text."""
    grammar: str = ""
    """GBNF grammar of the reply, for models that run here; ``""`` for none."""
    tools: tuple[Tool, ...] = ()
    max_tokens: int = 2_000
    """Most tokens of the reply, at least 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """A piece of a reply, with what the provider says it rests on."""

    text: str
    places: tuple[tuple[int, int, int], ...] = ()
    """Index among the prompt's ``shown``, first block, and the block after the last; from 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a model wrote."""

    text: str
    stop: Stop = Stop.END
    segments: tuple[Segment, ...] = ()
    """The text in pieces; empty where the provider gives no citations."""
    calls: tuple[ToolCall, ...] = ()
    usage: Usage = field(default_factory=Usage)
    refusal: str = ""
    """What the provider says of a refusal."""
    raw: Any = None
    """As in :class:`Message`."""

    @property
    def turn(self) -> Message:
        """The assistant's turn that it was, to be sent back."""
        return Message(role="assistant", text=self.text, calls=self.calls, raw=self.raw)


class ChatModel(Protocol):
    """A model that is talked to."""

    @property
    def model(self) -> str:
        """The model's name, as its provider has it."""
        ...

    def reply(self, prompt: Prompt, *, meter: Meter, on_text: Callable[[str], None] | None = None) -> Reply:
        """
        Return what the model makes of a prompt.

        :param meter: Caps on tokens, time and money; told what was spent.
        :param on_text: Called with each piece of text as it is written.
        :raises CapReached: Before anything is sent, if it would pass a cap; or on the way, if the time is over.
        :raises ModelTimeout: If the provider does not answer in time.
        :raises ModelUnavailable: If it cannot be reached, refuses the key, or is overloaded.
        :raises BadModelOutput: If what comes back is not of the provider's own form, or is cut.
        """
        ...
