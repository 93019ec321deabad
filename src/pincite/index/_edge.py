"""
The engine: Qdrant Edge, which keeps one shard in a folder and runs inside the process.

Everything that names the engine's types is here. What its stubs do not say, and what this file and
:mod:`pincite.index.edge` rest on, is tested in ``tests/index/test_edge.py``:

- an empty ``should`` matches everything, an empty ``MatchAny`` or ``HasId`` nothing;
- a Python bool in ``MatchValue`` is taken for an integer and matches nothing, without an error;
- ``set_payload`` with an unknown id is an error, ``set_payload_by_filter`` passes over it;
- the score of a dense vector depends on it and the question alone, to the last bit; the score of a sparse vector is
  summed in an order that depends on what else is stored, and moves by some 1e-7 of itself.
"""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Final
from uuid import UUID

import numpy as np
import qdrant_edge as engine

from pincite.documents import OPEN, ChunkId, digest
from pincite.errors import Locked, Missing, SpaceMismatch, StoreError, Torn

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from collections.abc import Sequence as Items
    from pathlib import Path

    from numpy.typing import NDArray

    from pincite.documents import Point, PointId, RevisionKey, Sequence
    from pincite.index.weights import Row
    from pincite.questions import Scope

__all__ = [
    "CHUNK",
    "GROUPS",
    "NOTHING",
    "REVISION",
    "SEQ_FROM",
    "SEQ_TO",
    "STATE",
    "TERMS",
    "UNITS",
    "VECTOR",
    "changed_filter",
    "chunks",
    "create",
    "exists",
    "holding",
    "in_scope",
    "load",
    "narrowed",
    "number",
    "of_revision",
    "point_numbers",
    "stored",
    "term_weights",
    "translated",
    "with_ids",
]

VECTOR: Final = "chunk"
UNITS: Final = "units"
TERMS: Final = "terms"

CHUNK: Final = "chunk"
REVISION: Final = "revision"
WALL: Final = "wall"
DOCUMENT: Final = "document"
GROUPS: Final = "groups"
SEQ_FROM: Final = "seq_from"
SEQ_TO: Final = "seq_to"
VALID_FROM: Final = "valid_from"
VALID_TO: Final = "valid_to"
STATE: Final = [CHUNK, REVISION, GROUPS, SEQ_FROM, SEQ_TO]
"""The payload that recovery and ``doctor`` read."""

_KEYWORDS: Final = (WALL, GROUPS, DOCUMENT, REVISION, CHUNK)
_INTEGERS: Final = (SEQ_FROM, SEQ_TO, VALID_FROM, VALID_TO)
_RANGE: Final = engine.IntegerIndexParams(lookup=False, range=True)

NOTHING: Final = engine.Filter(must=[engine.HasIdCondition(set())])
"""Matches no point."""


def exists(folder: Path) -> bool:
    """Tell whether there is a shard in the folder, or what is left of one."""
    return folder.is_dir() and any(folder.iterdir())


def create(folder: Path, *, dim: int, threads: int) -> engine.EdgeShard:
    """
    Make an empty shard for vectors of ``dim`` dimensions: whole or not at all, also when the process dies meanwhile.

    :param threads: Threads that search; 0 for one per core.
    """
    unfinished = folder.with_name(f"{folder.name}.new")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(parents=True)
    with translated(folder):
        _fill(engine.EdgeShard.create(str(unfinished), _config(dim, threads)))
    if folder.exists():
        folder.rmdir()  # refuses to take away a folder with anything in it
    unfinished.rename(folder)
    return load(folder)


def _fill(shard: engine.EdgeShard) -> None:
    """Make the indexes of a new shard, and close it: an error must not keep it open as long as its traceback lives."""
    try:
        for name in _KEYWORDS:
            shard.update(engine.UpdateOperation.create_field_index(name, engine.PayloadSchemaType.Keyword))
        for name in _INTEGERS:
            shard.update(engine.UpdateOperation.create_field_index(name, _RANGE))
        shard.flush()
    finally:
        try:
            shard.close()
        finally:
            del shard


