"""What it would cost to ask labelled questions, before any is asked: calls, tokens and price."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, cast

from pincite.evaluate.asking import request_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pincite.corpus import Corpus
    from pincite.evaluate.labels import Labelled
    from pincite.models.prices import Price

__all__ = ["Estimate", "estimate", "known_price", "scaled"]

_WRITTEN: Final = 300
"""Tokens that an answer is taken to have, thinking left out."""
_PER_PASSAGE: Final = 40
"""Tokens of the fence around a passage: title, version, section."""
_OTHER_WORDS: Final = 1.3
"""Tokens of a large model for each that the embedder's tokenizer counts; measured on English prose and tables."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """What a run would take; tokens are counted with the embedder's tokenizer and scaled."""

    kind: str
    """Kind of question; "all" for all of them."""
    questions: int
    calls: int
    """Model calls; none for generators that use no model, and for questions that nothing in scope matches."""
    input_tokens: int
    output_tokens: int
    price: float | None
    """In US dollars, 0 for a model of this machine; ``None`` where no price of the model is known."""
    batch_price: float | None
    """The same asked as a batch, where the provider has one."""
    model: str
    as_of: str
    """Day of the price table."""


def estimate(corpus: Corpus, questions: Iterable[Labelled], *, k: int = 5) -> tuple[Estimate, ...]:
    """
    Return what asking would take: in all first, then per kind. The questions are searched, no model is called.

    :param k: How many passages an answer is made from, at least 1.
    """
    generator: Any = corpus.pipeline.generator
    model = str(getattr(generator, "model", "") or "")
    fixed = _instructions(corpus) if model else 0
    rows = [(labelled.kind, _tokens(corpus, labelled, k, fixed)) for labelled in questions]
    price = known_price(corpus, model)
    kinds = sorted({kind for kind, _ in rows})
    return tuple(
        _summed(kind, [n for own, n in rows if kind in ("all", own)], model=model, price=price)
        for kind in ("all", *kinds)
    )


def _summed(kind: str, tokens: list[int], *, model: str, price: Price | None) -> Estimate:
    from pincite.models.prices import AS_OF, BATCH_SHARE

    calls = sum(n > 0 for n in tokens) if model else 0
    read, written = (sum(tokens), calls * _WRITTEN) if model else (0, 0)
    cost = 0.0 if not model else None if price is None else price.cost(fresh=read, output=written)
    return Estimate(
        kind=kind,
        questions=len(tokens),
        calls=calls,
        input_tokens=read,
        output_tokens=written,
        price=cost,
        batch_price=None if cost is None else cost * BATCH_SHARE if model else 0.0,
        model=model or "none",
        as_of=AS_OF,
    )


def known_price(corpus: Corpus, model: str) -> Price | None:
    """Return the price of a model, as the settings or the built-in table have it; ``None`` where neither does."""
    from pincite.models.prices import price_of

    generator: Any = corpus.pipeline.generator
    if model and model == getattr(generator, "model", "") and (own := getattr(generator, "price", None)):
        return cast("Price", own)
    generate: Any = corpus.config.generate
    stated = getattr(generate, "prices", None) or {}
    return price_of(model, stated) if model else None


def _instructions(corpus: Corpus) -> int:
    from pincite.generate.prompt import Form, instructions

    text = instructions(corpus.config.name, form=Form.STRUCTURED, sentences=3)
    return scaled(corpus, [text])


def scaled(corpus: Corpus, texts: list[str]) -> int:
    """Return how many tokens of a large model some texts have, about."""
    return round(_OTHER_WORDS * sum(corpus.config.build_tokenizer().count(texts)))


def _tokens(corpus: Corpus, labelled: Labelled, k: int, fixed: int) -> int:
    """Return the tokens of one prompt; 0 where nothing in scope matches, so that no model is called."""
    pipeline = corpus.pipeline
    searched = pipeline.search.run(request_of(corpus, labelled, k=k))
    packed = pipeline.assembler.assemble(searched.query, searched.found, k=k)
    if not packed.passages:
        return 0
    texts = list(_texts(labelled, (passage.text for passage in packed.passages)))
    return fixed + scaled(corpus, texts) + _PER_PASSAGE * len(packed.passages)


def _texts(labelled: Labelled, passages: Iterable[str]) -> Iterator[str]:
    yield labelled.question
    yield from passages
