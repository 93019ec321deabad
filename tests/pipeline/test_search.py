from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path

import pytest

from pincite.errors import InputError, ModelUnavailable, QueryError
from pincite.pipeline.search import MAX_QUESTION, Request
from pincite.protocols import Index
from pincite.questions import Found, Principal, Query, Scope, Scored
from pincite.testing.desk import PUBLIC_DOCS, Desk
from pincite.testing.index import PlainIndex
from pincite.testing.spy import SpyIndex

NewDesk = Callable[..., Desk]

QUESTION = "What is the refund window?"
STAFF = Principal(tenant="default", groups=["staff"])
ROUTES = (None, "auto", "lexical", "dense", "hybrid", "identifier")


@dataclass
class Watched:
    """Opens a plain index behind a spy and keeps the spy."""

    spies: list[SpyIndex] = field(default_factory=list)

    def __call__(self, folder: Path) -> Index:
        self.spies.append(SpyIndex(PlainIndex(folder)))
        return self.spies[-1]

    @property
    def scopes(self) -> frozenset[Scope]:
        return frozenset(scope for spy in self.spies for scope in spy.scopes)

    @property
    def n_asked(self) -> int:
        return sum(len(spy.asked) for spy in self.spies)


class Broken(PlainIndex):
    """An index one of whose legs fails."""

    leg = ""

    def lexical(self, *given: object, **how: object) -> tuple[Scored, ...]:
        if self.leg == "lexical":
            raise RuntimeError("the lexical leg broke")
        return super().lexical(*given, **how)  # type: ignore[arg-type]  # passed on

    def units(self, *given: object, **how: object) -> tuple[Scored, ...]:
        if self.leg == "dense":
            raise RuntimeError("the dense leg broke")
        return super().units(*given, **how)  # type: ignore[arg-type]  # passed on


def desk_of(new_desk: NewDesk, settings: str = PUBLIC_DOCS, **stages: object) -> Desk:
    desk = new_desk(settings, **stages)
    desk.write("docs/refund.md", "# Refund\n\nThe refund window is 30 days.")
    desk.write("docs/order.md", "# Order O-48214\n\nThe order O-48214 was sent by courier.")
    desk.write("docs/desk.md", "# Desk\n\nThe refund desk is at 4471.", access="[staff]")
    desk.sync()
    return desk


@pytest.mark.parametrize("principal", [Principal(tenant="default"), STAFF, Principal(tenant="other", subject="anna")])
def test_no_query_leaves_without_the_filter_of_the_asker(new_desk: NewDesk, principal: Principal) -> None:
    watched = Watched()
    desk = desk_of(new_desk, opens=watched)
    day = date(2024, 5, 1)
    for question in (QUESTION, "Where is order O-48214?", "IL-6 and orders like O-48214"):
        for route in ROUTES:
            desk.corpus.search(question, principal=principal, route=route, as_of=day)
            desk.corpus.ask(question, principal=principal, route=route, as_of=day, documents=["docs/refund"])
    assert watched.n_asked >= 20
    for scope in watched.scopes:
        assert (scope.tenant, scope.readers, scope.day) == (principal.tenant, principal.readers, day)
        assert (scope.sequence, scope.generation) == (1, desk.corpus.facts()["generation"])


def test_an_access_change_is_in_the_next_filter(new_desk: NewDesk) -> None:
    watched = Watched()
    desk = desk_of(new_desk, opens=watched)
    desk.corpus.search(QUESTION)
    before = watched.scopes
    desk.corpus.set_access("docs/refund", [])
    desk.corpus.search(QUESTION)
    (after,) = watched.scopes - before
    assert after.epoch > max(scope.epoch for scope in before)


