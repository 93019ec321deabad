"""all-MiniLM-L6-v2 on ONNX Runtime, in windows of 256 tokens."""

from __future__ import annotations

from functools import partial
from typing import Final

from pincite.embed import windowed
from pincite.models.minilm import BUILDER, DIM, GRAPH, MAX_TOKENS, QUANTISATION, WEIGHTS

__all__ = ["KIND", "build", "build_space"]

KIND: Final = windowed.Kind(
    name="minilm",
    weights=WEIGHTS,
    graph=GRAPH,
    dim=DIM,
    builder=BUILDER,
    quantisation=QUANTISATION,
    pooling="mean",
    max_tokens=MAX_TOKENS,
    languages=frozenset({"en"}),
)

build: Final = partial(windowed.build, KIND)
build_space: Final = partial(windowed.build_space, KIND)
