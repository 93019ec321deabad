"""
Fits and measures the blend: trees over scores and words, on judged collections, by cross-validation.

``python bench/blend.py [scifact] [xquad-en] [chunking] [cuad] [cuad-known] [lumen] [--free] [--fit FILE] [--folds 5]``

Needs LightGBM, which nothing else here does: ``pip install lightgbm``. For every collection it prints nDCG@10 of the
fused order and of the blend, and the 95% interval of the paired difference. Each question is judged by trees that saw
neither it nor any other question with the same answers; with several collections, the trees of a fold have seen the
other folds of all of them. ``--fit`` then trains on everything and writes the file that the project ships:
``python bench/blend.py scifact xquad-en lumen chunking --fit src/pincite/rerank/blend.json``. Features are kept in the
cache folder.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import lightgbm
import numpy as np

from collected import load
from fusion import found_for
from judged import Judged
from pincite.models.places import cache_folder
from pincite.questions import Query
from pincite.rerank.features import FEATURES, features, read
from pincite.text.identifiers import find

if TYPE_CHECKING:
    from numpy.typing import NDArray

RISING = (
    "fused",
    "fused_rank",
    "lexical",
    "lexical_rank",
    "dense",
    "dense_raw",
    "dense_rank",
    "chunk",
    "sentence",
    "title",
    "pairs",
    "near",
    "rare",
)
"""Features of which more never makes a hit worse: what was learned on one collection then harms no other."""
PARAMETERS: dict[str, Any] = {
    "objective": "lambdarank", "num_leaves": 6, "learning_rate": 0.05, "min_data_in_leaf": 200, "lambda_l2": 10.0,
    "feature_fraction": 0.7, "bagging_fraction": 0.8, "bagging_freq": 1, "lambdarank_truncation_level": 15,
    "verbosity": -1, "num_threads": 1, "seed": 7, "deterministic": True, "force_row_wise": True,
    "monotone_constraints": [int(name in RISING) for name in FEATURES],
}  # fmt: skip
ROUNDS = 60
FREE: dict[str, Any] = PARAMETERS | {
    "num_leaves": 12, "min_data_in_leaf": 20, "lambda_l2": 0.0, "feature_fraction": 1.0, "bagging_fraction": 1.0,
    "bagging_freq": 0, "monotone_constraints": None,
}  # fmt: skip
FREE_ROUNDS = 150
"""Trees that nothing holds back: what they learn of one collection, and of its documents, and whether it is of use."""
FUSED = 8.0
"""What the fused score weighs, as a share of the best: the trees learn what to add to it, and begin with nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """One collection's hits as rows."""

    name: str
    x: NDArray[np.float32]
    gain: NDArray[np.int32]
    """Whether each hit answers."""
    keys: NDArray[np.int32]
    """What each hit is judged as."""
    sizes: NDArray[np.int32]
    """Hits of each question, in order."""
    ideal: NDArray[np.int32]
    """How many answers each question has."""

    @property
    def starts(self) -> NDArray[np.int64]:
        """First row of each question, and the one after the last."""
        return np.concatenate([[0], np.cumsum(self.sizes)])


def rows(name: str, cache: Path) -> Rows:
    """Return a collection's rows."""
    with tempfile.TemporaryDirectory() as work:
        bench = Judged(load(name), cache, Path(work))
        x, gain, keys, sizes, ideal = [], [], [], [], []
        numbers: dict[str, int] = {}
        for asked in bench.collection.asked:
            found = found_for(bench, bench.legs(asked), asked)
            judged = [bench.collection.key(each.permit.chunk) for each in found]
            query = Query(text=asked.text, identifiers=find(asked.text), language=asked.language)
            x.append(features(query, found, read(query, found)))
            gain.extend(int(key in asked.relevant) for key in judged)
            keys.extend(numbers.setdefault(key, len(numbers)) for key in judged)
            sizes.append(len(found))
            ideal.append(len(asked.relevant))
        bench.index.close()
    return Rows(
        name=name, x=np.concatenate(x), gain=np.array(gain, np.int32), keys=np.array(keys, np.int32),
        sizes=np.array(sizes, np.int32), ideal=np.array(ideal, np.int32),
    )  # fmt: skip


