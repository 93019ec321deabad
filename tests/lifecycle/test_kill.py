"""
The process is killed after every single call of a change, and what a reader then sees is the old state or the new one.

Every kill happens in a child that was forked before the engine was opened. Counted are the calls of the index, of the
engine behind it, of the catalog's writing side, its SQL statements, and the moment before each of its commits.
"""

from __future__ import annotations

import os
import pickle
import shutil
import signal
import subprocess
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, cast

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Engine

from pincite.catalog import writing
from pincite.documents import Sequence, TenantId
from pincite.index import EdgeSettings, IndexSettings, _edge, build
from pincite.lifecycle import AccessChange, Change, Store
from pincite.testing.stores import Written, make_store, make_written, put, reopen_store, scope_of, seen

if TYPE_CHECKING:
    from pincite.protocols import Index

pytestmark = [
    pytest.mark.slow,
    # the parent has threads of numpy's, which the children never use
    pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning"),
]

RED = TenantId("red")
QUESTIONS = ("window days", "alpha", "beta gamma", "courier")
READERS: tuple[tuple[str, ...], ...] = ((), ("staff",))
DAYS = (date(2021, 1, 1), date(2025, 6, 1))


def old_policy() -> Written:
    return make_written("policy", "window is 14 days\nalpha beta", version="1", effective=date(2020, 1, 1))


def new_policy() -> Written:
    return make_written("policy", "window is 30 days\nalpha gamma\ndelta", version="2", effective=date(2024, 1, 1))


def newest_policy() -> Written:
    return make_written("policy", "window is 60 days\nalpha alpha", version="3", effective=date(2025, 1, 1))


def notes(text: str = "courier alpha\nbeta gamma delta", *, readers: tuple[str, ...] = ("staff",)) -> Written:
    return make_written("notes", text, readers=readers)


def order(title: str = "order", *, readers: tuple[str, ...] = ("public",)) -> Written:
    return make_written("order", "courier window\ngamma", title=title, readers=readers)


def gift() -> Written:
    return make_written("gift", "gift alpha\nwindow beta days")


OLD = (old_policy(), new_policy(), notes(), order())


@dataclass(frozen=True)
class Scenario:
    """A change of both stores, and what they hold after it."""

    name: str
    apply: Callable[[Store], object]
    after: tuple[Written, ...]
    before: tuple[Written, ...] = OLD
    prepare: tuple[Written, ...] = field(default=())


def add(store: Store) -> object:
    return put(store, gift(), newest_policy())


def update(store: Store) -> object:
    return put(store, notes("courier gone\nbeta gamma delta"), order("order, paid"))


def delete(store: Store) -> object:
    policy = new_policy()[0]
    return store.commit(Change(kind="delete", remove=((RED, policy.document_id, policy.version),)))


def set_access(store: Store) -> object:
    changes = {notes()[0].key: ("public",), order()[0].key: ("staff",)}
    return store.set_access({key: AccessChange(groups=groups) for key, groups in changes.items()})


def edit_and_revoke(store: Store) -> object:
    return put(store, order(readers=("staff",)), notes(readers=("public", "staff")))


SCENARIOS = (
    Scenario("first add", lambda store: put(store, *OLD), before=(), after=OLD),
    Scenario("add", add, after=(old_policy(), new_policy(), newest_policy(), notes(), order(), gift())),
    Scenario(
        "update",
        update,
        after=(old_policy(), new_policy(), notes("courier gone\nbeta gamma delta"), order("order, paid")),
    ),
    Scenario("delete", delete, after=(old_policy(), notes(), order())),
    Scenario(
        "access", set_access, after=(old_policy(), new_policy(), notes(readers=("public",)), order(readers=("staff",)))
    ),
    Scenario(
        "edit and revoke",
        edit_and_revoke,
        after=(old_policy(), new_policy(), notes(readers=("public", "staff")), order(readers=("staff",))),
    ),
)


@pytest.fixture
def states(tmp_path: Path) -> Iterator[Path]:
    """Return a folder in memory where there is one: a kill, unlike a power cut, takes nothing that the kernel has."""
    memory = Path("/dev/shm")
    if not os.access(memory, os.W_OK) or shutil.disk_usage(memory).free < 2**30:
        yield tmp_path
        return
    with TemporaryDirectory(dir=memory, prefix="pincite-kill-") as folder:
        yield Path(folder)


def edge(folder: Path) -> Index:
    return build(IndexSettings(edge=EdgeSettings(batch=2, threads=1)))(folder)


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


class Counted:
    """An object whose method calls are counted."""

    def __init__(self, behind: object, countdown: Countdown) -> None:
        self._behind = behind
        self._countdown = countdown

    def __getattr__(self, name: str) -> object:
        found = getattr(self._behind, name)
        return self._countdown.counted(found) if callable(found) else found


