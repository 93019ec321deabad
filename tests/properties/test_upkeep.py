"""
Whatever is done to a corpus over years, it holds what a plain dictionary says.

Files are written, edited, renamed, dated anew, given other readers and removed; documents are narrowed, deleted, purged
and taken back; states are named and restored; the corpus is vacuumed while readers hold old states, rebuilt, migrated,
killed in the middle of a sync. After each step readers with different groups see, on different days, exactly what the
dictionary says: in lists, by search and by exact key, and so do those who hold an older state.
"""

from __future__ import annotations

import os
import random
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from pincite.catalog.writing import Writing
from pincite.documents import Revision
from pincite.lifecycle.doctor import examine_index
from pincite.questions import Principal
from pincite.testing.desk import Desk, ram_folder
from pincite.testing.index import PlainIndex
from pincite.testing.years import Content, Key, Model, Page
from pincite.validity import today

SETTINGS = '[[sources]]\nname = "docs"\npath = "docs"\naccess = ["public"]\n'
CUT = "[chunk.structural]\nmax_tokens = {}\n\n"
READERS: tuple[tuple[str, ...], ...] = ((), ("staff",), ("legal",))
DAYS = (date(2025, 1, 15), date(2025, 6, 15))
GROUPS = (("public",), ("staff",), ("legal", "staff"))
PAGES = tuple("abcde")
VERSIONS = ("1", "2", "10")
EFFECTIVE = (None, date(2025, 1, 1), date(2025, 6, 1))

WEIGHTS = {
    "add": 10, "edit": 12, "rename": 6, "remove": 6, "give": 6, "date": 6, "retitle": 3, "touch": 2, "narrow": 5,
    "widen": 3, "delete": 4, "purge": 2, "readmit": 2, "name": 4, "unname": 2, "restore": 5, "vacuum": 4, "lend": 4,
    "give_back": 3, "rebuild": 2, "reopen": 2, "crash": 3, "migrate": 1,
}  # fmt: skip
"""How often each thing is done."""


