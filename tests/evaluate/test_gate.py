from __future__ import annotations

import pytest

from pincite.errors import InputError, UnknownName
from pincite.evaluate import Gate

VALUES = {"recall@3": 0.9, "leaks": 0.0, "currency": None}


@pytest.mark.parametrize(
    "text", ["recall@3 >= 0.9", "recall@3>0.5 and leaks==0", "leaks <= 0 and recall@3 != 1", "leaks < 1", "leaks > -1"]
)
def test_a_gate_that_holds_has_no_failures(text: str) -> None:
    assert Gate(text).failures(VALUES) == ()


def test_each_comparison_that_does_not_hold_is_told_with_the_value() -> None:
    assert Gate("recall@3 >= 0.95 and leaks == 0 and recall@3 < 0.9").failures(VALUES) == (
        "recall@3 is 0.9, wanted >= 0.95",
        "recall@3 is 0.9, wanted < 0.9",
    )


def test_what_could_not_be_measured_fails() -> None:
    assert Gate("currency >= 0").failures(VALUES) == ("currency is not measured, wanted >= 0",)


@pytest.mark.parametrize(
    "text", ["", "recall@3", "recall@3 >= high", "recall@3 => 1", "leaks == 0 or recall@3 > 1", "a == 1 and"]
)
def test_a_gate_that_cannot_be_read_is_refused_when_it_is_made(text: str) -> None:
    with pytest.raises(InputError, match=r"in the gate: expected NAME OPERATOR NUMBER") as caught:
        Gate(text)
    assert caught.value.facts["gate"] == text


def test_a_measure_that_is_not_there_is_told_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match=r"unknown measure 'recall@5'.*did you mean 'recall@3'\?"):
        Gate("recall@5 > 0").failures(VALUES)
