"""A loopback server that speaks the Messages API: streams, tools, refusals, counts, batches, and every way to fail."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from pincite.testing.loopback import Loopback, Wire, event

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from pincite.testing.loopback import Asked

__all__ = ["Message", "MessagesServer", "failing", "found"]

_SSE = {"content-type": "text/event-stream"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """What the model says to one request."""

    text: str = ""
    citations: tuple[tuple[int, int, int], ...] = ()
    """Search result, first block, block after the last, for the whole text."""
    blocks: tuple[Mapping[str, Any], ...] = ()
    """Content blocks as the API has them, instead of ``text``."""
    stop: str | None = "end_turn"
    refusal: Mapping[str, Any] | None = None
    """The ``stop_details`` of a refusal."""
    usage: Mapping[str, int] = field(default_factory=dict)
    """Over the defaults of 10 input and 5 output tokens."""
    cut_after: int | None = None
    """Events after which the stream ends; ``None`` for a whole one."""
    broken: bool = False
    """Whether the cut is that of the connection, not of the stream alone."""
    garbled: bool = False
    """Whether an event of the stream is no JSON."""
    pause_s: float = 0.0
    """Seconds before each event."""


class MessagesServer(Loopback):
    """
    Answers each request to ``/v1/messages`` with the next of its replies, the last one again and again.

    :param replies: Messages, whole wires, or functions of the request's body that give a message.
    :param tokens: What counting gives.
    """

    def __init__(
        self, *replies: Message | Wire | Callable[[Any], Message], tokens: int | Callable[[Any], int] = 10
    ) -> None:
        super().__init__()
        self._replies = list(replies)
        self._tokens = tokens
        self._batches: dict[str, list[dict[str, Any]]] = {}

    @property
    def messages(self) -> list[Any]:
        """Bodies of the requests for a message, in order."""
        return [each.body for each in self.asked if each.path == "/v1/messages"]

    def answer(self, asked: Asked) -> Wire:
        """Return what the API gives to a request."""
        path = asked.path.split("?")[0]
        if path == "/v1/messages/count_tokens":
            n_tokens = self._tokens(asked.body) if callable(self._tokens) else self._tokens
            return _json({"input_tokens": n_tokens})
        if path.startswith("/v1/messages/batches"):
            return self._batch(path, asked)
        return self._next(asked) if path == "/v1/messages" else _json(_error("not_found_error", path), status=404)

    def _next(self, asked: Asked) -> Wire:
        reply = self._reply(asked.body)
        if isinstance(reply, Wire):
            return reply
        if not asked.body.get("stream"):
            return _json(_message(reply, asked.body["model"]))
        pieces = list(_stream(_message(reply, asked.body["model"]), garbled=reply.garbled))
        whole = pieces if reply.cut_after is None else pieces[: reply.cut_after]
        return Wire(headers=_SSE, pieces=tuple(whole), pause_s=reply.pause_s, cut=reply.broken)

    def _reply(self, body: Any) -> Message | Wire:  # noqa: ANN401 - any JSON
        reply = self._replies.pop(0) if len(self._replies) > 1 else self._replies[0]
        return reply if isinstance(reply, Message | Wire) else reply(body)

    def _batch(self, path: str, asked: Asked) -> Wire:
        if path.endswith("/results"):
            rows = self._batches[path.split("/")[-2]]
            return Wire(headers={"content-type": "application/x-jsonl"}, pieces=(_lines(rows),))
        if asked.method == "POST":
            name = f"batch_{len(self._batches) + 1}"
            self._batches[name] = [self._row(each) for each in reversed(asked.body["requests"])]
            return _json(_batch_json(name, "in_progress", self.url))
        return _json(_batch_json(path.split("/")[-1], "ended", self.url))

    def _row(self, request: Mapping[str, Any]) -> dict[str, Any]:
        reply = self._reply(request["params"])
        if isinstance(reply, Wire):
            return {"custom_id": request["custom_id"], "result": {"type": "expired"}}
        message = _message(reply, request["params"]["model"])
        return {"custom_id": request["custom_id"], "result": {"type": "succeeded", "message": message}}


def failing(status: int, kind: str, *, retry_after: str | None = None) -> Wire:
    """
    Return the API's answer to a request that fails.

    :param kind: Such as "overloaded_error".
    :param retry_after: Seconds, as the header has them.
    """
    headers = {"retry-after": retry_after} if retry_after is not None else {}
    return replace(_json(_error(kind, "as the test has it"), status=status), headers=headers)


def found(block: Mapping[str, Any], result: int, first: int, stop: int) -> dict[str, Any]:
    """Return the API's citation of blocks of a search result."""
    texts = [each["text"] for each in block["content"][first:stop]]
    return {
        "type": "search_result_location",
        "cited_text": "".join(texts),
        "source": block["source"],
        "title": block["title"],
        "search_result_index": result,
        "start_block_index": first,
        "end_block_index": stop,
    }


