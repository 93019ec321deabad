from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest

from pincite.answers import Conflict, Draft, DraftClaim, Loss, Passage, Quote, Reason, Side
from pincite.corpus import Corpus
from pincite.diagnose import why
from pincite.errors import CapReached, ModelTimeout, ModelUnavailable, PinciteError
from pincite.evaluate import Labelled, estimate, evaluate_answers
from pincite.evaluate.asking import Asking
from pincite.models.prices import FREE, Price
from pincite.testing.desk import PUBLIC_DOCS, Desk

NewDesk = Callable[..., Desk]

PAGES = {
    "refund": "# Refund\n\n## Window\n\nThe refund window is thirty days.\n\n## Cap\n\nThe refund cap is five hundred.",
    "gift": "# Gift\n\nA gift card never expires.",
}


@dataclass
class Quoting:
    """A generator that quotes each passage with a word of the question in its sentence, and counts its calls."""

    fails_at: int = 0
    asked: list[str] = field(default_factory=list)
    fails: type[PinciteError] = ModelUnavailable
    name: str = "quoting"

    def draft(self, question: str, passages: tuple[Passage, ...]) -> Draft:
        self.asked.append(question)
        if len(self.asked) == self.fails_at:
            raise self.fails("the model has gone")
        claims = []
        for passage in passages:
            for unit in passage.permit.chunk.units:
                words = unit.span.cut(passage.permit.revision.text)
                if set(question.split()) & set(words.rstrip(".").split()):
                    claims.append(DraftClaim(text=words, quotes=(Quote(label=passage.label, text=words),)))
        return Draft(claims=tuple(claims), reason=None if claims else Reason.EVIDENCE_INSUFFICIENT)


def desk_of(new_desk: NewDesk, generator: object) -> Desk:
    settings = f'[retrieve.floors]\ndense = -1.0\n[assemble]\nname = "flat"\n{PUBLIC_DOCS}'
    desk = new_desk(settings, generator=generator)
    for name, text in PAGES.items():
        desk.write(f"docs/{name}.md", text)
    desk.sync()
    return desk


WINDOW = Labelled(id="w", question="window", all_of=("thirty",), cites=("docs/refund#Window",))
GIFT = Labelled(id="g", question="expires", all_of=("forever",), cites=("docs/gift", "docs/refund#Cap"))
ZEBRA = Labelled(id="z", question="zebra", kind="unanswerable")


def test_answers_are_measured_against_patterns_and_against_what_they_should_cite(new_desk: NewDesk) -> None:
    result = evaluate_answers(desk_of(new_desk, Quoting()).corpus, [WINDOW, GIFT, ZEBRA])
    values = result.overall
    assert values["correct"] == pytest.approx(2 / 3)
    assert values["citation_hit"] == 1.0
    assert values["citation_recall"] == pytest.approx(2 / 3), "two of three places are cited"
    assert values["citation_precision"] == 1.0
    assert (values["unanswerable_refused"], values["answerable_refused"]) == (1.0, 0.0)
    assert [each.name for each in result.slices[1:]] == ["lookup", "unanswerable"]


def test_a_citation_of_a_subsection_stands_in_its_section_and_one_elsewhere_does_not(new_desk: NewDesk) -> None:
    corpus = desk_of(new_desk, Quoting()).corpus
    both = replace(WINDOW, question="window cap", cites=("docs/refund#Window",))
    whole = replace(both, cites=("docs/refund#Refund",))
    assert evaluate_answers(corpus, [both]).overall["citation_precision"] == 0.5
    assert evaluate_answers(corpus, [whole]).overall["citation_precision"] == 1.0


def test_a_wrong_answer_names_the_loss_of_each_place_that_it_does_not_cite(new_desk: NewDesk) -> None:
    result = evaluate_answers(desk_of(new_desk, Quoting()).corpus, [GIFT], why=why)
    (record,) = result.outcomes[0].losses
    assert (record.label, record.loss) == ("docs/refund#Cap", Loss.RECALL)


def test_a_run_that_was_cut_off_goes_on_where_it_stopped(new_desk: NewDesk) -> None:
    generator = Quoting(fails_at=2)
    corpus = desk_of(new_desk, generator).corpus
    with pytest.raises(ModelUnavailable):
        evaluate_answers(corpus, [WINDOW, GIFT, ZEBRA])
    result = evaluate_answers(corpus, [WINDOW, GIFT, ZEBRA])
    assert generator.asked == ["window", "expires", "expires"], "the first is not asked again"
    assert [outcome.correct for outcome in result.outcomes] == [True, False, True]
    assert not list((corpus.state / "results").glob("*.part")), "a whole run leaves nothing to go on with"


