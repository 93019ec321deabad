"""A question about a document that is not there is not answered from another one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pincite.answers import Reason, Status
from pincite.corpus import Corpus
from pincite.pipeline.titles import names_documents, of_named
from pincite.testing.desk import PUBLIC_DOCS, Desk
from pincite.testing.passages import passage_of, revision_of

NewDesk = Callable[..., Desk]

RETURNS = """# Returns policy

The return window is 21 days. Money is paid back within a week. Exchanges take longer: an exchange is made within two
weeks, an exchange of shoes at once, and no exchange is free.
"""
RULES = "# House rules\n\nThe employment contract says when work begins. Doors are locked at 22:00.\n"


@pytest.fixture
def corpus(new_desk: NewDesk) -> Corpus:
    desk = new_desk(f"{PUBLIC_DOCS}[generate.extractive]\nthreshold = 0.1\n")
    desk.write("docs/returns-policy.md", RETURNS, access="[public]")
    desk.write("docs/rules.md", RULES, access="[public]")
    desk.write("docs/salary-policy.md", "# Salary policy\n\nThe return window is 3 days for staff.", access="[board]")
    desk.sync()
    return desk.corpus


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("According to the travel policy, how long is the return window?", "travel policy"),
        ("According to the salary policy, how long is the return window?", "salary policy"),
        ("What does the holiday handbook say about the return window?", "holiday handbook"),
        ("What does travel-policy.md say about the return window?", "travel-policy.md"),
        ("Summarize return-claims", "return-claims"),
        ("How long is the return window under the warehouse agreement?", "warehouse agreement"),
    ],
)
def test_a_document_that_is_absent_or_may_not_be_read_is_missing_in_the_same_words(
    corpus: Corpus, question: str, name: str
) -> None:
    answer = corpus.ask(question)
    assert (answer.status, answer.reason) == (Status.ABSTAINED, Reason.EVIDENCE_INSUFFICIENT)
    assert answer.missing == (f'no document that you may read is called "{name}"',)


@pytest.mark.parametrize(
    "question",
    [
        "According to the returns policy, how long is the return window?",
        "According to the retruns policy, how long is the return window?",
        "What does returns-policy.md say about the return window?",
        "In the exchange policy, how long is the return window?",
        "In our current policy, how long is the return window?",
        "Under the employment contract, how long is the return window?",
    ],
)
def test_a_document_that_is_there_is_known_by_its_title_its_file_its_words_or_what_pages_call_it(
    corpus: Corpus, question: str
) -> None:
    assert "21 days" in corpus.ask(question).text


@pytest.mark.parametrize(
    "question", ["What is the policy?", "Which policy covers shoes?", "How do I open the door?", "Is the report late?"]
)
def test_a_question_that_names_no_document_is_asked_as_before(question: str) -> None:
    assert names_documents(question) == ()


def test_of_two_parts_the_one_about_an_absent_document_is_missing(corpus: Corpus) -> None:
    answer = corpus.ask("How long is the return window, and what does the travel policy say about it?")
    assert answer.status is Status.PARTIAL
    assert answer.missing == ('no document that you may read is called "travel policy"',)


def test_what_another_document_says_is_not_said_by_the_one_that_is_named(new_desk: NewDesk) -> None:
    desk = new_desk(f"{PUBLIC_DOCS}[generate.extractive]\nthreshold = 0.1\n")
    desk.write("docs/returns-policy.md", RETURNS, access="[public]")
    warranty = "# Warranty policy\n\nThe window for a claim is 24 months. A return is no claim.\n"
    desk.write("docs/warranty-policy.md", warranty, access="[public]")
    desk.sync()
    answer = desk.corpus.ask("According to the warranty policy, how long is the return window?")
    assert "21 days" not in answer.text
    assert "21 days" in desk.corpus.ask("According to the returns policy, how long is the return window?").text


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ("How much does the price list charge for the ferry?", ["Workshop prices", "Spares list"]),
        ("What does the 2026 parts list say about paint?", ["Parts for sale"]),
        ("According to the workshop tariff, how much is the ferry?", ["Workshop prices"]),
        ("How much is the ferry?", ["Workshop prices", "Parts for sale", "Travel", "Spares list"]),
    ],
)
def test_a_list_that_is_named_in_other_words_is_told_from_the_pages_that_come_nearest_to_its_name(
    question: str, kept: list[str]
) -> None:
    pages = (
        "# Workshop prices\n\nThe price of paint is 7 EUR.",
        "# Parts for sale\n\nThis list has paint at 7 EUR.",
        "# Travel\n\nThe price of the ferry is 12 EUR.",
        "# Spares list\n\nThe price of a tyre is 9 EUR.",
    )
    passages = tuple(passage_of(revision_of(page, document=f"page-{at}"), label=at) for at, page in enumerate(pages, 1))
    assert [passage.permit.revision.title for passage in of_named(question, passages)] == kept