def _message(reply: Message, model: str) -> dict[str, Any]:
    content = [dict(block) for block in reply.blocks] or [_text(reply)]
    usage = {"input_tokens": 10, "output_tokens": 5, **reply.usage}
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": content,
        "stop_reason": reply.stop,
        "stop_sequence": None,
        "stop_details": reply.refusal,
        "usage": usage,
    }


def _text(reply: Message) -> dict[str, Any]:
    shown = {"content": [{"text": ""}] * 1000, "source": "s", "title": "t"}
    cited = [found(shown, *place) for place in reply.citations]
    return {"type": "text", "text": reply.text, "citations": cited or None}


def _stream(message: Mapping[str, Any], *, garbled: bool) -> Iterable[bytes]:
    usage = message["usage"]
    opened = {
        **message,
        "content": [],
        "stop_reason": None,
        "stop_details": None,
        "usage": usage | {"output_tokens": 1},
    }
    yield event("message_start", {"type": "message_start", "message": opened})
    if garbled:
        yield b'event: content_block_start\ndata: {"type": "content_block_start", \n\n'
    for at, block in enumerate(message["content"]):
        yield from _block(at, block)
    ended = {key: message[key] for key in ("stop_reason", "stop_sequence", "stop_details")}
    yield event("message_delta", {"type": "message_delta", "delta": ended, "usage": dict(usage)})
    yield event("message_stop", {"type": "message_stop"})


def _block(at: int, block: Mapping[str, Any]) -> Iterable[bytes]:
    empty: dict[str, dict[str, Any]] = {
        "text": {"text": ""},
        "tool_use": {"input": {}},
        "thinking": {"thinking": "", "signature": ""},
    }
    opened = {**block, **empty.get(block["type"], {})}
    opened.pop("citations", None)
    yield event("content_block_start", {"type": "content_block_start", "index": at, "content_block": opened})
    for delta in _deltas(block):
        yield event("content_block_delta", {"type": "content_block_delta", "index": at, "delta": delta})
    yield event("content_block_stop", {"type": "content_block_stop", "index": at})


def _deltas(block: Mapping[str, Any]) -> Iterable[dict[str, Any]]:
    if block["type"] == "text":
        yield from ({"type": "text_delta", "text": piece} for piece in _cut(block["text"]))
        yield from ({"type": "citations_delta", "citation": each} for each in block.get("citations") or ())
    elif block["type"] == "tool_use":
        yield from ({"type": "input_json_delta", "partial_json": p} for p in _cut(json.dumps(block["input"])))
    elif block["type"] == "thinking":
        yield {"type": "thinking_delta", "thinking": block["thinking"]}
        yield {"type": "signature_delta", "signature": block["signature"]}


def _cut(text: str, size: int = 12) -> list[str]:
    return [text[at : at + size] for at in range(0, len(text), size)]


def _json(body: Mapping[str, Any], *, status: int = 200) -> Wire:
    return Wire(status=status, pieces=(json.dumps(body).encode(),))


def _lines(rows: Iterable[Mapping[str, Any]]) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def _error(kind: str, words: str) -> dict[str, Any]:
    return {"type": "error", "error": {"type": kind, "message": words}, "request_id": "req_1"}


def _batch_json(name: str, status: str, url: str) -> dict[str, Any]:
    counts = dict.fromkeys(("canceled", "errored", "expired", "processing", "succeeded"), 0)
    return {
        "id": name,
        "type": "message_batch",
        "processing_status": status,
        "request_counts": counts,
        "results_url": f"{url}/v1/messages/batches/{name}/results" if status == "ended" else None,
        "created_at": "2026-01-01T00:00:00Z",
        "expires_at": "2026-01-02T00:00:00Z",
        "ended_at": None,
        "archived_at": None,
        "cancel_initiated_at": None,
    }
