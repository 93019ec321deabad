"""A document that only its file's name tells apart is found by that name, and answers where the question says it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pincite.config import load
from pincite.corpus import Corpus

SETTINGS = '[[sources]]\nname = "docs"\npath = "docs"\naccess = ["public"]\n'
AGREEMENT = """# Promotion agreement

## Term

This agreement lasts for {term} from the effective date.

## Termination

{who} may terminate this agreement upon written notice.
"""


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Corpus]:
    folder = tmp_path_factory.mktemp("agreements")
    (folder / "docs").mkdir()
    (folder / "pincite.toml").write_text(SETTINGS)
    write(folder / "docs/WHITESMOKE,INC_2011-PROMOTION.md", term="two years", who="Either party")
    write(folder / "docs/BrindleWorks_2014-PROMOTION.md", term="nine years", who="The publisher")
    with Corpus(load(folder, env={})) as corpus:
        corpus.sync()
        yield corpus


def write(file: Path, *, term: str, who: str) -> None:
    file.write_text(AGREEMENT.format(term=term, who=who))


@pytest.mark.parametrize(
    ("question", "document"),
    [("whitesmoke agreement termination", "WHITESMOKE"), ("brindle agreement termination", "Brindle")],
)
def test_its_chunks_are_found_by_the_words_of_its_name(corpus: Corpus, question: str, document: str) -> None:
    assert document in corpus.search(question, route="lexical")[0].document


@pytest.mark.parametrize(
    ("question", "answer", "other"),
    [
        ("Who may terminate the WhiteSmoke agreement?", "Either party", "The publisher"),
        ("Who may terminate the Brindle agreement?", "The publisher", "Either party"),
        ("How long does the Brindle agreement last?", "nine years", "two years"),
        ("How long does the WhiteSmoke agreement last?", "two years", "nine years"),
    ],
)
def test_the_one_that_a_question_names_answers_it_alone(corpus: Corpus, question: str, answer: str, other: str) -> None:
    said = corpus.ask(question).text
    assert (answer in said, other in said) == (True, False)


def test_two_agreements_that_last_for_different_times_do_not_contradict(corpus: Corpus) -> None:
    assert corpus.ask("How long does the agreement last?").conflicts == ()


def test_two_copies_of_one_agreement_that_differ_do(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "pincite.toml").write_text(SETTINGS)
    write(tmp_path / "docs/whitesmoke_draft.md", term="two years", who="Either party")
    write(tmp_path / "docs/whitesmoke_signed.md", term="nine years", who="Either party")
    with Corpus(load(tmp_path, env={})) as corpus:
        corpus.sync()
        (conflict,) = corpus.ask("How long does the WhiteSmoke agreement last?").conflicts
    assert {side.value for side in conflict.sides} == {"two years", "nine years"}