def load(folder: Path) -> engine.EdgeShard:
    """Open the shard in the folder under the settings that it was made with."""
    with translated(folder):
        return engine.EdgeShard.load(str(folder))


def _config(dim: int, threads: int) -> engine.EdgeConfig:
    no_graph = engine.HnswIndexConfig(m=0, ef_construct=4, full_scan_threshold=10)  # m=0: every search is exact

    def vectors(several: engine.MultiVectorConfig | None = None) -> engine.EdgeVectorParams:
        return engine.EdgeVectorParams(
            dim,
            engine.Distance.Cosine,
            datatype=engine.VectorStorageDatatype.Float16,
            memory=engine.Memory.Cold,
            hnsw_config=no_graph,
            multivector_config=several,
        )

    return engine.EdgeConfig(
        vectors={
            VECTOR: vectors(),
            UNITS: vectors(engine.MultiVectorConfig(engine.MultiVectorComparator.MaxSim)),
        },
        sparse_vectors={TERMS: engine.EdgeSparseVectorParams(modifier=engine.Modifier.Idf)},
        payload_memory=engine.Memory.Cold,
        hnsw_config=no_graph,
        max_search_threads=threads or None,
    )


def stored(point: Point) -> engine.Point:
    """Return a point as the engine stores it: days as their ordinals, no text."""
    return engine.Point(
        point.point_id,
        {
            VECTOR: point.vector.tolist(),
            UNITS: _rows(point.units),
            TERMS: engine.SparseVector(list(point.terms.indices), list(point.terms.values)),
        },
        {
            CHUNK: point.chunk_id,
            REVISION: point.revision,
            WALL: _wall(point.generation, point.tenant),
            DOCUMENT: point.document_id,
            GROUPS: list(point.groups),
            SEQ_FROM: int(point.seq_from),
            SEQ_TO: int(point.seq_to),
            VALID_FROM: point.valid_from.toordinal(),
            VALID_TO: point.valid_to.toordinal(),
        },
    )


def _wall(generation: str, tenant: str) -> str:
    """Return one value for what every filter names together: one condition costs a query half of what two do."""
    return digest("wall", generation, tenant)


def _rows(units: NDArray[np.float32]) -> list[list[float]]:
    rows: list[list[float]] = units.tolist()
    return rows


def chunks(shard: engine.EdgeShard, points: Items[int]) -> dict[int, ChunkId]:
    """Return the chunk of each point; one that is gone is left out."""
    records = shard.retrieve(_uuids(points), [CHUNK], False)
    return {number(each.id): ChunkId((each.payload or {})[CHUNK]) for each in records}


def point_numbers(hits: Items[engine.ScoredPoint]) -> list[int]:
    """Return the ids of hits as numbers, which are found in a dictionary in a tenth of the time."""
    return [number(hit.id) for hit in hits]


def number(point: engine.PointId) -> int:
    """Return a point's id as a number."""
    return point.int if isinstance(point, UUID) else UUID(str(point)).int


def _uuids(points: Items[int]) -> list[engine.PointId]:
    return [UUID(int=point) for point in points]


def term_weights(shard: engine.EdgeShard, points: Items[int]) -> dict[int, Row]:
    """Return the terms of each point and their weights; one that is gone is left out."""
    return {number(each.id): _row(each.vector) for each in shard.retrieve(_uuids(points), False, [TERMS])}


def _row(vectors: object) -> Row:
    stored = vectors.get(TERMS) if isinstance(vectors, dict) else None
    if not isinstance(stored, engine.SparseVector):  # a point without a term
        return np.empty(0, dtype=np.int64), np.empty(0)
    return np.array(stored.indices, dtype=np.int64), np.array(stored.values)


def holding(
    term: int,
    scoped: engine.Filter,
    params: engine.SearchParams,
    *,
    limit: int,
) -> engine.QueryRequest:
    """Return the request for points of the scope that hold one term."""
    return engine.QueryRequest(
        limit=limit,
        query=engine.Query.Nearest(engine.SparseVector([term], [1.0]), using=TERMS),
        filter=scoped,
        params=params,
    )


