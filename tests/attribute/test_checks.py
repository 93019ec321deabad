"""The attributor: labels, places, numbering, and what makes a claim fall."""

from __future__ import annotations

from itertools import permutations

from pincite.answers import Draft, DraftClaim, Passage, Quote, Verdict
from pincite.attribute import AttributeSettings, build
from pincite.documents import Span
from pincite.protocols import Attributed
from pincite.testing.passages import passage_of, passages_of, revision_of

REFUND = """# Refund policy

## Limits

| What | Limit |
| --- | --- |
| Refund window | **30 days** |

## Postage

Returns are free. Returns cost $5 in other countries.
"""
EXCHANGE = "# Exchanges\n\n## Window\n\nThe window is open for 14 days.\n\n## Door\n\nThe door is open for 14 days.\n"


def check(*claims: DraftClaim, passages: tuple[Passage, ...] = (), question: str = "") -> Attributed:
    return build(AttributeSettings()).attribute(
        question, Draft(claims=claims), passages or passages_of(REFUND, EXCHANGE)
    )


def claim(text: str, *quotes: Quote) -> DraftClaim:
    return DraftClaim(text=text, quotes=quotes)


def test_a_claim_of_the_quoted_words_is_quoted_though_markup_is_gone() -> None:
    found = check(claim("Refund window: 30 days.", Quote(label=1, text="| Refund window | **30 days** |")))
    assert found.claims[0].verdict is Verdict.QUOTED


def test_a_row_read_as_a_sentence_is_consistent() -> None:
    found = check(claim("The refund window is 30 days.", Quote(label=1, text="| Refund window | **30 days** |")))
    assert found.claims[0].verdict is Verdict.CONSISTENT


def test_no_claim_is_ever_called_supported_without_a_judge() -> None:
    found = check(claim("Returns are free.", Quote(label=1, text="Returns are free.")))
    assert {c.verdict for c in found.claims} <= {Verdict.QUOTED, Verdict.CONSISTENT}


def test_a_label_that_was_not_shown_is_named() -> None:
    found = check(claim("Returns are free.", Quote(label=7, text="Returns are free.")))
    assert found.claims == ()
    assert found.rejected[0].findings == ("cites passage 7, which was not shown",)


def test_a_claim_without_a_citation_falls() -> None:
    assert check(claim("Returns are free.")).rejected[0].findings == ("cites no passage",)


def test_a_quote_that_does_not_stand_in_its_passage_falls_though_another_passage_has_it() -> None:
    found = check(claim("Returns are free.", Quote(label=2, text="Returns are free.")))
    assert found.rejected[0].findings == ("quotes 'Returns are free.', which does not stand in passage 2",)


def test_a_quote_with_other_white_space_is_found_and_cited_as_it_stands() -> None:
    page = "# Page\n\nThe store opens\nat 9:00 every day.\n"
    passages = passages_of(page)
    found = check(
        claim("The store opens at 9:00 every day.", Quote(label=1, text="The store opens at 9:00 every day.")),
        passages=passages,
    )
    assert found.citations[0].quote == "The store opens\nat 9:00 every day."


def test_words_that_stand_twice_are_cited_where_the_claim_means_them() -> None:
    found = check(claim("The door is open for 14 days.", Quote(label=2, text="open for 14 days")))
    assert found.citations[0].section == "Door"


def test_a_span_decides_between_two_places_of_the_same_words() -> None:
    (passage,) = passages_of("# Page\n\nWe close at 6.\n\n## Sunday\n\nWe close at 6.\n")
    at = passage.text.rindex("We close")
    found = check(
        claim("We close at 6.", Quote(label=1, span=Span(at, at + 14), text="We close at 6.")), passages=(passage,)
    )
    assert (found.citations[0].section, found.citations[0].span.start) == ("Sunday", at)


def test_a_span_outside_what_was_shown_is_refused() -> None:
    revision = revision_of(REFUND)
    shown = passage_of(revision, span=Span(0, 30))
    hidden = revision.text.index("Returns are free.")
    found = check(claim("Returns are free.", Quote(label=1, span=Span(hidden, hidden + 17))), passages=(shown,))
    assert "does not show" in found.rejected[0].findings[0]


def test_a_claim_that_cites_only_a_label_is_pinned_to_the_sentence_that_bears_it() -> None:
    found = check(claim("Returns cost $5 in other countries.", Quote(label=1)))
    assert found.citations[0].quote == "Returns cost $5 in other countries."


def test_citations_are_numbered_in_order_of_appearance_and_shared() -> None:
    free, window = Quote(label=1, text="Returns are free."), Quote(label=2, text="The window is open for 14 days.")
    found = check(
        claim("The window is open for 14 days.", window),
        claim("Returns are free.", free),
        claim("Returns are free.", free),
    )
    assert [c.citations for c in found.claims] == [(1,), (2,), (2,)]
    assert [(c.label, c.title) for c in found.citations] == [(1, "Exchanges"), (2, "Refund policy")]


def test_a_dropped_claim_leaves_no_citation() -> None:
    found = check(
        claim("Returns are never free.", Quote(label=1, text="Returns are free.")),
        claim("The window is open for 14 days.", Quote(label=2, text="The window is open for 14 days.")),
    )
    assert [c.label for c in found.citations] == [1]
    assert found.rejected[0].verdict is Verdict.CONTRADICTED


def test_a_citation_says_where_the_quote_stands() -> None:
    revision = revision_of(REFUND, document="refund-policy", version="3")
    (citation,) = check(
        claim("Returns are free.", Quote(label=1, text="Returns are free.")), passages=(passage_of(revision),)
    ).citations
    assert (citation.document, citation.version, citation.section, citation.source) == (
        "refund-policy",
        "3",
        "Postage",
        "pages/refund-policy.md",
    )
    assert citation.place.line == 11


def test_the_order_of_passages_never_changes_which_document_a_claim_cites() -> None:
    drafted = claim("Returns are free.", Quote(label=1, text="Returns are free."))
    cited = {
        check(drafted, passages=order).citations[0].document for order in permutations(passages_of(REFUND, EXCHANGE))
    }
    assert cited == {"page-1"}


def test_how_long_does_not_answer_whether_something_is_covered() -> None:
    (passage,) = passages_of("# Warranty\n\nThe warranty lasts 24 months.\n")
    drafted = claim("The warranty lasts 24 months.", Quote(label=1, text="The warranty lasts 24 months."))
    asked = check(drafted, passages=(passage,), question="Is a cracked screen covered?")
    assert asked.rejected[0].findings == ("tells how long, where the question asks what is covered",)
    assert check(drafted, passages=(passage,), question="How long is a screen covered?").claims


def test_synonyms_of_the_settings_count() -> None:
    drafted = Draft(
        claims=(claim("The portal is open for 14 days.", Quote(label=1, text="The door is open for 14 days.")),)
    )
    passages = passages_of(EXCHANGE)
    assert not build(AttributeSettings()).attribute("", drafted, passages).claims
    assert build(AttributeSettings(synonyms=(("portal", "door"),))).attribute("", drafted, passages).claims


def test_a_plan_that_one_can_buy_is_not_something_that_is_only_planned() -> None:
    page = "# Plans\n\n| Plan | Fee | Room credit |\n| --- | --- | --- |\n| Resident | 290 EUR | 8 hours |\n"
    row = claim("Resident: fee 290 EUR; room credit 8 hours.", Quote(label=1, text="| Resident | 290 EUR | 8 hours |"))
    found = check(row, passages=passages_of(page), question="Which plan includes 8 hours?")
    assert [c.verdict for c in found.claims] == [Verdict.CONSISTENT]
