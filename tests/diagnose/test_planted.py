"""Faults are planted at random, also two at once, and the first loss of the enumeration is named each time."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pincite.answers import Draft, DraftClaim, Loss, Passage, Quote, Reason
from pincite.diagnose import why
from pincite.documents import TenantId
from pincite.lifecycle import embedded_digest
from pincite.questions import Found, Principal, Query
from pincite.testing.desk import PUBLIC_DOCS, Desk

NewDesk = Callable[..., Desk]

QUESTION = "What is the refund window for goods bought online?"
ROW = "| Refund window for goods bought online | 30 days |"
HEAD = "| What | Limit |"
PAGE = f"# Refund policy\n\n{{filler}}\n\n## Limits\n\n{HEAD}\n| --- | --- |\n| Refund cap | $500 |\n{ROW}\n"
HIDDEN = (
    '<h1>Refund policy</h1><p>Goods may come back.</p><div style="display:none"><h2>Limits</h2>'
    "<p>Refund window for goods bought online: 30 days</p></div>"
)
NEAR = "# Window {n}\n\nWhat is the refund window for goods bought online? It is a refund window, said page {n}."
PLAIN = "# Page {n}\n\nThe counter of shop {n} opens at nine on day {n}."
N_PLAIN = 8


@dataclass(frozen=True)
class Honest:
    """A generator that quotes the row with the answer where a passage shows it whole, and abstains elsewhere."""

    quote: str = ""
    name: str = "honest"

    def draft(self, question: str, passages: tuple[Passage, ...]) -> Draft:
        for passage in passages:
            if ROW in passage.text and HEAD in passage.text:
                quote = Quote(label=passage.label, text=self.quote or ROW)
                return Draft(claims=(DraftClaim(text=self.quote or ROW, quotes=(quote,)),))
        return Draft(reason=Reason.EVIDENCE_INSUFFICIENT)


class Mute:
    name = "mute"

    def draft(self, question: str, passages: tuple[Passage, ...]) -> Draft:
        return Draft(reason=Reason.EVIDENCE_INSUFFICIENT)


class Backwards:
    name = "backwards"

    def rerank(self, query: Query, found: tuple[Found, ...]) -> tuple[Found, ...]:
        return tuple(replace(hit, rank=at) for at, hit in enumerate(reversed(found), start=1))


class Careless:
    """A reranker that loses what is about refunds."""

    name = "careless"

    def rerank(self, query: Query, found: tuple[Found, ...]) -> tuple[Found, ...]:
        kept = [hit for hit in found if hit.document != "docs/refund"]
        return tuple(replace(hit, rank=at) for at, hit in enumerate(kept, start=1))


@dataclass
class Planted:
    """A corpus in which all is well until a fault is planted."""

    rng: random.Random
    settings: dict[str, dict[str, Any]] = field(
        default_factory=lambda: {"assemble": {"name": "flat"}, "retrieve.floors": {"dense": -1.0}}
    )
    file: str = "docs/refund.md"
    text: str | bytes = PAGE.format(filler="Goods may come back.")
    front: dict[str, object] = field(default_factory=dict)
    beside: list[str] = field(default_factory=list)
    stages: dict[str, object] = field(default_factory=lambda: {"generator": Honest()})
    how: dict[str, Any] = field(default_factory=dict)
    after: list[Callable[[Desk], None]] = field(default_factory=list)

    def desk(self, new_desk: NewDesk) -> Desk:
        tables = [
            f"[{name}]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in values.items())
            for name, values in self.settings.items()
        ]
        desk = new_desk("\n".join([*tables, PUBLIC_DOCS]), **self.stages)
        if isinstance(self.text, bytes):
            (desk.folder / self.file).write_bytes(self.text)
        else:
            desk.write(self.file, self.text, **self.front)
        for n, text in enumerate([*self.beside, *(PLAIN.format(n=n) for n in range(N_PLAIN))]):
            desk.write(f"docs/beside{n:02}.md", text)
        desk.sync()
        for step in self.after:
            step(desk)
        return desk


def not_ingested(p: Planted) -> None:
    p.text = p.rng.choice([b"\x00\x01\x02\x00" * 100, b""])


def hidden(p: Planted) -> None:
    p.file, p.text = "docs/refund.html", HIDDEN


def torn(p: Planted) -> None:
    """Cut the row in two, whatever the filler in front of it."""
    size = p.rng.choice([300, 400, 500])
    at = PAGE.index("goods bought online") + p.rng.randrange(4, 15) - len("{filler}")
    p.text = PAGE.format(filler="x" * (size - at))
    p.settings |= {"chunk": {"name": "fixed"}, "chunk.fixed": {"size": size, "overlap": 0, "unit": "characters"}}


def embedded_wrong(p: Planted) -> None:
    p.settings["retrieve"] = {"route": "dense"}
    p.after.append(lambda desk: _other_vectors(desk, p.rng))


def _other_vectors(desk: Desk, rng: random.Random) -> None:
    corpus = desk.corpus
    catalog, space = corpus.store.catalog, corpus.embedder().space
    generation = catalog.head().generation
    made = np.random.default_rng(rng.randrange(1000))
    for state in catalog.all_revisions():
        if state.revision.document_id == "docs/refund":
            for chunk in catalog.chunks_of(state, generation=generation):
                texts = {chunk.indexed, *(unit.text for unit in chunk.units)}
                rows = {embedded_digest(t): -np.abs(made.standard_normal(space.dim)) for t in texts}
                unit = {key: (row / np.linalg.norm(row)).astype(np.float32) for key, row in rows.items()}
                _replace_vectors(corpus.state, TenantId("default"), space.id, unit)
    corpus.store.rebuild()


def _replace_vectors(state: Path, tenant: str, space: str, rows: dict[str, Any]) -> None:
    import sqlite3

    with sqlite3.connect(state / "catalog.sqlite") as connection:
        for key, row in rows.items():
            done = connection.execute(
                "UPDATE vectors SET vector = ? WHERE tenant = ? AND space = ? AND text = ?",
                (row.astype("<f2").tobytes(), tenant, space, key),
            )
            assert done.rowcount == 1
    connection.close()


def not_indexed(p: Planted) -> None:
    p.after.append(p.rng.choice([_without_points, _with_other_groups]))


def _revision_keys(desk: Desk) -> set[str]:
    states = desk.corpus.store.catalog.all_revisions()
    return {s.revision.key for s in states if s.revision.document_id == "docs/refund"}


def _revision_points(desk: Desk) -> list[Any]:
    keys = _revision_keys(desk)
    return [state for state in desk.corpus.store.index.states() if state.revision in keys]


def _without_points(desk: Desk) -> None:
    desk.corpus.store.index.remove([state.point_id for state in _revision_points(desk)])


def _with_other_groups(desk: Desk) -> None:
    for state in _revision_points(desk):
        desk.corpus.store.index.set_groups(state.revision, ["nobody-has-this"])


def _closed(desk: Desk) -> None:
    if _revision_keys(desk):
        desk.corpus.set_access("docs/refund", [])


def out_of_scope(p: Planted) -> None:
    way = p.rng.randrange(3)
    if way == 0:
        p.front["access"] = "[staff]"
    elif way == 1:
        p.after.append(_closed)
    else:
        p.how["principal"] = Principal(tenant="elsewhere", groups=["staff"])


def not_in_force(p: Planted) -> None:
    p.front |= p.rng.choice([{"effective": "2999-01-01"}, {"effective": "2019-01-01", "expires": "2020-01-01"}])


def no_recall(p: Planted) -> None:
    p.settings["retrieve.floors"] = {"lexical": 99.0, "dense": 0.99}


def ranked_low(p: Planted) -> None:
    p.beside = [NEAR.format(n=n) for n in range(p.rng.randrange(65, 75))]


def reranked(p: Planted) -> None:
    p.stages["reranker"] = p.rng.choice([Backwards(), Careless()])


def over_budget(p: Planted) -> None:
    if p.beside or p.rng.random() < 0.5:
        p.settings["assemble"] = {"name": "flat", "total_tokens": 3}
    else:
        p.beside = [NEAR.format(n=n) for n in range(10)]


def ignored(p: Planted) -> None:
    p.stages["generator"] = Mute()


def not_cited(p: Planted) -> None:
    p.stages["generator"] = Honest("| Refund window for goods bought online | 14 days |")


FAULTS: dict[Loss, Callable[[Planted], None]] = {
    Loss.NOT_INGESTED: not_ingested,
    Loss.PARSE: hidden,
    Loss.CHUNK: torn,
    Loss.EMBED: embedded_wrong,
    Loss.INDEX: not_indexed,
    Loss.OUT_OF_SCOPE: out_of_scope,
    Loss.NOT_IN_FORCE: not_in_force,
    Loss.RECALL: no_recall,
    Loss.RANKING: ranked_low,
    Loss.RERANK: reranked,
    Loss.BUDGET: over_budget,
    Loss.IGNORED: ignored,
    Loss.CITATION: not_cited,
}
AT_ONE_PLACE = (
    {Loss.NOT_INGESTED, Loss.PARSE, Loss.CHUNK},
    {Loss.IGNORED, Loss.CITATION},
    {Loss.NOT_INGESTED, Loss.OUT_OF_SCOPE},  # front matter needs a text
    {Loss.NOT_INGESTED, Loss.NOT_IN_FORCE},
    {Loss.PARSE, Loss.OUT_OF_SCOPE},
    {Loss.PARSE, Loss.NOT_IN_FORCE},
)
"""Faults that cannot stand in one corpus, since one would undo the other."""
ORDER = list(Loss)


def plants(n: int = 30, seed: int = 20_261_130) -> list[tuple[int, tuple[Loss, ...]]]:
    """Draw every fault once, then some anew, then pairs."""
    rng = random.Random(seed)
    pairs = [pair for pair in combinations(ORDER, 2) if not any(set(pair) <= place for place in AT_ONE_PLACE)]
    singles = [(loss,) for loss in (*ORDER, *rng.sample(ORDER, 4))]
    return list(enumerate([*singles, *rng.sample(pairs, n - len(singles))]))


def test_a_corpus_in_which_nothing_is_planted_loses_nothing(new_desk: NewDesk) -> None:
    desk = Planted(random.Random(0)).desk(new_desk)
    found = why(desk.corpus, QUESTION, "docs/refund#Limits")
    assert found.loss is None, found.evidence


@pytest.mark.parametrize(("number", "losses"), plants(), ids=lambda value: str(value))
def test_the_first_of_what_was_planted_is_named(new_desk: NewDesk, number: int, losses: tuple[Loss, ...]) -> None:
    planted = Planted(random.Random(number))
    for loss in losses:
        FAULTS[loss](planted)
    found = why(planted.desk(new_desk).corpus, QUESTION, "docs/refund#Limits", **planted.how)
    assert found.loss is losses[0], found.evidence
    assert found.evidence
    assert found.fix
