"""A clause that is asked for in one of many contracts that number their clauses alike."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pincite.testing.desk import Desk

NewDesk = Callable[..., Desk]
_NAMES = ("atlas", "boreal", "cirrus", "delta", "ember", "fjord")


def _contract(name: str) -> str:
    """Return a contract that speaks of its clauses before they come."""
    return (
        f"# {name.title()} agreement\n\n## 1 Definitions\n\n"
        "### 1.1 Claim\n\nClaim has the meaning of Section 7.2, subject to Section 7.3 and Article VIII.\n\n"
        "### 1.2 Term\n\nTerm has the meaning of Section 7.3.\n\n"
        f"## 7 Money\n\n### 7.2 Cap\n\nThe liability of {name.title()} is capped at the fees of a year.\n\n"
        f"### 7.3 Duration\n\n{name.title()} is bound for three years.\n\n"
        "## Annex\n\nClause 7.2 and clause 7.3 do not apply to samples."
    )


@pytest.fixture
def desk(new_desk: NewDesk) -> Desk:
    desk = new_desk()
    for name in _NAMES:
        desk.write(f"docs/{name}.md", _contract(name))
    desk.sync()
    return desk


@pytest.mark.parametrize("number", ["1.1", "1.2", "7.2", "7.3"])
@pytest.mark.parametrize("words", ["What does clause {} say?", "Show me section {}."])
def test_the_clause_comes_first_and_not_what_refers_to_it(desk: Desk, number: str, words: str) -> None:
    for document in desk.corpus.documents():
        hits = desk.corpus.search(words.format(number), documents=[document.document_id], k=1)
        assert [(hit.permit.chunk.document_id, hit.permit.chunk.number) for hit in hits] == [
            (document.document_id, number)
        ]
