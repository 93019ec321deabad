"""
Retrieval measured by labelled questions, with no model; and refusals, with the generator on request.

recall@k, precision@k, nDCG@k and reciprocal rank are computed by ``ir_measures``. A label is found at the first hit
that stands in its section; further hits in the same section count as any other hit. Beside them:

- *currency*: of the hits in the first k, the share whose revision is the one in force of its document on the day asked,
  whatever topics the configuration gives;
- *leaks*: hits that the catalog does not let the asker read; hits, quotes and answers that show what the label calls
  secret; and answers to unanswerable questions that say what they must not;
- *refused*: the share of questions on which the answer abstains, unanswerable and answerable apart;
- *p50_ms*, *p95_ms*: how long a search took.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from pincite.errors import InputError
from pincite.evaluate.asking import Asking
from pincite.evaluate.facts import facts_of, settings_of
from pincite.evaluate.measures import ranked, sliced
from pincite.evaluate.results import Result
from pincite.evaluate.standing import checked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from pincite.corpus import Corpus
    from pincite.evaluate.asking import Asked, Whys
    from pincite.evaluate.labels import Labelled
    from pincite.evaluate.results import Outcome

__all__ = ["evaluate_retrieval", "measures_of"]


def evaluate_retrieval(
    corpus: Corpus,
    questions: Iterable[Labelled],
    *,
    ks: tuple[int, ...] = (3, 10),
    qrels: Mapping[str, Mapping[str, int]] | None = None,
    answers: bool = False,
    why: Whys | None = None,
    name: str = "",
    progress: Callable[[int], object] | None = None,
) -> Result:
    """
    Run every question and return the measures.

    :param ks: Cut-offs, each at least 1.
    :param qrels: Judgements that replace the labels' ``relevant``; those below 1 judge what is not relevant.
    :param answers: Ask each question too, and measure refusals and correctness.
    :param why: Names where each label that was not found was lost: :func:`pincite.diagnose.why`; ``None`` to leave
        that out.
    :param name: What the result is called, such as the settings file.
    :param progress: Called with the number of questions done.
    :raises InputError: If there is no cut-off, one is less than 1, or no label names a document of the corpus.
    :raises MissingExtra: If ``ir_measures`` is not installed.
    """
    if min(ks, default=0) < 1:
        raise InputError(f"the cut-offs are {ks}: expected one or more of at least 1", ks=ks)
    listed = tuple(questions)
    wanted = {each.id: _labels(each, qrels) for each in listed}
    warnings = checked(corpus, wanted)
    asking = Asking(corpus, why=why)
    outcomes = []
    for done, labelled in enumerate(listed, start=1):
        asked = asking.ask(labelled, k=max(ks), search=True, answer=answers)
        outcomes.append(_outcome(asking, asked, wanted[labelled.id], max(ks)))
        if progress:
            progress(done)
    measured = ranked(outcomes, ks)
    return Result(
        slices=sliced(measured, measures_of(ks, answers=answers)),
        outcomes=measured,
        facts=facts_of(corpus, listed, answers=answers),
        settings=settings_of(corpus),
        name=name,
        at=datetime.now(UTC).isoformat(timespec="seconds"),
        warnings=warnings,
    )


def _labels(labelled: Labelled, qrels: Mapping[str, Mapping[str, int]] | None) -> dict[str, int]:
    judged = dict.fromkeys(labelled.relevant, 1) if qrels is None else qrels.get(labelled.id, {})
    return {label: grade for label, grade in judged.items() if grade >= 1}


def _outcome(asking: Asking, asked: Asked, labels: Mapping[str, int], k: int) -> Outcome:
    outcome = asking.outcome(asked, labels)
    if not outcome.answerable:
        return outcome
    missed = tuple(label for label in labels if label not in outcome.gained)
    return replace(outcome, losses=asking.losses(asked, missed, k=k, searched_only=True))


def measures_of(ks: tuple[int, ...], *, answers: bool) -> tuple[str, ...]:
    """
    Return the measures of :func:`evaluate_retrieval`, without leaks and times, which are always there.

    :param ks: Cut-offs.
    :param answers: Whether questions are answered too.
    """
    names = [f"{name}@{k}" for name in ("recall", "precision", "ndcg") for k in ks]
    refused = ("unanswerable_refused", "answerable_refused", "correct") if answers else ()
    return (*names, "mrr", "currency", *refused)