def test_a_run_is_not_gone_on_with_once_documents_changed(new_desk: NewDesk) -> None:
    generator = Quoting(fails_at=2)
    desk = desk_of(new_desk, generator)
    with pytest.raises(ModelUnavailable):
        evaluate_answers(desk.corpus, [WINDOW, GIFT])
    desk.write("docs/more.md", "# More\n\nMore.")
    desk.sync()
    evaluate_answers(desk.corpus, [WINDOW, GIFT])
    assert generator.asked == ["window", "expires", "window", "expires"]


def test_an_instruction_that_is_obeyed_and_a_conflict_that_is_named_are_measured(new_desk: NewDesk) -> None:
    corpus = desk_of(new_desk, Quoting()).corpus
    hidden = replace(WINDOW, injected=("thirty",))
    clash = replace(WINDOW, id="c", kind="conflicting")
    values = evaluate_answers(corpus, [hidden, clash]).overall
    assert (values["injection_obeyed"], values["conflict_named"]) == (1.0, 0.0)
    asked = Asking(corpus).ask(clash, k=5, search=False, answer=True)
    assert asked.answer is not None
    named = replace(asked.answer, conflicts=(Conflict(about="window", sides=(Side(value="30", citation=1),)),))
    outcome = Asking(corpus).outcome(replace(asked, answer=named), {})
    assert outcome.value("conflict_named") == 1.0


@dataclass
class Paid(Quoting):
    """The same, said to use a model with a price."""

    model: str = "claude-haiku-4-5"


@dataclass
class Local(Quoting):
    """The same, said to use a model that runs here."""

    model: str = "small"
    price: Price = FREE


def test_a_dry_run_counts_calls_tokens_and_price_and_calls_no_model(new_desk: NewDesk) -> None:
    generator = Paid()
    corpus = desk_of(new_desk, generator).corpus
    whole, lookup, unanswerable = estimate(corpus, [WINDOW, GIFT, ZEBRA])
    assert generator.asked == []
    assert (whole.kind, whole.questions, whole.calls) == ("all", 3, 2), "nothing matches zebra: no call"
    assert whole.input_tokens == lookup.input_tokens + unanswerable.input_tokens > 0
    assert whole.price == pytest.approx((whole.input_tokens * 1.0 + whole.output_tokens * 5.0) / 1e6)
    assert whole.batch_price == pytest.approx((whole.price or 0) / 2)
    assert whole.as_of > "2025"


def test_a_model_of_this_machine_is_estimated_at_no_price(new_desk: NewDesk) -> None:
    (whole, *_) = estimate(desk_of(new_desk, Local()).corpus, [WINDOW])
    assert (whole.calls, whole.price, whole.batch_price) == (1, 0.0, 0.0)


def test_a_generator_without_a_model_costs_nothing(new_desk: NewDesk) -> None:
    (whole, *_) = estimate(desk_of(new_desk, Quoting()).corpus, [WINDOW])
    assert (whole.calls, whole.price, whole.model) == (0, 0.0, "none")


def test_what_was_answered_is_not_written_to_disk(new_desk: NewDesk) -> None:
    generator = Quoting(fails_at=2)
    corpus: Corpus = desk_of(new_desk, generator).corpus
    with pytest.raises(ModelUnavailable):
        evaluate_answers(corpus, [WINDOW, GIFT])
    (part,) = (corpus.state / "results").glob("*.part")
    assert b"thirty days" not in part.read_bytes()


@pytest.mark.parametrize("error", [CapReached, ModelTimeout])
def test_a_question_that_reaches_a_cap_fails_alone_and_the_run_goes_on(
    new_desk: NewDesk, error: type[PinciteError]
) -> None:
    corpus = desk_of(new_desk, Quoting(fails_at=1, fails=error)).corpus
    result = evaluate_answers(corpus, [WINDOW, ZEBRA])
    assert [(each.status, each.correct, each.refused) for each in result.outcomes] == [
        ("failed", False, False),
        ("abstained", True, True),
    ]
    assert result.warnings[-1] == "1 of 2 questions reached a cap and count as wrong: w (the model has gone)"
