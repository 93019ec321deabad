"""
Builds an ONNX graph of a BERT sentence encoder from its weights: mean pooling and unit length inside, int8 products.

Products are quantised per output channel of the weights and **per token** of the activations. ONNX Runtime's own
dynamic quantisation takes one scale for a whole batch, so that a text's vector would depend on its neighbours (up to
0.03 in a component); with one scale per token it does not (below 1e-6), and is closer to full precision.
Weights keep 7 bits: on processors without VNNI the 8-bit product of two neighbours overflows its 16-bit sum.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from onnx import TensorProto, helper, numpy_helper

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

__all__ = ["Shape", "encoder"]

_FUSED = "com.microsoft"
_WEIGHT_LEVELS = 63
_ACTIVATION_LEVELS = 127
_EPSILON = 1e-12
_INPUTS = ("input_ids", "attention_mask")


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """The dimensions of a BERT encoder."""

    layers: int
    heads: int
    dim: int


def encoder(weights: Mapping[str, NDArray[np.float32]], shape: Shape, *, quantised: bool = True) -> bytes:
    """
    Return the serialised ONNX model: ``input_ids`` and ``attention_mask`` (n_texts, n_tokens) to ``embedding``.

    *Shape:* ``embedding`` (n_texts, dim), rows of unit length.

    :param weights: Tensors by their names in the published model.
    :param quantised: ``False`` for the reference in full precision.
    """
    graph = _Graph(weights, shape, quantised=quantised)
    hidden = graph.embeddings()
    for layer in range(shape.layers):
        hidden = graph.layer(hidden, f"encoder.layer.{layer}.")
    graph.pool(hidden)
    return graph.model()


class _Graph:
    """Nodes and constants in the making. Methods add a part and return the name of its output."""

    def __init__(self, weights: Mapping[str, NDArray[np.float32]], shape: Shape, *, quantised: bool) -> None:
        self._weights = weights
        self._shape = shape
        self._quantised = quantised
        self._nodes: list[Any] = []
        self._constants: dict[str, Any] = {}

    def embeddings(self) -> str:
        """Add word, position and (constant) type vectors, normalised."""
        base = "embeddings."
        tokens = self._words(self._weights[base + "word_embeddings.weight"])
        types = self._weights[base + "token_type_embeddings.weight"][0]
        places = self._constant("positions", self._weights[base + "position_embeddings.weight"] + types)
        length = self._node("Shape", ["input_ids"], start=1, end=2)
        used = self._node("Slice", [places, self._ints("from", 0), length, self._ints("axis0", 0)])
        self._mask = self._node("Cast", ["attention_mask"], to=TensorProto.INT32)
        self._n_texts = self._node("Shape", ["input_ids"], start=0, end=1)
        both = self._node("Add", [tokens, used])
        norm = [self._weight(base + "LayerNorm.weight"), self._weight(base + "LayerNorm.bias")]
        return self._node("LayerNormalization", [both, *norm], axis=-1, epsilon=_EPSILON)

    def layer(self, hidden: str, base: str) -> str:
        """Add self-attention and the feed-forward part, each with its residual and norm."""
        names = [f"{base}attention.self.{part}" for part in ("query", "key", "value")]
        joined = np.concatenate([self._weights[f"{name}.weight"] for name in names])
        bias = self._constant(f"{base}qkv.bias", np.concatenate([self._weights[f"{name}.bias"] for name in names]))
        parts = [f"{base}{part}" for part in ("q", "k", "v")]
        size = self._ints("qkv", *[self._shape.dim] * 3)
        self._nodes.append(
            helper.make_node("Split", [self._product(hidden, f"{base}qkv", joined), size], parts, axis=-1)
        )
        seen = self._node("MultiHeadAttention", [*parts, bias, self._mask], domain=_FUSED, num_heads=self._shape.heads)
        hidden = self._dense(seen, hidden, f"{base}attention.output.")
        wide = self._product(hidden, f"{base}wide", self._weights[f"{base}intermediate.dense.weight"])
        active = self._node("BiasGelu", [wide, self._weight(f"{base}intermediate.dense.bias")], domain=_FUSED)
        return self._dense(active, hidden, f"{base}output.")

    def pool(self, hidden: str) -> None:
        """Add the mean over the tokens that the mask keeps, at unit length, as the output."""
        kept = self._node("Cast", ["attention_mask"], to=TensorProto.FLOAT)
        masked = self._node("Mul", [hidden, self._node("Unsqueeze", [kept, self._ints("axis2", 2)])])
        axis = self._ints("axis1", 1)
        total = self._node("ReduceSum", [masked, axis], keepdims=0)
        mean = self._node("Div", [total, self._node("ReduceSum", [kept, axis], keepdims=1)])
        self._nodes.append(helper.make_node("LpNormalization", [mean], ["embedding"], axis=-1, p=2))

    def model(self) -> bytes:
        """Return the whole as bytes; the same bytes for the same weights."""
        sides = [helper.make_tensor_value_info(n, TensorProto.INT64, ["n_texts", "n_tokens"]) for n in _INPUTS]
        out = helper.make_tensor_value_info("embedding", TensorProto.FLOAT, ["n_texts", self._shape.dim])
        graph = helper.make_graph(self._nodes, "encoder", sides, [out], list(self._constants.values()))
        domains = [helper.make_opsetid("", 20), helper.make_opsetid(_FUSED, 1)]
        data: bytes = helper.make_model(graph, opset_imports=domains, ir_version=10).SerializeToString(
            deterministic=True
        )
        return data

    def _dense(self, inner: str, residual: str, base: str) -> str:
        product = self._product(inner, base + "product", self._weights[base + "dense.weight"])
        norm = [self._weight(base + name) for name in ("LayerNorm.weight", "LayerNorm.bias", "dense.bias")]
        return self._node("SkipLayerNormalization", [product, residual, *norm], domain=_FUSED, epsilon=_EPSILON)

    def _words(self, table: NDArray[np.float32]) -> str:
        """Look the tokens' vectors up in a table of bytes; a quarter of the file, so a faster start."""
        if not self._quantised:
            return self._node("Gather", [self._constant("words", table), "input_ids"])
        scale = np.maximum(np.abs(table).max(axis=1, keepdims=True), 1e-9) / _ACTIVATION_LEVELS
        rows = self._constant("words", np.round(table / scale).astype(np.int8))
        picked = self._node("Cast", [self._node("Gather", [rows, "input_ids"])], to=TensorProto.FLOAT)
        return self._node("Mul", [picked, self._node("Gather", [self._constant("word_scale", scale), "input_ids"])])

    def _product(self, left: str, name: str, right: NDArray[np.float32]) -> str:
        """Multiply by the transposed matrix ``right`` of shape (n_out, n_in)."""
        if not self._quantised:
            return self._node("MatMul", [left, self._constant(name, right.T)])
        n_out, n_in = right.shape
        scale = np.maximum(np.abs(right).max(axis=1), 1e-9) / _WEIGHT_LEVELS
        matrix = self._constant(name, np.round(right / scale[:, None]).astype(np.int8).T)
        one, middle = self._constant("one", np.float32(1)), self._constant("middle", np.uint8(128))
        tokens = self._node("Reshape", [left, self._ints(f"rows{n_in}", -1, n_in)])
        highest = self._node("ReduceMax", [self._node("Abs", [tokens]), self._ints("axis1", 1)], keepdims=1)
        highest = self._node(
            "Max", [highest, self._constant("tiny", np.float32(1e-9))]
        )  # a row of zeros divides by nothing
        step = self._node("Mul", [highest, self._constant("levels", np.float32(1 / _ACTIVATION_LEVELS))])
        levels = self._node("Mul", [tokens, self._node("Reciprocal", [step])])
        bytes_ = self._node("QuantizeLinear", [levels, one, middle])
        scales = self._constant(f"{name}.scale", scale.astype(np.float32))
        summed = self._node("MatMulIntegerToFloat", [bytes_, matrix, one, scales, middle], domain=_FUSED)
        shape = self._node("Concat", [self._n_texts, self._ints(f"tail{n_out}", -1, n_out)], axis=0)
        return self._node("Reshape", [self._node("Mul", [summed, step]), shape])

    def _node(self, kind: str, inputs: list[str], *, domain: str = "", **values: Any) -> str:  # noqa: ANN401 - attributes are of many types
        name = f"{kind}_{len(self._nodes)}"
        self._nodes.append(helper.make_node(kind, inputs, [name], name=name, domain=domain, **values))
        return name

    def _weight(self, name: str) -> str:
        return self._constant(name, self._weights[name])

    def _ints(self, name: str, *values: int) -> str:
        return self._constant(name, np.array(values, np.int64))

    def _constant(self, name: str, value: NDArray[Any] | np.generic) -> str:
        if name not in self._constants:
            array = np.asarray(value)
            self._constants[name] = numpy_helper.from_array(np.ascontiguousarray(array) if array.ndim else array, name)
        return name
