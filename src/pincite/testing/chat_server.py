"""A loopback server that speaks OpenAI's chat API: streams, tools, refusals, and every way to fail."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pincite.testing.loopback import Loopback, Wire, event

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from pincite.testing.loopback import Asked

__all__ = ["ChatServer", "Said", "unavailable"]

_SSE = {"content-type": "text/event-stream"}
_DONE = b"data: [DONE]\n\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What the model says to one request."""

    text: str = ""
    calls: tuple[tuple[str, str, str], ...] = ()
    """Id, name and arguments (as the text that goes over the wire) of tools that it calls."""
    finish: str | None = "stop"
    refusal: str = ""
    usage: Mapping[str, int] | None = field(default_factory=lambda: {"prompt_tokens": 10, "completion_tokens": 5})
    """``None`` for a server that tells none."""
    cut_after: int | None = None
    """Chunks after which the stream ends; ``None`` for a whole one."""
    broken: bool = False
    """Whether the cut is that of the connection, not of the stream alone."""
    garbled: bool = False
    """Whether a chunk is no JSON."""
    pause_s: float = 0.0
    """Seconds before each chunk."""


class ChatServer(Loopback):
    """
    Answers each request to ``/v1/chat/completions`` with the next of its replies, the last one again and again.

    :param replies: What is said, whole wires, or functions of the request's body that give what is said.
    """

    def __init__(self, *replies: Said | Wire | Callable[[Any], Said]) -> None:
        super().__init__()
        self._replies = list(replies)

    @property
    def base_url(self) -> str:
        """What a client is given."""
        return f"{self.url}/v1"

    @property
    def bodies(self) -> list[Any]:
        """Bodies of the requests, in order."""
        return [each.body for each in self.asked]

    def answer(self, asked: Asked) -> Wire:
        """Return what the API gives to a request."""
        if asked.path != "/v1/chat/completions":
            return Wire(status=404, pieces=(b'{"error": {"message": "no such path"}}',))
        reply = self._replies.pop(0) if len(self._replies) > 1 else self._replies[0]
        if not isinstance(reply, Said | Wire):
            reply = reply(asked.body)
        if isinstance(reply, Wire):
            return reply
        pieces = list(_stream(reply, asked.body["model"]))
        whole = pieces if reply.cut_after is None else pieces[: reply.cut_after]
        return Wire(headers=_SSE, pieces=tuple(whole), pause_s=reply.pause_s, cut=reply.broken)


def unavailable(status: int, words: str, *, retry_after: str | None = None) -> Wire:
    """
    Return the API's answer to a request that fails.

    :param retry_after: Seconds, as the header has them.
    """
    headers = {"retry-after": retry_after} if retry_after is not None else {}
    body = json.dumps({"error": {"message": words, "type": "error", "code": None}})
    return Wire(status=status, headers=headers, pieces=(body.encode(),))


def _stream(reply: Said, model: str) -> Iterable[bytes]:
    yield _chunk(model, {"role": "assistant", "content": ""})
    if reply.garbled:
        yield b'data: {"id": "chunk", \n\n'
    for at in range(0, len(reply.text), 12):
        yield _chunk(model, {"content": reply.text[at : at + 12]})
    if reply.refusal:
        yield _chunk(model, {"refusal": reply.refusal})
    for at, (call_id, name, arguments) in enumerate(reply.calls):
        opened = {"index": at, "id": call_id, "type": "function", "function": {"name": name, "arguments": ""}}
        yield _chunk(model, {"tool_calls": [opened]})
        yield _chunk(model, {"tool_calls": [{"index": at, "function": {"arguments": arguments}}]})
    yield _chunk(model, {}, finish=reply.finish)
    if reply.usage is not None:
        total = sum(reply.usage.values())
        yield _chunk(model, None, usage={**reply.usage, "total_tokens": total})
    yield _DONE


def _chunk(
    model: str,
    delta: Mapping[str, Any] | None,
    *,
    finish: str | None = None,
    usage: Mapping[str, int] | None = None,
) -> bytes:
    choices = [] if delta is None else [{"index": 0, "delta": dict(delta), "finish_reason": finish}]
    chunk = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": model, "choices": choices}
    return event("", chunk | ({"usage": dict(usage)} if usage is not None else {}))
