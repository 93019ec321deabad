"""What every generator does that writes with a model: gate, retries, whole replies only, streams, caps."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from pincite.answers import Draft, DraftClaim, Reason, Usage
from pincite.errors import BadModelOutput, CapReached
from pincite.generate import GenerateSettings, extractive
from pincite.generate.prompt import SCHEMA, Form
from pincite.generate.writing import ModelWriter
from pincite.models.caps import Caps, Meter
from pincite.models.talk import Prompt, Reply, Segment, Stop, ToolCall
from pincite.protocols import Task
from pincite.testing.passages import passages_of

PASSAGES = passages_of("# A\n\nThe window is 30 days.\n", "# B\n\nThe cap is $500.\n", "# C\n\nNothing of interest.\n")
QUESTION = "What is the window?"


def reply(*claims: tuple[str, int], missing: tuple[str, ...] = ()) -> str:
    rows = [{"citations": [{"passage": n, "quote": text}], "text": text} for text, n in claims]
    return json.dumps({"claims": rows, "missing": list(missing)})


@dataclass
class Scripted:
    """A chat model that says what it is told, in order, the last again and again."""

    replies: list[Reply | Callable[[Prompt], Reply]]
    prompts: list[Prompt] = field(default_factory=list)
    model: str = "scripted"

    def reply(self, prompt: Prompt, *, meter: Meter, on_text: Callable[[str], None] | None = None) -> Reply:
        self.prompts.append(prompt)
        next_ = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        made = next_ if isinstance(next_, Reply) else next_(prompt)
        for at in range(0, len(made.text) if on_text else 0, 10):
            assert on_text is not None
            on_text(made.text[at : at + 10])
        meter.spend(fresh=10, output=5)
        return made


def writer(*replies: Reply | Callable[[Prompt], Reply], **how: Any) -> ModelWriter:  # noqa: ANN401 - passed on
    given: dict[str, Any] = {"form": Form.STRUCTURED, "caps": Caps(), "corpus": "Shop"} | how
    return ModelWriter(kind="test", chat=Scripted(list(replies)), **given)


def prompts(made: ModelWriter) -> list[Prompt]:
    assert isinstance(made.chat, Scripted)
    return made.chat.prompts


RIGHT = Reply(text=reply(("The window is 30 days.", 1)))


def test_claims_come_while_they_are_written_and_the_draft_last() -> None:
    made = writer(Reply(text=reply(("The window is 30 days.", 1), ("The cap is $500.", 2))))
    items = list(made.write(Task(question=QUESTION, passages=PASSAGES)))
    assert [type(item) for item in items] == [DraftClaim, DraftClaim, Draft]
    assert isinstance(items[-1], Draft)
    assert items[:2] == list(items[-1].claims)


def test_a_draft_says_from_what_its_prompt_is_made_again_and_what_was_spent() -> None:
    draft = writer(RIGHT).draft(QUESTION, PASSAGES)
    assert draft.template == "answer-1"
    assert len(draft.mark) == 10
    assert draft.prompt
    assert draft.usage == Usage(input_tokens=10, output_tokens=5)


def test_the_schema_is_asked_for_and_no_tool_is_offered() -> None:
    made = writer(RIGHT)
    made.draft(QUESTION, PASSAGES)
    (prompt,) = prompts(made)
    assert (prompt.schema, prompt.tools, prompt.shown) == (SCHEMA, (), ())


def test_every_request_has_its_own_fences_and_a_whole_corpus_the_same() -> None:
    made = writer(RIGHT)
    for _ in range(2):
        list(made.write(Task(question=QUESTION, passages=PASSAGES)))
    for _ in range(2):
        list(made.write(Task(question=QUESTION, passages=PASSAGES, whole=True)))
    one, two, three, four = prompts(made)
    assert one.messages != two.messages
    assert three.prefix == four.prefix != ""


def test_a_reply_of_another_form_is_asked_for_once_more() -> None:
    assert writer(Reply(text="I think it is 30 days."), RIGHT).draft(QUESTION, PASSAGES).claims
    with pytest.raises(BadModelOutput):
        writer(Reply(text="I think it is 30 days.")).draft(QUESTION, PASSAGES)


@pytest.mark.parametrize(("stop", "cap"), [(Stop.MAX_TOKENS, "output_tokens"), (Stop.WINDOW, "window")])
def test_a_reply_that_is_not_whole_is_no_answer(stop: Stop, cap: str) -> None:
    with pytest.raises(CapReached) as caught:
        writer(Reply(text=RIGHT.text, stop=stop)).draft(QUESTION, PASSAGES)
    assert caught.value.facts["cap"] == cap


def test_a_tool_that_was_not_offered_is_never_run() -> None:
    call = ToolCall(call_id="1", name="send_mail", arguments={})
    with pytest.raises(BadModelOutput, match="called a tool where none was offered: nothing was run"):
        writer(Reply(text=RIGHT.text, stop=Stop.TOOL_USE, calls=(call,))).draft(QUESTION, PASSAGES)


def test_a_refusal_has_its_own_reason() -> None:
    draft = writer(Reply(text="", stop=Stop.REFUSED)).draft(QUESTION, PASSAGES)
    assert (draft.claims, draft.reason) == ((), Reason.MODEL_REFUSED)


def test_prose_is_read_by_its_markers() -> None:
    draft = writer(Reply(text="The window is 30 days [1]. The cap is $500 [2]."), form=Form.PROSE).draft(
        QUESTION, PASSAGES
    )
    assert [[q.label for q in c.quotes] for c in draft.claims] == [[1], [2]]


def test_the_providers_citations_are_places_in_passages() -> None:
    segments = (Segment(text="The window is "), Segment(text="30 days", places=((0, 1, 2),)), Segment(text=" in all."))
    made = writer(Reply(text="The window is 30 days in all.", segments=segments), form=Form.NATIVE)
    (claim,) = made.draft(QUESTION, PASSAGES).claims
    (quote,) = claim.quotes
    assert claim.text == "The window is 30 days in all."
    assert quote.span is not None
    assert quote.span.cut(PASSAGES[0].permit.revision.text) == "The window is 30 days."


@pytest.mark.parametrize("place", [(7, 0, 1), (0, 5, 9), (0, 1, 1), (-1, 0, 1)])
def test_a_place_that_was_not_shown_cites_nothing(place: tuple[int, int, int]) -> None:
    segment = Segment(text="The window is 30 days.", places=(place,))
    (claim,) = writer(Reply(text=segment.text, segments=(segment,)), form=Form.NATIVE).draft(QUESTION, PASSAGES).claims
    assert claim.quotes == ()


def gate(*states: str) -> Callable[[Prompt], Reply]:
    """Return a model whose gate says yes to passages with some words, and which answers from the first it is shown."""

    def say(prompt: Prompt) -> Reply:
        text = prompt.messages[-1].text
        if prompt.grammar:
            return Reply(text="yes" if any(words in text for words in states) else "no")
        number = int(text.split('number="')[1].split('"')[0])
        return Reply(text=reply((states[0], number)))

    return say


def test_behind_the_gate_only_passages_that_state_the_answer_are_shown() -> None:
    made = writer(gate("The cap is $500."), gate=3)
    draft = made.draft("What is the cap?", PASSAGES)
    assert [q.label for c in draft.claims for q in c.quotes] == [2]
    assert [bool(p.grammar) for p in prompts(made)] == [True, True, True, False]
    assert "30 days" not in prompts(made)[-1].messages[-1].text


def test_a_small_model_can_cite_only_what_it_is_shown() -> None:
    made = writer(gate("The cap is $500."), gate=3)
    made.draft("What is the cap?", PASSAGES)
    schema: Any = prompts(made)[-1].schema
    claim = schema["properties"]["claims"]["items"]["properties"]
    assert claim["citations"]["items"]["properties"]["passage"] == {"enum": [2]}


def test_where_no_passage_states_the_answer_the_model_is_not_asked_to_write() -> None:
    made = writer(gate(), gate=3)
    draft = made.draft("Who is the chief executive?", PASSAGES)
    assert (draft.claims, draft.reason, draft.missing) == (
        (),
        Reason.EVIDENCE_INSUFFICIENT,
        ("Who is the chief executive?",),
    )
    assert all(prompt.grammar for prompt in prompts(made))


def test_a_passage_where_the_answer_is_found_without_the_model_needs_no_gate() -> None:
    made = writer(RIGHT, gate=3, finder=extractive.build(GenerateSettings()))
    made.draft("How long is the window?", PASSAGES)
    (prompt,) = prompts(made)
    assert not prompt.grammar
    assert ["30 days" in prompt.messages[-1].text, "$500" in prompt.messages[-1].text] == [True, False]


def test_where_a_part_of_the_answer_is_found_the_passages_before_the_gate_are_shown_too() -> None:
    made = writer(RIGHT, gate=2, finder=extractive.build(GenerateSettings()))
    made.draft("How long is the window, and who is the chief executive?", PASSAGES)
    (prompt,) = prompts(made)
    assert [words in prompt.messages[-1].text for words in ("30 days", "$500")] == [True, True]


def test_where_nothing_is_found_without_the_model_it_is_asked() -> None:
    made = writer(gate(), gate=3, finder=extractive.build(GenerateSettings()))
    assert made.draft("Who is the chief executive?", PASSAGES).claims == ()
    assert [bool(prompt.grammar) for prompt in prompts(made)] == [True, True, True]


def test_whoever_stops_reading_stops_the_model() -> None:
    stream: Iterator[Any] = writer(Reply(text=reply(*[("The window is 30 days.", 1)] * 50))).write(
        Task(question=QUESTION, passages=PASSAGES)
    )
    assert isinstance(next(stream), DraftClaim)
    stream.close()  # type: ignore[attr-defined]  # it is a generator
