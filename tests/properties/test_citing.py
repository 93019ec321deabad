"""Whatever style a model cites in, and in whatever order passages are shown, a claim cites the document it named."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.answers import Passage, Usage
from pincite.attribute import AttributeSettings
from pincite.attribute import build as build_attributor
from pincite.generate.structured import read_prose
from pincite.testing.passages import passages_of

TOWNS = ("Oslo", "Lima", "Bonn", "Kyiv", "Rome", "Cork", "Faro", "Graz", "Hull", "Nice")
PAGES = passages_of(
    *(f"# {town} office\n\nThe {town} office has {at + 11} desks.\n" for at, town in enumerate(TOWNS * 3))
)
STYLES = (
    "{} [{}].",
    "{} [[{}]].",
    "{}\u3010{}\u2020source\u3011.",
    "{} [^{}].",
    "{} (Source {}).",
    "{} (see passage {}).",
    "{} <cite>{}</cite>.",
    '{} <ref id="{}"/>.',
    "{} \\cite{{{}}}.",
    "{} [{}](https://elsewhere.example/{}).",
    "{} [P{}].",
    "{} [passage {}].",
    "{} \uff3b{}\uff3d.",
    "{}.[{}]",
)
ATTRIBUTOR = build_attributor(AttributeSettings())


def said(passage: Passage) -> str:
    return passage.text.strip().splitlines()[-1].rstrip(".")


@pytest.mark.parametrize("style", STYLES)
@given(st.permutations(range(5)), st.integers(0, 4))
@settings(max_examples=6)
def test_the_order_of_passages_changes_no_citation(style: str, order: list[int], about: int) -> None:
    shown = tuple(PAGES[at] for at in order)
    named = PAGES[about]
    text = style.format(said(named), named.label, named.label)
    draft = read_prose(text, passages=shown, usage=Usage())
    result = ATTRIBUTOR.attribute("", draft, shown)
    assert [c.document for c in result.citations] == [named.permit.revision.document_id]


@given(st.permutations(range(5)), st.integers(0, 4))
@settings(max_examples=20)
def test_other_labels_for_the_same_passages_lead_to_the_same_documents(order: list[int], about: int) -> None:
    shown = tuple(replace(PAGES[at], label=label) for label, at in enumerate(order, start=1))
    label = order.index(about) + 1
    draft = read_prose(f"{said(PAGES[about])} [{label}].", passages=shown, usage=Usage())
    result = ATTRIBUTOR.attribute("", draft, shown)
    assert [c.document for c in result.citations] == [PAGES[about].permit.revision.document_id]


@pytest.mark.parametrize("k", [3, 5, 10, 30])
def test_many_passages_keep_their_citations(k: int) -> None:
    shown = PAGES[:k]
    text = " ".join(f"{said(passage)} [{passage.label}]." for passage in shown)
    result = ATTRIBUTOR.attribute("", read_prose(text, passages=shown, usage=Usage()), shown)
    assert len(result.claims) == k
    assert [c.document for c in result.citations] == [p.permit.revision.document_id for p in shown]


@pytest.mark.parametrize("style", STYLES)
def test_a_label_of_nothing_shown_cites_nothing(style: str) -> None:
    text = style.format(said(PAGES[0]), 77, 77)
    result = ATTRIBUTOR.attribute("", read_prose(text, passages=PAGES[:5], usage=Usage()), PAGES[:5])
    assert (result.claims, result.citations) == ((), ())
