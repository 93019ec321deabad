from __future__ import annotations

from dataclasses import replace

import pytest

from pincite.answers import Passage
from pincite.assemble import AssembleSettings, build
from pincite.assemble.section import Sections, clear
from pincite.documents import Chunk, Span
from pincite.errors import ConfigError
from pincite.protocols import Packed
from pincite.questions import Hit
from pincite.testing.embedder import WordTokenizer
from pincite.testing.points import make_scope
from pincite.testing.shelf import Page, Shelf, found, question

LONG = """# Terms

One one one.

Two two two.

Three three three.

Four four four.

Five five five.

# Other

Six six six.
"""
HIDDEN = "# Terms\n\nOne one.\n\n<!-- not for you -->\n\nTwo two.\n\nThree three.\n\n~~ page 3 ~~\n\nFour four."
SHELF = Shelf((Page(id="long", text=LONG), Page(id="hidden", text=HIDDEN)))


def chunk(word: str) -> Chunk:
    return next(each for each in SHELF.chunks.values() if word in each.text)


def assembled(*words: str, passage: int, total: int = 500, k: int = 5) -> Packed:
    hits = [Hit(chunk_id=chunk(word).chunk_id, score=1 / at) for at, word in enumerate(words, start=1)]
    settings = AssembleSettings(passage_tokens=passage, total_tokens=total)
    query = question("How many?")
    return build(settings, tokenizer=WordTokenizer()).assemble(query, found(SHELF, hits, scope=make_scope()), k=k)


def texts(passages: tuple[Passage, ...]) -> list[str]:
    return [" / ".join(passage.text.split("\n\n")) for passage in passages]


def test_a_hit_is_widened_to_its_whole_section_with_the_heading_where_that_fits() -> None:
    section = LONG[: LONG.index("# Other")].strip()
    assert [p.text for p in assembled("Three three three", passage=50).passages] == [section]


def test_a_section_that_does_not_fit_is_shown_around_the_hit_as_far_as_it_fits() -> None:
    passages = assembled("Three three three", passage=12).passages
    assert texts(passages) == ["Two two two. / Three three three. / Four four four."]


def test_a_chunk_that_is_longer_than_a_passage_may_be_is_shown_as_it_is() -> None:
    assert texts(assembled("Three three three", passage=1).passages) == ["Three three three."]


def test_widening_never_leaves_the_section() -> None:
    assert texts(assembled("Six six", passage=400).passages) == ["# Other / Six six six."]


def test_widening_stops_at_hidden_blocks_and_furniture() -> None:
    assert texts(assembled("Two two.", passage=400).passages) == ["Two two. / Three three."]


def test_two_hits_of_one_section_become_one_passage() -> None:
    result = assembled("Three three three", "Five five", passage=50)
    assert (len(result.passages), [drop.reason for drop in result.dropped]) == (1, ["duplicate"])


def test_overlapping_passages_merge_where_both_fit_one() -> None:
    result = assembled("Two two two", "Four four four", passage=16)
    assert texts(result.passages) == ["One one one. / Two two two. / Three three three. / Four four four."]
    assert [drop.reason for drop in result.dropped] == ["duplicate"]


def test_overlapping_passages_that_do_not_fit_one_share_nothing() -> None:
    result = assembled("Two two two", "Four four four", passage=12)
    assert texts(result.passages) == [
        "One one one. / Two two two. / Three three three.",
        "Four four four. / Five five five.",
    ]


def test_a_passage_shrinks_to_its_chunk_before_it_is_dropped_for_the_budget() -> None:
    result = assembled("Three three three", passage=50, total=5)
    assert (texts(result.passages), result.dropped) == (["Three three three."], ())


def test_what_belongs_to_a_chunk_is_shown_with_it_before_its_neighbours() -> None:
    three, header = chunk("Three three three"), chunk("One one one").span
    with_header = replace(three, context=(header,))
    permit = found(SHELF, [Hit(chunk_id=three.chunk_id, score=1.0)], scope=make_scope())[0].permit
    sections = Sections(AssembleSettings(passage_tokens=13), WordTokenizer())
    span = sections.widen(replace(permit, chunk=with_header))
    assert span == Span(header.start, three.span.end)


def test_the_clear_part_of_a_section_is_all_of_it_where_nothing_is_hidden() -> None:
    permit = found(SHELF, [Hit(chunk_id=chunk("Six six").chunk_id, score=1.0)], scope=make_scope())[0].permit
    assert clear(permit) == permit.chunk.parent


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("passage_tokens", 0, "assemble.passage_tokens is 0: expected at least 1 token"),
        ("total_tokens", -5, "assemble.total_tokens is -5: expected at least 1 token"),
        ("least_score", -0.1, "assemble.least_score is -0.1: expected at least 0"),
    ],
)
def test_settings_that_cannot_be_used_are_refused(name: str, value: float, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        AssembleSettings(**{name: value})  # type: ignore[arg-type]  # wrong on purpose