@pytest.mark.parametrize("leg", ["lexical", "dense"])
def test_a_leg_that_fails_is_loud_and_never_half_a_search(
    new_desk: NewDesk, leg: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = desk_of(new_desk, opens=Broken)
    monkeypatch.setattr(Broken, "leg", leg)
    for call in (desk.corpus.search, desk.corpus.ask):
        with pytest.raises(RuntimeError, match=f"the {leg} leg broke"):
            call(QUESTION)
    other = "dense" if leg == "lexical" else "lexical"
    assert desk.corpus.search(QUESTION, route=other), "the other leg alone can still be asked for"


def test_an_embedder_that_cannot_be_loaded_is_loud_where_it_is_needed(
    new_desk: NewDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = desk_of(new_desk)
    desk.corpus.close()

    def missing(*_: object) -> None:
        raise ModelUnavailable("the model is not installed: run pincite models install minilm")

    again = desk.opened()
    monkeypatch.setattr(type(again.config), "build_embedder", missing)
    with pytest.raises(ModelUnavailable, match="run pincite models install"):
        again.search(QUESTION)
    assert [hit.document for hit in again.search(QUESTION, route="lexical")] == ["docs/refund"]
    again.close()


def test_a_hit_without_a_permit_is_dropped_counted_and_its_place_goes_to_the_next(new_desk: NewDesk) -> None:
    desk = desk_of(new_desk)
    index = desk.corpus.store.index
    key = next(
        s.revision.key for s in desk.corpus.store.catalog.all_revisions() if s.revision.document_id == "docs/desk"
    )
    index.set_groups(key, ("public",))
    searched = desk.corpus.pipeline.search.run(request())
    assert len(searched.ranking) == 2, "the index gives the page of staff away"
    assert [(hit.rank, hit.document) for hit in searched.found] == [(1, "docs/refund")]
    (permit,) = [event for event in searched.recorder.events if event.kind == "permit"]
    assert permit.detail == {"permitted": 1, "refused": 1}


def request(question: str = QUESTION, **how: object) -> Request:
    stated: dict[str, object] = {"principal": Principal(tenant="default"), "day": date(2024, 5, 1), **how}
    return Request(question=question, **stated)  # type: ignore[arg-type]  # a test's own keywords


def test_hits_are_never_padded_and_never_more_than_asked_for(new_desk: NewDesk) -> None:
    desk = desk_of(new_desk)
    assert len(desk.corpus.search(QUESTION, principal=STAFF, k=10)) == 2
    assert len(desk.corpus.search(QUESTION, principal=STAFF, k=1)) == 1
    assert desk.corpus.search("zebra quagga", principal=STAFF) == ()


def test_a_reranker_sees_permitted_hits_only_and_decides_the_order(new_desk: NewDesk) -> None:
    seen: list[str] = []

    class Turning:
        name = "turning"

        def rerank(self, query: Query, found: tuple[Found, ...]) -> tuple[Found, ...]:
            seen.extend(hit.document for hit in found)
            return tuple(replace(hit, rank=at) for at, hit in enumerate(reversed(found), start=1))

    desk = desk_of(new_desk, reranker=Turning())
    first = [hit.document for hit in desk.corpus.search(QUESTION, principal=STAFF)]
    assert first == list(reversed(seen))
    seen.clear()
    desk.corpus.search(QUESTION)
    assert seen == ["docs/refund"]


def test_documents_narrow_the_hits_and_leave_the_scores_as_they_are(new_desk: NewDesk) -> None:
    desk = desk_of(new_desk)
    wide = {hit.chunk_id: hit.hit.signals for hit in desk.corpus.search(QUESTION, principal=STAFF)}
    (narrow,) = desk.corpus.search(QUESTION, principal=STAFF, documents=["docs/desk"])
    for leg in ("dense", "lexical"):
        assert narrow.hit.signals[leg].score == wide[narrow.chunk_id][leg].score
    assert desk.corpus.search(QUESTION, documents=["docs/desk"]) == desk.corpus.search(QUESTION, documents=["docs/no"])
    assert desk.corpus.search(QUESTION, documents=[]) == ()


def test_the_route_that_is_asked_for_is_taken(new_desk: NewDesk) -> None:
    desk = desk_of(new_desk)
    taken = {route: desk.corpus.pipeline.search.run(request(route=route)).ranking.route for route in ROUTES}
    assert taken == {"auto": "hybrid", None: "hybrid"} | {r: r for r in ("lexical", "dense", "hybrid", "identifier")}


def test_a_reader_at_a_state_keeps_it_while_others_commit(new_desk: NewDesk) -> None:
    desk = desk_of(new_desk)
    search = desk.corpus.pipeline.search
    with search.lease() as lease:
        before = search.run_at(request(), lease, recorder=search.run(request()).recorder)
        desk.write("docs/refund.md", "# Refund\n\nThe refund window is 60 days.")
        desk.sync()
        again = search.run_at(request(), lease, recorder=before.recorder)
    assert [hit.text for hit in again.found] == [hit.text for hit in before.found]
    assert "60 days" in search.run(request()).found[0].text


@pytest.mark.parametrize("question", ["", " ", "\n\t"])
def test_an_empty_question_is_refused(question: str) -> None:
    with pytest.raises(QueryError, match="the question is empty: expected a few words"):
        request(question)


def test_a_question_of_the_greatest_length_is_asked_and_a_longer_one_refused(new_desk: NewDesk) -> None:
    desk = desk_of(new_desk)
    assert desk.corpus.search("refund ".ljust(MAX_QUESTION, "x")) is not None
    with pytest.raises(
        QueryError, match="the question has 100,000 characters: expected at most 10,000; shorten it"
    ) as e:
        desk.corpus.search("x" * 100_000)
    assert e.value.facts["length"] == 100_000


@pytest.mark.parametrize("k", [0, -3])
def test_k_below_one_is_refused(new_desk: NewDesk, k: int) -> None:
    desk = desk_of(new_desk)
    for call in (desk.corpus.search, desk.corpus.ask):
        with pytest.raises(InputError, match=f"k is {k}: expected at least 1"):
            call(QUESTION, k=k)


def test_an_unknown_route_is_refused_with_the_known_ones(new_desk: NewDesk) -> None:
    with pytest.raises(InputError, match=r"'hybird'.*hybrid"):
        desk_of(new_desk).corpus.search(QUESTION, route="hybird")


def test_the_three_records_give_the_one_of_the_tenant(new_desk: NewDesk) -> None:
    sources = "".join(
        f'[[sources]]\nname = "{t}"\npath = "{t}"\ntenant = "{t}"\naccess = ["public"]\n' for t in ("red", "blue")
    )
    desk = new_desk(sources)
    for tenant, name, text in (
        ("red", "refund-red", "The refund window is 30 days."),
        ("blue", "refund-blue", "The refund window is 30 days."),
        ("red", "shipping-red", "Shipping takes two days."),
    ):
        desk.write(f"{tenant}/{name}.md", text, id=name)
    desk.sync()
    hits = desk.corpus.search("refund window", principal=Principal(tenant="red"), route="lexical")
    assert [hit.document for hit in hits] == ["refund-red"]
