"""What an answer looks like when it is printed."""

from __future__ import annotations

from pincite.answers import Answer, Citation, Status
from pincite.documents import ChunkId, DocumentId, Place, Span

CITED = Citation(
    label=1,
    document=DocumentId("refund"),
    title="Refund policy",
    version="3",
    section="Limits",
    section_number=None,
    source="policies/refund.md",
    place=Place(),
    quote="| Refund window |\n30 days |",
    span=Span(0, 26),
    chunk_id=ChunkId("0" * 32),
)


def test_a_printed_answer_is_its_text_and_a_line_for_each_citation() -> None:
    answer = Answer(
        question="How long?", status=Status.ANSWERED, text="The refund window is 30 days [1].", citations=(CITED,)
    )
    assert str(answer) == (
        'The refund window is 30 days [1].\n[1] Refund policy, Limits: "| Refund window | 30 days |"'
    )


def test_a_printed_abstention_is_the_sentence_that_says_so() -> None:
    assert (
        str(Answer(question="Who?", status=Status.ABSTAINED, text="Nothing answers this.")) == "Nothing answers this."
    )
