"""Everything that is done to a corpus over years, and to the plain model of it."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from datetime import date

from tests.properties.upkeep_pair import CUTS, GROUPS, PAGES, VERSIONS, Backup, Pair

import pincite
from pincite.catalog.writing import Writing
from pincite.testing.desk import ram_folder
from pincite.testing.index import PlainIndex
from pincite.testing.years import Page

__all__ = ["WEIGHTS", "Driver"]

WEIGHTS = {
    "add": 10, "edit": 12, "rename": 6, "remove": 6, "give": 6, "date": 6, "retitle": 3, "touch": 2, "narrow": 5,
    "widen": 3, "delete": 4, "purge": 2, "readmit": 2, "name": 4, "unname": 2, "restore": 5, "vacuum": 4, "lend": 4,
    "give_back": 3, "rebuild": 2, "reopen": 2, "crash": 3, "migrate": 2, "roll_back": 1, "follow": 2, "back_up": 3,
    "bring": 3, "bring_foreign": 2, "wreck": 2, "move": 2,
}  # fmt: skip
"""How often each thing is done."""


class Driver(Pair):
    """Does things to a corpus and its model."""

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
        """Let an administrator narrow who may read a document, perhaps beside the process that holds the corpus."""
        if document := self.some_document():
            groups = self.random.choice([("staff",), ("legal",), ()])
            with self.administrator() as corpus:
                corpus.set_access(document, groups)
            self.model.overrides |= {key: groups for key in self.model.live if key[0] == document}

    def widen(self) -> None:
        """Take that back."""
        if document := self.some_document():
            with self.administrator() as corpus:
                corpus.clear_access(document)
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
            assert self.desk.corpus.purge(document).left == ()
            names = self.model.purge(document)
            for _, _, content in self.leases:
                for key in [key for key in content if key[0] in names]:
                    del content[key]
            places = self.desk.folder.glob(".pincite*/**/*")
            data = [file.read_bytes() for file in places if file.is_file()]
            assert not [word for word in words - self.words() if any(word.encode() in each for each in data)]

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

    def change(self, how: Callable[[Page], Page]) -> None:
        """Change what a file says."""
        if self.model.files:
            key, page = self.model.files[self.random.choice(sorted(self.model.files))]
            self.write(key, how(page))
            self.sync()

    def vacuum(self) -> None:
        """Remove what nobody needs; a second time finds nothing."""
        self.desk.corpus.vacuum()
        self.model.vacuum(content for _, _, content in self.leases)
        done = self.desk.corpus.vacuum()
        assert (done.n_revisions, done.n_points, done.n_texts, done.n_vectors, done.n_originals) == (0,) * 5

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
        self.cut = self.random.choice(CUTS)
        self.settle()
        self.desk.corpus.migrate()

    def roll_back(self) -> None:
        """Go back to the way in which documents were cut before, where there was one; the settings say so too."""
        self.closed()
        store = self.desk.corpus.store
        made_of = store.catalog.generations.made_of
        if previous := made_of(store.generation.id).previous:
            told = made_of(previous).parts["chunk.structural.max_tokens"]
            self.closed()
            self.cut = int(told)
            self.settle()
            self.desk.corpus.migrate(rollback=True)

    def follow(self) -> None:
        """Read every file, whatever it said before."""
        self.desk.corpus.sync(all_files=True)
        self.model.sync(all_files=True)

    def back_up(self) -> Backup:
        """Write the corpus into a file; three of these are kept."""
        self.n_made += 1
        file = self.root / f"{self.n_made}.pincite"
        self.desk.corpus.backup(file)
        self.backups.append(Backup(file=file, model=self.model.copy(), cut=self.cut))
        if len(self.backups) > 3:
            self.backups.pop(self.random.randrange(3)).file.unlink()
        return self.backups[-1]

    def bring(self) -> None:
        """Bring a backup into the corpus as a new state."""
        if self.backups:
            chosen = self.random.choice(self.backups)
            self.desk.corpus.restore(chosen.file)
            self.model.bring(chosen.model)

    def bring_foreign(self) -> None:
        """Bring the backup of another corpus, made on another machine, with documents of the same names."""
        with ram_folder() as folder:
            other = Driver(folder, self.random, n_words=self.n_words)
            for what in self.random.choices(["add", "narrow", "delete", "purge", "edit"], (6, 1, 1, 1, 1), k=5):
                getattr(other, what)()
            made = other.back_up()
            self.n_words = other.n_words
            self.desk.corpus.restore(made.file)
            self.model.bring(made.model)
            other.closed()

    def wreck(self) -> None:
        """Let the catalog be lost, and put a backup in its place."""
        if self.backups:
            chosen = self.random.choice(self.backups)
            self.closed()
            catalog = self.desk.folder / ".pincite" / "catalog.sqlite"
            if self.random.random() < 0.7:
                catalog.write_bytes(b"no database at all" + catalog.read_bytes()[18:])
            else:
                catalog.unlink()
            pincite.restore(chosen.file, self.desk.folder)
            self.model = self.model.replaced_by(chosen.model)
            self.go_on_as(chosen)

    def move(self) -> None:
        """Take the files and a backup to another machine, and go on there."""
        self.closed()
        chosen = self.random.choice([self.back_up(), *self.backups])
        self.closed()
        before, self.desk = self.desk.folder, self.new_desk()
        shutil.copytree(before / "docs", self.desk.folder / "docs", dirs_exist_ok=True)
        shutil.rmtree(before)
        pincite.restore(chosen.file, self.desk.folder)
        self.model = self.model.moved(chosen.model)
        self.go_on_as(chosen)

    def go_on_as(self, restored: Backup) -> None:
        """Migrate to the settings that stand here where the backup was cut in another way."""
        if restored.cut != self.cut:
            self.desk.corpus.migrate()


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
