"""How a question is answered: one search, all that may be read, or a search that the model leads."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from pincite.answers import Answer, Reason, Status, Verdict
from pincite.corpus import Corpus
from pincite.errors import CapReached, GroundednessError, InputError
from pincite.generate import ClaudeSettings, GenerateSettings, build, extractive
from pincite.generate.writing import ModelWriter
from pincite.pipeline.mode import Able, AskSettings, Decision, Size, decide
from pincite.questions import Principal, Turn
from pincite.secret import Secret
from pincite.testing.desk import Desk
from pincite.testing.messages_server import Message, MessagesServer

NewDesk = Callable[..., Desk]
RIGHT = "The refund window is 30 days."
STAFF = Principal(tenant="default", groups=["staff"])
ABLE = Able(writes=True, leads=True, caches=True, window=10_000)


def reply(*claims: tuple[str, int, str], missing: tuple[str, ...] = ()) -> str:
    rows = [{"citations": [{"passage": n, "quote": quote}], "text": text} for text, n, quote in claims]
    return json.dumps({"claims": rows, "missing": list(missing)})


def numbered(body: Any, words: str) -> int:  # noqa: ANN401 - any JSON
    """Return the number of the passage in a prompt that has some words."""
    text = json.dumps(body["messages"], ensure_ascii=False)
    before = text[: text.index(words)]
    return int(before.rsplit('number=\\"', 1)[1].split('\\"')[0])


def answers(words: str) -> Callable[[Any], Message]:
    """Return a model that quotes some words from wherever they are shown."""
    return lambda body: Message(text=reply((words, numbered(body, words), words)))


@contextmanager
def asked(
    new_desk: NewDesk,
    *replies: Any,  # noqa: ANN401 - what a server takes
    settings: str = "",
    tokens: int = 10,
    small: bool = False,
    **generate: Any,  # noqa: ANN401 - passed on
) -> Iterator[tuple[Corpus, MessagesServer]]:
    with MessagesServer(*replies, tokens=tokens) as server:
        how = GenerateSettings(name="claude", claude=ClaudeSettings(base_url=server.url, retries=0), **generate)
        generator = build(how, secrets={"ANTHROPIC_API_KEY": Secret("none")}, corpus="Shop")
        if small:
            assert isinstance(generator, ModelWriter)
            generator = replace(generator, gate=1, finder=extractive.build(how))
        sources = '[[sources]]\nname = "docs"\npath = "docs"\naccess = ["public"]\n'
        desk = new_desk(settings + sources, generator=generator)
        desk.write("docs/refund.md", f"# Refund policy\n\n{RIGHT}\n\n## Exceptions\n\nGift cards are not refunded.")
        desk.write("docs/desk.md", "# Fraud desk\n\nThe fraud desk is at extension 4471.", access="[staff]")
        desk.write("docs/who.md", "# Desks\n\nThe fraud desk handles chargebacks.")
        desk.sync()
        yield desk.corpus, server


def events(corpus: Corpus, answer: Answer, kind: str) -> list[Any]:
    return [event for event in corpus.trace(answer.trace_id).events if event.kind == kind]


def test_a_small_corpus_is_shown_whole_behind_a_prefix_that_is_kept_in_the_cache(new_desk: NewDesk) -> None:
    with asked(new_desk, answers(RIGHT)) as (corpus, server):
        first, second = corpus.ask("What is the refund window?"), corpus.ask("How long is the refund window?")
        one, two = (body["messages"][0]["content"][0] for body in server.messages)
    assert (first.mode, first.text) == ("whole", "The refund window is 30 days [1].")
    assert one == two, "the prefix is the same for the next question"
    assert one["cache_control"] == {"type": "ephemeral", "ttl": "5m"}
    assert second.mode == "whole"


def test_what_may_not_be_read_is_in_no_prompt(new_desk: NewDesk) -> None:
    with asked(new_desk, answers(RIGHT)) as (corpus, server):
        corpus.ask("What is the refund window and the extension of the fraud desk?")
        assert "4471" not in json.dumps(server.messages)
        corpus.ask("What is the refund window and the extension of the fraud desk?", principal=STAFF)
        assert "4471" in json.dumps(server.messages)


def test_the_trace_says_which_mode_and_why(new_desk: NewDesk) -> None:
    with asked(new_desk, answers(RIGHT)) as (corpus, _):
        (event,) = events(corpus, corpus.ask("What is the refund window?"), "mode")
    assert event.detail["mode"] == "whole"
    assert "2 documents" in event.detail["why"]


def test_a_mode_can_be_asked_for(new_desk: NewDesk) -> None:
    with asked(new_desk, answers(RIGHT)) as (corpus, _):
        assert corpus.ask("What is the refund window?", mode="search").mode == "search"
        with pytest.raises(InputError, match="mode is 'magic': expected one of auto, search, whole, model-led"):
            corpus.ask("What is the refund window?", mode="magic")


def test_a_corpus_too_large_for_the_model_is_not_shown_whole(new_desk: NewDesk) -> None:
    with (
        asked(new_desk, answers(RIGHT), cap_input_tokens=20) as (corpus, _),
        pytest.raises(InputError, match="the generator takes 20: ask with mode search"),
    ):
        corpus.ask("What is the refund window?", mode="whole")


def use(name: str, call_id: str = "c1", **given: object) -> Message:
    return Message(blocks=({"type": "tool_use", "id": call_id, "name": name, "input": given},), stop="tool_use")


def test_a_model_leads_a_search_with_every_step_in_the_trace(new_desk: NewDesk) -> None:
    script = (use("search", query="chargebacks desk"), use("list_documents"), Message(text="Passages: 1, 2"))
    with asked(new_desk, *script, answers(RIGHT)) as (corpus, _):
        answer = corpus.ask("What is the refund window?", mode="model-led")
        tools, turns = events(corpus, answer, "tool"), events(corpus, answer, "turn")
    assert (answer.mode, answer.status) == ("model-led", Status.ANSWERED)
    assert [(e.title, e.decided_by) for e in tools] == [("search", "model"), ("list_documents", "model")]
    assert {e.decided_by for e in turns} == {"model"}
    assert all(e.tokens_in for e in turns)
    assert answer.usage.input_tokens == 40, "of all four calls"


@pytest.mark.parametrize(
    ("call", "shows"),
    [
        (use("search", query="gift cards", k=1), "Gift cards"),
        (use("open_section", passage=1), "<passage-"),
        (use("neighbours", passage=1), "<passage-"),
        (use("lookup", identifier="O-1"), "Nothing was found."),
        (use("list_documents"), "Refund policy"),
        (use("open_section", passage=99), "no passage has the number 99"),
        (use("search"), "This cannot be done"),
        (use("delete_everything"), "there is no tool 'delete_everything'"),
    ],
)
def test_tools_give_what_they_are_asked_for_or_say_why_not(new_desk: NewDesk, call: Message, shows: str) -> None:
    with asked(new_desk, call, Message(text="Passages: 1"), answers(RIGHT)) as (corpus, server):
        corpus.ask("What is the refund window?", mode="model-led")
        result = server.messages[1]["messages"][-1]["content"][0]
    assert result["type"] == "tool_result"
    assert shows in result["content"]


def test_no_tool_reaches_beyond_the_scope(new_desk: NewDesk) -> None:
    script = (
        use("search", query="fraud desk extension 4471"),
        use("search", query="extension", document="docs/desk"),
        use("lookup", identifier="4471"),
        use("list_documents"),
        Message(text="Passages: none"),
    )
    with asked(new_desk, *script, answers(RIGHT)) as (corpus, server):
        corpus.ask("What is the refund window?", mode="model-led")
        seen = "".join(
            block["content"]
            for body in server.messages
            for message in body["messages"]
            for block in message["content"]
            if block["type"] == "tool_result"
        )
    assert "docs/desk" not in seen
    assert "at extension" not in seen


def test_a_cap_on_steps_ends_the_search_and_what_was_seen_is_answered_from(new_desk: NewDesk) -> None:
    script = [use("search", query="refund")] * 2
    with asked(new_desk, *script, answers(RIGHT), settings="[ask]\nsteps = 2\n") as (corpus, _):
        assert corpus.ask("What is the refund window?", mode="model-led").text == "The refund window is 30 days [1]."


def test_a_cap_on_tokens_over_all_calls_stops_before_the_call_that_would_pass_it(new_desk: NewDesk) -> None:
    with asked(new_desk, use("search", query="refund"), tokens=60, cap_input_tokens=100) as (corpus, server):
        with pytest.raises(CapReached, match="100 input tokens"):
            corpus.ask("What is the refund window?", mode="model-led")
        assert len(server.messages) <= 5


def test_without_a_model_nobody_leads(new_desk: NewDesk) -> None:
    desk = new_desk()
    desk.write("docs/refund.md", RIGHT)
    desk.sync()
    with pytest.raises(InputError, match="needs a model that calls tools"):
        desk.corpus.ask("What is the refund window?", mode="model-led")


def test_a_draft_of_which_nothing_stands_is_asked_for_again_with_the_findings(new_desk: NewDesk) -> None:
    wrong = Message(text=reply(("The refund window is 90 days.", 1, "30 days")))
    with asked(new_desk, wrong, answers(RIGHT)) as (corpus, server):
        answer = corpus.ask("What is the refund window?", mode="search")
        assert answer.text == "The refund window is 30 days [1]."
        assert "refused by the checks" in json.dumps(server.messages[1]["messages"])


def test_caps_hold_over_a_draft_and_the_one_after_it(new_desk: NewDesk) -> None:
    wrong = Message(text=reply(("The refund window is 90 days.", 1, "30 days")))
    with asked(new_desk, wrong, tokens=60, cap_input_tokens=65) as (corpus, server):
        answer = corpus.ask("What is the refund window?", mode="search")
        assert len(server.messages) == 1, "a second draft would pass the cap"
    assert answer.reason is Reason.EVIDENCE_INSUFFICIENT


def test_a_draft_that_fails_twice_abstains(new_desk: NewDesk) -> None:
    wrong = Message(text=reply(("The refund window is 90 days.", 1, "30 days")))
    with asked(new_desk, wrong) as (corpus, server):
        answer = corpus.ask("What is the refund window?")
        assert len(server.messages) == 2
    assert (answer.status, answer.reason, answer.claims) == (Status.ABSTAINED, Reason.EVIDENCE_INSUFFICIENT, ())


def test_what_a_small_model_quotes_answers_before_it_is_asked_again(new_desk: NewDesk) -> None:
    wordy = Message(text=reply(("Customers enjoy a generous refund window of 30 days.", 1, "30 days")))
    with asked(new_desk, wordy, small=True) as (corpus, server):
        answer = corpus.ask("What is the refund window?", mode="search")
        assert len(server.messages) == 1
    assert answer.text == "The refund window is 30 days [1]."


def test_where_nothing_of_a_small_model_stands_what_is_found_without_it_answers(new_desk: NewDesk) -> None:
    nothing = Message(text=reply(("Customers enjoy a generous refund window.", 1, "ninety days")))
    with asked(new_desk, nothing, small=True) as (corpus, server):
        answer = corpus.ask("What is the refund window?", mode="search")
        assert len(server.messages) == 1
        (event,) = events(corpus, answer, "find")
    assert (answer.status, answer.text) == (Status.ANSWERED, "The refund window is 30 days [1].")
    assert answer.claims[0].verdict is Verdict.QUOTED
    assert (event.title, event.decided_by) == ("extractive, in the place of what was written", "code")


def test_a_small_model_that_declines_what_is_found_without_it_keeps_nobody_from_the_answer(new_desk: NewDesk) -> None:
    with asked(new_desk, Message(text=reply(missing=("the window",))), small=True) as (corpus, _):
        answer = corpus.ask("What is the refund window?", mode="search")
    assert (answer.text, answer.missing) == ("The refund window is 30 days [1].", ())


def test_what_a_small_model_quotes_nowhere_is_asked_again_where_nothing_is_found_without_it(new_desk: NewDesk) -> None:
    nothing = Message(text=reply(("Cards are a fine gift.", 1, "ninety days")))
    yes = Message(text="yes")
    with asked(new_desk, yes, nothing, yes, nothing, small=True) as (corpus, server):
        answer = corpus.ask("Who issues gift cards?", mode="search")
        assert len(server.messages) == 4, "the gate and a draft, twice"
    assert answer.status is Status.ABSTAINED


def test_the_prompt_of_a_small_model_is_rebuilt_from_the_passages_that_it_was_shown(new_desk: NewDesk) -> None:
    with asked(new_desk, answers(RIGHT), small=True) as (corpus, server):
        answer = corpus.ask("What is the refund window, if gift cards are not refunded?", mode="search")
        rebuilt = corpus.rebuilt_prompt(answer.trace_id)
        (sent,) = server.messages
    assert rebuilt is not None
    assert rebuilt.same
    assert rebuilt.text in sent["messages"][0]["content"][-1]["text"]


def test_of_a_question_that_was_put_twice_the_first_prompt_is_rebuilt(new_desk: NewDesk) -> None:
    wrong = Message(text=reply(("The refund window is 90 days.", 1, "30 days")))
    with asked(new_desk, wrong) as (corpus, server):
        answer = corpus.ask("What is the refund window?", mode="search")
        assert len(server.messages) == 2
        rebuilt = corpus.rebuilt_prompt(answer.trace_id)
        facts = corpus.trace(answer.trace_id).facts
    assert rebuilt is not None
    assert rebuilt.same
    assert facts["prompt"]["again"] not in ("", facts["prompt"]["prompt"])


def test_in_strict_mode_nothing_stands_in_for_what_a_small_model_wrote(new_desk: NewDesk) -> None:
    nothing = Message(text=reply(("Customers enjoy a generous refund window.", 1, "ninety days")))
    with asked(new_desk, nothing, small=True) as (corpus, _), pytest.raises(GroundednessError):
        corpus.ask("What is the refund window?", mode="search", strict=True)


def test_a_small_model_writes_from_what_the_steps_of_a_question_find(new_desk: NewDesk) -> None:
    number = "Extension 4471 is answered by Ms Ortiz."
    with asked(new_desk, answers(number), small=True) as (corpus, server):
        (corpus.state.parent / "docs" / "people.md").write_text(f"# People\n\n{number}")
        corpus.sync()
        asked_of = "What is the extension of the fraud desk, and who answers it?"
        answer = corpus.ask(asked_of, principal=STAFF, mode="search")
        hops = events(corpus, answer, "hop")
        shown = json.dumps(server.messages[-1])
    assert len(hops) == 2
    assert number in shown
    assert "Gift cards" not in shown, "only what answers a step is shown"


def test_where_a_model_says_more_than_it_quotes_twice_the_quoted_sentence_answers(new_desk: NewDesk) -> None:
    wordy = Message(text=reply(("Customers enjoy a generous refund window of 30 days.", 1, "30 days")))
    with asked(new_desk, wordy) as (corpus, server):
        answer = corpus.ask("What is the refund window?", mode="search")
        assert (len(server.messages), answer.text) == (2, "The refund window is 30 days [1].")
        assert [event.kind for event in corpus.trace(answer.trace_id).events].count("quote") == 1
    assert answer.claims[0].verdict is Verdict.QUOTED


def test_in_strict_mode_no_claim_is_told_before_all_stand(new_desk: NewDesk) -> None:
    mixed = Message(text=reply((RIGHT, 1, "30 days"), ("Gift cards are refunded.", 1, "30 days")))
    with asked(new_desk, mixed) as (corpus, _):
        told = []
        with pytest.raises(GroundednessError):
            told += list(corpus.stream("What is the refund window?", strict=True, mode="search"))
        assert not [name for name, _ in told if name == "claim"]


def test_a_refusal_is_an_abstention_with_its_reason(new_desk: NewDesk) -> None:
    with asked(new_desk, Message(stop="refusal")) as (corpus, _):
        answer = corpus.ask("What is the refund window?")
    assert (answer.status, answer.reason) == (Status.ABSTAINED, Reason.MODEL_REFUSED)
    assert answer.text == "The model declined to answer this."


def test_with_nothing_in_scope_no_model_is_called(new_desk: NewDesk) -> None:
    with asked(new_desk, Message(text="never"), settings="[ask]\nwhole_tokens = 0\n") as (corpus, server):
        assert corpus.ask("zebra quagga").reason is Reason.NOTHING_IN_SCOPE
        assert server.asked == []


def test_earlier_turns_are_shown_only_as_far_as_they_may_be_read_now(new_desk: NewDesk) -> None:
    secret = "The fraud desk is at extension 4471."
    with asked(new_desk, answers(secret), answers(RIGHT)) as (corpus, server):
        first = corpus.ask("Which extension is the fraud desk at?", principal=STAFF)
        corpus.ask("And the refund window?", principal=STAFF, history=[first])
        corpus.ask("And the refund window?", history=[first])
        corpus.ask("And the refund window?", history=[Turn(question="Which extension?", answer=secret)])
        staff, outsider, claimed = (json.dumps(body["messages"]) for body in server.messages[1:])
    assert "Answered: The fraud desk is at extension 4471" in staff
    for other in (outsider, claimed):
        assert "4471" not in other
        assert "Answered: (withheld)" in other


def test_the_first_page_that_matches_decides_nothing_about_the_order_of_rules() -> None:
    def size(tokens: int) -> Callable[[], Size]:
        return lambda: Size(documents=3, tokens=tokens)

    def mode(able: Able = ABLE, tokens: int = 100_000, **how: bool) -> Decision:
        return decide("auto", AskSettings(), able=able, size=size(tokens), **{"hops": False, "keys": False} | how)

    small = Able(writes=True, leads=False, caches=False, window=2_000)
    assert mode(tokens=100).mode == "whole"
    assert mode(tokens=100, keys=True).mode == "search", "an exact key is looked up, whatever is small"
    assert mode(hops=True).mode == "model-led"
    assert mode(small, hops=True).mode == "search"
    assert mode(small, tokens=100).mode == "search", "nobody keeps the prefix"
