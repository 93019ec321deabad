"""What a result was made on: state, generation, settings, prompt, model and questions, each by a digest or a name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from pincite.documents import digest
from pincite.installed import version_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from pincite.corpus import Corpus
    from pincite.evaluate.labels import Labelled

__all__ = ["facts_of", "questions_digest", "settings_of"]


def facts_of(corpus: Corpus, questions: Iterable[Labelled], *, answers: bool) -> Mapping[str, Any]:
    """
    Return what names the state of everything that a result depends on.

    :param questions: The labelled questions.
    :param answers: Whether answers are measured too, so that generator and prompt matter.
    """
    store = corpus.store
    generation = store.catalog.generation(store.catalog.head().generation)
    config = corpus.config
    found = {
        **corpus.facts(),
        "content": _content(corpus),
        "parser": generation.parser,
        "chunker": generation.chunker,
        "analyzer": generation.analyzer,
        "space": generation.space.id,
        "embedder": generation.space.model,
        "reranker": config.rerank.name,
        "questions": questions_digest(questions),
        "day": corpus.today().isoformat(),
        "pincite": version_of("pincite"),
    }
    return found | _model(corpus) if answers else found


def _model(corpus: Corpus) -> dict[str, Any]:
    """Return the names of generator and model, and the version and digest of the prompt's template, where there are."""
    generator: Any = corpus.pipeline.generator
    template = getattr(generator, "template", None)
    return {
        "generator": generator.name,
        "model": getattr(generator, "model", "") or "",
        "prompt": "" if template is None else str(template),
    }


def _content(corpus: Corpus) -> str:
    """Return one digest of what every live revision says, who reads it and when it is in force."""
    rows = sorted(
        f"{s.revision.key} {s.revision.text_digest} {s.valid_from} {s.valid_to} {','.join(s.effective_groups)}"
        for s in corpus.store.catalog.all_revisions()
    )
    return digest("content", *rows)


def questions_digest(questions: Iterable[Labelled]) -> str:
    """Return one digest of labelled questions, in order."""
    return digest("questions", *(msgspec.json.encode(each).decode() for each in questions))


def settings_of(corpus: Corpus) -> dict[str, str]:
    """Return every setting in force as text, by key; secrets show "(set)" only."""
    return {key: str(value) for key, value, _ in corpus.config.rows()}
