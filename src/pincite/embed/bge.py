"""
bge-small-en-v1.5 on ONNX Runtime, in windows of 256 tokens.

It finds more than MiniLM in most kinds of pages (docs/quality.md has both on every set) and takes about as long on a
sentence, and half as long again on 200 tokens.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from pincite.embed import windowed
from pincite.models.bge import BUILDER, DIM, GRAPH, MAX_TOKENS, QUANTISATION, WEIGHTS

__all__ = ["KIND", "build", "build_space"]

KIND: Final = windowed.Kind(
    name="bge-small",
    weights=WEIGHTS,
    graph=GRAPH,
    dim=DIM,
    builder=BUILDER,
    quantisation=QUANTISATION,
    pooling="cls",
    max_tokens=MAX_TOKENS,
    languages=frozenset({"en"}),
    query_prefix="Represent this sentence for searching relevant passages: ",
    unrelated=0.33,
)
"""With .33 for nothing in common, what was fitted on MiniLM refuses as few questions that can be answered."""

build: Final = partial(windowed.build, KIND)
build_space: Final = partial(windowed.build_space, KIND)
