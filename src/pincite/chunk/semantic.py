"""Pieces of neighbouring sentences that mean much the same: a break stands where two neighbours part."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pincite.chunk.flat import FlatChunker
from pincite.chunk.recursive import parted
from pincite.chunk.versions import semantic_digest
from pincite.documents import Span
from pincite.errors import ConfigError
from pincite.text.markup import plain
from pincite.text.sentences import sentences

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pincite.chunk import ChunkSettings, SemanticSettings
    from pincite.protocols import Embedder, Tokenizer

__all__ = ["Semantic", "build"]

_SEPARATORS: Final = ("\n", " ")


class Semantic:
    """
    Breaks between two sentences whose cosine is below the threshold, once a piece is long enough.

    :param settings: Threshold and lengths.
    :param embedder: Gives the embedder and keeps it; called at the first text.
    """

    def __init__(self, settings: SemanticSettings, embedder: Callable[[], Embedder]) -> None:
        self._settings = settings
        self._embedder = embedder

    @property
    def digest(self) -> str:
        """Digest of the settings and of the embedder's space."""
        return semantic_digest(self._settings, space=self._embedder().space.id)

    def cut(self, text: str) -> Iterator[Span]:
        """
        Yield the pieces of a text in order.

        A piece is shorter than ``least`` only where it is the whole text, or where one before it leaves no room.
        """
        parts = self._parts(text)
        if not parts:
            return
        near = self._likeness(text, parts)
        start = 0
        for at in range(1, len(parts)):
            length = parts[at].end - parts[start].start
            if length > self._settings.most or self._parts_here(parts, near, start, at):
                yield Span(parts[start].start, parts[at - 1].end)
                start = at
        yield Span(parts[start].start, parts[-1].end)

    def _parts_here(self, parts: Sequence[Span], near: Sequence[float], start: int, at: int) -> bool:
        """Tell whether a piece ends before sentence ``at``: long enough, unlike, and with enough left for another."""
        least = self._settings.least
        if parts[at - 1].end - parts[start].start < least or near[at - 1] >= self._settings.threshold:
            return False
        left, whole = parts[-1].end - parts[at].start, parts[-1].end - parts[start].start
        return left >= least or whole > self._settings.most

    def _parts(self, text: str) -> list[Span]:
        """Return the sentences, those that are longer than a piece cut at lines and words."""
        most = self._settings.most
        return [
            Span(start, end)
            for found in sentences(text, language="en")
            for start, end in parted(text, most, separators=_SEPARATORS, start=found.start, end=found.end)
            if text[start:end].strip()
        ]

    def _likeness(self, text: str, parts: Sequence[Span]) -> list[float]:
        """Return the cosine of each sentence to the next."""
        said = [plain(part.cut(text)) or part.cut(text) for part in parts]
        if len(said) < 2:
            return []
        vectors = self._embedder().embed(said)
        return [float(cosine) for cosine in (vectors[:-1] * vectors[1:]).sum(axis=1)]


def build(
    settings: ChunkSettings, *, tokenizer: Tokenizer, embedder: Callable[[], Embedder] | None = None, **_: object
) -> FlatChunker:
    """
    Return the semantic chunker; it counts characters, not tokens.

    :param embedder: Gives the embedder that compares sentences, and keeps it.
    :raises ConfigError: If there is no embedder.
    """
    del tokenizer
    if embedder is None:
        raise ConfigError(
            "chunk.name is 'semantic', and no embedder was given: expected one, since it compares the meaning of "
            "sentences; pass embedder= to pincite.chunk.build, or choose 'structural'",
            name="semantic",
        )
    return FlatChunker(Semantic(settings.semantic, embedder))
