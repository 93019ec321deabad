"""all-MiniLM-L6-v2: from the published weights to the graph that is run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.models._published import unbind

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["BUILDER", "DIM", "GRAPH", "MAX_TOKENS", "QUANTISATION", "TOKENIZER", "WEIGHTS", "build", "graph"]

WEIGHTS = "model.safetensors"
TOKENIZER = "tokenizer.json"
GRAPH = "model.onnx"
BUILDER = "bert-1"
"""Version of the way from weights to graph: raised whenever the same weights could give another vector."""
QUANTISATION = "int7 weights per channel, int8 activations per token, int8 embeddings per row"
DIM = 384
MAX_TOKENS = 256
"""Window of the model in tokens, its two special ones included."""


def build(source: Path, target: Path) -> None:
    """
    Write the graph and the tokenizer.

    :param source: Folder with the published ``model.safetensors`` and ``tokenizer.json``, digests checked.
    :param target: The folder to make.
    """
    target.mkdir()
    (target / GRAPH).write_bytes(graph(source / WEIGHTS))
    unbind(source / TOKENIZER, target / TOKENIZER)


def graph(weights: Path, *, quantised: bool = True) -> bytes:
    """
    Return the ONNX graph of the weights.

    :param weights: ``model.safetensors``.
    :param quantised: ``False`` for the reference in full precision.
    """
    from safetensors.numpy import load_file

    from pincite.models._bert import Shape, encoder

    return encoder(load_file(weights), Shape(layers=6, heads=12, dim=DIM), quantised=quantised)
