"""Times of day are read in the ways in which people write them, and other figures are none."""

from __future__ import annotations

import pytest

from pincite.text.clock_times import clock_times


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("07:00-21:00, 9 am-5 pm", [420, 1260, 540, 1020]),
        ("by 14:30 or 15:00", [870, 900]),
        ("at 2.30 pm", [870]),
        ("9 a.m. to 12 pm", [540, 720]),
        ("until 12:15 am, before noon", [15, 720]),
        ("14.30 EUR, 1:20000, ISO 9001:2015, room 3", []),
    ],
)
def test_times_of_day_are_read(text: str, minutes: list[int]) -> None:
    assert [each.minute for each in clock_times(text)] == minutes