@lru_cache(maxsize=256)
def in_scope(scope: Scope) -> engine.Filter:
    """Return the filter of a scope: the one definition that every query and every statistic uses."""
    admitted: list[engine.ConditionType] = [engine.Filter(must=[_any(GROUPS, scope.readers)])]
    if scope.revoked:
        admitted = [engine.Filter(must=[_any(GROUPS, scope.readers)], must_not=[_any(REVISION, scope.revoked)])]
    if scope.granted:
        admitted.append(_any(REVISION, scope.granted))
    return engine.Filter(
        must=[
            _is(WALL, _wall(scope.generation, scope.tenant)),
            engine.Filter(should=admitted),
            *_covers(SEQ_FROM, SEQ_TO, scope.sequence),
            *_covers(VALID_FROM, VALID_TO, scope.day.toordinal()),
        ]
    )


def narrowed(
    scoped: engine.Filter, *, documents: Collection[str] | None = None, among: Collection[str] | None = None
) -> engine.Filter:
    """Return what is in ``scoped`` and in these documents and these chunks; ``None`` for all."""
    conditions: list[engine.ConditionType] = [scoped]
    if documents is not None:
        conditions.append(_any(DOCUMENT, documents))
    if among is not None:
        conditions.append(_any(CHUNK, among))
    return engine.Filter(must=conditions) if len(conditions) > 1 else scoped


def changed_filter(after: Sequence) -> engine.Filter:
    """Return the filter of points that were opened or closed above a sequence."""
    closed = engine.RangeFloat(gt=float(after), lt=float(OPEN))
    return engine.Filter(
        should=[
            engine.FieldCondition(SEQ_FROM, range=engine.RangeFloat(gt=float(after))),
            engine.FieldCondition(SEQ_TO, range=closed),
        ]
    )


def with_ids(ids: Collection[PointId]) -> engine.Filter:
    """Return the filter of the points with these ids."""
    return engine.Filter(must=[engine.HasIdCondition(set(ids))])


def of_revision(revision: RevisionKey) -> engine.Filter:
    """Return the filter of the points of a revision."""
    return engine.Filter(must=[_is(REVISION, revision)])


def _is(key: str, value: str) -> engine.FieldCondition:
    return engine.FieldCondition(key, match=engine.MatchValue(str(value)))


def _any(key: str, values: Collection[str]) -> engine.FieldCondition:
    return engine.FieldCondition(key, match=engine.MatchAny(sorted(values)))


def _covers(start: str, end: str, at: int) -> tuple[engine.FieldCondition, engine.FieldCondition]:
    return (
        engine.FieldCondition(start, range=engine.RangeFloat(lte=float(at))),
        engine.FieldCondition(end, range=engine.RangeFloat(gt=float(at))),
    )


@contextmanager
def translated(folder: Path) -> Iterator[None]:
    """Turn the engine's errors, which are all plain ``Exception``, into ours."""
    try:
        yield
    except BaseException as error:  # a panic of the engine is no Exception
        if type(error) is not Exception and type(error).__name__ != "PanicException":
            raise
        raise _ours(str(error), folder) from error


def _ours(detail: str, folder: Path) -> StoreError:
    facts = {"folder": folder, "detail": detail}
    if "WouldBlock" in detail:
        return Locked(f"another process holds the index at {folder}: wait for it to end, or stop it", **facts)
    if "dimension error" in detail or "ncompatible config" in detail:
        return SpaceMismatch(
            f"a vector does not fit the index at {folder} ({detail}): use the embedder that the corpus was built with, "
            "or move the state folder away and run pincite sync",
            **facts,
        )
    if "not initialized" in detail or "does not exist" in detail:
        return Missing(f"the index at {folder} is not open ({detail}): open the corpus again", **facts)
    if "No space left" in detail or "os error 28" in detail:
        return StoreError(
            f"the disk of {folder} is full ({detail}): free some space and run the command again", **facts
        )
    return Torn(f"the index at {folder} is damaged ({detail}): run the command again: the index is built anew", **facts)
