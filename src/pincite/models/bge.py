"""bge-small-en-v1.5: the published 8-bit graph, with its pooling put inside and its operators fused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pincite.models._published import fuse, unbind

if TYPE_CHECKING:
    from pathlib import Path

    from onnx import ModelProto

__all__ = ["BUILDER", "DIM", "GRAPH", "MAX_TOKENS", "QUANTISATION", "TOKENIZER", "WEIGHTS", "build"]

WEIGHTS: Final = "model_quantized.onnx"
TOKENIZER: Final = "tokenizer.json"
GRAPH: Final = "model.onnx"
BUILDER: Final = "bge-1"
"""Version of the way from the published graph to the one that is run."""
QUANTISATION: Final = "int8 weights per tensor, uint8 activations per window"
DIM: Final = 384
MAX_TOKENS: Final = 256
"""
Longest window in tokens, its two special ones included. The model takes 512; two windows of half the length take less
time than one, since the work on a token grows with the others of its window.
"""
_HIDDEN: Final = "last_hidden_state"
_OUTPUT: Final = "embedding"


def build(source: Path, target: Path) -> None:
    """
    Write the graph and the tokenizer.

    :param source: Folder with the published graph and ``tokenizer.json``, digests checked.
    :param target: The folder to make.
    """
    import onnx

    target.mkdir()
    whole = target / "whole.onnx"
    onnx.save(_pooled(onnx.load(source / WEIGHTS)), whole)
    fuse(whole, target / GRAPH)
    whole.unlink()
    unbind(source / TOKENIZER, target / TOKENIZER)


def _pooled(model: ModelProto) -> ModelProto:
    """Return the graph with the first token's vector, at unit length, as its only output, and no segments as input."""
    from onnx import TensorProto, helper

    graph = model.graph
    zero = helper.make_tensor("zero", TensorProto.INT64, [1], [0])
    segments = [
        helper.make_node("Shape", ["input_ids"], ["shape_of_ids"]),
        helper.make_node("ConstantOfShape", ["shape_of_ids"], ["token_type_ids"], value=zero),
    ]
    first = helper.make_tensor("first", TensorProto.INT64, [], [0])
    pooling = [
        helper.make_node("Constant", [], ["first_token"], value=first),
        helper.make_node("Gather", [_HIDDEN, "first_token"], ["pooled"], axis=1),
        helper.make_node("LpNormalization", ["pooled"], [_OUTPUT], axis=-1, p=2),
    ]
    inputs = [given for given in graph.input if given.name != "token_type_ids"]
    nodes = [*segments, *graph.node, *pooling]
    for field, values in ((graph.input, inputs), (graph.node, nodes)):
        del field[:]
        field.extend(values)
    del graph.output[:]
    graph.output.append(helper.make_tensor_value_info(_OUTPUT, TensorProto.FLOAT, ["n_texts", DIM]))
    return model
