"""Nothing outside the scope reaches any output, and what a reader gets does not move when it changes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pincite.corpus import Corpus
from pincite.documents import Point, Revision
from pincite.errors import PinciteError
from pincite.index import IndexSettings, OpenIndex, build
from pincite.questions import Principal, Scope
from pincite.testing import index as plain
from pincite.testing.desk import Desk, ram_folder
from pincite.testing.index import PlainIndex
from pincite.wire import answer_json, hit_json, revision_json

SOURCES = "".join(
    f'[[sources]]\nname = "{tenant}"\npath = "{tenant}"\ntenant = "{tenant}"\naccess = ["nobody-yet"]\n'
    for tenant in ("red", "blue")
)
SENTENCES = (
    "The refund window is thirty days.",
    "The refund window is fourteen days.",
    "The refund cap is five hundred dollars.",
    "Shipping takes two days.",
    "Order O-48214 was sent on 2 May.",
    "Order O-48216 was sent on 3 May.",
)
QUESTIONS = (
    "What is the refund window?",
    "How many days does shipping take?",
    "Where is order O-48214?",
    "Where is order O-48299?",
    "refund cap dollars",
)
ROUTES = (None, "lexical", "dense", "hybrid", "identifier")


@dataclass(frozen=True)
class Page:
    """One page; its canary stands in its id, title, section and text, and nowhere else."""

    canary: str
    tenant: str
    access: str
    sentences: tuple[str, ...]
    beside: int | None = None
    """For a page that is not seen: the page that is seen whose id it takes, as an earlier or a future version."""
    future: bool = False

    def visible(self, principal: Principal) -> bool:
        return self.tenant == principal.tenant and self.access in principal.readers


def pages() -> st.SearchStrategy[list[Page]]:
    numbered = st.lists(
        st.builds(
            Page,
            canary=st.just(""),
            tenant=st.sampled_from(("red", "blue")),
            access=st.sampled_from(("public", "staff", "ops")),
            sentences=st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=3).map(tuple),
            beside=st.none() | st.integers(0, 3),
            future=st.booleans(),
        ),
        min_size=2,
        max_size=8,
    )
    return numbered.map(lambda found: [Page(**{**asdict(p), "canary": f"canary{n}x"}) for n, p in enumerate(found)])


PRINCIPALS = st.builds(
    Principal,
    tenant=st.sampled_from(("red", "blue")),
    groups=st.lists(st.sampled_from(("staff", "ops"))).map(tuple),
)


def write(desk: Desk, page: Page, seen: list[Page], principal: Principal) -> Path:
    """Write a page; one that is not seen may be an earlier or a future version of a page that is."""
    front: dict[str, object] = {"id": page.canary, "title": f"Title {page.canary}", "version": 5}
    mates = [each for each in seen if page not in seen]
    if mates and page.beside is not None:
        mate = mates[page.beside % len(mates)]
        front["id"] = mate.canary
        if page.tenant == principal.tenant:
            front |= {"version": 6, "effective": "2999-01-01"} if page.future else {"version": 4}
    text = f"# Title {page.canary}\n\n## Part {page.canary}\n\n{' '.join(page.sentences)} See {page.canary}."
    return desk.write(f"{page.tenant}/{page.canary}.md", text, **front, access=f"[{page.access}]")


def outputs(corpus: Corpus, principal: Principal, names: list[str]) -> dict[str, Any]:
    """Return everything that a reader can get out of a corpus, by what was asked, without ids of answers."""
    asked: dict[str, Any] = {}
    for question in QUESTIONS:
        answer = answer_json(corpus.ask(question, principal=principal))
        asked[f"ask {question}"] = {k: v for k, v in answer.items() if k not in ("sequence", "trace_id", "timings_ms")}
        for route in ROUTES:
            hits = corpus.search(question, principal=principal, route=route)
            asked[f"search {route} {question}"] = [(repr(hit.score), hit_json(hit)) for hit in hits]
    for key in ("O-48214", "O-48216", "O-48299"):
        asked[f"lookup {key}"] = [hit_json(hit) for hit in corpus.lookup(key, principal=principal)]
    asked["documents"] = [repr(row) for row in corpus.documents(principal=principal)]
    for name in names:
        asked[f"versions {name}"] = told(lambda n: [repr(row) for row in corpus.versions(n, principal=principal)], name)
        for version in (None, "4", "5", "6"):
            show = partial(corpus.show, principal=principal, version=version)
            asked[f"show {name} {version}"] = told(partial(_shown, show), name)
        asked[f"chunks {name}"] = told(lambda n: [repr(chunk) for chunk in corpus.chunks(n, principal=principal)], name)
        hits = corpus.search("refund", principal=principal, documents=[name])
        asked[f"only {name}"] = [hit_json(hit) for hit in hits]
    return asked


def _shown(show: Callable[[str], Revision], name: str) -> Any:  # noqa: ANN401  # any JSON
    revision = show(name)
    return revision_json(revision), revision.text


def told(call: Callable[[str], Any], name: str) -> Any:  # noqa: ANN401  # any JSON
    try:
        return call(name)
    except PinciteError as error:
        return f"{type(error).__name__}: {error}"


def differing(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    return [asked for asked in before if before[asked] != after[asked]]


def shown(canary: str, found: dict[str, Any]) -> list[str]:
    """Return what showed a canary, apart from echoes of a name that was asked for."""
    return [
        asked
        for asked, value in found.items()
        if canary in re.sub(rf"no (document|version) '{canary}[^']*'", "", json.dumps(value, default=str))
    ]


def check(given_pages: list[Page], principal: Principal, *, opens: OpenIndex = PlainIndex) -> None:
    """Try the law on one corpus: with what the reader may see alone, with the rest added, and with it removed again."""
    seen = [page for page in given_pages if page.visible(principal)]
    unseen = [page for page in given_pages if page not in seen]
    names = [page.canary for page in given_pages]
    with ram_folder() as folder:
        desk = Desk(folder, SOURCES, opens=opens)
        for tenant in ("red", "blue"):
            (folder / tenant).mkdir()
        for page in seen:
            write(desk, page, seen, principal)
        desk.sync()
        alone = outputs(desk.corpus, principal, names)
        files = [write(desk, page, seen, principal) for page in unseen]
        desk.sync()
        among = outputs(desk.corpus, principal, names)
        for file in files:
            file.unlink()
        desk.sync()
        after = outputs(desk.corpus, principal, names)
        desk.close()
    assert differing(alone, among) == []
    assert differing(alone, after) == []
    assert [asked for page in unseen for asked in shown(page.canary, among)] == []


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(pages(), PRINCIPALS)
def test_nothing_outside_the_scope_is_shown_or_moves_what_is(given_pages: list[Page], principal: Principal) -> None:
    check(given_pages, principal)


HIDDEN_PAGES = [
    Page("canary0x", "red", "public", SENTENCES[:2]),
    Page("canary1x", "red", "public", SENTENCES[2:4]),
    Page("canary2x", "red", "staff", SENTENCES[:1]),
]


def test_the_law_holds_for_the_pages_that_the_next_tests_break_it_with() -> None:
    check(HIDDEN_PAGES, Principal(tenant="red"))


def test_the_law_holds_in_the_engine() -> None:
    """Two tenants, an earlier and a future version beside what is seen, and twins of its text."""
    rest = (
        Page("canary3x", "red", "ops", SENTENCES[:2], beside=0),
        Page("canary4x", "red", "staff", SENTENCES[:3], beside=1, future=True),
        Page("canary5x", "blue", "public", SENTENCES, beside=0),
        Page("canary6x", "red", "public", SENTENCES[4:]),
    )
    check([*HIDDEN_PAGES, *rest], Principal(tenant="red"), opens=build(IndexSettings()))


@pytest.mark.parametrize("opens", [PlainIndex, build(IndexSettings())], ids=["plain", "engine"])
def test_a_page_whose_access_is_revoked_is_as_if_it_had_never_been(opens: OpenIndex) -> None:
    principal, names = Principal(tenant="red"), [page.canary for page in HIDDEN_PAGES]
    *seen, hidden = HIDDEN_PAGES
    with ram_folder() as folder:
        desk = Desk(folder, SOURCES, opens=opens)
        for tenant in ("red", "blue"):
            (folder / tenant).mkdir()
        for page in seen:
            write(desk, page, seen, principal)
        desk.sync()
        alone = outputs(desk.corpus, principal, names)
        write(desk, replace(hidden, access="public"), HIDDEN_PAGES, principal)
        desk.sync()
        assert differing(alone, outputs(desk.corpus, principal, names)), "it is seen at first"
        desk.corpus.set_access(hidden.canary, ["staff"], tenant="red")
        after = outputs(desk.corpus, principal, names)
        desk.close()
    assert differing(alone, after) == []
    assert shown(hidden.canary, after) == []


def test_an_index_that_forgets_groups_is_noticed_although_permits_keep_texts_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def forgetful(point: Point, scope: Scope) -> bool:
        return point.tenant == scope.tenant and point.seq_from <= scope.sequence < point.seq_to

    monkeypatch.setattr(plain, "in_scope", forgetful)
    with pytest.raises(AssertionError):
        check(HIDDEN_PAGES, Principal(tenant="red"))


def test_an_index_that_forgets_the_tenant_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(point: Point, scope: Scope) -> bool:
        return not scope.readers.isdisjoint(point.groups) and point.seq_from <= scope.sequence < point.seq_to

    monkeypatch.setattr(plain, "in_scope", forgetful)
    with pytest.raises(AssertionError):
        check([*HIDDEN_PAGES, Page("canary3x", "blue", "public", SENTENCES[:1])], Principal(tenant="red"))
