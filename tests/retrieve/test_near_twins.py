"""Five hundred keys beside look-alikes: each is found first, and a look-alike that does not exist finds nothing."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

import pytest

from pincite.retrieve import RetrieveSettings, build
from pincite.testing.points import make_scope
from pincite.testing.shelf import Page, Shelf, question
from pincite.text.identifiers import BUILT_IN, IdentifierKind

if TYPE_CHECKING:
    from pincite.questions import Ranking

pytestmark = pytest.mark.slow
KINDS: Final = (
    IdentifierKind(name="ticket", pattern=r"\bTCK-\d{6}\b", exhaustive=True),
    IdentifierKind(name="invoice", pattern=r"\bINV/\d{4}/\d{3}\b", exhaustive=True),
    *BUILT_IN,
)
FORMS: Final = {"order": "O-4{:04d}", "ticket": "TCK-70{:04d}", "invoice": "INV/2024/{:03d}"}
KEYS: Final = {
    # every second number, and of those the ones whose neighbours by swapped digits are there too
    "order": [FORMS["order"].format(n) for n in range(0, 400, 2)],
    "ticket": [FORMS["ticket"].format(n) for n in range(0, 400, 2)],
    "invoice": [FORMS["invoice"].format(n) for n in range(0, 200, 2)],
}
ABSENT: Final = {name: [FORMS[name].format(n) for n in range(1, 2 * len(keys), 2)] for name, keys in KEYS.items()}


@cache
def shelf() -> Shelf:
    pages = []
    for name, keys in KEYS.items():
        for at, key in enumerate(keys):
            page = key.lower().replace("/", "-")
            if at % 2:  # the document is about the key
                pages.append(Page(id=page, title=f"{name} {key}", text=f"The {name} {key} was closed on day {at}."))
            else:  # the key stands in a text that is about something else
                pages.append(Page(id=f"log-{page}", text=f"On day {at} the {name} {key} was closed by the desk."))
    return Shelf(pages, kinds=KINDS)


def ask(text: str) -> Ranking:
    retriever = build(
        RetrieveSettings(),
        index=shelf().index,
        embedder=lambda: shelf().embedder,
        analyzer=shelf().analyzer,
        lookup=shelf(),
    )
    return retriever.retrieve(question(text, kinds=KINDS), k=5, scope=make_scope())


@pytest.mark.parametrize("name", list(KEYS))
def test_every_key_is_found_first_and_alone(name: str) -> None:
    for key in KEYS[name]:
        texts = [shelf().text(hit.chunk_id) for hit in ask(f"When was {name} {key} closed?")]
        assert texts
        assert all(key in text for text in texts), key


@pytest.mark.parametrize("name", list(KEYS))
def test_every_look_alike_that_does_not_exist_is_absent(name: str) -> None:
    for key in ABSENT[name]:
        ranking = ask(f"When was {name} {key} closed?")
        assert (ranking.hits, ranking.absent) == ((), (key,))


def test_there_are_five_hundred() -> None:
    assert sum(map(len, KEYS.values())) == 500
