"""A cross-encoder of a few hundred bytes: it counts words of the question that stand in the text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["VOCABULARY", "write_cross_encoder"]

VOCABULARY = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "refund", "window", "days", "30", "card", "parcels")
"""Its words; all others are one unknown word."""


def write_cross_encoder(folder: Path, *, classes: int = 1) -> Path:
    """
    Write ``model.onnx`` and ``tokenizer.json`` into a new folder and return it.

    A pair's logit is the sum of fixed weights of its text's words: later words of the vocabulary weigh more.

    :param classes: 1 for one logit a pair, 2 for one of each class.
    """
    folder.mkdir(parents=True)
    (folder / "tokenizer.json").write_text(_tokenizer(), encoding="utf-8")
    (folder / "model.onnx").write_bytes(_graph(classes))
    return folder


def _tokenizer() -> str:
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    words = {word: at for at, word in enumerate(VOCABULARY)}
    made = Tokenizer(models.WordLevel(words, unk_token="[UNK]"))
    made.normalizer = normalizers.Lowercase()
    made.pre_tokenizer = pre_tokenizers.Whitespace()
    made.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", words["[CLS]"]), ("[SEP]", words["[SEP]"])],
    )
    return json.dumps(json.loads(made.to_str()))


def _graph(classes: int) -> bytes:
    """Return a graph: weight of each token, those of the text only, summed."""
    from onnx import TensorProto, helper, numpy_helper

    weights = np.maximum(np.arange(len(VOCABULARY)) - 3, 0).astype(np.float32)
    rows = np.stack([np.zeros_like(weights), weights], axis=1) if classes == 2 else weights[:, None]
    ids, types = (
        helper.make_tensor_value_info(name, TensorProto.INT64, ["n", "t"]) for name in ("input_ids", "token_type_ids")
    )
    nodes = [
        helper.make_node("Gather", ["weights", "input_ids"], ["each"]),
        helper.make_node("Cast", ["token_type_ids"], ["of_text"], to=TensorProto.FLOAT),
        helper.make_node("Unsqueeze", ["of_text", "last"], ["mask"]),
        helper.make_node("Mul", ["each", "mask"], ["kept"]),
        helper.make_node("ReduceSum", ["kept", "middle"], ["logits"], keepdims=0),
    ]
    graph = helper.make_graph(
        nodes,
        "counting",
        [ids, types],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["n", classes])],
        initializer=[
            numpy_helper.from_array(rows, "weights"),
            numpy_helper.from_array(np.array([2], np.int64), "last"),
            numpy_helper.from_array(np.array([1], np.int64), "middle"),
        ],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    found: bytes = model.SerializeToString()
    return found
