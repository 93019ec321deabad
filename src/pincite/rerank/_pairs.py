"""Cross-encoders as ONNX Runtime or sentence-transformers run them; the only file of this stage that touches either."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

import numpy as np

from pincite.errors import MissingExtra, ModelUnavailable

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Pairs", "load"]

_GRAPHS: Final = ("model.onnx", "onnx/model.onnx", "onnx/model_quantized.onnx")
_TOKENIZER: Final = "tokenizer.json"


class Pairs(Protocol):
    """A loaded cross-encoder."""

    def run(self, query: str, texts: Sequence[str]) -> list[float]:
        """Return the score of each text against a question, in [0, 1]."""
        ...


def load(model: str, *, max_tokens: int) -> Pairs:
    """
    Return a cross-encoder: from a folder, from the hub as ONNX, or through sentence-transformers where it is installed.

    :param model: A folder, or a name on the hub.
    :param max_tokens: Most tokens of a pair.
    :raises ModelUnavailable: If its files are missing, or neither runtime can load them.
    :raises MissingExtra: If it is a name on the hub and nothing that fetches from it is installed.
    """
    folder = Path(model).expanduser()
    if folder.is_dir():
        graph = next((folder / name for name in _GRAPHS if (folder / name).is_file()), None)
        if graph is None or not (folder / _TOKENIZER).is_file():
            raise ModelUnavailable(
                f"{folder} has no {_GRAPHS[0]} with {_TOKENIZER} beside it: export the model with "
                "'optimum-cli export onnx', or name one on the hub",
                folder=folder,
            )
        return _Onnx(graph, folder / _TOKENIZER, max_tokens)
    return _from_hub(model, max_tokens)


def _from_hub(model: str, max_tokens: int) -> Pairs:
    hub = _imported("huggingface_hub")
    if hub is not None:
        tokenizer = _fetched(hub, model, _TOKENIZER)
        graph = next(filter(None, (_fetched(hub, model, name) for name in _GRAPHS)), None)
        if graph is not None and tokenizer is not None:
            _fetched(hub, model, f"{graph.relative_to(graph.parents[1]).as_posix()}_data")
            return _Onnx(graph, tokenizer, max_tokens)
    library = _imported("sentence_transformers")
    if library is not None:
        return _Torch(library, model, max_tokens)
    if hub is None:
        raise MissingExtra(f"the cross-encoder {model} from the hub", "rerank")
    raise ModelUnavailable(
        f"{model} cannot be fetched from the hub as ONNX ({' or '.join(_GRAPHS)}): check the name and the network, "
        "export it into a folder with 'optimum-cli export onnx', or install sentence-transformers",
        model=model,
    )


def _imported(name: str) -> Any:  # noqa: ANN401 - a module that may not be there
    try:
        return import_module(name)
    except ImportError:
        return None


def _fetched(hub: Any, model: str, name: str) -> Path | None:  # noqa: ANN401 - a module
    try:
        return Path(hub.hf_hub_download(model, name))
    except Exception:  # noqa: BLE001  # the hub's errors share no base class; what is missing is told by the caller
        return None


class _Onnx:
    def __init__(self, graph: Path, tokenizer: Path, max_tokens: int) -> None:
        import onnxruntime
        import tokenizers

        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        try:
            self._session = onnxruntime.InferenceSession(str(graph), options, providers=["CPUExecutionProvider"])
            self._tokenizer = tokenizers.Tokenizer.from_file(str(tokenizer))
        except Exception as error:  # neither library's errors have a base class
            raise ModelUnavailable(f"the cross-encoder in {graph.parent} cannot be loaded: {error}") from error
        self._tokenizer.enable_truncation(max_tokens, strategy="only_second")
        self._tokenizer.enable_padding()
        self._inputs = [given.name for given in self._session.get_inputs()]

    def run(self, query: str, texts: Sequence[str]) -> list[float]:
        """Return the model's logit of each pair as a probability; of two classes, that of the second."""
        encoded = self._tokenizer.encode_batch([(query, text) for text in texts])
        columns = {
            "input_ids": [each.ids for each in encoded],
            "attention_mask": [each.attention_mask for each in encoded],
            "token_type_ids": [each.type_ids for each in encoded],
        }
        feed = {name: np.array(columns[name], np.int64) for name in self._inputs if name in columns}
        try:
            logits = np.asarray(self._session.run(None, feed)[0], np.float64).reshape(len(texts), -1)
        except Exception as error:  # as above
            raise ModelUnavailable(f"ONNX Runtime failed on {len(texts)} pairs: {error}") from error
        margin = logits[:, -1] - (logits[:, 0] if logits.shape[1] == 2 else 0.0)
        scores: list[float] = (1 / (1 + np.exp(-np.clip(margin, -60, 60)))).tolist()
        return scores


class _Torch:
    def __init__(self, library: Any, model: str, max_tokens: int) -> None:  # noqa: ANN401 - a module
        try:
            self._model = library.CrossEncoder(model, max_length=max_tokens)
        except Exception as error:  # the library's errors share no base class
            raise ModelUnavailable(f"sentence-transformers cannot load {model}: {error}", model=model) from error

    def run(self, query: str, texts: Sequence[str]) -> list[float]:
        """Return the model's score of each pair."""
        found = self._model.predict([(query, text) for text in texts], show_progress_bar=False)
        return [float(score) for score in found]
