"""The process is killed in the middle of a migration, and the next run brings it to the same end."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Engine

from pincite.config import Config, _tables, load
from pincite.corpus import Corpus
from pincite.errors import SpaceMismatch
from pincite.lifecycle import folders
from pincite.testing.desk import Rigged, ram_folder
from pincite.testing.index import PlainIndex

pytestmark = [
    pytest.mark.slow,
    # the parent has threads of numpy's, which the children never use
    pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning"),
]

SETTINGS = '[embed]\nname = "hash"\ndim = 64\n\n[[sources]]\nname = "docs"\npath = "docs"\naccess = ["public"]\n'
EVERY = 2
"""How many counted calls lie between two kills."""


class Countdown:
    """Kills the process at the end of the Nth counted call."""

    def __init__(self, calls: int) -> None:
        self._left = calls

    def tick(self, *_: object) -> None:
        self._left -= 1
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def counted(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def counting(*args: object, **more: object) -> object:
            result = call(*args, **more)
            self.tick()
            return result

        return counting

    def watch(self) -> None:
        """Count from now on: statements, commits, calls that write to the index, files that are replaced."""
        event.listen(Engine, "after_cursor_execute", self.tick)
        event.listen(Engine, "commit", self.tick)
        for name in ("put", "remove", "flush", "close"):
            setattr(PlainIndex, name, self.counted(getattr(PlainIndex, name)))
        for module in (folders, _tables):
            vars(module)["write_whole"] = self.counted(vars(module)["write_whole"])


@pytest.fixture
def template() -> Iterator[Path]:
    with ram_folder() as folder:
        made = folder / "template"
        (made / "docs").mkdir(parents=True)
        for name in ("refund", "courier", "gift"):
            (made / "docs" / f"{name}.md").write_text(f"# {name}\n\nThe {name} window is 30 days.\n\nMore on {name}.\n")
        (made / "pincite.toml").write_text(SETTINGS)
        with opened(made) as corpus:
            corpus.sync()
            corpus.set_access("docs/gift", [])
        yield made


def opened(folder: Path) -> Corpus:
    config = load(folder, env={})
    stated: dict[str, Any] = {each.name: getattr(config, each.name) for each in fields(Config)}
    return Corpus(Rigged(**stated, opens=PlainIndex), wait_s=0.0)


def texts(corpus: Corpus) -> list[str]:
    return sorted(hit.text for hit in corpus.search("window"))


def killed(folder: Path, calls: int) -> bool:
    """Migrate in a child and kill it after so many calls; return whether it was."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            corpus = opened(folder)
            Countdown(calls).watch()
            corpus.reembed("hash", dim=128)
            corpus.close()
            code = 0
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL
        return True
    assert os.WEXITSTATUS(status) == 0
    return False


def add_where_it_answers(folder: Path, before: list[str]) -> bool:
    """Look at what the kill left: the old generation or the new one, whole; add a document where it may be added."""
    (folder / "docs" / "new.md").write_text("# new\n\nThe new window is 14 days.\n")
    with opened(folder) as corpus:
        try:
            assert texts(corpus) == before
        except SpaceMismatch:  # the settings came first, and the switch did not come
            return False
        assert corpus.sync().added == 1
    return True


def test_a_kill_leaves_the_old_generation_or_the_new_one_and_the_next_run_ends_the_same(template: Path) -> None:
    with opened(template) as corpus:
        before = texts(corpus)
    left, dims = [], set()
    for calls in range(1, 10_000, EVERY):
        folder = template.with_name(f"killed-{calls}")
        subprocess.run(["cp", "-r", template, folder], check=True)
        was_killed = killed(folder, calls)
        left.append(add_where_it_answers(folder, before))
        with opened(folder) as corpus:
            done = corpus.reembed("hash", dim=128)
            dims.add(corpus.store.generation.space.dim)
            corpus.sync()
            assert len(texts(corpus)) == len(before) + 1, f"after {calls} calls"
            assert corpus.store.index.count() == corpus.store.catalog.n_points(done.new), f"after {calls} calls"
            assert corpus.store.catalog.generations.being_built() == ()
        assert len(list((folder / ".pincite" / "index").glob("*/"))) == 1, f"after {calls} calls"
        shutil.rmtree(folder)
        if not was_killed:
            break
    assert dims == {128}
    assert len(left) > 10
