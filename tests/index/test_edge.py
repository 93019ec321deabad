"""What the adapter rests on in the engine, and what it adds: filters on every query, errors, folders, threads."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import numpy as np
import pytest
import qdrant_edge as engine

from pincite.documents import DocumentId, Sequence, Sparse
from pincite.errors import Locked, Missing, PinciteError, SpaceMismatch, StoreError, Torn
from pincite.index import _edge, lexical
from pincite.index.edge import EdgeIndex
from pincite.index.names import Names
from pincite.testing.index import PlainIndex
from pincite.testing.points import make_point, make_scope

X = np.array([1, 0, 0, 0], dtype=np.float32)
TERMS = Sparse((1, 2), (1.0, 1.0))


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EdgeIndex]:
    found = EdgeIndex(tmp_path_factory.mktemp("edge") / "index")
    yield found
    found.close()


@pytest.fixture
def index(kept: EdgeIndex) -> Iterator[EdgeIndex]:
    yield kept
    kept.remove([state.point_id for state in kept.states()])


class SpyShard:
    """Passes everything on to a shard and keeps the requests."""

    def __init__(self, shard: engine.EdgeShard) -> None:
        self._shard = shard
        self.queries: list[engine.QueryRequest] = []
        self.found: set[engine.PointId] = set()
        self.read: set[engine.PointId] = set()

    def query(self, request: engine.QueryRequest) -> list[engine.ScoredPoint]:
        self.queries.append(request)
        hits = self._shard.query(request)
        self.found |= {hit.id for hit in hits}
        return hits

    def query_batch(self, request: engine.QueryBatchRequest) -> list[list[engine.ScoredPoint]]:
        self.queries += request.queries
        return self._shard.query_batch(request)

    def retrieve(
        self, points: list[engine.PointId], with_payload: list[str], with_vector: engine.WithVectorType
    ) -> list[engine.Record]:
        self.read.update(points)
        return self._shard.retrieve(points, with_payload, with_vector)

    def count(self, request: engine.CountRequest) -> int:
        return self._shard.count(request)


def test_no_query_leaves_without_the_filter_of_its_scope(index: EdgeIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    index.put([make_point("a", terms={1: 1.0, 2: 1.0}), make_point("b", terms={1: 1.0}, tenant="blue")])
    assert index._shard is not None
    spy = SpyShard(index._shard)
    monkeypatch.setattr(index, "_shard", spy)
    scope, documents = make_scope(granted=["r"], revoked=["s"]), (DocumentId("document"),)
    for narrow in (None, documents):
        index.lexical(TERMS, k=3, scope=scope, documents=narrow)
        index.dense(X, k=3, scope=scope, documents=narrow)
        index.units(X, k=3, scope=scope, documents=narrow, among=())
    wanted = repr(_edge.in_scope(scope))
    assert len(spy.queries) >= 6
    for query in spy.queries:
        assert wanted in repr(query.filter)
        corpus = query.params.idf.corpus if query.params and query.params.idf else None
        assert corpus is None or repr(corpus) in (wanted, repr(_edge.NOTHING))


def test_points_are_read_by_id_only_where_a_query_gave_them(index: EdgeIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    index.put([make_point("a", terms={1: 1.0}), make_point("b", terms={1: 1.0}, tenant="blue")])
    assert index._shard is not None
    spy = SpyShard(index._shard)
    monkeypatch.setattr(index, "_shard", spy)
    monkeypatch.setattr(index, "_names", Names(index._read_names))
    hits = index.dense(X, k=3, scope=make_scope()) + index.lexical(TERMS, k=3, scope=make_scope())
    assert {hit.chunk_id for hit in hits} == {"a"}
    assert spy.read
    assert spy.read <= spy.found


def asked_statistics(spy: SpyShard) -> bool:
    """Tell whether a query was weighted by the engine's own statistics since the last time, and forget the queries."""
    queries, spy.queries = spy.queries, []
    corpora = [query.params.idf.corpus for query in queries if query.params and query.params.idf]
    return any(corpus is not None and repr(corpus) != repr(_edge.NOTHING) for corpus in corpora)


