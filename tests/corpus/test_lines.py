"""A citation names the line of the file on which its words begin."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pincite.testing.desk import Desk

NewDesk = Callable[..., Desk]
RATES = "kind,rate\nkayak,£14.00\ncanoe,£19.50\nraft,£33.00\n"
PAGE = """---
title: Boats
---
# Boats

The hut is by the pier.
The key of the hut hangs behind the door.

| Boat | Seats |
| --- | --- |
| Kayak | 1 |
| Raft | 6 |
"""


@pytest.mark.parametrize(
    ("name", "text", "question", "line"),
    [
        ("boats.md", PAGE, "How many seats does the raft have?", 12),
        ("boats.md", PAGE, "Where does the key of the hut hang?", 7),
        ("rates.csv", RATES, "What is the rate of the raft?", 4),
        ("rates.csv", RATES.replace("canoe", '"ca\nnoe"'), "What is the rate of the raft?", None),
    ],
)
def test_the_line_of_a_citation_is_that_of_its_words(
    new_desk: NewDesk, name: str, text: str, question: str, line: int | None
) -> None:
    desk = new_desk()
    desk.write(f"docs/{name}", text)
    desk.sync()
    (citation,) = desk.corpus.ask(question).citations
    assert citation.place.line == line
