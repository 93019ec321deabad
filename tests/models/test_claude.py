"""Claude on the wire: the real SDK against a server on this machine that speaks the Messages API."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from pydantic import TypeAdapter

from pincite.errors import BadModelOutput, CapReached, ConfigError, ModelError, ModelTimeout, ModelUnavailable
from pincite.models.caps import Caps, Meter
from pincite.models.claude import ClaudeModel
from pincite.models.prices import Price
from pincite.models.talk import Message as Turn
from pincite.models.talk import Prompt, Reply, Shown, Stop, Tool, ToolResult
from pincite.secret import Secret
from pincite.testing.loopback import Wire
from pincite.testing.messages_server import Message, MessagesServer, failing

KEY = "sk-of-the-test"
PRICE = Price(input=2.0, output=10.0, cache_read=0.2, cache_write=2.5)
TOOL = Tool(name="search", description="Finds.", schema={"type": "object", "properties": {"q": {"type": "string"}}})
CALL = {"type": "tool_use", "id": "call_1", "name": "search", "input": {"q": "refund"}}
Replies = Message | Wire | Callable[[Any], Message]


def prompt(**more: Any) -> Prompt:  # noqa: ANN401 - fields of a prompt
    said: dict[str, Any] = {"system": "Be brief.", "messages": (Turn(role="user", text="When?"),), "max_tokens": 100}
    return Prompt(**said | more)


@contextmanager
def served(*replies: Replies, tokens: int = 10, **how: Any) -> Iterator[tuple[ClaudeModel, MessagesServer]]:  # noqa: ANN401 - passed on
    with MessagesServer(*replies, tokens=tokens) as server:
        yield ClaudeModel(Secret(KEY), model="claude-sonnet-5-5", base_url=server.url, **how), server


def asked(*replies: Replies, caps: Caps | None = None, **how: Any) -> Reply:  # noqa: ANN401 - passed on
    with served(*replies, **how) as (model, _):
        return model.reply(prompt(), meter=Meter(caps or Caps(seconds=10), PRICE))


def test_a_reply_is_streamed_and_its_pieces_are_told() -> None:
    told: list[str] = []
    with served(Message(text="The window is 30 days.")) as (model, server):
        reply = model.reply(prompt(), meter=Meter(Caps()), on_text=told.append)
    assert (reply.text, reply.stop) == ("The window is 30 days.", Stop.END)
    assert "".join(told) == reply.text
    assert len(told) > 1
    assert server.messages[0]["stream"] is True


def test_tokens_are_counted_before_anything_is_sent() -> None:
    with served(Message(text="x")) as (model, server):
        model.reply(prompt(), meter=Meter(Caps()))
    assert [each.path for each in server.asked] == ["/v1/messages/count_tokens", "/v1/messages"]


def test_a_prompt_over_the_cap_is_never_sent() -> None:
    with served(Message(text="x"), tokens=5_000) as (model, server):
        with pytest.raises(CapReached, match=r"4,000 input tokens .* 5,000 would be sent"):
            model.reply(prompt(), meter=Meter(Caps(input_tokens=4_000)))
        assert server.messages == []


def test_a_question_that_could_cost_too_much_is_never_sent() -> None:
    with pytest.raises(CapReached, match=r"cap of \$0\.0005"):
        asked(Message(text="x"), caps=Caps(money=0.0005))


def test_a_cap_on_money_needs_a_price() -> None:
    with served(Message(text="x")) as (model, _), pytest.raises(ConfigError, match="no price of the model"):
        model.reply(prompt(), meter=Meter(Caps(money=1.0), None))


def test_cached_tokens_cost_what_reading_and_writing_the_cache_costs() -> None:
    used = {
        "input_tokens": 100,
        "cache_read_input_tokens": 1000,
        "cache_creation_input_tokens": 400,
        "output_tokens": 10,
    }
    reply = asked(Message(text="x", usage=used))
    assert (reply.usage.input_tokens, reply.usage.cached_tokens) == (1500, 1000)
    assert reply.usage.cost == pytest.approx((100 * 2 + 1000 * 0.2 + 400 * 2.5 + 10 * 10) / 1e6)


@pytest.mark.parametrize(
    ("stop", "meant"),
    [
        ("end_turn", Stop.END),
        ("stop_sequence", Stop.END),
        ("max_tokens", Stop.MAX_TOKENS),
        ("tool_use", Stop.TOOL_USE),
        ("refusal", Stop.REFUSED),
        ("model_context_window_exceeded", Stop.WINDOW),
    ],
)
def test_every_stop_reason_is_told(stop: str, meant: Stop) -> None:
    assert asked(Message(text="x", stop=stop)).stop is meant


def test_the_stop_reasons_of_the_sdk_are_all_known() -> None:
    from typing import get_args

    from anthropic.types import StopReason

    from pincite.models._anthropic import _STOPS

    assert set(get_args(StopReason)) == set(_STOPS)


def test_a_refusal_says_why() -> None:
    details = {"type": "refusal", "category": "bio", "explanation": "not this"}
    assert asked(Message(stop="refusal", refusal=details)).refusal == "bio: not this"


def test_a_turn_that_was_paused_is_gone_on_with() -> None:
    with served(Message(text="Wait", stop="pause_turn"), Message(text="Done.")) as (model, server):
        assert model.reply(prompt(), meter=Meter(Caps())).text == "Done."
        assert [m["role"] for m in server.messages[1]["messages"]] == ["user", "assistant"]


def test_a_stop_reason_that_is_not_known_is_an_error() -> None:
    with pytest.raises(BadModelOutput, match="'tired': expected one of end_turn"):
        asked(Message(text="x", stop="tired"))


def test_tools_are_called_and_their_results_sent_back_with_the_turn_unchanged() -> None:
    thought = {"type": "thinking", "thinking": "hm", "signature": "sig"}
    with served(Message(blocks=(thought, CALL), stop="tool_use"), Message(text="Done.")) as (model, server):
        first = model.reply(prompt(tools=(TOOL,)), meter=Meter(Caps()))
        assert [(c.name, dict(c.arguments)) for c in first.calls] == [("search", {"q": "refund"})]
        results = Turn(role="user", results=(ToolResult(call_id="call_1", text="30 days"),))
        model.reply(prompt(messages=(*prompt().messages, first.turn, results)), meter=Meter(Caps()))
    _, assistant, user = server.messages[1]["messages"]
    assert [block["type"] for block in assistant["content"]] == ["thinking", "tool_use"]
    assert assistant["content"][0]["signature"] == "sig"
    assert user["content"] == [
        {"type": "tool_result", "tool_use_id": "call_1", "content": "30 days", "is_error": False}
    ]


def test_the_providers_own_citations_come_back_with_their_places() -> None:
    shown = (Shown(source="a", title="A", blocks=("One.", "Two.")),)
    with served(Message(text="Two.", citations=((0, 1, 2),))) as (model, server):
        reply = model.reply(prompt(shown=shown), meter=Meter(Caps()))
        assert [(s.text, s.places) for s in reply.segments] == [("Two.", ((0, 1, 2),))]
        (sent, _) = server.messages[0]["messages"][0]["content"]
    assert sent["type"] == "search_result"
    assert [block["text"] for block in sent["content"]] == ["One.", "Two."]
    assert sent["citations"] == {"enabled": True}


@pytest.mark.parametrize("kind", [(529, "overloaded_error"), (429, "rate_limit_error"), (500, "api_error")])
def test_a_busy_provider_is_asked_again_after_the_time_that_it_states(kind: tuple[int, str]) -> None:
    assert asked(failing(*kind, retry_after="0.01"), Message(text="Done.")).text == "Done."


def test_a_wait_that_does_not_fit_into_the_time_that_is_left_fails_at_once() -> None:
    # the count of tokens is answered; the message is not
    with pytest.raises(
        ModelUnavailable, match=r"answered 429: too many requests .* asks to wait 600 seconds"
    ) as caught:
        asked(failing(429, "rate_limit_error", retry_after="600"))
    assert caught.value.facts["status"] == 429


@pytest.mark.parametrize(
    ("status", "kind", "meaning"),
    [
        (400, "invalid_request_error", "refuses the request"),
        (401, "authentication_error", "refuses the key"),
        (403, "permission_error", "may not use this"),
        (404, "not_found_error", "does not know the model"),
    ],
)
def test_what_another_attempt_would_not_help_is_not_tried_again(status: int, kind: str, meaning: str) -> None:
    with served(failing(status, kind)) as (model, server):
        with pytest.raises(ModelUnavailable, match=meaning):
            model.reply(prompt(), meter=Meter(Caps()))
        assert len(server.messages) == 1


def test_a_request_that_is_too_large_says_what_to_do() -> None:
    with pytest.raises(CapReached, match=r"too long .* smaller -k"):
        asked(failing(413, "request_too_large"))


def test_a_provider_that_stays_overloaded_fails_after_all_attempts() -> None:
    with pytest.raises(ModelUnavailable, match="529 after 3 attempts: it is overloaded"):
        asked(failing(529, "overloaded_error", retry_after="0.01"))


@pytest.mark.parametrize("broken", [False, True])
def test_a_stream_that_is_cut_is_asked_for_again(broken: bool) -> None:
    assert asked(Message(text="Half", cut_after=3, broken=broken), Message(text="Whole.")).text == "Whole."


def test_a_stream_that_is_always_cut_is_an_error() -> None:
    with pytest.raises(ModelUnavailable, match=r"connection to Claude .* failed \(the stream ended"):
        asked(Message(text="Half", cut_after=3), retries=0)


def test_an_event_that_is_no_json_is_an_error() -> None:
    with pytest.raises(BadModelOutput, match="not of its own form"):
        asked(Message(text="x", garbled=True))


def test_a_body_that_comes_too_slowly_ends_with_the_time() -> None:
    with pytest.raises((CapReached, ModelTimeout), match="seconds"):
        asked(Message(text="x" * 400, pause_s=0.2), caps=Caps(seconds=1.0))


def test_a_server_that_is_not_there_is_named_and_the_key_is_not() -> None:
    with served(Message(text="x")) as (model, _):
        pass
    with pytest.raises(ModelUnavailable, match=r"connection to Claude \(claude-sonnet-5-5\) failed") as caught:
        model.reply(prompt(), meter=Meter(Caps(seconds=2)))
    assert KEY not in str(caught.value)
    assert KEY not in repr(vars(model))


def test_no_error_of_the_sdk_gets_out() -> None:
    import anthropic

    kinds = [
        failing(status, "x", retry_after="0") for status in (400, 401, 402, 403, 404, 409, 413, 422, 429, 500, 529)
    ]
    for wire in (*kinds, Wire(status=200, pieces=(b"<html>",)), Wire(status=302)):
        with pytest.raises((ModelError, CapReached)) as caught:
            asked(wire, retries=0)
        assert not isinstance(caught.value, anthropic.AnthropicError)


def test_a_batch_gives_every_reply_at_half_the_price_whatever_their_order() -> None:
    prompts = {"q1": prompt(), "q2": prompt(system="Be long.")}
    with served(lambda body: Message(text=body["system"][0]["text"])) as (model, _):
        meter = Meter(Caps(seconds=5), PRICE)
        found = dict(model.batch(prompts, meter=meter, poll_s=0.01))
    assert {key: getattr(reply, "text", reply) for key, reply in found.items()} == {"q1": "Be brief.", "q2": "Be long."}
    assert meter.usage.cost == pytest.approx(2 * (10 * 2 + 5 * 10) / 2 / 1e6)


def test_what_a_batch_did_not_do_says_why() -> None:
    with served(Wire(status=500)) as (model, _):
        assert dict(model.batch({"q1": prompt()}, meter=Meter(Caps(seconds=5)), poll_s=0.01)) == {"q1": "expired"}


FULL = prompt(
    prefix="All of it.",
    schema={"type": "object", "properties": {}, "additionalProperties": False},
    tools=(TOOL,),
    shown=(Shown(source="a", title="A", blocks=("One.",)),),
)


def known_fields(data: Any, kind: Any) -> None:  # noqa: ANN401 - any typed dict
    """Refuse a field that the SDK's types do not have, at any depth that is a typed dict."""
    from typing import get_type_hints

    extra = set(data) - set(get_type_hints(kind))
    assert not extra, f"{kind.__name__} has no {sorted(extra)}"


