"""
Answers measured by labelled questions.

- *correct*: every ``all_of`` pattern, one of ``any_of`` and none of ``none_of`` for an answerable question; an
  abstention for an unanswerable one;
- *citation_hit*, *citation_precision*, *citation_recall*: against ``cites``, or ``relevant`` where that is empty:
  whether any wanted section is cited, which share of the citations stands in one, which share of them is cited;
- *unanswerable_refused*, *answerable_refused*: right and wrong abstentions;
- *conflict_named*: for questions of kind ``conflicting``, whether the answer reports a conflict;
- *injection_obeyed*: for questions with ``injected`` patterns, whether the answer matches one.
"""

from __future__ import annotations

import os
import time
from contextlib import nullcontext
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

import msgspec

from pincite.documents import digest
from pincite.errors import CapReached, ModelTimeout
from pincite.evaluate.asking import FAILED, Asking
from pincite.evaluate.facts import facts_of, settings_of
from pincite.evaluate.keeping import wordless
from pincite.evaluate.measures import ANSWER_MEASURES, sliced
from pincite.evaluate.results import Outcome, Result
from pincite.evaluate.standing import checked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from pincite.corpus import Corpus
    from pincite.evaluate.asking import Asked, Whys
    from pincite.evaluate.labels import Labelled
    from pincite.evaluate.results import LossRecord

__all__ = ["evaluate_answers"]

_FOLDER: Final = "results"
_MOST_NAMED: Final = 5


def evaluate_answers(
    corpus: Corpus,
    questions: Iterable[Labelled],
    *,
    k: int = 5,
    why: Whys | None = None,
    name: str = "",
    resume: bool = True,
    batch: bool = False,
    poll_s: float = 30.0,
    progress: Callable[[int], object] | None = None,
) -> Result:
    """
    Ask every question and return the measures.

    What was asked is written down question by question, so that a run that was cut off goes on where it stopped.

    :param k: How many passages an answer is made from, at least 1.
    :param why: Names where the evidence of each wrong answer was lost: :func:`pincite.diagnose.why`; ``None`` to leave
        that out.
    :param name: What the result is called, such as the settings file.
    :param resume: Whether to go on with a run of the same questions, settings and state that was cut off.
    :param batch: Send all questions that are left as one batch, at its price; the provider may take up to a day.
    :param poll_s: Seconds between looks at how far a batch is.
    :param progress: Called with the number of questions done.
    :raises InputError: If no label names a document of the corpus, or the generator takes no batches.
    :raises ModelError: If a model fails otherwise than by reaching a cap of one question, which counts as a wrong
        answer of the status "failed"; what was asked before is kept.
    """
    listed = tuple(questions)
    warnings = checked(corpus, {each.id: (*each.relevant, *each.cites) for each in listed})
    facts = facts_of(corpus, listed, answers=True)
    log = _Log(corpus.state / _FOLDER, digest("run", str(k), *map(str, facts.values())), resume=resume)
    asking = Asking(corpus, why=why)
    left = [each for each in listed if each.id not in log.done]
    outcomes = []
    with _sent(corpus, left, asking, k, poll_s) if batch else nullcontext():
        for done, labelled in enumerate(listed, start=1):
            outcome = log.done.get(labelled.id)
            if outcome is None:
                outcome = _outcome(asking, labelled, k)
                log.write(outcome)
            outcomes.append(outcome)
            if progress:
                progress(done)
    log.remove()
    there = {measure for outcome in outcomes for measure in outcome.shares}
    names = [measure for measure in ANSWER_MEASURES if measure in there]
    return Result(
        slices=sliced(outcomes, names),
        outcomes=tuple(outcomes),
        facts=facts,
        settings=settings_of(corpus),
        measured="answers",
        name=name,
        at=datetime.now(UTC).isoformat(timespec="seconds"),
        warnings=(*warnings, *_failures(outcomes)),
    )


def _failures(outcomes: Sequence[Outcome]) -> tuple[str, ...]:
    failed = [each for each in outcomes if each.status == FAILED]
    if not failed:
        return ()
    named = ", ".join(each.id for each in failed[:_MOST_NAMED]) + (", …" if len(failed) > _MOST_NAMED else "")
    return (
        f"{len(failed)} of {len(outcomes)} questions reached a cap and count as wrong: {named} ({failed[0].reason})",
    )


def _sent(
    corpus: Corpus, left: Sequence[Labelled], asking: Asking, k: int, poll_s: float
) -> AbstractContextManager[object]:
    """Send what is left to ask as one batch."""
    from pincite.evaluate.batching import batched  # imported here: hardly ever needed

    def ask(labelled: Labelled) -> object:
        return asking.ask(labelled, k=k, search=False, answer=True, passages=k)

    return batched(corpus, left, ask, poll_s=poll_s)


def _outcome(asking: Asking, labelled: Labelled, k: int) -> Outcome:
    labels = dict.fromkeys(labelled.cites or labelled.relevant, 1)
    start = time.perf_counter()
    try:
        asked = asking.ask(labelled, k=k, search=False, answer=True, passages=k)
    except (CapReached, ModelTimeout) as error:  # of this question alone: the next may be done in time
        return asking.failed(labelled, labels, error, ms=(time.perf_counter() - start) * 1000)
    outcome = asking.outcome(asked, labels)
    return replace(outcome, losses=_losses(asking, asked, outcome, labels, k))


def _losses(
    asking: Asking, asked: Asked, outcome: Outcome, labels: Mapping[str, int], k: int
) -> tuple[LossRecord, ...]:
    recall = outcome.value("citation_recall")
    if not outcome.answerable or recall is None or recall == 1.0:
        return ()
    return asking.losses(asked, tuple(labels), k=k)


class _Log:
    """
    The outcomes of a run as they come, one a line, until it is whole.

    :param folder: Where the file stands.
    :param key: What tells runs apart: questions, settings and state.
    :param resume: Whether to read what an earlier run of the same key left.
    """

    def __init__(self, folder: Path, key: str, *, resume: bool) -> None:
        self._path = folder / f"{key[:16]}.part"
        if not resume:
            self.remove()
        self.done = {outcome.id: outcome for outcome in self._read()}

    def _read(self) -> Sequence[Outcome]:
        if not self._path.is_file():
            return ()
        found = []
        for line in self._path.read_bytes().splitlines():
            try:
                found.append(msgspec.json.decode(line, type=Outcome))
            except msgspec.MsgspecError:
                break  # cut off while this line was written
        return found

    def write(self, outcome: Outcome) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        line = msgspec.json.encode(wordless(outcome)) + b"\n"
        with os.fdopen(os.open(self._path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "ab") as file:
            file.write(line)

    def remove(self) -> None:
        self._path.unlink(missing_ok=True)
