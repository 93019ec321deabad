"""
Brings the index to what the catalog has committed; the catalog is the truth.

Cheap checks run at every opening: points of an unfinished commit, and the number of points. Where the last holder did
not give the index back in good order, or the number is off, counts and digests of every commit tell which points to
compare one by one.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pincite.documents import OPEN, Sequence, point_id
from pincite.lifecycle.changes import Recovered
from pincite.lifecycle.points import combined

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from pincite.catalog import Catalog, PointRow, PointSeed
    from pincite.documents import PointId, PointState, RevisionKey
    from pincite.lifecycle.points import Points
    from pincite.protocols import Index

__all__ = ["align", "recover", "replay_all", "settle"]

_MANY = 1_000
"""Replayed points above which the index is put in order afterwards."""


def recover(catalog: Catalog, index: Index, points: Points, *, verify: bool) -> Recovered:
    """
    Mend the index, and return what was mended.

    :param verify: Whether to compare every commit's digests also where the number of points is right.
    :raises Torn: If a text of a lost point has no vector.
    """
    head = catalog.head()
    removed, reopened = _undo(index, above=head.sequence)
    replayed = regrouped = 0
    if verify or index.count() != catalog.n_points(head.generation):
        found = _compare(catalog, index, head.generation)
        removed += len(found.strange)
        reopened += sum(len(ids) for ids in found.ends.values())
        regrouped = len(found.regrouped.keys() - catalog.unsettled().keys())
        replayed = _mend(catalog, index, points, found, head.generation)
    if removed or reopened or replayed or regrouped:
        index.flush()
    settled = regrouped + settle(catalog, index)
    if replayed >= _MANY:
        index.optimize()
    return Recovered(n_removed=removed, n_reopened=reopened, n_replayed=replayed, n_settled=settled)


def replay_all(catalog: Catalog, index: Index, points: Points, *, generation: str) -> int:
    """Write every committed point, open and closed, into an empty index; return how many."""
    n_written = 0
    everything = (Sequence(0), catalog.head().sequence)
    for batch in points.batches(catalog.seeds(generation, between=everything)):
        index.put(batch)
        n_written += len(batch)
    index.flush()
    index.optimize()
    return n_written


def align(
    catalog: Catalog, index: Index, points: Points, *, generation: str, told: Callable[[int, int], None] | None = None
) -> int:
    """
    Bring an index to every point that the catalog has of a generation, which need not be the one in use.

    :param told: Called now and then with how many points were written and how many are to be.
    :returns: How many points were written.
    """
    held = {state.point_id: state for state in index.states()}
    rows = {row.point_id: row for row in catalog.points(generation)}
    found = _Differences(strange=[each for each in held if each not in rows])
    for each, row in rows.items():
        _compare_one(each, row, held.get(each), found)
    found.regrouped = _regrouped(catalog, held.values())
    n_written = _mend(catalog, index, points, found, generation, told)
    index.flush()
    if n_written >= _MANY:
        index.optimize()
    return n_written


def settle(catalog: Catalog, index: Index) -> int:
    """Bring pending access changes to the points; return the number of revisions."""
    pending = catalog.unsettled()
    if not pending:
        return 0
    for key, groups in pending.items():
        index.set_groups(key, groups)
    index.flush()
    catalog.writing.settle(pending)
    return len(pending)


def _undo(index: Index, *, above: Sequence) -> tuple[int, int]:
    """Take back what an unfinished commit wrote: its points, and its ends of others."""
    strays: list[PointId] = []
    ended: list[PointId] = []
    for state in index.states(changed_after=above):
        (strays if state.seq_from > above else ended).append(state.point_id)
    index.remove(strays)
    index.close_points(ended, at=OPEN)
    return len(strays), len(ended)


@dataclass(slots=True, kw_only=True)
class _Differences:
    strange: list[PointId] = field(default_factory=list)
    """Points that no commit knows."""
    ends: dict[Sequence, list[PointId]] = field(default_factory=lambda: defaultdict(list))
    """Points whose end is wrong, by the right one."""
    lacking: dict[Sequence, set[PointId]] = field(default_factory=lambda: defaultdict(set))
    """Points that the index lost, by the sequence at which they opened."""
    regrouped: dict[RevisionKey, tuple[str, ...]] = field(default_factory=dict)
    """Who may read each revision that has a point with other groups."""


def _compare(catalog: Catalog, index: Index, generation: str) -> _Differences:
    held = {state.point_id: state for state in index.states()}
    found = _Differences()
    for sequence, ids in _suspects(catalog, held, generation).items():
        rows = {row.point_id: row for row in catalog.points(generation, between=(sequence, sequence))}
        found.strange += [each for each in ids if each not in rows]
        for each, row in rows.items():
            _compare_one(each, row, held.get(each), found)
    found.regrouped = _regrouped(catalog, held.values())
    return found


def _regrouped(catalog: Catalog, held: Iterable[PointState]) -> dict[RevisionKey, tuple[str, ...]]:
    carried: dict[RevisionKey, set[tuple[str, ...]]] = defaultdict(set)
    for state in held:
        carried[state.revision].add(tuple(sorted(state.groups)))
    known = catalog.access_of(carried)
    return {key: row.effective for key, row in known.items() if carried[key] != {row.effective}}


def _compare_one(each: PointId, row: PointRow, state: PointState | None, found: _Differences) -> None:
    if state is None:
        found.lacking[row.seq_from].add(each)
    elif state.seq_to != row.seq_to:
        found.ends[row.seq_to].append(each)


def _suspects(catalog: Catalog, held: dict[PointId, PointState], generation: str) -> dict[Sequence, list[PointId]]:
    """Return the points that the index holds of every commit whose points are not all as they should be."""
    opened: dict[Sequence, list[PointId]] = defaultdict(list)
    closed: dict[Sequence, list[PointId]] = defaultdict(list)
    for state in held.values():
        opened[state.seq_from].append(state.point_id)
        if state.seq_to != OPEN:
            closed[state.seq_to].append(state.point_id)
    commits = {row.sequence: row for row in catalog.commits(generation)}
    wrong_ends = {s for s, row in commits.items() if (row.n_closed, row.closed) != _told(closed.get(s, []))}
    wrong_ends |= closed.keys() - commits.keys()
    if wrong_ends:  # an end does not say when its point opened, so every commit is looked at
        return {sequence: opened.get(sequence, []) for sequence in commits.keys() | opened.keys()}
    wrong = {s for s, row in commits.items() if (row.n_opened, row.opened) != _told(opened.get(s, []))}
    return {sequence: opened.get(sequence, []) for sequence in wrong | (opened.keys() - commits.keys())}


def _told(ids: list[PointId]) -> tuple[int, str]:
    return len(ids), combined(ids)


def _mend(
    catalog: Catalog,
    index: Index,
    points: Points,
    found: _Differences,
    generation: str,
    told: Callable[[int, int], None] | None = None,
) -> int:
    index.remove(found.strange)
    for key, groups in found.regrouped.items():
        index.set_groups(key, groups)
    for sequence, ids in found.ends.items():
        index.close_points(ids, at=sequence)
    n_replayed = 0
    n_lacking = sum(map(len, found.lacking.values()))
    for batch in points.batches(_lost(catalog, found, generation)):
        index.put(batch)
        n_replayed += len(batch)
        if told is not None:
            told(n_replayed, n_lacking)
    return n_replayed


def _lost(catalog: Catalog, found: _Differences, generation: str) -> Iterator[PointSeed]:
    for sequence in sorted(found.lacking):
        for seed in catalog.seeds(generation, between=(sequence, sequence)):
            if point_id(seed.chunk_id, seed.seq_from) in found.lacking[sequence]:
                yield seed
