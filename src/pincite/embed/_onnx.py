"""ONNX Runtime as this stage uses it: one window and one thread a run, and several runs at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import onnxruntime

from pincite.errors import ModelUnavailable

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Encoder"]


class Encoder:
    """
    Runs an encoder graph.

    :param graph: The serialised ONNX model.
    :raises ModelUnavailable: If the runtime cannot load it.
    """

    def __init__(self, graph: bytes) -> None:
        options = onnxruntime.SessionOptions()
        # Windows are spread over threads by the caller; threads inside a product of 200 rows cost more than they give.
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        # The graph is built of the runtime's fused operators already: looking for more only delays the start.
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
        try:
            self._session = onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
        except Exception as error:  # the runtime's errors share no base class
            raise ModelUnavailable(f"ONNX Runtime {onnxruntime.__version__} cannot load the model: {error}") from error

    def run(self, ids: NDArray[np.int64]) -> NDArray[np.float32]:
        """
        Return the vector of one window.

        *Shape:* ``ids`` (n_tokens,); returns (dim,)

        :raises ModelUnavailable: If the runtime fails.
        """
        inputs = {"input_ids": ids[None], "attention_mask": np.ones((1, len(ids)), np.int64)}
        try:
            found: list[NDArray[np.float32]] = self._session.run(None, inputs)
        except Exception as error:  # as above
            raise ModelUnavailable(f"ONNX Runtime failed on a window of {len(ids)} tokens: {error}") from error
        vector: NDArray[np.float32] = found[0][0]
        return vector
