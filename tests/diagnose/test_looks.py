"""Where two set-ups part on one question."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from pincite.answers import Draft, DraftClaim, Passage, Quote, Reason, Stage
from pincite.diagnose import Look, look, parting
from pincite.pipeline.search import Request
from pincite.questions import Found, Query
from pincite.testing.desk import PUBLIC_DOCS, Desk

NewDesk = Callable[..., Desk]

QUESTION = "What is the refund window?"
LINE = "The refund window is thirty days."


class Quoting:
    name = "quoting"

    def draft(self, question: str, passages: tuple[Passage, ...]) -> Draft:
        for passage in passages:
            if LINE in passage.text:
                return Draft(claims=(DraftClaim(text=LINE, quotes=(Quote(label=passage.label, text=LINE),)),))
        return Draft(reason=Reason.EVIDENCE_INSUFFICIENT)


class Mute:
    name = "mute"

    def draft(self, question: str, passages: tuple[Passage, ...]) -> Draft:
        return Draft(reason=Reason.EVIDENCE_INSUFFICIENT)


class Wrong:
    name = "wrong"

    def draft(self, question: str, passages: tuple[Passage, ...]) -> Draft:
        return Draft(claims=(DraftClaim(text=LINE, quotes=(Quote(label=1, text="The window is nine days."),)),))


class Backwards:
    name = "backwards"

    def rerank(self, query: Query, found: tuple[Found, ...]) -> tuple[Found, ...]:
        return tuple(replace(hit, rank=at) for at, hit in enumerate(reversed(found), start=1))


def look_at(
    new_desk: NewDesk, settings: str = "", text: str = LINE, access: str = "[public]", **stages: object
) -> Look:
    desk = new_desk(f"[retrieve.floors]\ndense = -1.0\n{settings}\n{PUBLIC_DOCS}", **{"generator": Quoting(), **stages})
    desk.write(
        "docs/refund.md", f"# Refund\n\n## Window\n\n{text}\n\n## Cap\n\nThe refund cap is five hundred.", access=access
    )
    for n in range(3):
        desk.write(f"docs/other{n}.md", f"# Other {n}\n\nShop {n} has a window.", access="[public]")
    desk.sync()
    request = Request(question=QUESTION, principal=desk.corpus.principal(), k=2, day=desk.corpus.today())
    return look(desk.corpus, request, name=settings, also=["docs/refund"])


@pytest.mark.parametrize(
    ("how", "stage"),
    [
        ({}, None),
        ({"access": "[staff]"}, Stage.INGEST),
        ({"text": "The refund window is ninety days."}, Stage.PARSE),
        ({"settings": '[chunk]\nname = "fixed"\n[chunk.fixed]\nsize = 40'}, Stage.CHUNK),
        ({"settings": '[retrieve]\nroute = "lexical"'}, Stage.RETRIEVE),
        ({"reranker": Backwards()}, Stage.RERANK),
        ({"settings": "[assemble]\ntotal_tokens = 12"}, Stage.ASSEMBLE),
        ({"generator": Mute()}, Stage.GENERATE),
        ({"generator": Wrong()}, Stage.ATTRIBUTE),
    ],
)
def test_the_first_stage_that_gives_something_else_is_named(
    new_desk: NewDesk, how: dict[str, object], stage: Stage | None
) -> None:
    found = parting(look_at(new_desk), look_at(new_desk, **how))  # type: ignore[arg-type]  # its own keywords
    assert found.stage is stage, found.second.stages
    assert list(found.first.stages) == list(Stage)


def test_every_stage_that_differs_is_told_in_order(new_desk: NewDesk) -> None:
    found = parting(look_at(new_desk), look_at(new_desk, generator=Mute()))
    assert found.differs == (Stage.GENERATE, Stage.ATTRIBUTE)
    assert found.second.stages[Stage.GENERATE] == ("abstained: evidence_insufficient",)
