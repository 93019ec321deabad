from __future__ import annotations

import pytest

from pincite.answers import Dropped
from pincite.assemble import AssembleSettings, build
from pincite.errors import ConfigError
from pincite.protocols import Packed
from pincite.questions import Hit
from pincite.testing.embedder import WordTokenizer
from pincite.testing.points import make_scope
from pincite.testing.shelf import Page, Shelf, found, question

PAGES = (
    Page(id="a", text="# One\n\nAlpha one.\n\n# Two\n\nAlpha two.\n\n# Three\n\nAlpha three."),
    Page(id="b", text="Beta one.\n\nShared  words stand here."),
    Page(id="c", text="shared words stand here.\n\nGamma two."),
    Page(id="hides", text="Delta one.\n\n<!-- hidden -->\n\nDelta two."),
)
SHELF = Shelf(PAGES)


def packed(*words: str, k: int = 5, name: str = "flat", **settings: object) -> Packed:
    chunks = [next(c for c in SHELF.chunks.values() if word in c.text) for word in words]
    hits = [Hit(chunk_id=c.chunk_id, score=1 / at) for at, c in enumerate(chunks, start=1)]
    made = AssembleSettings(name=name, **settings)  # type: ignore[arg-type]  # passed on
    return build(made, tokenizer=WordTokenizer()).assemble(
        question("What?"), found(SHELF, hits, scope=make_scope()), k=k
    )


def texts(given: Packed) -> list[str]:
    return [passage.text for passage in given.passages]


def test_the_same_words_in_another_document_are_dropped_and_say_what_shows_them() -> None:
    given = packed("Shared  words", "shared words", "Gamma")
    first, twin = (next(i for i, c in SHELF.chunks.items() if c.text.startswith(w)) for w in ("Shared", "shared"))
    assert texts(given) == ["Shared  words stand here.", "Gamma two."]
    assert given.dropped == (Dropped(chunk_id=twin, reason="duplicate", shown_by=first),)


def test_other_documents_have_their_turn_before_a_second_passage_of_one() -> None:
    words = ("Alpha one", "Alpha two", "Beta one", "Gamma two")
    assert texts(packed(*words, k=3, per_document=1)) == ["Alpha one.", "Beta one.", "Gamma two."]
    assert texts(packed(*words, k=3)) == ["Alpha one.", "Alpha two.", "Beta one."]


def test_a_document_alone_may_still_fill_the_passages() -> None:
    assert len(packed("Alpha one", "Alpha two", "Alpha three", per_document=1).passages) == 3


def test_every_hit_is_a_passage_or_dropped_with_a_reason() -> None:
    given = packed("Alpha one", "Alpha two", "Beta one", "Gamma two", k=2, per_document=1, least_score=0.3)
    reasons = sorted(each.reason for each in given.dropped)
    assert (len(given.passages), reasons) == (2, ["below floor", "budget"])


def test_passages_of_a_document_stand_in_the_order_of_its_text_and_labels_follow() -> None:
    given = packed("Alpha three", "Beta one", "Alpha one", order="document")
    assert texts(given) == ["Alpha one.", "Alpha three.", "Beta one."]
    assert [passage.label for passage in given.passages] == [1, 2, 3]


def test_a_small_document_is_shown_whole() -> None:
    assert texts(packed("Alpha two", name="section", whole_tokens=50)) == [PAGES[0].text]


def test_a_document_that_is_larger_is_shown_by_section() -> None:
    assert texts(packed("Alpha two", name="section", whole_tokens=5)) == ["# Two\n\nAlpha two."]


def test_a_document_that_hides_something_is_never_shown_whole() -> None:
    assert all("hidden" not in text for text in texts(packed("Delta two", name="section", whole_tokens=500)))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"order": "name"}, "assemble.order is 'name': expected score or document"),
        ({"per_document": -1}, "assemble.per_document is -1: expected at least 0"),
        ({"whole_tokens": -1}, "assemble.whole_tokens is -1: expected at least 0"),
    ],
)
def test_settings_that_cannot_be_used_are_refused(wrong: dict[str, object], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        AssembleSettings(**wrong)  # type: ignore[arg-type]  # wrong on purpose
