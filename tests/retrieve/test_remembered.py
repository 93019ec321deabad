from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

import pytest

from pincite.documents import DocumentId, RevisionKey, Sequence, TenantId
from pincite.questions import Query, Ranking, Scope
from pincite.retrieve import RetrieveSettings
from pincite.retrieve.dense import Dense
from pincite.retrieve.remembered import Kept, Remembered
from pincite.testing.embedder import HashEmbedder
from pincite.testing.index import PlainIndex
from pincite.testing.points import make_scope
from pincite.testing.shelf import question

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

QUERY = question("What is the refund window?")
SCOPE = replace(make_scope(groups=["staff"]), readers=frozenset({"public", "staff", "user:ann"}))
OTHERS: dict[str, Callable[[Scope], Scope]] = {
    "tenant": lambda s: replace(s, tenant=TenantId("blue")),
    "subject": lambda s: replace(s, readers=frozenset({"public", "staff", "user:bob"})),
    "groups": lambda s: replace(s, readers=frozenset({"public", "user:ann"})),
    "day": lambda s: replace(s, day=date(2025, 6, 2)),
    "sequence": lambda s: replace(s, sequence=Sequence(2)),
    "generation": lambda s: replace(s, generation="another"),
    "epoch": lambda s: replace(s, epoch=1),
    "granted": lambda s: replace(s, granted=frozenset({RevisionKey("r")})),
    "revoked": lambda s: replace(s, revoked=frozenset({RevisionKey("r")})),
}
QUERIES: dict[str, Callable[[Query], Query]] = {
    "text": lambda q: replace(q, text="What is the refund limit?"),
    "language": lambda q: replace(q, language="de"),
    "documents": lambda q: replace(q, documents=(DocumentId("refund"),)),
    "applies_to": lambda q: replace(q, applies_to="laptops"),
    "wordings": lambda q: replace(q, others=("refund period",)),
    "keys": lambda q: replace(q, identifiers=question("O-48214").identifiers),
}


class Counting:
    def __init__(self) -> None:
        self.asked = 0

    def retrieve(self, query: Query, *, k: int, scope: Scope) -> Ranking:
        self.asked += 1
        return Ranking(route=f"{self.asked}")


def test_the_same_question_of_the_same_reader_is_ranked_once() -> None:
    inner = Counting()
    kept = Remembered(inner, RetrieveSettings())
    assert kept.retrieve(QUERY, k=5, scope=SCOPE) == kept.retrieve(QUERY, k=5, scope=SCOPE)
    assert inner.asked == 1


@pytest.mark.parametrize("change", sorted(OTHERS))
def test_a_kept_ranking_does_not_outlive_a_change_of_scope(change: str) -> None:
    inner = Counting()
    kept = Remembered(inner, RetrieveSettings())
    kept.retrieve(QUERY, k=5, scope=SCOPE)
    kept.retrieve(QUERY, k=5, scope=OTHERS[change](SCOPE))
    assert inner.asked == 2


@pytest.mark.parametrize("change", sorted(QUERIES))
def test_a_kept_ranking_does_not_serve_another_question(change: str) -> None:
    inner = Counting()
    kept = Remembered(inner, RetrieveSettings())
    kept.retrieve(QUERY, k=5, scope=SCOPE)
    kept.retrieve(QUERIES[change](QUERY), k=5, scope=SCOPE)
    assert inner.asked == 2


def test_a_kept_ranking_does_not_serve_another_number_of_hits() -> None:
    inner = Counting()
    kept = Remembered(inner, RetrieveSettings())
    kept.retrieve(QUERY, k=5, scope=SCOPE)
    kept.retrieve(QUERY, k=6, scope=SCOPE)
    assert inner.asked == 2


class CountingEmbedder(HashEmbedder):
    asked = 0

    def embed_query(self, text: str) -> NDArray[np.float32]:
        CountingEmbedder.asked += 1
        return super().embed_query(text)


@pytest.mark.parametrize("change", sorted(OTHERS))
def test_a_kept_vector_serves_the_same_reader_alone(change: str) -> None:
    CountingEmbedder.asked = 0
    embedder = CountingEmbedder()
    dense = Dense(PlainIndex(), lambda: embedder, RetrieveSettings())
    for scope in (SCOPE, SCOPE, OTHERS[change](SCOPE)):
        dense.vector(QUERY, scope)
    assert CountingEmbedder.asked == 2


def test_the_least_used_value_goes_first() -> None:
    kept: Kept[int] = Kept(2)
    made: list[str] = []

    def ask(key: str) -> None:
        def make() -> int:
            made.append(key)
            return 0

        kept.get(key, make)

    for key in ("a", "b", "a", "c", "a", "b"):
        ask(key)
    assert made == ["a", "b", "c", "b"]
