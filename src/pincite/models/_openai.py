"""The ``openai`` SDK: requests of our prompts, replies of its chunks. Imported where it is used."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from pincite.errors import BadModelOutput, MissingExtra
from pincite.models._wire import Cut
from pincite.models.talk import Reply, Stop, ToolCall

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pincite.answers import Usage
    from pincite.models.caps import Meter
    from pincite.models.talk import Message, Prompt
    from pincite.secret import Secret

__all__ = ["client", "module", "request", "streamed"]

_STOPS: Final = {
    "stop": Stop.END,
    "length": Stop.MAX_TOKENS,
    "tool_calls": Stop.TOOL_USE,
    "function_call": Stop.TOOL_USE,
    "content_filter": Stop.REFUSED,
}
_NO_KEY: Final = "none"
"""What servers on one's own machine are given, which ask for no key; the SDK wants one."""


def module() -> Any:  # noqa: ANN401 - a module
    """
    Return the SDK.

    :raises MissingExtra: If it is not installed.
    """
    try:
        import openai
    except ImportError as error:
        raise MissingExtra("the OpenAI-compatible generator", "openai") from error
    return openai


def client(key: Secret | None, *, base_url: str) -> Any:  # noqa: ANN401 - the SDK's client
    """
    Return a client that makes one attempt a call.

    :param key: ``None`` for a server that asks for none.
    :param base_url: ``""`` for OpenAI's own.
    """
    secret = key.reveal() if key is not None else _NO_KEY
    return module().OpenAI(api_key=secret, base_url=base_url or None, max_retries=0)


def request(prompt: Prompt, *, model: str, effort: str, temperature: float | None, seed: int | None) -> dict[str, Any]:
    """
    Return the keywords of ``chat.completions.create`` for a prompt, without ``timeout``.

    :param effort: Reasoning effort; ``""`` for the model's own.
    :param temperature: ``None`` to leave it out, as reasoning models want it.
    :param seed: ``None`` to leave it out.
    """
    made: dict[str, Any] = {
        "model": model,
        "messages": [{"role": "system", "content": prompt.system}, *_messages(prompt)],
        "max_completion_tokens": prompt.max_tokens,
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    stated = {"reasoning_effort": effort or None, "temperature": temperature, "seed": seed}
    made |= {name: value for name, value in stated.items() if value is not None}
    if prompt.schema is not None:
        named = {"name": "draft", "schema": dict(prompt.schema), "strict": True}
        made["response_format"] = {"type": "json_schema", "json_schema": named}
    if prompt.tools:
        made["tools"] = [
            {
                "type": "function",
                "function": {"name": t.name, "description": t.description, "parameters": dict(t.schema)},
            }
            for t in prompt.tools
        ]
    return made


def _messages(prompt: Prompt) -> list[dict[str, Any]]:
    made = [each for message in prompt.messages for each in _message(message)]
    if prompt.prefix and made:
        made[0] = made[0] | {"content": f"{prompt.prefix}\n\n{made[0]['content']}"}
    return made


def _message(message: Message) -> list[dict[str, Any]]:
    if message.results:
        return [{"role": "tool", "tool_call_id": r.call_id, "content": r.text} for r in message.results]
    said: dict[str, Any] = {"role": message.role, "content": message.text}
    if message.calls:
        said["tool_calls"] = [
            {
                "id": call.call_id,
                "type": "function",
                "function": {"name": call.name, "arguments": json.dumps(dict(call.arguments))},
            }
            for call in message.calls
        ]
    return [said]


class _Written:
    """What the chunks of one stream add up to."""

    def __init__(self) -> None:
        self.text = ""
        self.refusal = ""
        self.finish: str | None = None
        self.usage: Any = None
        self.calls: dict[int, dict[str, str]] = {}

    def add(self, chunk: Any) -> str:  # noqa: ANN401 - the SDK's chunk
        """Take a chunk in; return the text that it brings."""
        self.usage = chunk.usage or self.usage
        if not chunk.choices:
            return ""
        choice = chunk.choices[0]
        self.finish = choice.finish_reason or self.finish
        self.refusal += getattr(choice.delta, "refusal", None) or ""
        for part in choice.delta.tool_calls or ():
            call = self.calls.setdefault(part.index, {"id": "", "name": "", "arguments": ""})
            call["id"] += part.id or ""
            if part.function is not None:
                call["name"] += part.function.name or ""
                call["arguments"] += part.function.arguments or ""
        text: str = choice.delta.content or ""
        self.text += text
        return text


def streamed(
    made: Any,  # noqa: ANN401 - the SDK's client
    keywords: Mapping[str, Any],
    *,
    meter: Meter,
    on_text: Callable[[str], None] | None,
    sent: int,
) -> Reply:
    """
    Return the whole reply of a streamed call; a stream that ends before it does is cut, and asked for again.

    :param sent: Input tokens as they were estimated, for servers that tell no usage.
    :raises CapReached: If the time is over before the reply is.
    :raises BadModelOutput: If it calls a tool with arguments that are no JSON, or stops for an unknown reason.
    """
    written = _Written()
    with made.chat.completions.create(**keywords, timeout=meter.left_s()) as stream:
        for chunk in stream:
            meter.left_s()
            text = written.add(chunk)
            if text and on_text is not None:
                on_text(text)
    if written.finish is None:
        raise Cut("the stream ended before the reply did")
    return _read(written, meter=meter, sent=sent)


def _read(written: _Written, *, meter: Meter, sent: int) -> Reply:
    stop = Stop.REFUSED if written.refusal else _STOPS.get(written.finish or "")
    if stop is None:
        raise BadModelOutput(
            f"the model stopped for the reason {written.finish!r}: expected one of {', '.join(_STOPS)}",
            stop_reason=written.finish,
        )
    return Reply(
        text=written.text,
        stop=stop,
        calls=tuple(_call(call) for _, call in sorted(written.calls.items())),
        usage=_spend(written, meter, sent),
        refusal=written.refusal,
    )


def _spend(written: _Written, meter: Meter, sent: int) -> Usage:
    if written.usage is None:
        from pincite.models.caps import estimate_tokens

        return meter.spend(fresh=sent, output=estimate_tokens(written.text))
    details = getattr(written.usage, "prompt_tokens_details", None)
    read = (getattr(details, "cached_tokens", None) or 0) if details is not None else 0
    return meter.spend(fresh=written.usage.prompt_tokens - read, output=written.usage.completion_tokens, read=read)


def _call(call: Mapping[str, str]) -> ToolCall:
    try:
        arguments = json.loads(call["arguments"] or "{}")
    except ValueError:
        arguments = None
    if not isinstance(arguments, dict):
        raise BadModelOutput(
            f"the model called {call['name']!r} with arguments that are no JSON object: {call['arguments'][:80]!r}",
            tool=call["name"],
        )
    return ToolCall(call_id=call["id"], name=call["name"], arguments=arguments)
