"""Citation markers that models write: read where they can mean one thing only, else refused, never mis-assigned."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.text.markers import read_markers

SAID = "The window is 30 days"
SHOWN = frozenset({1, 2, 3})

READ = {
    "brackets": ("{} [1].", (1,)),
    "after the end mark": ("{}.[1]", (1,)),
    "a list": ("{} [1, 2].", (1, 2)),
    "a list with and": ("{} [1 and 3].", (1, 3)),
    "neighbours": ("{} [1][2].", (1, 2)),
    "a range": ("{} [1-3].", (1, 2, 3)),
    "a range with a dash": ("{} [1\u20133].", (1, 2, 3)),
    "double brackets": ("{} [[1]].", (1,)),
    "escaped brackets": ("{} \\[1\\].", (1,)),
    "wide brackets": ("{} \uff3b\uff11\uff3d.", (1,)),
    "lenses": ("{}\u30101\u2020source\u3011.", (1,)),
    "lines after a dagger": ("{} [1\u2020L3-L5].", (1,)),
    "a footnote": ("{} [^1].", (1,)),
    "a word in brackets": ("{} [Passage 1].", (1,)),
    "words in a list": ("{} [source 1, source 3].", (1, 3)),
    "a letter": ("{} [P2].", (2,)),
    "a hash": ("{} [#3].", (3,)),
    "words in round brackets": ("{} (Source 1).", (1,)),
    "several of them": ("{} (see passages 1 and 2).", (1, 2)),
    "a tag": ("{} <cite>1</cite>.", (1,)),
    "a tag with an attribute": ('{} <cite id="2"/>.', (2,)),
    "small print": ("{} <sup>2</sup>.", (2,)),
    "TeX": ("{} \\cite{{1,2}}.", (1, 2)),
    "a superscript": ("{}.\u00b9", (1,)),
    "a link": ("{} [1](https://evil.example/x?q=1).", (1,)),
    "a comma too many": ("{} [1,].", (1,)),
    "in front": ("[1] {}.", (1,)),
}
REFUSED = {
    "a number that was not shown": "{} [99].",
    "one of several that was not shown": "{} [1, 99].",
    "zero": "{} [0].",
    "a range the wrong way round": "{} [3-1].",
    "a range beyond reason": "{} [1-900].",
    "a title": "{} [Refund policy].",
    "a title with a version": "{} [Refund policy, v3].",
    "a file": "{} [refund-policy.md].",
    "never closed": "{} [1.",
    "round brackets alone": "{} (1).",
    "braces": "{} {{1}}.",
    "a number with a letter": "{} [1a].",
    "two numberings": "{}\u30102:1\u2020source\u3011.",
    "a placeholder": "{} [citation needed].",
    "an unknown tag": "{} <cite>the policy</cite>.",
    "an unknown key": "{} \\cite{{refund2025}}.",
}
KEPT = {
    "a measure": "The room has 20 m\u00b2.",
    "a longer measure": "The room has 20 metres\u00b2.",
    "an aside": "The window (2 weeks for gifts) is 30 days.",
    "a document in words": "The window is 30 days (Refund policy, v3).",
}


@pytest.mark.parametrize(("text", "labels"), READ.values(), ids=READ)
def test_what_can_mean_one_thing_only_is_read_and_taken_out(text: str, labels: tuple[int, ...]) -> None:
    found = read_markers(text.format(SAID), SHOWN)
    assert (found.labels, found.refused) == (labels, ())
    assert found.text.rstrip(".") == SAID


@pytest.mark.parametrize("text", REFUSED.values(), ids=REFUSED)
def test_what_only_looks_like_a_citation_is_refused_and_cites_nothing_it_does_not_name(text: str) -> None:
    found = read_markers(text.format(SAID), SHOWN)
    assert found.refused
    assert found.labels == ()


@pytest.mark.parametrize("text", KEPT.values(), ids=KEPT)
def test_what_is_no_citation_stays(text: str) -> None:
    found = read_markers(text, SHOWN)
    assert (found.text, found.labels, found.refused) == (text, (), ())


def test_images_and_links_are_taken_out_and_the_words_of_a_link_stay() -> None:
    found = read_markers(
        "See [more](https://evil.example) ![x](https://evil.example/i.png?d=1) www.evil.example [1].", SHOWN
    )
    assert (found.text, found.labels) == ("See more.", (1,))


@given(st.text(max_size=200), st.frozensets(st.integers(1, 30), max_size=10))
def test_no_text_ever_gives_a_label_that_was_not_shown(text: str, shown: frozenset[int]) -> None:
    assert set(read_markers(text, shown).labels) <= shown


@given(st.lists(st.integers(1, 30), min_size=1, max_size=5, unique=True))
def test_labels_keep_their_order_and_number(labels: list[int]) -> None:
    text = f"{SAID} {''.join(f'[{label}]' for label in labels)}."
    assert read_markers(text, range(1, 31)).labels == tuple(labels)