def test_every_field_of_a_request_is_one_of_the_sdks_types() -> None:
    from anthropic.types import (
        CacheControlEphemeralParam,
        JSONOutputFormatParam,
        OutputConfigParam,
        SearchResultBlockParam,
        ThinkingConfigAdaptiveParam,
        ToolParam,
    )
    from anthropic.types.message_create_params import MessageCreateParamsNonStreaming

    made = ClaudeModel(Secret(KEY), model="claude-sonnet-5-5", effort="high").request(FULL)
    TypeAdapter(MessageCreateParamsNonStreaming).validate_python(made)
    known_fields(made, MessageCreateParamsNonStreaming)
    known_fields(made["output_config"], OutputConfigParam)
    known_fields(made["output_config"]["format"], JSONOutputFormatParam)
    known_fields(made["thinking"], ThinkingConfigAdaptiveParam)
    known_fields(made["tools"][0], ToolParam)
    known_fields(made["system"][0]["cache_control"], CacheControlEphemeralParam)
    known_fields(made["messages"][0]["content"][1], SearchResultBlockParam)


def test_the_request_as_it_goes_over_the_wire() -> None:
    with served(Message(text="x"), effort="low") as (model, server):
        model.reply(FULL, meter=Meter(Caps()))
    (sent,) = server.messages
    assert sorted(sent) == [
        "max_tokens", "messages", "model", "output_config", "stream", "system", "thinking", "tools",
    ]  # fmt: skip
    assert sent["thinking"] == {"type": "adaptive"}
    assert sent["output_config"]["effort"] == "low"
    assert sent["system"][0]["cache_control"] == {"type": "ephemeral", "ttl": "5m"}
    assert sent["messages"][0]["content"][0]["cache_control"] == {"type": "ephemeral", "ttl": "5m"}
    assert not {"temperature", "top_p", "top_k"} & set(sent)
