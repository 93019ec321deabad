from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from pincite.errors import InputError
from pincite.evaluate.labels import Labelled, load_labels, matches
from pincite.questions import Found
from pincite.testing.desk import Desk

NewDesk = Callable[..., Desk]


def file_of(folder: Path, *lines: object) -> Path:
    file = folder / "queries.jsonl"
    texts = (line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in lines)
    file.write_text("\n".join(texts), encoding="utf-8")
    return file


def test_a_labelled_question_is_read_whole(tmp_path: Path) -> None:
    line = {
        "id": "q1",
        "question": "How long?",
        "kind": "numeric",
        "principal": {"tenant": "lumen", "groups": ["staff"]},
        "relevant": ["refund#Limits"],
        "none_of": ["14"],
        "as_of": "2024-05-01",
        "note": "a note of whoever wrote it",
    }
    (label,) = load_labels(file_of(tmp_path, line, ""))
    assert (label.id, label.kind, label.as_of) == ("q1", "numeric", date(2024, 5, 1))
    assert (label.principal.tenant, label.principal.groups) == ("lumen", ("staff",))
    assert (label.relevant, label.answerable) == (("refund#Limits",), True)


def test_the_queries_of_a_beir_set_are_labelled_questions(tmp_path: Path) -> None:
    (label,) = load_labels(file_of(tmp_path, {"_id": 7, "text": "How long?", "metadata": {"x": 1}}))
    assert (label.id, label.question, label.relevant) == ("7", "How long?", ())


def test_a_line_ends_at_a_line_break_and_at_no_other_mark(tmp_path: Path) -> None:
    labels = load_labels(
        file_of(tmp_path, {"id": "a", "question": "one\u2028two\x85three"}, {"id": "b", "question": "x"})
    )
    assert [label.question for label in labels] == ["one\u2028two\x85three", "x"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "Expecting property name"),
        ("5", "got 5"),
        ('"text"', 'got "text"'),
        ("[]", "got"),
        ({"id": "q2"}, "question"),
        ({"question": "x"}, "id"),
        ({"id": "q2", "question": " "}, "the question is empty"),
        ({"_id": "q2"}, "the question is empty"),
        ({"id": "q2", "question": "x", "relevent": ["a"]}, "unknown key 'relevent': did you mean 'relevant'"),
        ({"id": "q2", "question": "x", "none_of": ["("]}, "unterminated"),
        ({"id": "q2", "question": "x", "as_of": "soon"}, "date"),
        ({"id": "q2", "question": "x", "principal": {"groups": ["user:anna"]}}, "group names have no colon"),
        ({"id": "q1", "question": "x"}, "the id 'q1' stands in an earlier line"),
    ],
)
def test_a_line_that_is_no_labelled_question_is_named(tmp_path: Path, line: object, said: str) -> None:
    file = file_of(tmp_path, {"id": "q1", "question": "x"}, line)
    with pytest.raises(InputError) as caught:
        load_labels(file)
    assert caught.value.message.startswith(f"{file}, line 2: ")
    assert said in caught.value.message
    assert caught.value.facts["line"] == 2


def test_a_file_without_questions_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has no questions: expected one JSON object a line"):
        load_labels(file_of(tmp_path, "", " "))


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    for name in ("none", "binary"):
        with pytest.raises(InputError, match=rf"cannot read \S+{name}"):
            load_labels(tmp_path / name)


def label(**patterns: tuple[str, ...]) -> Labelled:
    return Labelled(id="q", question="x", **patterns)  # type: ignore[arg-type]  # a test's own keywords


def test_an_answer_is_accepted_when_all_some_and_no_patterns_match() -> None:
    wanted = label(all_of=("30", "days"), any_of=("refund", "return"), none_of=(r"\b14\b",))
    assert wanted.accepts("The refund window is 30 days")
    assert not wanted.accepts("The refund window is 30")
    assert not wanted.accepts("The window is 30 days")
    assert not wanted.accepts("The refund window is 30 days, was 14")


def test_what_is_secret_is_neither_accepted_nor_to_be_shown() -> None:
    wanted = label(secrets=("4471",), none_of=("desk",))
    assert wanted.shows_secret("call 4471")
    assert not wanted.shows_secret("the desk")
    assert wanted.betrays("the desk")
    assert not wanted.accepts("call 4471")


TERMS = """\
# Terms

## 7 Liability

### 7.2 Cap on all

The cap is 500 dollars."""


@pytest.mark.parametrize(
    "name", ["docs/my terms", "docs/my terms#cap on ALL", "docs/my terms#7.2", "docs/my terms#7.2 Cap on all"]
)
def test_a_label_names_a_document_a_heading_its_number_or_both_in_any_case(new_desk: NewDesk, name: str) -> None:
    assert matches(name, hit(new_desk))


def test_a_section_holds_what_stands_under_its_subheadings(new_desk: NewDesk) -> None:
    found = hit(new_desk)
    assert [name for name in ("Terms", "Liability", "7", "Cap") if matches(f"docs/my terms#{name}", found)] == [
        "Terms",
        "Liability",
        "7",
    ]


def test_a_label_may_be_written_as_trec_files_have_it(new_desk: NewDesk) -> None:
    assert matches("docs/my_terms#7.2_Cap_on_all", hit(new_desk))
    assert not matches("docs/my_terms#7.2_Cap", hit(new_desk))


def hit(new_desk: NewDesk) -> Found:
    desk = new_desk()
    desk.write("docs/my terms.md", TERMS)
    desk.sync()
    (found,) = desk.corpus.search("cap")
    return found
