"""The ``anthropic`` SDK: requests of our prompts, replies of its messages. Imported where it is used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pincite.errors import BadModelOutput, MissingExtra
from pincite.models._wire import Cut
from pincite.models.talk import Reply, Segment, Stop, ToolCall

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pincite.models.caps import Meter
    from pincite.models.talk import Message, Prompt
    from pincite.secret import Secret

__all__ = ["client", "module", "read_message", "request", "streamed"]

_STOPS: Final = {
    "end_turn": Stop.END,
    "stop_sequence": Stop.END,
    "max_tokens": Stop.MAX_TOKENS,
    "tool_use": Stop.TOOL_USE,
    "pause_turn": Stop.PAUSED,
    "refusal": Stop.REFUSED,
    "model_context_window_exceeded": Stop.WINDOW,
}


def module() -> Any:  # noqa: ANN401 - a module
    """
    Return the SDK.

    :raises MissingExtra: If it is not installed.
    """
    try:
        import anthropic
    except ImportError as error:
        raise MissingExtra("the Claude generator (generate.name = 'extractive' needs no model)", "claude") from error
    return anthropic


def client(key: Secret, *, base_url: str) -> Any:  # noqa: ANN401 - the SDK's client
    """
    Return a client that makes one attempt a call.

    :param base_url: ``""`` for the provider's own.
    """
    return module().Anthropic(api_key=key.reveal(), base_url=base_url or None, max_retries=0)


def request(prompt: Prompt, *, model: str, effort: str, thinking: bool, cache_ttl: str) -> dict[str, Any]:
    """
    Return the keywords of ``messages.create`` and ``messages.stream`` for a prompt, without ``timeout``.

    :param effort: low, medium, high, xhigh or max; ``""`` for the model's own.
    :param thinking: Whether the model decides how long to think.
    :param cache_ttl: "5m" or "1h": how long the instructions and the prefix stay in the provider's cache.
    """
    cached = {"type": "ephemeral", "ttl": cache_ttl}
    output: dict[str, Any] = {"effort": effort} if effort else {}
    if prompt.schema is not None:
        output["format"] = {"type": "json_schema", "schema": dict(prompt.schema)}
    made: dict[str, Any] = {
        "model": model,
        "max_tokens": prompt.max_tokens,
        "system": [{"type": "text", "text": prompt.system, "cache_control": cached}],
        "messages": _messages(prompt, cached),
    }
    if output:
        made["output_config"] = output
    if thinking:
        made["thinking"] = {"type": "adaptive"}
    if prompt.tools:
        made["tools"] = [
            {"name": t.name, "description": t.description, "input_schema": dict(t.schema)} for t in prompt.tools
        ]
    return made


def _messages(prompt: Prompt, cached: Mapping[str, str]) -> list[dict[str, Any]]:
    made = [{"role": message.role, "content": _content(message)} for message in prompt.messages]
    first: list[dict[str, Any]] = [
        {
            "type": "search_result",
            "source": shown.source,
            "title": shown.title,
            "content": [{"type": "text", "text": block} for block in shown.blocks],
            "citations": {"enabled": True},
        }
        for shown in prompt.shown
    ]
    if prompt.prefix:
        first.insert(0, {"type": "text", "text": prompt.prefix, "cache_control": dict(cached)})
    if made and first:
        made[0]["content"] = [*first, *made[0]["content"]]
    return made


def _content(message: Message) -> list[Any]:
    if message.raw is not None:
        return list(message.raw)
    text = [{"type": "text", "text": message.text}] if message.text else []
    calls = [
        {"type": "tool_use", "id": call.call_id, "name": call.name, "input": dict(call.arguments)}
        for call in message.calls
    ]
    results = [
        {"type": "tool_result", "tool_use_id": r.call_id, "content": r.text, "is_error": r.failed}
        for r in message.results
    ]
    return [*results, *text, *calls]


def streamed(
    made: Any,  # noqa: ANN401 - the SDK's client
    keywords: Mapping[str, Any],
    *,
    meter: Meter,
    on_text: Callable[[str], None] | None,
) -> Any:  # noqa: ANN401 - the SDK's message
    """
    Return the whole message of a streamed call; a stream that ends before it does is cut, and asked for again.

    :raises CapReached: If the time is over before the message is.
    """
    with made.messages.stream(**keywords, timeout=meter.left_s()) as stream:
        done = False
        for event in stream:
            meter.left_s()
            done = done or event.type == "message_stop"
            if on_text is not None and event.type == "text":
                on_text(event.text)
        if not done:
            raise Cut("the stream ended before the message did")
        return stream.get_final_message()


def read_message(message: Any, *, meter: Meter, share: float = 1.0) -> Reply:  # noqa: ANN401 - the SDK's message
    """
    Return what a message says, and tell the meter what it cost.

    :param share: What its tokens cost, as a share of their price.
    :raises BadModelOutput: If it stopped for a reason that is not known.
    """
    usage = message.usage
    read, written = usage.cache_read_input_tokens or 0, usage.cache_creation_input_tokens or 0
    spent = meter.spend(fresh=usage.input_tokens, output=usage.output_tokens, read=read, written=written, share=share)
    stop = _STOPS.get(message.stop_reason)
    if stop is None:
        raise BadModelOutput(
            f"Claude stopped for the reason {message.stop_reason!r}: expected one of {', '.join(_STOPS)}; "
            "upgrade Pincite",
            stop_reason=message.stop_reason,
        )
    texts = [block for block in message.content if block.type == "text"]
    return Reply(
        text="".join(block.text for block in texts),
        stop=stop,
        segments=tuple(Segment(text=block.text, places=_places(block)) for block in texts),
        calls=tuple(
            ToolCall(call_id=block.id, name=block.name, arguments=dict(block.input))
            for block in message.content
            if block.type == "tool_use"
        ),
        usage=spent,
        refusal=_refusal(message),
        raw=[block.model_dump(mode="json", exclude_none=True, exclude={"parsed_output"}) for block in message.content],
    )


def _places(block: Any) -> tuple[tuple[int, int, int], ...]:  # noqa: ANN401 - the SDK's text block
    return tuple(
        (each.search_result_index, each.start_block_index, each.end_block_index)
        for each in block.citations or ()
        if each.type == "search_result_location"
    )


def _refusal(message: Any) -> str:  # noqa: ANN401 - the SDK's message
    details = message.stop_details
    return "" if details is None else ": ".join(part for part in (details.category, details.explanation) if part)
