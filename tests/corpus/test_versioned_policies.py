"""Real policies with their dated versions: each answer is quoted from the version in force on the day asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest

import pincite

PATTERN = r"(?P<id>[^/]+)/v(?P<version>\d+)_(?P<effective>\d{4}-\d{2}-\d{2})"


@dataclass(frozen=True)
class Fact:
    """A question whose answer changed: what is true now, and what was true on an earlier day."""

    question: str
    now: str
    then: str
    day: str


FACTS = (
    Fact("What share of the sales price does GitHub remit to the developer?", "95%", "75%", "2021-01-01"),
    Fact("What share of the sales price is retained by GitHub?", "5%", "25%", "2021-01-01"),
    Fact(
        "How many days of advanced written notice of termination does a Marketplace developer give?",
        "thirty (30) days",
        "forty-five (45) days",
        "2024-01-15",
    ),
    Fact(
        "Within how many days from first notice of a modification must a developer comply with it?",
        "thirty (30) days",
        "forty-five (45) days",
        "2024-01-15",
    ),
    Fact(
        "What is GitHub's maximum liability for additional products and features?", "US $500", "US $5,000", "2023-12-01"
    ),
    Fact(
        "After a DMCA notice, how long does a user have to delete or modify the content?",
        "1 business day",
        "24 hours",
        "2020-01-01",
    ),
    Fact(
        "For how long will a repository be re-enabled if I missed the first opportunity to make the changes?",
        "1 business day",
        "24 hours",
        "2020-01-01",
    ),
    Fact(
        "How long is the additional window to remove the sensitive data in a private information removal?",
        "1 business day",
        "24-hour",
        "2020-04-20",
    ),
    Fact(
        "How long may it take for a sensitive data removal request to be reviewed?",
        "some time",
        "three to four business days",
        "2018-12-01",
    ),
    Fact(
        "How can holders of registered trademarks report possible trademark policy violations?",
        "contact form",
        "email",
        "2019-06-01",
    ),
    Fact("Prohibited end uses are described in which CFR part?", "15 CFR 744", "17 CFR 744", "2023-03-16"),
    Fact(
        "What does Subscription mean for GitHub Sponsors?", "recurring or one-time", "recurring monthly", "2021-06-01"
    ),
    Fact(
        "Which users need GitHub Actions for some Advanced Security features?",
        "GitHub Team and GitHub Enterprise Cloud",
        "For GitHub Enterprise Cloud",
        "2025-01-01",
    ),
    Fact(
        "If I am paid through Stripe Connect, for which balance do I receive payouts on the 22nd?",
        "since the last payout",
        "end of the previous month",
        "2021-01-01",
    ),
    Fact(
        "Up to what amount is GitHub's liability limited for products provided free of charge to corporate customers?",
        "$5,000",
        "5,000",
        "2019-08-01",
    ),
)


@pytest.fixture(scope="module")
def policies(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[pincite.Corpus]:
    folder = tmp_path_factory.mktemp("policies")
    with pincite.create(folder) as corpus:
        corpus.add(shared_data / "versioned_policies" / "github-site-policy", access=["public"], pattern=PATTERN)
        yield corpus


@pytest.mark.slow
def test_the_folder_becomes_53_documents_with_406_dated_revisions(policies: pincite.Corpus) -> None:
    states = list(policies.store.catalog.all_revisions())
    assert len(states) == 406
    assert len({s.revision.document_id for s in states}) == 53
    assert all(s.revision.effective for s in states)


@pytest.mark.slow
def test_the_share_that_is_remitted_is_quoted_from_the_revision_of_the_day(policies: pincite.Corpus) -> None:
    today = policies.ask(FACTS[0].question)
    then = policies.ask(FACTS[0].question, as_of=date(2021, 1, 1))
    assert "95%" in today.text
    assert "75%" in then.text
    assert today.citations[0].document == then.citations[0].document
    assert int(then.citations[0].version) < int(today.citations[0].version)


def right(policies: pincite.Corpus, question: str, wanted: str, day: date | None) -> bool:
    """Tell whether the answer says what is wanted and every quote stands in the revision in force on the day."""
    answer = policies.ask(question, as_of=day)
    for citation in answer.citations:
        revision = policies.show(citation.document, as_of=day)
        assert revision.version == citation.version
        assert citation.span.cut(revision.text) == citation.quote
    return wanted in " ".join((answer.text, *(c.quote for c in answer.citations)))


@pytest.mark.slow
def test_at_least_12_of_15_facts_are_right_now_and_then(policies: pincite.Corpus) -> None:
    wrong = [
        fact.question
        for fact in FACTS
        if not right(policies, fact.question, fact.now, None)
        or not right(policies, fact.question, fact.then, date.fromisoformat(fact.day))
    ]
    assert len(FACTS) - len(wrong) >= 12, wrong