def test_however_terms_are_counted_scores_are_those_of_the_plain_index(
    index: EdgeIndex, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(lexical, "_FEW", 5)
    rng, plain, scope = np.random.default_rng(5), PlainIndex(tmp_path), make_scope()
    points = [
        make_point(f"{n:03}", terms={1: float(rng.uniform(1, 2)), 100 + n: 1.5, 200 + n // 9: 1.0}) for n in range(90)
    ]
    index.put(points)
    plain.put(points)
    assert index._shard is not None
    spy = SpyShard(index._shard)
    monkeypatch.setattr(index, "_shard", spy)
    weighted = []
    for terms in ((1, 205), (101, 102), (1, 101, 103), (103, 206, 999), (207,)):
        question = Sparse(terms, (1.0,) * len(terms))
        assert index.lexical(question, k=70, scope=scope) == plain.lexical(question, k=70, scope=scope)
        weighted.append(asked_statistics(spy))
    assert weighted == [True, False, False, True, True], "rare terms are listed; frequent ones cost the statistics"
    assert index.lexical(Sparse((998,), (1.0,)), k=70, scope=scope) == ()
    assert not asked_statistics(spy), "a term that nothing holds is listed too"


def count(index: EdgeIndex, wanted: engine.Filter) -> int:
    assert index._shard is not None
    return index._shard.count(engine.CountRequest(filter=wanted))


def test_an_empty_list_of_readers_or_ids_matches_nothing_and_an_empty_should_everything(index: EdgeIndex) -> None:
    index.put([make_point("a"), make_point("b")])
    nobody = engine.FieldCondition(_edge.GROUPS, match=engine.MatchAny([]))
    assert count(index, engine.Filter(should=[nobody])) == 0
    assert count(index, _edge.NOTHING) == 0
    assert count(index, engine.Filter(should=[])) == 2


def test_setting_the_payload_of_an_unknown_id_is_an_error_unless_it_is_done_by_filter(index: EdgeIndex) -> None:
    index.put([make_point("a")])
    assert index._shard is not None
    unknown = make_point("b").point_id
    with pytest.raises(Exception, match="No point with id"):
        index._shard.update(engine.UpdateOperation.set_payload([unknown], {_edge.SEQ_TO: 2}))
    index.close_points([unknown], at=Sequence(2))
    assert index.count() == 1


def test_a_python_bool_matches_nothing_without_an_error(index: EdgeIndex) -> None:
    index.put([make_point("a")])
    assert index._shard is not None
    index._shard.update(engine.UpdateOperation.set_payload_by_filter(engine.Filter(), {"flag": True}))
    assert count(index, engine.Filter(must=[engine.FieldCondition("flag", match=engine.MatchValue(True))])) == 0


def test_dense_scores_do_not_depend_on_what_else_is_stored_to_the_last_bit(index: EdgeIndex) -> None:
    rng = np.random.default_rng(0)
    index.put([make_point(f"{n:03}", vector=rng.standard_normal(4)) for n in range(100)])
    before = index.dense(X, k=100, scope=make_scope())
    index.put([make_point(f"b{n}", vector=rng.standard_normal(4), tenant="blue") for n in range(500)])
    index.optimize()
    assert index.dense(X, k=100, scope=make_scope()) == before


def test_a_vector_of_other_dimensions_is_a_mismatch_that_names_the_next_step(index: EdgeIndex) -> None:
    index.put([make_point("a")])
    with pytest.raises(SpaceMismatch, match=r"expected dim: 4, got 3.*pincite sync"):
        index.dense(np.ones(3, dtype=np.float32), k=1, scope=make_scope())
    with pytest.raises(SpaceMismatch):
        index.put([make_point("b", vector=[1, 2, 3])])


def test_another_process_is_refused_with_locked(index: EdgeIndex) -> None:
    index.put([make_point("a")])
    code = (
        "from pathlib import Path; from pincite.index.edge import EdgeIndex; from pincite.errors import Locked\n"
        f"try: EdgeIndex(Path({str(index._folder)!r}))\n"
        "except Locked as error: print('refused:', error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert f"refused: another process holds the index at {index._folder}" in done.stdout


def test_an_index_that_was_closed_says_so(tmp_path: Path) -> None:
    index = EdgeIndex(tmp_path / "index")
    index.put([make_point("a")])
    index.close()
    with pytest.raises(Missing, match="is not open"):
        index.dense(X, k=1, scope=make_scope())


def test_a_damaged_file_is_torn_and_names_the_command(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    index = EdgeIndex(folder)
    index.put([make_point("a")])
    index.flush()
    index.close()
    (folder / "edge_config.json").write_text("{broken", encoding="utf-8")
    with pytest.raises(Torn, match="run the command again") as caught:
        EdgeIndex(folder)
    assert caught.value.folder == folder
    assert caught.value.__cause__ is not None


def test_a_folder_that_was_left_half_made_is_made_anew(tmp_path: Path) -> None:
    half = tmp_path / "index.new"
    half.mkdir()
    (half / "rest").write_text("of a process that died", encoding="utf-8")
    (tmp_path / "index").mkdir()
    index = EdgeIndex(tmp_path / "index")
    index.put([make_point("a")])
    assert index.count() == 1
    index.close()
    assert not half.exists()


@pytest.mark.parametrize(
    ("detail", "kind"),
    [
        ("Can't init WAL: Kind(WouldBlock)", Locked),
        ("Vector dimension error: expected dim: 64, got 2", SpaceMismatch),
        ("config is incompatible with existing segments: Incompatible config for vector", SpaceMismatch),
        ("Shard is not initialized", Missing),
        ("cannot load edge shard: directory /x does not exist", Missing),
        ("IO Error: No space left on device (os error 28)", StoreError),
        ("anything else", Torn),
    ],
)
def test_every_error_of_the_engine_becomes_one_of_ours(detail: str, kind: type[PinciteError], tmp_path: Path) -> None:
    error = Exception(detail)
    with pytest.raises(kind, match=r".*") as caught, _edge.translated(tmp_path):
        raise error
    assert type(caught.value) is kind
    assert str(tmp_path) in str(caught.value)
    assert caught.value.__cause__ is error


def test_errors_that_are_not_the_engines_pass_unchanged(tmp_path: Path) -> None:
    with pytest.raises(KeyError), _edge.translated(tmp_path):
        raise KeyError("a fault of ours")


def test_threads_query_while_one_writes_and_see_one_state(index: EdgeIndex) -> None:
    rng = np.random.default_rng(2)
    scope = make_scope(sequence=1)
    index.put([
        make_point(f"{n:03}", vector=rng.standard_normal(4), terms={1: float(rng.uniform(1, 2)), 2: 1.0})
        for n in range(200)
    ])  # fmt: skip
    wanted = (
        index.lexical(TERMS, k=20, scope=scope),
        index.dense(X, k=20, scope=scope),
        index.units(X, k=9, scope=scope),
    )
    done, wrong = Event(), list[str]()

    def read() -> None:
        while not done.is_set():
            found = index.lexical(TERMS, k=20, scope=scope), index.dense(X, k=20, scope=scope)
            if (*found, index.units(X, k=9, scope=scope)) != wanted:
                wrong.append("a reader saw another state")
                return

    readers = [Thread(target=read) for _ in range(3)]
    for each in readers:
        each.start()
    for turn in range(8):
        added = [
            make_point(f"n{turn}-{n}", vector=rng.standard_normal(4), terms={1: 2.0}, seq=(2 + turn, 2**53))
            for n in range(60)
        ]
        index.put(added)
        index.close_points([point.point_id for point in added[:20]], at=Sequence(3 + turn))
        index.set_groups(added[0].revision, ("public",))
        index.remove([added[-1].point_id])
        index.flush()
    index.optimize()
    done.set()
    for each in readers:
        each.join()
    assert wrong == []
