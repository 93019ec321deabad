"""The examples orbeck and atlas: every labelled question is answered from what governs, or honestly not at all."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

import pincite
from pincite.answers import Answer, Reason, Status
from pincite.evaluate.labels import Labelled, load_labels

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
TODAY = date(2026, 11, 30)

pytestmark = pytest.mark.slow


def copied(name: str, folder: Path) -> Path:
    shutil.copytree(EXAMPLES / name, folder / name, ignore=shutil.ignore_patterns(".pincite"))
    return folder / name


@pytest.fixture(scope="module")
def orbeck(tmp_path_factory: pytest.TempPathFactory) -> Iterator[pincite.Corpus]:
    with pincite.open(copied("orbeck", tmp_path_factory.mktemp("examples"))) as corpus:
        corpus.sync()
        yield corpus


@pytest.fixture(scope="module")
def atlas(tmp_path_factory: pytest.TempPathFactory) -> Iterator[pincite.Corpus]:
    with pincite.open(copied("atlas", tmp_path_factory.mktemp("examples"))) as corpus:
        corpus.sync()
        yield corpus


def asked(corpus: pincite.Corpus, labelled: Labelled) -> Answer:
    return corpus.ask(labelled.question, as_of=labelled.as_of or TODAY, applies_to=labelled.applies_to)


def wrong(corpus: pincite.Corpus, name: str) -> list[str]:
    """Return the ids of the labelled questions whose answer or citations are not as labelled."""
    found = []
    for labelled in load_labels(EXAMPLES / name / "eval" / "queries.jsonl"):
        answer = asked(corpus, labelled)
        cites = {str(citation.document) for citation in answer.citations}
        right = labelled.accepts(answer.text) and cites == {each.partition("#")[0] for each in labelled.cites}
        if not (right if labelled.answerable else not answer.claims and not labelled.betrays(answer.text)):
            found.append(f"{labelled.id}: {answer.text}")
    return found


def test_all_20_questions_of_orbeck_are_right(orbeck: pincite.Corpus) -> None:
    assert len(load_labels(EXAMPLES / "orbeck" / "eval" / "queries.jsonl")) == 20
    assert wrong(orbeck, "orbeck") == []


def test_all_questions_of_atlas_are_right(atlas: pincite.Corpus) -> None:
    assert wrong(atlas, "atlas") == []


def test_with_no_revision_named_both_limits_are_given_and_which_is_meant_is_asked(orbeck: pincite.Corpus) -> None:
    answer = orbeck.ask("Maximum input voltage?")
    assert (answer.status, answer.reason) == (Status.PARTIAL, Reason.NEEDS_APPLIES_TO)
    assert {claim.applies_to for claim in answer.claims} == {("A",), ("B", "C")}
    assert "soak-2022-11" not in {citation.document for citation in answer.citations}


def test_last_weeks_report_does_not_say_that_this_week_is_on_track(atlas: pincite.Corpus) -> None:
    answer = atlas.ask("Is Atlas on track this week?", as_of=date(2026, 11, 27))
    assert (answer.status, answer.reason, answer.claims) == (Status.ABSTAINED, Reason.STALE_ONLY, ())
    assert "on track" not in answer.text


def test_an_answer_from_an_old_report_carries_a_warning(atlas: pincite.Corpus) -> None:
    (warning,) = atlas.ask("How many of the robots have arrived?", as_of=TODAY).warnings
    assert warning.endswith("is of 2026-11-20, 10 days before 2026-11-30: past its max_age of 6 days")


def test_an_earlier_report_is_not_read_as_of_a_day_before_it(atlas: pincite.Corpus) -> None:
    answer = atlas.ask("Is Atlas at risk?", as_of=date(2026, 11, 14))
    assert [citation.document for citation in answer.citations] == ["report-2026-w46"]
