"""What the commands that measure write on the screen."""

from __future__ import annotations

from pincite.cli.measures import comparison_text
from pincite.evaluate import Outcome, Result
from pincite.evaluate.measures import ranked, sliced


def result(*ranks: int | None, name: str, leaks: int = 0) -> Result:
    """Return a result in which each question's label is found at that rank."""
    outcomes = ranked([outcome(n, rank, leaks) for n, rank in enumerate(ranks)], (1, 3))
    return Result(slices=sliced(outcomes, ["recall@1", "mrr"]), outcomes=outcomes, name=name)


def outcome(n: int, rank: int | None, leaks: int) -> Outcome:
    gained = tuple("fees#Late" if at == rank else None for at in (1, 2, 3))
    shown = (("fees#Late", 0.9), ("cap", 0.8), ("gift", 0.7))
    return Outcome(
        id=f"q{n}", kind="lookup", question="How much?", answerable=True, labels={"fees#Late": 1}, ranking=shown,
        gained=gained, leaks=leaks,
    )  # fmt: skip


def test_two_set_ups_that_part_on_many_questions_say_how_many_are_not_listed() -> None:
    text = comparison_text(result(*[1] * 30, name="a"), result(*[3] * 30, name="b"), ("a", "b"))
    assert "They part on 30 questions" in text
    assert "… and 10 more" in text


def test_a_change_of_leaks_is_a_whole_number_and_a_small_chance_is_not_nothing() -> None:
    text = comparison_text(result(*[1] * 30, name="a"), result(*[3] * 30, name="b", leaks=1), ("a", "b"))
    assert "+30" in text
    assert "+30.0" not in text
    assert "< 0.001" in text
