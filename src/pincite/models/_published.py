"""Published graphs and tokenizers made ready to run, once, at the installing."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["fuse", "unbind"]


def fuse(graph: Path, target: Path) -> None:
    """
    Write a graph with its operators fused: doing it at each start would take longer than loading.

    Nothing of this level of optimisation is of one processor.

    :param graph: The ONNX graph.
    :param target: The file to write.
    """
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_EXTENDED
    options.optimized_model_filepath = str(target)
    onnxruntime.InferenceSession(str(graph), options, providers=["CPUExecutionProvider"])


def unbind(tokenizer: Path, target: Path) -> None:
    """
    Write a tokenizer that neither cuts nor fills: windows are cut by who embeds, never silently at some length.

    :param tokenizer: The published ``tokenizer.json``.
    :param target: The file to write.
    """
    settings = json.loads(tokenizer.read_bytes())
    settings["truncation"] = settings["padding"] = None
    target.write_text(json.dumps(settings, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
