"""OpenAI's chat API on the wire: the real SDK against a server on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from pincite.errors import BadModelOutput, CapReached, ModelError, ModelTimeout, ModelUnavailable
from pincite.models.caps import Caps, Meter, estimate_tokens
from pincite.models.openai import OpenAIModel
from pincite.models.talk import Message as Turn
from pincite.models.talk import Prompt, Reply, Stop, Tool, ToolResult
from pincite.secret import Secret
from pincite.testing.chat_server import ChatServer, Said, unavailable
from pincite.testing.loopback import Wire

TOOL = Tool(name="search", description="Finds.", schema={"type": "object", "properties": {"q": {"type": "string"}}})


def prompt(**more: Any) -> Prompt:  # noqa: ANN401 - fields of a prompt
    said: dict[str, Any] = {"system": "Be brief.", "messages": (Turn(role="user", text="When?"),), "max_tokens": 100}
    return Prompt(**said | more)


@contextmanager
def served(*replies: Said | Wire, **how: Any) -> Iterator[tuple[OpenAIModel, ChatServer]]:  # noqa: ANN401 - passed on
    with ChatServer(*replies) as server:
        yield OpenAIModel(Secret("k"), model="small", base_url=server.base_url, **how), server


def asked(*replies: Said | Wire, caps: Caps | None = None, **how: Any) -> Reply:  # noqa: ANN401 - passed on
    with served(*replies, **how) as (model, _):
        return model.reply(prompt(), meter=Meter(caps or Caps(seconds=10)))


def test_a_reply_is_streamed_and_its_pieces_are_told() -> None:
    told: list[str] = []
    with served(Said(text="The window is 30 days.")) as (model, _):
        reply = model.reply(prompt(), meter=Meter(Caps()), on_text=told.append)
    assert (reply.text, reply.stop) == ("The window is 30 days.", Stop.END)
    assert "".join(told) == reply.text
    assert (reply.usage.input_tokens, reply.usage.output_tokens) == (10, 5)


def test_a_server_that_tells_no_usage_is_estimated_rather_too_high() -> None:
    reply = asked(Said(text="x" * 300, usage=None))
    assert reply.usage.output_tokens == 100 == estimate_tokens("x" * 300)


@pytest.mark.parametrize(
    ("finish", "meant"),
    [("stop", Stop.END), ("length", Stop.MAX_TOKENS), ("content_filter", Stop.REFUSED), ("tool_calls", Stop.TOOL_USE)],
)
def test_every_finish_reason_is_told(finish: str, meant: Stop) -> None:
    assert asked(Said(text="x", finish=finish)).stop is meant


def test_a_refusal_is_told_whatever_the_finish_reason() -> None:
    reply = asked(Said(refusal="I cannot help with that."))
    assert (reply.stop, reply.refusal) == (Stop.REFUSED, "I cannot help with that.")


def test_tools_are_called_and_their_results_sent_back() -> None:
    with served(Said(calls=(("c1", "search", '{"q": "refund"}'),), finish="tool_calls"), Said(text="Done.")) as (m, s):
        first = m.reply(prompt(tools=(TOOL,)), meter=Meter(Caps()))
        assert [(c.name, dict(c.arguments)) for c in first.calls] == [("search", {"q": "refund"})]
        results = Turn(role="user", results=(ToolResult(call_id="c1", text="30 days"),))
        m.reply(prompt(messages=(*prompt().messages, first.turn, results)), meter=Meter(Caps()))
    assert [each["role"] for each in s.bodies[1]["messages"]] == ["system", "user", "assistant", "tool"]
    assert s.bodies[1]["messages"][3] == {"role": "tool", "tool_call_id": "c1", "content": "30 days"}


@pytest.mark.parametrize("arguments", ["{", "[1]", '"x"'])
def test_arguments_that_are_no_object_are_an_error(arguments: str) -> None:
    with pytest.raises(BadModelOutput, match="no JSON object"):
        asked(Said(calls=(("c1", "search", arguments),), finish="tool_calls"))


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_server_is_asked_again(status: int) -> None:
    assert asked(unavailable(status, "busy", retry_after="0.01"), Said(text="Done.")).text == "Done."


def test_a_wait_that_does_not_fit_fails_at_once() -> None:
    with pytest.raises(ModelUnavailable, match="asks to wait 600 seconds"):
        asked(unavailable(429, "busy", retry_after="600"))


def test_a_prompt_longer_than_the_window_says_what_to_do() -> None:
    with pytest.raises(CapReached, match="smaller -k"):
        asked(unavailable(400, "This model's maximum context length is 4096 tokens"))


@pytest.mark.parametrize("broken", [False, True])
def test_a_stream_that_is_cut_is_asked_for_again(broken: bool) -> None:
    assert asked(Said(text="Half", cut_after=2, broken=broken), Said(text="Whole.")).text == "Whole."


def test_a_chunk_that_is_no_json_is_an_error() -> None:
    with pytest.raises(BadModelOutput, match="not of its own form"):
        asked(Said(text="x", garbled=True))


def test_a_body_that_comes_too_slowly_ends_with_the_time() -> None:
    with pytest.raises((CapReached, ModelTimeout), match="seconds"):
        asked(Said(text="x" * 400, pause_s=0.2), caps=Caps(seconds=1.0))


def test_no_error_of_the_sdk_gets_out() -> None:
    import openai

    for wire in (*(unavailable(s, "x") for s in (400, 401, 403, 404, 409, 422, 500)), Wire(pieces=(b"<html>",))):
        with pytest.raises(ModelError) as caught:
            asked(wire, retries=0)
        assert not isinstance(caught.value, openai.OpenAIError)


def test_every_field_of_a_request_is_one_of_the_sdks_types() -> None:
    import inspect

    from openai.resources.chat.completions import Completions

    schema = {"type": "object", "properties": {}, "additionalProperties": False}
    model = OpenAIModel(Secret("k"), model="small", effort="low", temperature=0.0, seed=1)
    made = model.request(prompt(schema=schema, tools=(TOOL,), prefix="All of it."))
    known = set(inspect.signature(Completions.create).parameters)
    assert set(made) <= known
    assert made["response_format"] == {
        "type": "json_schema",
        "json_schema": {"name": "draft", "schema": schema, "strict": True},
    }
    assert made["messages"][1]["content"].startswith("All of it.\n\n")