class Driver:
    """A corpus and its model, and what is done to both."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.random = random.Random(seed)
        self.desk = Desk(folder, CUT.format(256) + SETTINGS)
        self.model = Model()
        self.leases: list[tuple[ExitStack, Any, Content]] = []
        self.done: Counter[str] = Counter()
        self.n_words = 0
        self.desk.sync()

    def step(self) -> str:
        """Do one thing, and check."""
        names = [name for name, weight in WEIGHTS.items() for _ in range(weight)]
        name = self.random.choice(names)
        getattr(self, name)()
        self.done[name] += 1
        self.check()
        return name

    def add(self) -> None:
        """Write a file that is not there."""
        keys = [(f"docs/{each}", "") for each in PAGES] + [("rule", each) for each in VERSIONS]
        free = [key for key in keys if self.path(key) not in self.model.files]
        if free:
            self.write(self.random.choice(free), self.page())
            self.sync()

    def edit(self) -> None:
        """Change the text of a file."""
        self.change(lambda page: replace(page, word=self.page().word))

    def give(self) -> None:
        """Change who may read a file by its own words."""
        self.change(lambda page: replace(page, groups=self.random.choice(GROUPS)))

    def date(self) -> None:
        """Change when a file takes effect."""
        self.change(
            lambda page: replace(page, effective=self.random.choice([None, date(2025, 1, 1), date(2025, 6, 1)]))
        )

    def retitle(self) -> None:
        """Change nothing but a title."""
        self.change(lambda page: replace(page, title=f"Page {self.random.randint(1, 9)}"))

    def touch(self) -> None:
        """Give a file another time and nothing else."""
        for path in self.model.files:
            os.utime(self.desk.folder / path, ns=(0, self.random.randint(1, 10**18)))
        self.sync()

    def rename(self) -> None:
        """Move a file, which gives it another id."""
        here = [path for path, (key, _) in self.model.files.items() if not key[1]]
        free = [f"docs/{each}.md" for each in PAGES if f"docs/{each}.md" not in self.model.files]
        if here and free:
            path, to = self.random.choice(here), self.random.choice(free)
            _, page = self.model.files.pop(path)
            (self.desk.folder / path).rename(self.desk.folder / to)
            self.model.files[to] = ((to.removesuffix(".md"), ""), page)
            self.sync()

    def remove(self) -> None:
        """Remove a file."""
        if self.model.files:
            path = self.random.choice(sorted(self.model.files))
            del self.model.files[path]
            (self.desk.folder / path).unlink()
            self.sync()

    def narrow(self) -> None:
        """Let an administrator narrow who may read a document."""
        if document := self.some_document():
            groups = self.random.choice([("staff",), ("legal",), ()])
            self.desk.corpus.set_access(document, groups)
            self.model.overrides |= {key: groups for key in self.model.live if key[0] == document}

    def widen(self) -> None:
        """Take that back."""
        if document := self.some_document():
            self.desk.corpus.clear_access(document)
            for key in [key for key in self.model.live if key[0] == document]:
                self.model.overrides.pop(key, None)

    def delete(self) -> None:
        """Delete a document whose file stays."""
        if document := self.some_document():
            self.desk.corpus.delete(document)
            self.model.commit({}, {key for key in self.model.live if key[0] == document})

    def purge(self) -> None:
        """Purge a document, and look whether its words are gone from the disk."""
        if document := self.some_document():
            words = self.words()
            assert self.desk.corpus.purge(document).proven
            names = self.model.purge(document)
            for _, _, content in self.leases:
                for key in [key for key in content if key[0] in names]:
                    del content[key]
            data = [file.read_bytes() for file in self.desk.corpus.state.rglob("*") if file.is_file()]
            assert not [word for word in words - self.words() if any(word.encode() in each for each in data)]

    def words(self) -> set[str]:
        """Return the words that some state still has."""
        return {word for each in self.model.history.values() for word in each}

    def readmit(self) -> None:
        """Take a purged document back."""
        if self.model.purged:
            document = self.random.choice(sorted(self.model.purged))
            self.desk.corpus.sync(readmit=[document])
            self.model.sync((document,))

    def name(self) -> None:
        """Name the state."""
        name = f"s{self.random.randint(1, 4)}"
        if name not in self.model.named:
            self.desk.corpus.create_snapshot(name)
            self.model.named[name] = dict(self.model.live)

    def unname(self) -> None:
        """Forget a name."""
        if self.model.named:
            name = self.random.choice(sorted(self.model.named))
            self.desk.corpus.delete_snapshot(name)
            del self.model.named[name]

    def restore(self) -> None:
        """Go back to a named state."""
        if self.model.named:
            name = self.random.choice(sorted(self.model.named))
            self.desk.corpus.restore_snapshot(name)
            self.model.restore(self.model.named[name])

    def vacuum(self) -> None:
        """Remove what nobody needs; a second time finds nothing."""
        self.desk.corpus.vacuum()
        self.model.history = {}
        for content in self.contents():
            for key, page in content.items():
                self.model.history.setdefault(key, set()).add(page.word)
        done = self.desk.corpus.vacuum()
        assert (done.n_revisions, done.n_points, done.n_texts, done.n_vectors, done.n_originals) == (0,) * 5

    def lend(self) -> None:
        """Let a reader hold the present state."""
        if len(self.leases) < 3:
            stack = ExitStack()
            _ = self.desk.corpus.store.index
            lease = stack.enter_context(self.desk.corpus.store.reading())
            self.leases.append((stack, lease, dict(self.model.live)))

    def give_back(self) -> None:
        """Let a reader end."""
        if self.leases:
            self.leases.pop(self.random.randrange(len(self.leases)))[0].close()

    def rebuild(self) -> None:
        """Write the index anew."""
        self.desk.corpus.rebuild()

    def reopen(self) -> None:
        """Close the corpus and open it again."""
        self.closed()
        self.desk.sync()
        self.model.sync()

    def crash(self) -> None:
        """Change some files, and let a process that takes them in die at some call; the next sync goes on."""
        for _ in range(self.random.randint(1, 3)):
            if self.model.files and self.random.random() < 0.7:
                key, page = self.model.files[self.random.choice(sorted(self.model.files))]
                self.write(key, replace(page, word=self.page().word))
            else:
                self.write((f"docs/{self.random.choice(PAGES)}", ""), self.page())
        self.closed()
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            die_after(self.random.randint(1, 12))
            try:
                self.desk.corpus.sync()
            finally:
                os._exit(0)
        os.waitpid(child, 0)
        self.desk.sync()
        self.model.sync()

    def migrate(self) -> None:
        """Cut all documents in another way; readers under way end first."""
        self.closed()
        settings = self.desk.folder / "pincite.toml"
        settings.write_text(CUT.format(self.random.choice([128, 192, 256])) + SETTINGS)
        self.desk.corpus.migrate()

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

    def contents(self) -> list[Content]:
        """Return everything that the corpus still has to hold."""
        return [self.model.live, *self.model.named.values(), *(content for _, _, content in self.leases)]

    def change(self, how: Callable[[Page], Page]) -> None:
        """Change what a file says."""
        if self.model.files:
            key, page = self.model.files[self.random.choice(sorted(self.model.files))]
            self.write(key, how(page))
            self.sync()

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


def die_after(calls: int) -> None:
    """Let this process die at a call of the index or of the catalog's writing side, without any goodbye."""
    left = [calls]

    def dying(method: Callable[..., object]) -> Callable[..., object]:
        def call(*given: object, **how: object) -> object:
            done = method(*given, **how)
            left[0] -= 1
            if left[0] <= 0:
                os._exit(9)
            return done

        return call

    for kind, names in (
        (PlainIndex, ("put", "close_points", "flush")),
        (Writing, ("commit", "save_vectors", "settle")),
    ):
        for name in names:
            setattr(kind, name, dying(getattr(kind, name)))


def drive(seed: int, n_steps: int) -> Counter[str]:
    with ram_folder() as folder:
        driver = Driver(folder, seed)
        done: list[str] = []
        try:
            for _ in range(n_steps):
                done.append("?")
                done[-1] = driver.step()
        except BaseException as error:
            error.add_note(f"seed {seed}, step {len(done)}; the last ones: {', '.join(done[-8:])}")
            raise
        finally:
            driver.closed()
        return driver.done


@pytest.mark.parametrize("seed", [1, 2])
def test_sixty_operations_leave_what_the_model_says(seed: int) -> None:
    drive(seed, 60)


@pytest.mark.slow
@pytest.mark.skipif("PINCITE_OPERATIONS" not in os.environ, reason="takes minutes: make years")
def test_a_thousand_operations_leave_what_the_model_says() -> None:
    done = drive(int(os.environ.get("PINCITE_SEED", "7")), int(os.environ["PINCITE_OPERATIONS"]))
    assert set(done) == set(WEIGHTS)
