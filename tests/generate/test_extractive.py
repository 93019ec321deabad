"""The generator that has no model: it quotes, or it says what is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pincite.answers import Draft, Passage, Reason
from pincite.errors import ConfigError, UnknownName
from pincite.generate import ExtractiveSettings, GenerateSettings, build
from pincite.testing.embedder import HashEmbedder
from pincite.testing.passages import passages_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

REFUND = """# Refund policy

This policy covers goods that the buyer sends back for their money.

## Limits

| What | Limit |
| --- | --- |
| Refund window | 30 days |
| Refund cap per order | $500 |

## Postage

The buyer pays for the return after a change of mind. We pay for the return when the goods are faulty.
"""
SHIPPING = """# Shipping policy

Standard delivery takes 2 to 4 business days. Express delivery costs $12.95.

Large items are delivered by Brackwater Haulage. Orders above $400 need the signature of an adult.
"""


def draft(question: str, *pages: str, settings: ExtractiveSettings | None = None) -> Draft:
    passages = passages_of(*(pages or (REFUND, SHIPPING)))
    return build(GenerateSettings(extractive=settings or ExtractiveSettings())).draft(question, passages)


def claims(question: str) -> list[str]:
    return [c.text for c in draft(question).claims]


@pytest.mark.parametrize(
    ("question", "claim"),
    [
        ("What is the refund window?", "The refund window is 30 days."),
        ("How much is the refund cap per order?", "The refund cap per order is $500."),
        ("How long does standard delivery take?", "Standard delivery takes 2 to 4 business days."),
        ("How much does express delivery cost?", "Express delivery costs $12.95."),
        ("Who delivers large items?", "Large items are delivered by Brackwater Haulage."),
    ],
)
def test_the_sentence_or_row_that_answers_comes_first(question: str, claim: str) -> None:
    assert claims(question)[:1] == [claim]


@pytest.mark.parametrize(
    "question",
    [
        "Do you ship to Norway?",
        "Can I pay in monthly installments?",
        "Which airline flies to Oslo?",
        "How many employees are on strike?",
    ],
)
def test_what_no_page_speaks_of_is_not_answered(question: str) -> None:
    found = draft(question)
    assert (found.claims, found.reason) == ((), Reason.EVIDENCE_INSUFFICIENT)


def test_what_is_missing_is_said_in_the_words_of_the_question() -> None:
    assert draft("Do you ship to Norway?").missing == (
        'a passage on "Do you ship to Norway" that says whether that is so; nothing found speaks of "Norway"',
    )


def test_both_parts_of_a_question_are_answered_in_their_order() -> None:
    found = claims("How long does standard delivery take, and what is the refund window?")
    assert found == ["Standard delivery takes 2 to 4 business days.", "The refund window is 30 days."]


def test_the_part_that_is_not_answered_is_listed() -> None:
    found = draft("What is the refund window, and who repairs bicycles in Oslo?")
    assert [c.text for c in found.claims] == ["The refund window is 30 days."]
    assert found.reason is None
    assert "bicycles" in found.missing[0]


def test_every_quote_is_verbatim_at_its_span() -> None:
    passages = passages_of(REFUND, SHIPPING)
    found = build(GenerateSettings()).draft("What is the refund window?", passages)
    quote = found.claims[0].quotes[0]
    assert quote.span is not None
    assert quote.span.cut(passages[quote.label - 1].permit.revision.text) == "| Refund window | 30 days |"


def test_a_page_about_another_order_never_answers() -> None:
    other = "# Order O-48211\n\nOrder O-48211 was delivered on 16 November 2026.\n"
    assert draft("When was order O-48214 delivered?", other).reason is Reason.EVIDENCE_INSUFFICIENT


def test_no_more_claims_than_the_settings_allow() -> None:
    settings = ExtractiveSettings(claims=1)
    found = draft("How long does standard delivery take, and what is the refund window?", settings=settings)
    assert len(found.claims) == 1


def test_a_threshold_near_one_refuses_everything() -> None:
    assert draft("What is the refund window?", settings=ExtractiveSettings(threshold=0.999999)).claims == ()


def test_the_same_words_shown_twice_are_quoted_once() -> None:
    (passage,) = passages_of(REFUND)
    again = Passage(label=2, permit=passage.permit, span=passage.span)
    found = build(GenerateSettings()).draft("What is the refund window?", (passage, again))
    assert [c.text for c in found.claims].count("The refund window is 30 days.") == 1


def test_the_cosines_of_an_embedder_are_used_where_they_are_given() -> None:
    embedder, asked = HashEmbedder(), set()

    def similarity(text: str, texts: Sequence[str]) -> NDArray[np.float32]:
        asked.add(text)
        found: NDArray[np.float32] = embedder.embed(texts) @ embedder.embed_query(text)
        return found

    build(GenerateSettings(), similarity=similarity).draft("What is the refund window?", passages_of(REFUND))
    assert "What is the refund window?" in asked


def test_settings_out_of_range_say_so() -> None:
    with pytest.raises(ConfigError, match=r"generate\.extractive\.claims is 0: expected at least 1"):
        ExtractiveSettings(claims=0)
    with pytest.raises(ConfigError, match=r"generate\.extractive\.threshold is 1\.5"):
        ExtractiveSettings(threshold=1.5)


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(UnknownName, match="expected one of claude, extractive, gguf, openai, scripted"):
        build(GenerateSettings(name="extractve"))


@pytest.mark.parametrize("key", ["O-48214", "O-48215", "O-48216"])
def test_a_row_of_another_key_is_no_answer(key: str) -> None:
    """Near twins stand in one table: what is said is said of the one that is asked for, or nothing is."""
    rows = "| O-48214 | Meyer | shipped |\n| O-48215 | Huber | cancelled |\n| O-48216 | Lang | open |\n"
    page = f"# Orders\n\n| Order | Customer | Status |\n| --- | --- | --- |\n{rows}"
    settings = ExtractiveSettings(threshold=0.05)
    said = draft(f"Is the order {key} cancelled, and who is its customer?", page, settings=settings).claims
    assert said
    assert [claim.text for claim in said if key not in claim.text] == []


def test_two_parts_of_a_question_that_lead_to_one_sentence_get_two_where_another_stands_close() -> None:
    found = draft(
        "How high is the restocking fee, and do members pay the restocking fee?", settings=ExtractiveSettings()
    )
    assert len({claim.text for claim in found.claims}) == len(found.claims)


def test_words_that_say_nothing_are_not_told_to_be_missing() -> None:
    (missing,) = draft("May I myself fly my zeppelin once you'll have landed?").missing
    assert '"zeppelin"' in missing
    assert "myself" not in missing.split(";")[1]
    assert "you'll" not in missing.split(";")[1]
