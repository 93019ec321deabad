"""A corpus in a folder and the plain model of it, and what is compared between the two."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pincite.documents import Revision
from pincite.lifecycle.doctor import examine_index
from pincite.questions import Principal
from pincite.testing.desk import Desk
from pincite.testing.years import Content, Key, Model, Page
from pincite.validity import today

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pincite.corpus import Corpus

__all__ = ["CUTS", "GROUPS", "PAGES", "VERSIONS", "Backup", "Pair"]

SETTINGS = '[[sources]]\nname = "docs"\npath = "docs"\naccess = ["public"]\n'
CUT = "[chunk.structural]\nmax_tokens = {}\n\n"
CUTS = (128, 192, 256)
READERS: tuple[tuple[str, ...], ...] = ((), ("staff",), ("legal",))
DAYS = (date(2025, 1, 15), date(2025, 6, 15))
GROUPS = (("public",), ("staff",), ("legal", "staff"))
PAGES = tuple("abcde")
VERSIONS = ("1", "2", "10")
EFFECTIVE = (None, date(2025, 1, 1), date(2025, 6, 1))


@dataclass(frozen=True, kw_only=True)
class Backup:
    """A file, and what the model says is in it."""

    file: Path
    model: Model
    cut: int
    """How its chunks are cut."""


class Pair:
    """
    A corpus and its model.

    :param root: Where the corpus and its backups are.
    :param rng: Decides everything.
    :param n_words: Words that other corpora have used.
    """

    def __init__(self, root: Path, rng: random.Random, *, n_words: int = 0) -> None:
        self.random = rng
        self.root = root
        self.cut = 256
        self.n_made = 0
        self.desk = self.new_desk()
        self.backups: list[Backup] = []
        self.model = Model()
        self.leases: list[tuple[ExitStack, Any, Content]] = []
        self.done: Counter[str] = Counter()
        self.n_words = n_words
        self.desk.sync()

    @contextmanager
    def administrator(self) -> Iterator[Corpus]:
        """Give the corpus as this process has it, or opened once more while this one holds it."""
        if self.random.random() < 0.5:
            yield self.desk.corpus
            return
        _ = self.desk.corpus.store.index
        with self.desk.opened() as beside:
            yield beside
            assert not beside.store.holds

    def words(self) -> set[str]:
        """Return the words that some state still has."""
        return {word for each in self.model.history.values() for word in each}

    def new_desk(self) -> Desk:
        """Return an empty corpus in a folder of its own."""
        self.n_made += 1
        return Desk(self.root / f"place-{self.n_made}", CUT.format(self.cut) + SETTINGS)

    def settle(self) -> None:
        """Write the settings."""
        (self.desk.folder / "pincite.toml").write_text(CUT.format(self.cut) + SETTINGS)

    def check(self) -> None:
        """Hold what readers see against the model."""
        corpus, model = self.desk.corpus, self.model
        for groups in READERS:
            who = Principal(tenant="default", groups=groups)
            for day in DAYS:
                wanted = model.seen(model.live, groups, day)
                hits = corpus.search("common", principal=who, as_of=day, k=100, route="lexical")
                assert {self.told(hit.permit.revision) for hit in hits} == wanted
                listed = {(row.document_id, row.version) for row in corpus.documents(principal=who, as_of=day)}
                assert listed == {each[:2] for each in wanted}
        words = sorted({page.word for page in model.live.values()})
        for word in self.random.sample(words, k=min(2, len(words))):
            found = {self.told(hit.permit.revision) for hit in corpus.lookup(f"O-{word[1:]}")}
            assert found == {each for each in model.seen(model.live, (), today("UTC")) if each[2] == word}
        differing = {(each.document, each.version) for each in corpus.differing()}
        assert differing == model.differing()
        self.check_leases()
        self.check_index()

    def check_leases(self) -> None:
        """See to it that readers of older states still see those, with the access of now."""
        store = self.desk.corpus.store
        for _, lease, content in self.leases:
            for groups in READERS:
                scope = self.desk.corpus._built.scope(Principal(tenant="default", groups=groups), lease, DAYS[1])
                rows = store.catalog.documents(scope)
                texts = {self.told(store.catalog.revision(scope, r.document_id, r.version)) for r in rows}
                assert texts == self.model.seen(content, groups, DAYS[1])

    def check_index(self) -> None:
        """See to it that the index is what the catalog says, point by point."""
        store = self.desk.corpus.store
        found = store.inspect(lambda index: list(examine_index(store.catalog, index, generation=store.generation.id)))
        assert found == []

    def page(self) -> Page:
        """Return a page that says something new; sometimes what another says."""
        words = sorted({page.word for _, page in self.model.files.values()})
        if words and self.random.random() < 0.15:
            word = self.random.choice(words)
        else:
            self.n_words += 1
            word = f"w{10_000 + self.n_words}"
        return Page(word=word, groups=self.random.choice(GROUPS), effective=self.random.choice(EFFECTIVE))

    def write(self, key: Key, page: Page) -> None:
        """Write a file."""
        path = self.path(key)
        self.model.files[path] = (key, page)
        (self.desk.folder / path).write_text(page.text(key))

    def path(self, key: Key) -> str:
        """Return the file of a revision."""
        return f"docs/rule-{key[1]}.md" if key[1] else f"{key[0]}.md"

    def sync(self) -> None:
        """Read the folder."""
        self.desk.sync()
        self.model.sync()

    def closed(self) -> None:
        """Close the corpus, its readers first; the next use opens it."""
        while self.leases:
            self.leases.pop()[0].close()
        self.desk.corpus.close()
        del self.desk.__dict__["corpus"]

    def some_document(self) -> str | None:
        """Return a document that is there."""
        documents = sorted({key[0] for key in self.model.live})
        return self.random.choice(documents) if documents else None

    def told(self, revision: Revision) -> tuple[str, str, str]:
        """Return document, version and word of a revision."""
        return revision.document_id, revision.version, revision.text.split()[1]
