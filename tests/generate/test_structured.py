from __future__ import annotations

import json

import pytest

from pincite.answers import Quote, Reason, Usage
from pincite.errors import BadModelOutput
from pincite.generate.structured import Claims, prose_claims, read_draft, read_prose, structured_claim
from pincite.testing.passages import passages_of

SHOWN = frozenset({1, 2})
CLAIM = {"citations": [{"passage": 1, "quote": "30 days"}], "text": "The window is 30 days."}
PASSAGES = passages_of("# A\n\nThe window is 30 days.\n", "# B\n\nSee note [2] of the annex.\n")


def labels(text: str, citations: object) -> list[int]:
    return [q.label for q in structured_claim({"text": text, "citations": citations}, SHOWN).quotes]


def test_claims_and_what_is_missing_are_read() -> None:
    draft = read_draft(json.dumps({"claims": [CLAIM], "missing": ["the cap"]}), shown=SHOWN, usage=Usage())
    assert [(c.text, c.quotes) for c in draft.claims] == [(CLAIM["text"], (Quote(label=1, text="30 days"),))]
    assert (draft.missing, draft.reason) == (("the cap",), None)


def test_a_reply_without_claims_is_an_abstention() -> None:
    draft = read_draft('{"claims": [], "missing": ["the cap"]}', shown=SHOWN, usage=Usage())
    assert (draft.claims, draft.reason) == ((), Reason.EVIDENCE_INSUFFICIENT)


@pytest.mark.parametrize("around", ["{}", "```json\n{}\n```", "Here it is:\n{}\nI hope that this helps."])
def test_json_is_found_in_what_stands_around_it(around: str) -> None:
    reply = around.replace("{}", json.dumps({"claims": [CLAIM], "missing": []}))
    assert len(read_draft(reply, shown=SHOWN, usage=Usage()).claims) == 1


@pytest.mark.parametrize(
    "reply", ["", "{", "[]", '{"claims": 1}', '{"claims": ["x"]}', '{"claims": [{"citations": []}]}']
)
def test_what_is_not_of_the_form_is_an_error(reply: str) -> None:
    with pytest.raises(BadModelOutput, match="did not write what was asked for"):
        read_draft(reply, shown=SHOWN, usage=Usage())


@pytest.mark.parametrize("label", [1, "1", "P1", "[1]", "passage 1"])
def test_a_label_may_be_written_as_words_with_one_number(label: object) -> None:
    assert labels("x", [{"passage": label, "quote": ""}]) == [1]
    assert labels("x", [label]) == [1]


@pytest.mark.parametrize("label", ["1 or 2", "the policy", None, True, [1]])
def test_a_label_that_could_be_several_or_none_is_no_label(label: object) -> None:
    assert labels("x", [{"passage": label, "quote": ""}]) == [0]


def test_markers_in_a_sentence_that_say_what_its_citations_say_are_taken_out() -> None:
    claim = structured_claim(CLAIM | {"text": "The window is 30 days [1]."}, SHOWN)
    assert (claim.text, [q.label for q in claim.quotes]) == ("The window is 30 days.", [1])


def test_a_sentence_whose_markers_and_citations_disagree_cites_nothing() -> None:
    assert labels("The window is 30 days [2].", CLAIM["citations"]) == []
    assert labels("The window is 30 days [7].", CLAIM["citations"]) == []


def test_markers_count_where_there_are_no_citations() -> None:
    assert labels("The window is 30 days [2].", []) == [2]


def test_each_claim_is_told_as_soon_as_it_is_whole() -> None:
    claims, reply = Claims(shown=SHOWN), json.dumps({"claims": [CLAIM, CLAIM | {"text": "It is free."}], "missing": []})
    when = [(at, c.text) for at, char in enumerate(reply) for c in claims.add(char)]
    assert [text for _, text in when] == ["The window is 30 days.", "It is free."]
    assert when[0][0] < reply.index("It is free") < when[1][0] < len(reply) - 10


def test_sentences_are_read_with_the_passages_that_their_markers_name() -> None:
    found = list(prose_claims("The window is 30 days [1]. It is long. [1] Nobody knows why.", PASSAGES[:1]))
    assert [(c.text, [q.label for q in c.quotes]) for c in found] == [
        ("The window is 30 days.", [1]),
        ("It is long.", [1]),
        ("Nobody knows why.", []),
    ]


def test_a_marker_that_a_passage_has_in_its_own_text_may_be_that_passages_own() -> None:
    found = list(prose_claims("See note [2] of the annex. The window is 30 days [1].", PASSAGES))
    assert [[q.label for q in c.quotes] for c in found] == [[], [1]]


def test_a_line_that_says_what_is_missing_is_no_claim() -> None:
    draft = read_prose("The window is 30 days [1].\nMissing: the cap [1].", passages=PASSAGES, usage=Usage())
    assert ([c.text for c in draft.claims], draft.missing) == (["The window is 30 days."], ("the cap.",))
