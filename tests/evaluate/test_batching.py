"""All questions of a run go to the model as one batch, at the price of batches."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from pincite.corpus import Corpus
from pincite.errors import InputError
from pincite.evaluate import Labelled, evaluate_answers
from pincite.generate import ClaudeSettings, GenerateSettings, build
from pincite.secret import Secret
from pincite.testing.desk import PUBLIC_DOCS, Desk
from pincite.testing.messages_server import Message, MessagesServer

NewDesk = Callable[..., Desk]

RIGHT = "The refund window is 30 days."
WINDOW = Labelled(id="w", question="What is the refund window?", all_of=("30 days",), cites=("docs/refund",))
LENGTH = Labelled(id="l", question="How long is the refund window?", all_of=("30 days",), cites=("docs/refund",))


def quoting(body: Any) -> Message:  # noqa: ANN401 - any JSON
    """Quote the refund window from wherever it is shown."""
    text = json.dumps(body["messages"], ensure_ascii=False)
    number = int(text[: text.index(RIGHT)].rsplit('number=\\"', 1)[1].split('\\"')[0])
    claim = {"citations": [{"passage": number, "quote": RIGHT}], "text": RIGHT}
    return Message(text=json.dumps({"claims": [claim], "missing": []}))


@contextmanager
def served(new_desk: NewDesk, reply: Callable[[Any], Message]) -> Iterator[tuple[Corpus, MessagesServer]]:
    with MessagesServer(reply, tokens=10) as server:
        how = GenerateSettings(name="claude", claude=ClaudeSettings(base_url=server.url, retries=0))
        generator = build(how, secrets={"ANTHROPIC_API_KEY": Secret("none")}, corpus="Shop")
        desk = new_desk(f'[ask]\nmode = "search"\n{PUBLIC_DOCS}', generator=generator)
        desk.write("docs/refund.md", f"# Refund policy\n\n{RIGHT}\n\nGift cards are not refunded.")
        desk.sync()
        yield desk.corpus, server


def test_the_questions_are_sent_once_and_answered_from_the_batch_at_half_the_price(new_desk: NewDesk) -> None:
    with served(new_desk, quoting) as (corpus, server):
        one = evaluate_answers(corpus, [WINDOW, LENGTH])
        alone = len(server.messages)
        batch = evaluate_answers(corpus, [WINDOW, LENGTH], batch=True, poll_s=0.01)
        assert len(server.messages) == alone, "nothing was sent one by one"
    assert batch.overall["correct"] == one.overall["correct"] == 1.0
    for single, together in zip(one.outcomes, batch.outcomes, strict=True):
        assert together.cost == pytest.approx((single.cost or 0) / 2)


def test_a_question_that_nothing_in_scope_matches_is_not_in_the_batch(new_desk: NewDesk) -> None:
    zebra = Labelled(id="z", question="zebra", kind="unanswerable")
    with served(new_desk, quoting) as (corpus, server):
        result = evaluate_answers(corpus, [zebra], batch=True, poll_s=0.01)
        assert server.messages == []
    assert result.overall["unanswerable_refused"] == 1.0


def test_the_corpus_answers_as_before_when_the_batch_is_done(new_desk: NewDesk) -> None:
    with served(new_desk, quoting) as (corpus, server):
        before = corpus.pipeline.generator
        evaluate_answers(corpus, [WINDOW], batch=True, poll_s=0.01)
        assert corpus.pipeline.generator is before
        corpus.ask(WINDOW.question)
        assert len(server.messages) == 1


def test_a_generator_without_a_model_takes_no_batch(new_desk: NewDesk) -> None:
    desk = new_desk()
    desk.write("docs/refund.md", RIGHT)
    desk.sync()
    with pytest.raises(InputError, match="generator extractive asks no model: leave --batch out"):
        evaluate_answers(desk.corpus, [WINDOW], batch=True)
