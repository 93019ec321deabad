"""Laws of quoting: what is cited stands where it is said to stand, whatever was drafted."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.answers import Draft, DraftClaim, Passage, Quote
from pincite.attribute import AttributeSettings, build
from pincite.documents import Span
from pincite.generate import GenerateSettings
from pincite.generate import build as build_generator
from pincite.testing.passages import passages_of

WORDS = st.sampled_from(
    ["refund", "window", "30 days", "$500", "not", "may", "must", "Oslo", "gift", "cards", "**bold**", "paid"]
)
SENTENCE = st.lists(WORDS, min_size=2, max_size=7).map(lambda ws: " ".join(ws).capitalize() + ".")
ROW = st.tuples(WORDS, WORDS).map(lambda cells: f"| {cells[0]} | {cells[1]} |")
TABLE = st.lists(ROW, min_size=1, max_size=3).map(lambda rows: "\n".join(["| What | Value |", "| --- | --- |", *rows]))
ITEMS = st.lists(SENTENCE, min_size=1, max_size=3).map(lambda items: "\n".join(f"- {item}" for item in items))
BLOCK = st.one_of(
    st.lists(SENTENCE, min_size=1, max_size=3).map(" ".join), TABLE, ITEMS, WORDS.map(lambda w: f"## {w}")
)
PAGE = st.lists(BLOCK, min_size=1, max_size=5).map(lambda blocks: "# Page\n\n" + "\n\n".join(blocks) + "\n")
PAGES = st.lists(PAGE, min_size=1, max_size=3)
QUOTE = st.builds(
    Quote,
    label=st.integers(0, 4),
    span=st.none() | st.tuples(st.integers(0, 80), st.integers(0, 60)).map(lambda se: Span(se[0], se[0] + se[1])),
    text=st.just("") | SENTENCE | WORDS,
)
CLAIM = st.builds(DraftClaim, text=SENTENCE, quotes=st.lists(QUOTE, max_size=2).map(tuple))


def verbatim(passages: tuple[Passage, ...], draft: Draft) -> bool:
    """Tell whether everything that is cited is cut from a passage's revision, inside what was shown."""
    texts = {p.permit.revision.document_id: p for p in passages}
    found = build(AttributeSettings()).attribute("", draft, passages)
    cited = [label for claim in found.claims for label in claim.citations]
    assert list(dict.fromkeys(cited)) == [c.label for c in found.citations] == list(range(1, len(found.citations) + 1))
    return all(
        c.quote
        and c.quote == c.span.cut(texts[c.document].permit.revision.text)
        and texts[c.document].span.contains(c.span)
        for c in found.citations
    )


@settings(max_examples=40, deadline=None)
@given(pages=PAGES, claims=st.lists(CLAIM, max_size=3))
def test_whatever_is_drafted_only_shown_words_are_cited_and_labels_count_from_one(
    pages: list[str], claims: list[DraftClaim]
) -> None:
    assert verbatim(passages_of(*pages), Draft(claims=tuple(claims)))


@settings(max_examples=40, deadline=None)
@given(pages=PAGES, question=st.lists(WORDS, min_size=1, max_size=5).map(" ".join))
def test_what_the_extractive_generator_says_always_passes_the_checks(pages: list[str], question: str) -> None:
    passages = passages_of(*pages)
    draft = build_generator(GenerateSettings()).draft(question, passages)
    assert verbatim(passages, draft)
    assert build(AttributeSettings()).attribute("", draft, passages).rejected == ()
