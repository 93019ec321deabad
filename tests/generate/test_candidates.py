"""What of a passage can be quoted, and how it reads."""

from __future__ import annotations

from pincite.documents import Span
from pincite.generate.reading.candidates import Candidate, candidates
from pincite.testing.passages import passage_of, passages_of, revision_of

PAGE = """# Cancelling

We may cancel accounts that are **inactive**. Nobody is told [by letter](https://example.com).

Accounts are cancelled after:

- free accounts: 365 days
- frozen accounts: 180 days

| What | Limit |
| --- | --- |
| Refund window | 30 days |

## Fees

Nothing is charged.
"""


def quoted(page: str = PAGE) -> dict[str, Candidate]:
    (passage,) = passages_of(page)
    return {c.claim: c for c in candidates(passage, 0)}


def test_sentences_items_and_rows_are_candidates_and_headings_are_not() -> None:
    assert list(quoted()) == [
        "We may cancel accounts that are inactive.",
        "Nobody is told by letter.",
        "Accounts are cancelled after.",
        "Accounts are cancelled after: free accounts: 365 days.",
        "Accounts are cancelled after: frozen accounts: 180 days.",
        "The refund window is 30 days.",
        "Nothing is charged.",
    ]


def test_a_short_item_quotes_the_line_that_leads_into_its_list_too() -> None:
    (passage,) = passages_of(PAGE)
    spans = quoted()["Accounts are cancelled after: free accounts: 365 days."].spans
    assert [s.cut(passage.text) for s in spans] == ["Accounts are cancelled after:", "- free accounts: 365 days"]


def test_a_row_is_quoted_with_its_pipes() -> None:
    (passage,) = passages_of(PAGE)
    (span,) = quoted()["The refund window is 30 days."].spans
    assert span.cut(passage.text) == "| Refund window | 30 days |"


def test_headings_stand_over_a_candidate_from_the_title_down() -> None:
    assert quoted()["Nothing is charged."].heading == "Cancelling > Fees"


def test_only_what_the_passage_shows_is_a_candidate() -> None:
    revision = revision_of(PAGE)
    start = revision.text.index("## Fees")
    shown = passage_of(revision, span=Span(start, len(revision.text)))
    assert [c.claim for c in candidates(shown, 0)] == ["Nothing is charged."]


def test_a_sentence_that_the_passage_shows_in_part_is_no_candidate() -> None:
    revision = revision_of(PAGE)
    start = revision.text.index("Nobody is") + 3
    shown = passage_of(revision, span=Span(start, start + 60))
    assert all("Nobody" not in c.claim for c in candidates(shown, 0))


def test_hidden_text_is_never_a_candidate() -> None:
    assert list(quoted("# Page\n\nSeen.\n\n<!-- Hidden words stand here. -->\n")) == ["Seen."]


def test_a_label_with_nothing_but_a_line_behind_it_is_no_candidate() -> None:
    form = "# Key slip\n\nName of the keeper: ______\n\n- Colour: ........\n- Rooms: two\n\nHand it in by noon.\n"
    assert list(quoted(form)) == ["Rooms: two.", "Hand it in by noon."]
