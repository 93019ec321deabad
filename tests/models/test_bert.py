"""The graph builder, on a tiny encoder of random weights."""

from __future__ import annotations

import math

import numpy as np
import onnxruntime
import pytest
from numpy.typing import NDArray

from pincite.models._bert import Shape, encoder

SHAPE = Shape(layers=2, heads=2, dim=64)
WORDS, PLACES = 50, 20


def weights(seed: int = 7) -> dict[str, NDArray[np.float32]]:
    random = np.random.default_rng(seed)
    dim, wide = SHAPE.dim, SHAPE.dim * 4
    sizes = {"word": WORDS, "position": PLACES, "token_type": 2}
    shapes: dict[str, tuple[int, ...]] = {f"embeddings.{k}_embeddings.weight": (n, dim) for k, n in sizes.items()}
    norms = ["embeddings.LayerNorm"]
    for layer in range(SHAPE.layers):
        base = f"encoder.layer.{layer}."
        dense = {f"attention.self.{k}": (dim, dim) for k in ("query", "key", "value")}
        dense |= {"attention.output.dense": (dim, dim), "intermediate.dense": (wide, dim), "output.dense": (dim, wide)}
        for name, shape in dense.items():
            shapes |= {f"{base}{name}.weight": shape, f"{base}{name}.bias": shape[:1]}
        norms += [f"{base}attention.output.LayerNorm", f"{base}output.LayerNorm"]
    made = {name: random.normal(0, 0.1, shape).astype(np.float32) for name, shape in shapes.items()}
    for name in norms:
        made |= {f"{name}.weight": np.ones(dim, np.float32), f"{name}.bias": np.zeros(dim, np.float32)}
    return made


def run(graph: bytes, rows: list[list[int]]) -> NDArray[np.float32]:
    width = max(len(row) for row in rows)
    ids, mask = np.zeros((2, len(rows), width), np.int64)
    for at, row in enumerate(rows):
        ids[at, : len(row)], mask[at, : len(row)] = row, 1
    session = onnxruntime.InferenceSession(graph, providers=["CPUExecutionProvider"])
    found: NDArray[np.float32] = session.run(None, {"input_ids": ids, "attention_mask": mask})[0]
    return found


def plain_encoder(row: list[int]) -> NDArray[np.float64]:
    """Compute the published architecture step by step, in double precision."""
    w = {name: value.astype(np.float64) for name, value in weights().items()}

    def norm(x: NDArray[np.float64], name: str) -> NDArray[np.float64]:
        centred = x - x.mean(-1, keepdims=True)
        scaled: NDArray[np.float64] = (
            centred / np.sqrt(x.var(-1, keepdims=True) + 1e-12) * w[f"{name}.weight"] + w[f"{name}.bias"]
        )
        return scaled

    def dense(x: NDArray[np.float64], name: str) -> NDArray[np.float64]:
        return x @ w[f"{name}.weight"].T + w[f"{name}.bias"]

    x = w["embeddings.word_embeddings.weight"][row] + w["embeddings.position_embeddings.weight"][: len(row)]
    x = norm(x + w["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
    for layer in range(SHAPE.layers):
        base, size = f"encoder.layer.{layer}.", SHAPE.dim // SHAPE.heads
        q, k, v = (
            dense(x, f"{base}attention.self.{n}").reshape(len(row), SHAPE.heads, size)
            for n in ("query", "key", "value")
        )
        scores = np.exp(np.einsum("ihd,jhd->hij", q, k) / np.sqrt(size))
        seen = np.einsum("hij,jhd->ihd", scores / scores.sum(-1, keepdims=True), v).reshape(len(row), SHAPE.dim)
        x = norm(x + dense(seen, f"{base}attention.output.dense"), f"{base}attention.output.LayerNorm")
        wide = dense(x, f"{base}intermediate.dense")
        active = wide * 0.5 * (1 + np.vectorize(math.erf)(wide / np.sqrt(2)))
        x = norm(x + dense(active, f"{base}output.dense"), f"{base}output.LayerNorm")
    mean: NDArray[np.float64] = x.mean(0)
    return mean / np.float64(np.linalg.norm(mean))


ROWS = [[2, 9, 4, 3], [2, 5, 3], [2, 30, 31, 32, 33, 34, 3]]


def test_in_full_precision_it_is_the_published_architecture() -> None:
    found = run(encoder(weights(), SHAPE, quantised=False), ROWS)
    assert found == pytest.approx(np.stack([plain_encoder(row) for row in ROWS]), abs=1e-5)


def test_quantised_it_stays_near() -> None:
    full, small = (run(encoder(weights(), SHAPE, quantised=q), ROWS) for q in (False, True))
    assert (full * small).sum(axis=1).min() > 0.99


def test_rows_do_not_change_one_another() -> None:
    graph = encoder(weights(), SHAPE)
    alone = np.concatenate([run(graph, [row]) for row in ROWS])
    assert np.abs(run(graph, ROWS) - alone).max() < 1e-5


def test_the_same_weights_give_the_same_bytes() -> None:
    assert encoder(weights(), SHAPE) == encoder(weights(), SHAPE)


def test_a_row_of_zeros_is_no_division_by_zero() -> None:
    silent = {name: np.zeros_like(value) if "LayerNorm.weight" in name else value for name, value in weights().items()}
    silent["encoder.layer.1.output.LayerNorm.bias"] = np.ones(SHAPE.dim, np.float32)
    assert np.isfinite(run(encoder(silent, SHAPE), ROWS)).all()
