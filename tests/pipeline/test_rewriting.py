from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from pincite.documents import ChunkId
from pincite.errors import ModelUnavailable
from pincite.models.caps import Caps, Meter
from pincite.models.talk import Prompt, Reply
from pincite.pipeline.rewriting import Rewriter
from pincite.questions import Hit, Ranking, Signal, Turn
from pincite.retrieve.merging import merged

if TYPE_CHECKING:
    from collections.abc import Callable

SAID = json.dumps(
    {
        "question": "How long is the refund window for laptops?",
        "variants": [
            "refund period of laptops",
            "laptop return deadline",
            "how long is the refund window for laptops",
            "more",
        ],
        "parts": ["laptop return deadline."],
    }
)


class Says:
    model = "says"

    def __init__(self, text: str) -> None:
        self.text = text
        self.prompts: list[Prompt] = []

    def reply(self, prompt: Prompt, *, meter: Meter, on_text: Callable[[str], None] | None = None) -> Reply:
        self.prompts.append(prompt)
        if not self.text:
            raise ModelUnavailable("the model is away")
        return Reply(text=self.text)


def rewriter(model: Says) -> Rewriter:
    return Rewriter(lambda: (model, Meter(caps=Caps())))


def test_a_question_by_itself_comes_first_then_three_wordings_and_the_parts_each_once() -> None:
    found = rewriter(Says(SAID)).rewrite("And for laptops?", (Turn(question="What is the refund window?"),), key=1)
    assert found.texts == (
        "How long is the refund window for laptops?",
        "refund period of laptops",
        "laptop return deadline",
    )


def test_the_model_sees_earlier_turns() -> None:
    model = Says(SAID)
    rewriter(model).rewrite("And for laptops?", (Turn(question="What is the refund window?"),), key=1)
    assert "Q: What is the refund window?" in model.prompts[0].messages[0].text


@pytest.mark.parametrize("said", ["", "sorry", '{"question": 1}', "[]"])
def test_a_model_that_fails_leaves_the_question_and_says_so(said: str) -> None:
    found = rewriter(Says(said)).rewrite("What is the refund window?", (), key=1)
    assert found.texts == ("What is the refund window?",)
    assert "was not rewritten" in found.note


def test_a_rewriting_is_kept_for_the_same_key_alone() -> None:
    model = Says(SAID)
    once = rewriter(model)
    for key in ("staff", "staff", "visitor"):
        once.rewrite("What is the refund window?", (), key=key)
    assert len(model.prompts) == 2


def test_a_failure_is_not_kept() -> None:
    model = Says("")
    once = rewriter(model)
    once.rewrite("refund?", (), key=1)
    model.text = SAID
    assert once.rewrite("refund?", (), key=1).note == ""


def test_rankings_of_several_wordings_become_one_in_which_each_chunk_stands_once() -> None:
    def ranking(*names: str) -> Ranking:
        return Ranking(hits=tuple(Hit(chunk_id=ChunkId(n), score=1.0) for n in names), route="hybrid")

    found = merged([ranking("a", "b"), ranking("c", "b"), ranking("b")], k=2)
    assert [hit.chunk_id for hit in found] == ["b", "a"]
    assert found.hits[0].signals["wordings"] == Signal(1, 3.0)
