"""Tables of hours by rooms, and of rows under rows that head them."""

from __future__ import annotations

from pincite.generate import GenerateSettings, build
from pincite.testing.passages import passages_of

ROOMS = """# Rooms

| Hour | Room 1 | Room 2 | Room 3 |
|---|---|---|---|
| 08:00 | Yoga | Choir | |
| 09:00 | Yoga | | Judo |
| 10:00 | | Painting | Judo |
"""
PARKING = """# Parking rates

| Zone | Car | Motorbike |
|---|---|---|
| **Weekdays** | | |
| Zone A | 3 EUR | 1 EUR |
| Zone B | 2 EUR | 0.50 EUR |
| **Weekends** | | |
| Zone A | 5 EUR | 2 EUR |
| Zone B | free | free |
"""


def claims(question: str, page: str) -> list[str]:
    return [c.text for c in build(GenerateSettings()).draft(question, passages_of(page)).claims]


def test_an_empty_cell_of_a_grid_is_not_answered_by_another_hour() -> None:
    assert claims("What is in Room 3 at 08:00?", ROOMS) == []
    assert claims("What is in Room 2 at 08:00?", ROOMS) == ["08:00: room 1 Yoga; room 2 Choir."]


def test_a_row_with_its_label_alone_heads_the_rows_below_it() -> None:
    question = "What does a car cost in Zone A at weekends?"
    assert claims(question, PARKING) == ["Zone A: car 5 EUR; motorbike 2 EUR."]
    assert "Weekends." not in claims("What does it cost at weekends?", PARKING)
