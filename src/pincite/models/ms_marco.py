"""ms-marco-MiniLM-L12-v2: a cross-encoder for English, as a package has it in 8 bits, with its operators fused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pincite.models._published import fuse, unbind

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["BUILDER", "GRAPH", "TOKENIZER", "WEIGHTS", "build"]

WEIGHTS: Final = "model.onnx"
TOKENIZER: Final = "tokenizer.json"
GRAPH: Final = "model.onnx"
BUILDER: Final = "ms-marco-1"
"""Version of the way from the published graph to the one that is run."""


def build(source: Path, target: Path) -> None:
    """
    Write the graph and the tokenizer.

    :param source: Folder with the packaged graph and ``tokenizer.json``, digests checked.
    :param target: The folder to make.
    """
    target.mkdir()
    fuse(source / WEIGHTS, target / GRAPH)
    unbind(source / TOKENIZER, target / TOKENIZER)