def ndcg(data: Rows, scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return nDCG@10 of each question under these scores of the rows."""
    values, starts = [], data.starts
    for start, end, ideal in zip(starts, starts[1:], data.ideal, strict=False):
        order = np.argsort(-scores[start:end], kind="stable") + start
        seen = list(dict.fromkeys(zip(data.keys[order].tolist(), data.gain[order].tolist(), strict=True)))[:10]
        best = sum(1 / np.log2(at + 2) for at in range(min(10, int(ideal))))
        values.append(sum(g / np.log2(at + 2) for at, (_, g) in enumerate(seen)) / best if best else 0.0)
    return np.array(values)


def train(parts: list[tuple[Rows, NDArray[np.bool_]]], *, free: bool = False) -> lightgbm.Booster:
    """Return trees for the marked questions of each collection; a collection weighs as much as any other."""
    x, y, sizes, weights, begin = [], [], [], [], []
    for data, chosen in parts:
        mask = np.repeat(chosen, data.sizes)
        x.append(data.x[mask])
        y.append(data.gain[mask])
        sizes.append(data.sizes[chosen])
        weights.append(np.full(int(mask.sum()), 1000 / max(1, int(chosen.sum()))))
        begin.append(FUSED * data.x[mask][:, 0])
    return lightgbm.train(
        FREE if free else PARAMETERS,
        lightgbm.Dataset(
            np.concatenate(x),
            np.concatenate(y),
            group=np.concatenate(sizes),
            weight=np.concatenate(weights),
            init_score=np.concatenate(begin),
        ),
        num_boost_round=FREE_ROUNDS if free else ROUNDS,
    )


def folds(data: Rows, n: int, *, apart: bool) -> NDArray[np.int64]:
    """
    Return the fold of each question.

    :param apart: Whether questions that share an answer are in one fold; else all are dealt out at random.
    """
    rng = np.random.default_rng(3)
    if not apart:
        return rng.integers(n, size=len(data.sizes))
    starts, home = data.starts, np.arange(len(data.sizes))
    by_key: dict[int, int] = {}
    for at, (start, end) in enumerate(pairwise(starts)):
        for key in data.keys[start:end][data.gain[start:end] > 0].tolist():
            home[at] = home[by_key.setdefault(key, at)]
    chosen = {group: int(rng.integers(n)) for group in np.unique(home).tolist()}
    return np.array([chosen[group] for group in home.tolist()])


def interval(values: NDArray[np.float64]) -> tuple[float, float]:
    """Return the 95% bootstrap interval of the mean."""
    rng = np.random.default_rng(0)
    means = values[rng.integers(len(values), size=(2000, len(values)))].mean(axis=1)
    return float(np.quantile(means, 0.025)), float(np.quantile(means, 0.975))


def compare(sets: list[Rows], n_folds: int, *, apart: bool, free: bool) -> None:
    """Print each collection's nDCG@10 without and with the blend."""
    parts = [folds(data, n_folds, apart=apart) for data in sets]
    scores = [np.zeros(len(data.x)) for data in sets]
    for fold in range(n_folds):
        trees = train([(data, part != fold) for data, part in zip(sets, parts, strict=True)], free=free)
        for data, part, given in zip(sets, parts, scores, strict=True):
            mask = np.repeat(part == fold, data.sizes)
            given[mask] = FUSED * data.x[mask][:, 0] + trees.predict(data.x[mask])
    for data, given in zip(sets, scores, strict=True):
        before, after = ndcg(data, data.x[:, 0].astype(np.float64)), ndcg(data, given)
        low, high = interval(after - before)
        print(
            f"{data.name:12} fused {before.mean():.4f}  blend {after.mean():.4f}  {low:+.4f} … {high:+.4f}", flush=True
        )


def packed(trees: lightgbm.Booster) -> dict[str, Any]:
    """Return the trees as the project reads them: per tree, features, thresholds, children and leaf values."""

    def walk(node: dict[str, Any], out: list[list[float]]) -> int:
        at = len(out)
        out.append([])
        if "leaf_value" in node:
            out[at] = [-1, 0.0, 0, 0, round(node["leaf_value"], 6)]
        else:
            left, right = walk(node["left_child"], out), walk(node["right_child"], out)
            out[at] = [node["split_feature"], round(node["threshold"], 7), left, right, 0.0]
        return at

    listed = []
    for tree in trees.dump_model()["tree_info"]:
        out: list[list[float]] = []
        walk(tree["tree_structure"], out)
        listed.append(out)
    return {"features": list(FEATURES), "fused": FUSED, "trees": listed}


def main() -> None:
    """Read the command line, print the comparison, and fit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("collections", nargs="*", default=["scifact"])
    parser.add_argument("--fit", type=Path, help="train on everything and write the trees to this file")
    parser.add_argument("--folds", type=int, default=5)
    parser.add_argument(
        "--at-random", action="store_true", help="let folds share answers: what that looks like, and not to be believed"
    )
    parser.add_argument(
        "--free", action="store_true", help="trees without constraints, 150 of 12 leaves; not for --fit"
    )
    parser.add_argument("--anew", action="store_true", help="compute features that are kept already")
    parser.add_argument(
        "--cache", type=Path, default=cache_folder() / "bench", help="where vectors and features are kept"
    )
    given = parser.parse_args()
    sets = []
    for name in given.collections:
        kept = given.cache / f"{name}-features.npz"
        if given.anew or not kept.exists():
            data = rows(name, given.cache)
            np.savez(kept, x=data.x, gain=data.gain, keys=data.keys, sizes=data.sizes, ideal=data.ideal)
        with np.load(kept) as stored:
            sets.append(Rows(name=name, **stored))
    compare(sets, given.folds, apart=not given.at_random, free=given.free)
    if given.fit:
        trees = train([(data, np.ones(len(data.sizes), bool)) for data in sets])
        given.fit.write_text(json.dumps(packed(trees), separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
