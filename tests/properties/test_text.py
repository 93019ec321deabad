from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.text.dates import dates
from pincite.text.identifiers import find, normalise
from pincite.text.languages import detect
from pincite.text.markup import plain
from pincite.text.numbers import quantities
from pincite.text.sentences import sentences
from pincite.text.words import words

PIECES = st.sampled_from(
    [
        *(
            "O-48214",
            "o\u201348211",
            "O 48216",
            "SRB-5030",
            "WPW10348269",
            "IL-6",
            "clause 7.2",
            "\u00a7 4",
            "30 days",
            "$5,000.00",
        ),
        *(
            "thirty (30)",
            "95%",
            "1 March 2025",
            "2025-03-01",
            "e.g.",
            "No. 5",
            "7.2 The",
            "**bold.**",
            "[a](b)",
            "`c. D`",
        ),
        *(
            "word",
            "End.",
            "?!",
            "(x)",
            "-",
            "\u2013",
            "\n",
            "\n\n",
            "- ",
            "| a | b |",
            "# ",
            "…",
            "。",
            "退款",
            "\u0301",
            "\U0001f600",
            "<!--",
            "-->",
        ),
    ]
)
TEXTS = st.one_of(
    st.text(max_size=200),
    st.lists(st.tuples(PIECES, st.sampled_from(["", " "]))).map(lambda ps: "".join(a + b for a, b in ps)),
)
QUICK = settings(max_examples=50, deadline=None)


@QUICK
@given(TEXTS)
def test_an_identifier_is_what_its_span_normalises_to(text: str) -> None:
    found = find(text)
    assert [normalise(f.span.cut(text)) for f in found] == [f.key for f in found]
    assert all(a.span.end <= b.span.start for a, b in pairwise(found))


@QUICK
@given(TEXTS)
def test_normalising_twice_changes_nothing(text: str) -> None:
    assert normalise(normalise(text)) == normalise(text)


@QUICK
@given(TEXTS, st.sampled_from(["en", "de", "zh", "ar", "xx"]))
def test_every_character_stands_in_exactly_one_sentence(text: str, language: str) -> None:
    spans = sentences(text, language=language)
    assert all(a.end <= b.start for a, b in pairwise(spans))
    covered = "".join(span.cut(text) for span in spans)
    assert "".join(covered.split()) == "".join(text.split())
    assert all(span.cut(text) == span.cut(text).strip() != "" for span in spans)


@QUICK
@given(TEXTS)
def test_words_quantities_and_dates_are_cut_from_the_text_in_order(text: str) -> None:
    assert all(word.span.cut(text) == word.text for word in words(text))
    for spans in ([q.span for q in quantities(text)], [d.span for d in dates(text)]):
        assert spans == sorted(spans)
        assert all(len(span) for span in spans)


@QUICK
@given(TEXTS)
def test_plain_text_is_one_line_and_stays_as_it_is(text: str) -> None:
    once = plain(text)
    assert once == " ".join(once.split())


@QUICK
@given(TEXTS)
def test_a_language_is_always_told(text: str) -> None:
    assert 2 <= len(detect(text)) <= 3