def count_everything(countdown: Countdown) -> Callable[[Path], Index]:
    """Count the calls of this process from now on, and return what opens the index."""
    load, create = _edge.load, _edge.create
    vars(_edge)["load"] = lambda folder: Counted(load(folder), countdown)
    vars(_edge)["create"] = countdown.counted(create)
    event.listen(Engine, "after_cursor_execute", countdown.tick)
    event.listen(Engine, "commit", countdown.tick)
    for name in ("commit", "set_access", "settle", "save_vectors"):
        setattr(writing.Writing, name, countdown.counted(getattr(writing.Writing, name)))
    return lambda folder: cast("Index", Counted(edge(folder), countdown))


def in_child(work: Callable[[], object]) -> tuple[bool, Any]:
    """Do some work in a fork; return whether it ended by itself, and what it returned."""
    reading, writing_end = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            with os.fdopen(writing_end, "wb", buffering=0) as report:
                try:
                    report.write(pickle.dumps(work()))
                    code = 0
                except BaseException:  # noqa: BLE001 - the parent reports it
                    report.write(pickle.dumps(traceback.format_exc()))
        finally:
            os._exit(code)
    os.close(writing_end)
    with os.fdopen(reading, "rb") as report:
        said = report.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) == signal.SIGKILL
        return False, None
    result = pickle.loads(said)
    assert os.WEXITSTATUS(status) == 0, result
    return True, result


def build_fresh(state: Path, content: tuple[Written, ...]) -> None:
    with make_store(state, index=edge) as store:
        for each in content:
            put(store, each)


def views(store: Store, *, sequence: Sequence | None = None) -> tuple[object, ...]:
    scopes = [scope_of(store, readers, day=day, sequence=sequence) for readers in READERS for day in DAYS]
    return tuple(seen(store, scope, QUESTIONS) for scope in scopes)


def fresh_views(state: Path, content: tuple[Written, ...]) -> tuple[object, ...]:
    build_fresh(state, tuple(reversed(content)))
    with reopen_store(state, index=edge) as store:
        return views(store)


def run(state: Path, scenario: Scenario, calls: int) -> None:
    """Apply the change and die after so many calls; leave a mark as soon as it is reported as done."""
    store = reopen_store(state, index=count_everything(Countdown(calls)))
    scenario.apply(store)
    (state / "done").touch()
    store.close()


@dataclass(frozen=True, kw_only=True)
class Outcome:
    sequence: int
    epoch: int
    now: tuple[object, ...]
    at_first: tuple[object, ...]
    """What a reader sees that stayed at the sequence of before."""
    same_points: bool
    again: tuple[object, ...] | None
    """What readers see once the change was applied again; ``None`` where it was not."""


def examine(state: Path, scenario: Scenario, first: Sequence, *, again: bool) -> Outcome:
    with reopen_store(state, index=edge) as store:
        head, now, at_first = store.catalog.head(), views(store), views(store, sequence=first)
        held = {(s.point_id, s.seq_from, s.seq_to, s.groups) for s in store.index.states()}
        keys = {row.key for row in store.catalog.points(head.generation)}
        groups = {key: row.effective for key, row in store.catalog.access_of(keys).items()}
        wanted = {(r.point_id, r.seq_from, r.seq_to, groups[r.key]) for r in store.catalog.points(head.generation)}
        assert not store.catalog.unsettled()
        if again:
            scenario.apply(store)
        return Outcome(
            sequence=head.sequence,
            epoch=head.epoch,
            now=now,
            at_first=at_first,
            same_points=held == wanted,
            again=views(store) if again else None,
        )


def check_kill(state: Path, scenario: Scenario, calls: int, old: object, new: object) -> tuple[bool, bool]:
    """Kill one copy of the stores; return whether the change had ended by itself, and whether it was committed."""
    first = Sequence(len(scenario.before))
    finished, _ = in_child(lambda: run(state, scenario, calls))
    _, outcome = in_child(lambda: examine(state, scenario, first, again=calls % 4 == 0))
    committed = (outcome.sequence, outcome.epoch) != (first, 0)
    assert outcome.now == (new if committed else old), f"after {calls} calls"
    assert committed or not (state / "done").exists(), f"after {calls} calls"
    assert outcome.same_points, f"after {calls} calls"
    assert outcome.again in (None, new), f"after {calls} calls"
    if scenario.name in ("add", "update", "delete"):
        assert outcome.at_first == old, f"after {calls} calls"
    return finished, committed


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_a_kill_after_any_call_leaves_the_old_state_or_the_new_one(scenario: Scenario, states: Path) -> None:
    in_child(lambda: build_fresh(states / "template", scenario.before))
    _, old = in_child(lambda: fresh_views(states / "old", scenario.before))
    _, new = in_child(lambda: fresh_views(states / "new", scenario.after))
    assert old != new
    ends = set()
    for calls in count(1):
        state = states / f"killed-{calls}"
        subprocess.run(["cp", "-r", states / "template", state], check=True)  # keeps the holes of the engine's files
        finished, committed = check_kill(state, scenario, calls, old, new)
        shutil.rmtree(state)
        ends.add(committed)
        if finished:
            break
    assert ends == {False, True}
    assert calls > 10
