"""
What each setting costs and brings: recall against distractors, tokens and time, over k, chunk size and weights.

Settings that decide what is indexed (parsing, chunks, vectors) are tried in a corpus of their own that is thrown away;
the others in the corpus as it is.
"""

from __future__ import annotations

import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from pincite.corpus import Corpus
from pincite.errors import ConfigError, InputError, UnknownName
from pincite.evaluate.asking import gained, request_of
from pincite.evaluate.measures import percentile, ranked
from pincite.evaluate.results import Outcome
from pincite.evaluate.standing import checked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from _typeshed import DataclassInstance

    from pincite.config import Config
    from pincite.evaluate.labels import Labelled
    from pincite.questions import Found

S = TypeVar("S", bound="DataclassInstance")

__all__ = ["Swept", "sweep", "with_settings"]

_INDEXED: Final = frozenset({"parse", "chunk", "embed", "index", "corpus", "sources", "rules", "identifiers"})
"""Sections that decide what is indexed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Swept:
    """One set-up at one k."""

    settings: Mapping[str, str]
    """What was set differently, by key; empty for the settings as they are."""
    k: int
    n: int
    """Number of questions with something to find."""
    recall: float | None
    ndcg: float | None
    distractors: float
    """Passages of the first k that meet no label, on average."""
    tokens: float
    """Tokens of the passages that an answer would be made from, on average."""
    p50_ms: float | None
    """Half of the questions were searched and packed in this time."""
    p95_ms: float | None
    chunks: int
    """How many chunks the corpus has."""


def sweep(
    config: Config,
    questions: Sequence[Labelled],
    *,
    ks: tuple[int, ...] = (1, 3, 5, 10),
    settings: Mapping[str, Sequence[str]] | None = None,
    dense_weights: Sequence[float] = (),
    progress: Callable[[str, int, int], object] | None = None,
) -> tuple[Swept, ...]:
    """
    Measure every combination of settings at every k.

    :param config: The settings to start from; their corpus must not be open elsewhere.
    :param ks: Cut-offs, each at least 1.
    :param settings: Values to try, by key, such as ``{"retrieve.fusion.dense": ["0.3", "0.6"]}``; ``None`` for none.
    :param dense_weights: Weights of the dense leg to try, from 0 to 1; the lexical leg has the rest.
    :param progress: Told the set-up, and how many questions of how many are done.
    :returns: One row per combination and k, in the order given.
    :raises UnknownName: If there is no such setting.
    :raises ConfigError: If a setting cannot have a value.
    :raises InputError: If a cut-off is less than 1, or no label names a document of the corpus.
    """
    if min(ks, default=0) < 1:
        raise InputError(f"the cut-offs are {ks}: expected one or more of at least 1", ks=ks)
    axes = [[{key: value} for value in values] for key, values in (settings or {}).items()]
    if dense_weights:
        axes.append([_weights(weight) for weight in dense_weights])
    combinations = [{key: value for part in parts for key, value in part.items()} for parts in product(*axes)]
    configs = [(stated, with_settings(config, stated)) for stated in combinations]  # all are checked before any runs
    return tuple(row for stated, each in configs for row in _tried(each, stated, questions, ks, progress))


def _weights(dense: float) -> dict[str, str]:
    return {"retrieve.fusion.dense": f"{dense:g}", "retrieve.fusion.lexical": f"{round(1 - dense, 6):g}"}


def with_settings(config: Config, stated: Mapping[str, str]) -> Config:
    """
    Return settings with some values replaced.

    :param stated: Values as text, by key such as "chunk.fixed.size".
    :raises UnknownName: If there is no such setting.
    :raises ConfigError: If a value is not of the setting's type, or out of its range.
    """
    for key, value in stated.items():
        config = _replaced(config, key.split("."), value, key)
    return config


def _replaced(owner: S, path: Sequence[str], value: str, key: str) -> S:
    name, *rest = path
    known = getattr(type(owner), "__dataclass_fields__", {})
    if name not in known:
        raise UnknownName("setting", key, [key.removesuffix(".".join(path)) + each for each in known])
    old = getattr(owner, name)
    return replace(owner, **{name: _replaced(old, rest, value, key) if rest else _typed(old, value, key)})


def _typed(old: object, value: str, key: str) -> object:
    """Return a text as a value of the type that the setting has."""
    if isinstance(old, bool):
        if value not in ("true", "false"):
            raise ConfigError(f"{key} is {value!r}: expected true or false", key=key)
        return value == "true"
    if isinstance(old, int | float | str):
        try:
            return type(old)(value)
        except ValueError as error:
            raise ConfigError(f"{key} is {value!r}: expected a number such as {old}", key=key) from error
    raise ConfigError(f"{key} holds {type(old).__name__}: expected a setting with a number or a text", key=key)


def _tried(
    config: Config,
    stated: Mapping[str, str],
    questions: Sequence[Labelled],
    ks: tuple[int, ...],
    progress: Callable[[str, int, int], object] | None,
) -> list[Swept]:
    label = ", ".join(f"{key}={value}" for key, value in stated.items()) or "as configured"
    with _opened(config, stated) as corpus:
        checked(corpus, {each.id: each.relevant for each in questions})
        rows: dict[int, list[_Row]] = {k: [] for k in ks}
        for done, labelled in enumerate(questions, start=1):
            for k in ks:
                rows[k].append(_row(corpus, labelled, k))
            if progress:
                progress(label, done, len(questions))
        n_chunks = corpus.store.catalog.n_points(corpus.store.catalog.head().generation)
    return [_summed(rows[k], k, stated, n_chunks) for k in ks]


@contextmanager
def _opened(config: Config, stated: Mapping[str, str]) -> Iterator[Corpus]:
    """Open the corpus, or one of its own where what is indexed differs."""
    if not any(key.partition(".")[0] in _INDEXED for key in stated):
        with Corpus(config) as corpus:
            yield corpus
        return
    with tempfile.TemporaryDirectory(prefix="pincite-sweep-") as folder:
        state = str(Path(folder).resolve() / "state")
        with Corpus(replace(config, corpus=replace(config.corpus, state=state))) as corpus:
            corpus.sync()
            yield corpus


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    """One question at one k."""

    outcome: Outcome
    distractors: int
    tokens: int
    ms: float


def _row(corpus: Corpus, labelled: Labelled, k: int) -> _Row:
    start = time.perf_counter()
    searched = corpus.pipeline.search.run(request_of(corpus, labelled, k=k))
    packed = corpus.pipeline.assembler.assemble(searched.query, searched.found, k=k)
    ms = (time.perf_counter() - start) * 1000
    shown = searched.found[:k]
    met = gained(shown, labelled.relevant)
    outcome = Outcome(
        id=labelled.id,
        kind=labelled.kind,
        question=labelled.question,
        answerable=labelled.answerable,
        ranking=_ranking(shown),
        gained=met,
        labels=dict.fromkeys(labelled.relevant, 1),
    )
    tokens = sum(corpus.config.build_tokenizer().count([p.text for p in packed.passages]))
    return _Row(outcome=outcome, distractors=met.count(None), tokens=tokens, ms=ms)


def _ranking(found: tuple[Found, ...]) -> tuple[tuple[str, float], ...]:
    return tuple((f"{each.document}#{each.section}", each.score) for each in found)


def _summed(rows: Sequence[_Row], k: int, stated: Mapping[str, str], n_chunks: int) -> Swept:
    outcomes = ranked([row.outcome for row in rows], (k,))
    n = max(1, len(rows))
    return Swept(
        settings=stated,
        k=k,
        n=sum(f"recall@{k}" in outcome.shares for outcome in outcomes),
        recall=_mean(outcomes, f"recall@{k}"),
        ndcg=_mean(outcomes, f"ndcg@{k}"),
        distractors=sum(row.distractors for row in rows) / n,
        tokens=sum(row.tokens for row in rows) / n,
        p50_ms=percentile([row.ms for row in rows], 0.5),
        p95_ms=percentile([row.ms for row in rows], 0.95),
        chunks=n_chunks,
    )


def _mean(outcomes: Sequence[Outcome], measure: str) -> float | None:
    values = [value for outcome in outcomes if (value := outcome.value(measure)) is not None]
    return sum(values) / len(values) if values else None
