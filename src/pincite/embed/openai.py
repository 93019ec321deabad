"""
Any server that speaks OpenAI's embeddings API: OpenAI, Ollama, vLLM, llama.cpp.

Its weights are not here to be digested, so the space is named by what the settings say of it: a label of the weights,
else the address and the model's name. Whether the model behind that name is still the same, probes tell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import numpy as np

from pincite.documents import Space
from pincite.embed.estimate import windows
from pincite.errors import BadModelOutput, SpaceMismatch

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from pincite.embed import EmbedSettings
    from pincite.secret import Secret

__all__ = ["OpenAIEmbedder", "build", "build_space"]

_OWN: Final = "https://api.openai.com/v1"
_BUILDER: Final = "openai-1"
"""Version of the way from texts to vectors here: raised whenever the same answers could give another vector."""


class OpenAIEmbedder:
    """
    Embeds texts by a server.

    :param settings: Address, model, prefixes, limits.
    :param key: ``None`` for a server that asks for none.
    """

    def __init__(self, settings: EmbedSettings, *, key: Secret | None) -> None:
        self._settings = settings
        self._key = key
        self._space = build_space(settings)

    @property
    def space(self) -> Space:
        """The space that the settings name."""
        return self._space

    @property
    def unrelated(self) -> float:
        """Cosine of texts with nothing in common, as the settings state it."""
        return self._settings.unrelated

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """
        Return one vector of unit length per text; see :class:`pincite.protocols.Embedder`.

        :raises ModelError: If the server fails or answers with something else.
        :raises SpaceMismatch: If its vectors have other dimensions than the settings say.
        """
        return self._embed(texts, self._settings.text_prefix)

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """Return the vector of a question; raises as :meth:`embed`."""
        vector: NDArray[np.float32] = self._embed([text], self._settings.query_prefix)[0]
        return vector

    def _embed(self, texts: Sequence[str], prefix: str) -> NDArray[np.float32]:
        cut = [windows(text, max_tokens=self._settings.max_tokens) for text in texts]
        flat = [prefix + window for of_text in cut for window in of_text]
        vectors = np.zeros((0, self._settings.dim), np.float32)
        for start in range(0, len(flat), self._settings.batch):
            vectors = np.concatenate([vectors, self._ask(flat[start : start + self._settings.batch])])
        if len(flat) == len(texts):
            return vectors
        weights = np.array([len(window) for of_text in cut for window in of_text], np.float32)
        starts = np.cumsum([0, *(len(of_text) for of_text in cut[:-1])])
        return _unit(np.add.reduceat(vectors * weights[:, None], starts, axis=0), self._settings)

    def _ask(self, texts: list[str]) -> NDArray[np.float32]:
        from pincite.embed._http import post  # imported here: what only names the space needs no network

        its = self._settings
        body: dict[str, Any] = {"model": its.model, "input": texts, "encoding_format": "float"}
        if its.shorten:
            body["dimensions"] = its.dim
        headers = {"authorization": f"Bearer {self._key.reveal()}"} if self._key else {}
        url = f"{_address(its)}/embeddings"
        answer = post(url, body, headers=headers, timeout_s=its.timeout_s, retries=its.retries)
        return _unit(_vectors(answer, len(texts), url), its)


def _vectors(answer: Any, n_texts: int, url: str) -> NDArray[np.float32]:  # noqa: ANN401 - any JSON
    """Return the vectors of an answer in the order of the texts."""
    try:
        rows = sorted(answer["data"], key=lambda row: row["index"])
        numbers = [row["index"] for row in rows]
        found = np.array([row["embedding"] for row in rows], np.float32)
    except (KeyError, TypeError, ValueError) as error:
        raise BadModelOutput(
            f"{url} did not answer as OpenAI's embeddings API does ({type(error).__name__}): expected data with index "
            "and embedding; check embed.url",
            url=url,
        ) from error
    if numbers != list(range(n_texts)) or found.ndim != 2 or not np.isfinite(found).all():
        raise BadModelOutput(
            f"{url} answered {n_texts} texts with {len(rows)} embeddings of which some are missing, uneven or no "
            "numbers: try again, or check the model",
            url=url,
        )
    return found


def _unit(vectors: NDArray[np.float32], settings: EmbedSettings) -> NDArray[np.float32]:
    """Return vectors at unit length after looking at their dimensions."""
    if vectors.shape[1] != settings.dim:
        raise SpaceMismatch(
            f"the model {settings.model!r} makes vectors of {vectors.shape[1]} dimensions and embed.dim says "
            f"{settings.dim}: type pincite reembed --dim {vectors.shape[1]}, or bring the other model back",
            found=vectors.shape[1],
            expected=settings.dim,
        )
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    if not (lengths > 0).all():
        raise BadModelOutput(f"the model {settings.model!r} made a vector of zeros: it cannot be compared with any")
    unit: NDArray[np.float32] = (vectors / lengths).astype(np.float32)
    return unit


def _address(settings: EmbedSettings) -> str:
    return (settings.url or _OWN).rstrip("/")


def build(settings: EmbedSettings, *, secrets: Mapping[str, Secret], **_: object) -> OpenAIEmbedder:
    """
    Return the embedder. OpenAI's key goes to OpenAI alone; ``PINCITE_EMBED_API_KEY`` goes where ``url`` says.

    :param secrets: Keys by the names of their variables.
    """
    key = secrets.get("PINCITE_EMBED_API_KEY")
    if key is None and urlsplit(_address(settings)).hostname == urlsplit(_OWN).hostname:
        key = secrets.get("OPENAI_API_KEY")
    return OpenAIEmbedder(settings, key=key)


def build_space(settings: EmbedSettings) -> Space:
    """Return the space that the settings name; nothing is asked of the server."""
    return Space(
        model=settings.model,
        weights=settings.weights or f"{settings.model} at {_address(settings)}",
        dim=settings.dim,
        builder=_BUILDER,
        quantisation="as served",
        pooling="as served",
        query_prefix=settings.query_prefix,
        text_prefix=settings.text_prefix,
        max_tokens=settings.max_tokens,
    )
