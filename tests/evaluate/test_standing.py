from __future__ import annotations

from collections.abc import Callable

import pytest

from pincite.errors import InputError
from pincite.evaluate.standing import checked
from pincite.testing.desk import Desk

NewDesk = Callable[..., Desk]


@pytest.fixture
def desk(new_desk: NewDesk) -> Desk:
    made = new_desk()
    made.write("docs/refund.md", "# Refund policy\n\nx\n\n## 2. Refund limits\n\nThirty days.")
    made.sync()
    return made


def test_a_label_that_names_no_document_or_section_is_warned_of_by_name(desk: Desk) -> None:
    labels = {"q1": ["docs/refund", "docs/refunds"], "q2": ["docs/refund#Limits", "docs/refund#Refund limits"]}
    assert checked(desk.corpus, labels) == (
        "question q1: the corpus holds no document of label 'docs/refunds'",
        "question q2: no version of 'docs/refund' has the section of label 'docs/refund#Limits'",
    )


def test_labels_as_trec_files_have_them_are_known(desk: Desk) -> None:
    assert checked(desk.corpus, {"q": ["docs/refund#Refund_limits", "docs/refund#2"]}) == ()


def test_labels_none_of_which_is_known_are_refused(desk: Desk) -> None:
    with pytest.raises(InputError, match="none of 2 labels names a document that the corpus holds, such as '4983'"):
        checked(desk.corpus, {"a": ["4983"], "b": ["4984"]})


def test_questions_without_labels_are_let_be(desk: Desk) -> None:
    assert checked(desk.corpus, {"a": [], "b": []}) == ()
