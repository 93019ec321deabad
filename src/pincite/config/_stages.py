"""The settings of every stage, and the stages that they build. Nothing is imported before it is built."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from pincite.access.settings import TokenSettings
    from pincite.assemble import AssembleSettings
    from pincite.attribute import AttributeSettings
    from pincite.attribute.judge import Judge
    from pincite.chunk import ChunkSettings
    from pincite.documents import Generation
    from pincite.embed import EmbedSettings
    from pincite.embed.apart import Apart
    from pincite.generate import GenerateSettings
    from pincite.index import IndexSettings, OpenIndex
    from pincite.models.caps import Meter
    from pincite.models.talk import ChatModel
    from pincite.parse import ParseSettings
    from pincite.pipeline.mode import AskSettings
    from pincite.protocols import (
        Analyzer,
        Assembler,
        Attributor,
        Chunker,
        Embedder,
        Generator,
        Index,
        Lookup,
        Parser,
        Reranker,
        Retriever,
        Tokenizer,
    )
    from pincite.rerank import RerankSettings
    from pincite.retrieve import RetrieveSettings
    from pincite.secret import Secret
    from pincite.trace import TraceSettings
    from pincite.validity.authority import GoverningSettings

__all__ = ["Stages"]


@dataclass(frozen=True, kw_only=True)
class Stages:
    """One settings object per stage, and a function for each that builds it."""

    ask: AskSettings
    parse: ParseSettings
    chunk: ChunkSettings
    embed: EmbedSettings
    index: IndexSettings
    retrieve: RetrieveSettings
    rerank: RerankSettings
    assemble: AssembleSettings
    generate: GenerateSettings
    attribute: AttributeSettings
    trace: TraceSettings
    governing: GoverningSettings
    tokens: TokenSettings
    secrets: Mapping[str, Secret] = field(default_factory=dict, repr=False)
    """Secrets of the environment by the name of their variable."""

    @cached_property
    def cache(self) -> Path:
        """The folder of installed models."""
        from pincite.models.places import cache_folder

        return cache_folder()

    def build_parser(
        self,
        *,
        passwords: Callable[[str], tuple[str, ...]] | None = None,
        told: Callable[[int, int], None] | None = None,
        kept: Path | None = None,
    ) -> Parser:
        """
        Return the parser.

        :param passwords: Gives what is tried on an encrypted file, by its path; ``None`` for nothing.
        :param told: Told how many pages of a long file are read, and how many it has; ``None`` tells nobody.
        :param kept: A state folder in which parsed parts of long files are kept; ``None`` to keep none.
        """
        from pincite.parse import build

        return build(self.parse, passwords=passwords or (), told=told, kept=kept)

    def build_tokenizer(self) -> Tokenizer:
        """
        Return what counts tokens as the embedder does; its model is not loaded.

        :raises ModelUnavailable: If the model is not installed.
        """
        from pincite.embed import build_tokenizer

        return build_tokenizer(self.embed, cache=self.cache)

    def build_chunker(
        self, tokenizer: Tokenizer | None = None, embedder: Callable[[], Embedder] | None = None
    ) -> Chunker:
        """
        Return the chunker.

        :param tokenizer: What counts tokens; ``None`` for the embedder's.
        :param embedder: Gives the embedder and keeps it, for a chunker that compares sentences; ``None`` for its own.
        """
        from functools import cache

        from pincite.chunk import build

        embedder = embedder or cache(self.build_embedder)
        return build(self.chunk, tokenizer=tokenizer or self.build_tokenizer(), embedder=embedder)

    def build_embedder(self) -> Embedder:
        """
        Return the embedder.

        :raises ModelUnavailable: If its model is not installed, or its files have another digest.
        """
        from pincite.embed import build

        return build(self.embed, cache=self.cache, secrets=self.secrets)

    def build_embedder_apart(self, route: str | None) -> Apart | None:
        """
        Return the embedder in a process of its own, where it begins to load at once; see :mod:`pincite.embed.apart`.

        :param route: How is searched; ``None`` for the configured route.
        :returns: ``None`` where nothing would be gained by it; the caller closes what it gets.
        """
        if (route or self.retrieve.route) in ("lexical", "identifier"):
            return None
        from pincite.embed import build_apart

        return build_apart(self.embed, cache=self.cache)

    def build_analyzer(self) -> Analyzer:
        """Return what makes the terms of the lexical leg."""
        from pincite.text.analyzer import Bm25Analyzer

        return Bm25Analyzer()

    def build_index(self) -> OpenIndex:
        """Return the function that opens an index in a folder."""
        from pincite.index import build

        return build(self.index)

    def build_retriever(
        self,
        settings: RetrieveSettings,
        *,
        index: Index,
        embedder: Callable[[], Embedder],
        analyzer: Analyzer,
        lookup: Lookup,
    ) -> Retriever:
        """
        Return a retriever.

        :param settings: The configured ones, or others that are tried over the same stores.
        :param embedder: Called at the first dense search and not before.
        """
        from pincite.retrieve import build

        return build(settings, index=index, embedder=embedder, analyzer=analyzer, lookup=lookup)

    def build_reranker(self) -> Reranker:
        """Return the reranker."""
        from pincite.rerank import BY_CHAT, build

        chat = self.build_chat() if self.rerank.name in BY_CHAT else None
        return build(self.rerank, secrets=self.secrets, chat=chat, cache=self.cache)

    def build_chat(self) -> Callable[[], tuple[ChatModel, Meter]] | None:
        """Return what gives the chat model of ``[generate]`` with a meter for one question; ``None`` without one."""
        from pincite.generate import chosen

        if chosen(self.generate, self.secrets).partition(":")[0] not in ("claude", "openai", "gguf"):
            return None

        def chat() -> tuple[ChatModel, Meter]:
            from pincite.config._chat import chat_of

            return chat_of(self.build_generator())

        return chat

    def build_assembler(self, tokenizer: Tokenizer) -> Assembler:
        """Return the assembler; its budget counts tokens with ``tokenizer``."""
        from pincite.assemble import build

        return build(self.assemble, tokenizer=tokenizer)

    def build_generator(
        self, similarity: Callable[[str, Sequence[str]], NDArray[np.float32]] | None = None, corpus: str = ""
    ) -> Generator:
        """
        Return the generator.

        :param similarity: Cosines of a question to texts; ``None`` for a generator that does without.
        :param corpus: What a model is told that the corpus is called.
        """
        from pincite.generate import build

        return build(self.generate, similarity=similarity, secrets=self.secrets, corpus=corpus, cache=self.cache)

    def build_attributor(self) -> Attributor:
        """Return the attributor."""
        from pincite.attribute import build

        return build(self.attribute, judge=self.build_judge())

    def build_judge(self) -> Judge | None:
        """
        Return who judges what the checks let stand, or ``None`` where nobody does.

        :raises ConfigError: If the settings name something that is no model.
        """
        name, _, argument = self.attribute.judge.partition(":")
        if not name:
            return None
        if name == "nli":
            from pincite.attribute.nli import NliJudge

            return NliJudge(argument)
        from pincite.attribute.judge import ModelJudge
        from pincite.errors import ConfigError
        from pincite.generate import build
        from pincite.generate.writing import ModelWriter

        settings = replace(self.generate, name=self.attribute.judge)
        writer = build(settings, secrets=self.secrets, cache=self.cache)
        if not isinstance(writer, ModelWriter):
            raise ConfigError(
                f"attribute.judge is {self.attribute.judge!r}: expected claude, openai:MODEL, gguf or nli:FOLDER",
                judge=self.attribute.judge,
            )
        return ModelJudge(chat=writer.chat, meter=writer.meter)

    def generation(self) -> Generation:
        """
        Return what an index under these settings is built as; the embedder's model is not loaded.

        :raises ModelUnavailable: If the model is not installed.
        """
        from pincite.chunk import chunker_digest
        from pincite.documents import Generation
        from pincite.embed import build_space

        return Generation(
            parser=self.build_parser().digest,
            chunker=chunker_digest(self.chunk, tokenizer=self.build_tokenizer(), space=lambda: build_space(self.embed)),
            analyzer=self.build_analyzer().digest,
            space=build_space(self.embed),
        )

    def parts(self) -> dict[str, str]:
        """Return what :meth:`generation` is made of, in words: settings by their keys, and versions of the rest."""
        from pincite.config._parts import parts  # imported here: asked for where something differs

        return parts(self)
