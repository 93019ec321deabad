"""Whatever is added, edited, deleted, given, taken away or dated anew: readers see what a plain dictionary says."""

from __future__ import annotations

import os
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from pincite.documents import DocumentId, Sequence, TenantId, revision_key
from pincite.lifecycle import AccessChange, Change, Store
from pincite.testing.index import PlainIndex
from pincite.testing.stores import WordAnalyzer, Written, make_store, make_written, put, reopen_store, scope_of, seen

RED = TenantId("red")
START = date(2025, 1, 1)
DOCUMENTS, VERSIONS = ("a", "b"), ("1", "2", "10")
READERS: tuple[tuple[str, ...], ...] = ((), ("staff",))
DAYS = (START, START + timedelta(days=2), START + timedelta(days=5))

keys = st.tuples(st.sampled_from(DOCUMENTS), st.sampled_from(VERSIONS))
texts = st.sampled_from(["alpha", "alpha beta\nwindow", "gamma\nalpha\nbeta", ""])
groups = st.sampled_from([("public",), ("staff",), ("public", "staff"), ()])
days = st.none() | st.integers(0, 5).map(lambda n: START + timedelta(days=n))


class Stores(RuleBasedStateMachine):
    """A store beside a dictionary of what it should hold."""

    def __init__(self) -> None:
        super().__init__()
        memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        self.folder = TemporaryDirectory(dir=memory, prefix="pincite-law-")
        self.state = Path(self.folder.name) / "state"
        self.index = PlainIndex()
        self.store: Store = make_store(self.state, index=lambda _: self.index)
        self.live: dict[tuple[str, str], dict[str, Any]] = {}
        self.past: list[tuple[int, date, dict[tuple[str, str], str]]] = []

    def teardown(self) -> None:
        self.store.close()
        self.folder.cleanup()

    @rule(key=keys, text=texts, readers=groups, effective=days)
    def add_or_edit(self, key: tuple[str, str], text: str, readers: tuple[str, ...], effective: date | None) -> None:
        self.put(key, {"text": text, "readers": readers, "effective": effective})

    @precondition(lambda self: self.live)
    @rule(data=st.data(), effective=days)
    def date_anew(self, data: st.DataObject, effective: date | None) -> None:
        key = data.draw(st.sampled_from(sorted(self.live)))
        self.put(key, {**self.live[key], "effective": effective})

    @rule(key=keys)
    def delete(self, key: tuple[str, str]) -> None:
        self.store.commit(Change(kind="delete", remove=((RED, DocumentId(key[0]), key[1]),)))
        self.live.pop(key, None)

    @precondition(lambda self: self.live)
    @rule(data=st.data(), readers=groups)
    def give_access_anew(self, data: st.DataObject, readers: tuple[str, ...]) -> None:
        key = data.draw(st.sampled_from(sorted(self.live)))
        self.store.set_access({revision_key(RED, DocumentId(key[0]), key[1]): AccessChange(groups=readers)})
        self.live[key] = {**self.live[key], "readers": readers}

    @precondition(lambda self: self.live)
    @rule()
    def put_everything_again(self) -> None:
        before = self.store.catalog.head()
        put(self.store, *map(self.written, self.live))
        assert self.store.catalog.head() == before

    @rule()
    def rebuild(self) -> None:
        scopes = [scope_of(self.store, readers, day=DAYS[1]) for readers in READERS]
        before = [seen(self.store, scope, ["alpha", "beta window"]) for scope in scopes]
        self.index = PlainIndex()
        self.store.rebuild()
        assert [seen(self.store, scope, ["alpha", "beta window"]) for scope in scopes] == before

    @rule()
    def open_again(self) -> None:
        kept = PlainIndex()
        kept.put(tuple(self.index._points.values()))
        self.store.close()
        self.index = kept
        self.store = reopen_store(self.state, index=lambda _: self.index)

    @rule(day=st.sampled_from(DAYS))
    def remember(self, day: date) -> None:
        """Keep what is in force now, to be asked for at its sequence later; access is always that of later."""
        self.past.append((self.store.catalog.head().sequence, day, self.in_force(day)))

    @invariant()
    def readers_see_what_is_in_force_and_theirs(self) -> None:
        for readers in READERS:
            for day in DAYS:
                assert self.found(readers, day) == self.wanted(readers, day)

    @invariant()
    def readers_at_an_old_sequence_see_what_was_in_force_then(self) -> None:
        everybody = ("staff",)
        for sequence, day, texts_then in self.past[-3:]:
            found = self.found(everybody, day, sequence=Sequence(sequence))
            assert found <= {(key, line) for key, text in texts_then.items() for line in text.split("\n") if line}

    @invariant()
    def the_index_holds_what_the_catalog_says(self) -> None:
        catalog = self.store.catalog
        rows = {(row.point_id, row.seq_to) for row in catalog.points(catalog.head().generation)}
        assert {(state.point_id, state.seq_to) for state in self.store.index.states()} == rows

    def put(self, key: tuple[str, str], values: dict[str, Any]) -> None:
        self.live[key] = values
        put(self.store, self.written(key))

    def written(self, key: tuple[str, str]) -> Written:
        values = self.live[key]
        return make_written(key[0], values["text"], version=key[1], **{k: values[k] for k in ("readers", "effective")})

    def in_force(self, day: date) -> dict[tuple[str, str], str]:
        """Return the text of the highest version of each document that has begun."""
        found = {}
        for document in DOCUMENTS:
            begun = [key for key in self.live if key[0] == document and (self.live[key]["effective"] or day) <= day]
            if begun:
                highest = max(begun, key=lambda key: int(key[1]))
                found[highest] = self.live[highest]["text"]
        return found

    def wanted(self, readers: tuple[str, ...], day: date) -> set[tuple[tuple[str, str], str]]:
        return {
            (key, line)
            for key, text in self.in_force(day).items()
            if {"public", *readers} & set(self.live[key]["readers"])
            for line in text.split("\n")
            if line
        }

    def found(
        self, readers: tuple[str, ...], day: date, *, sequence: Sequence | None = None
    ) -> set[tuple[tuple[str, str], str]]:
        """Return the lines that a search for every word finds, with the document and version of each."""
        scope = scope_of(self.store, readers, day=day, sequence=sequence)
        terms = WordAnalyzer().query("alpha beta gamma window", language="en")
        hits = self.store.index.lexical(terms, k=100, scope=scope)
        permits = self.store.catalog.permit([hit.chunk_id for hit in hits], scope)
        assert len(permits) == len(hits) == self.store.index.count(scope=scope)
        return {((p.revision.document_id, p.revision.version), p.chunk.text) for p in permits.values()}


Stores.TestCase.settings = settings(
    max_examples=12, stateful_step_count=12, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
test_readers_see_what_a_plain_dictionary_says = Stores.TestCase
