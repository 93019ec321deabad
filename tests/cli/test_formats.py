"""How things are written, from hand-made values."""

from __future__ import annotations

import re
from dataclasses import replace

from pincite.answers import Answer, Claim, Conflict, Reason, Side, Status, Verdict
from pincite.cli.answers import answer_text, claim_line, events_text, rest_text
from pincite.cli.layout import columns, excerpt, fold, versioned, width
from pincite.cli.measures import comparison_text, result_text
from pincite.cli.page import page, terminal_view
from pincite.cli.progress import Meter
from pincite.cli.reports import report_json, report_text, scorecard_text
from pincite.cli.screen import inverted
from pincite.corpus import Cited
from pincite.documents import (
    Block,
    BlockKind,
    Cell,
    DocumentId,
    Part,
    Place,
    Revision,
    Skipped,
    Span,
    TenantId,
)
from pincite.evaluate import Outcome, Result, Slice
from pincite.pipeline.report import Report
from pincite.pipeline.scorecard import Scorecard
from pincite.testing.citations import make_citation
from pincite.trace import Event

TEXT = "# Refunds\n\nThe window is <30> days.\nAsk & wait.\n"
CITATION = replace(make_citation(span=Span(0, 27)), document=DocumentId("refunds"))
CLAIM = Claim(text="The refund window is 30 days.", citations=(1,), verdict=Verdict.QUOTED)


def unstyled(text: str) -> str:
    return re.sub(r"\x1b[0-9a-f]*\[\dm", "", text)


ANSWERED = Answer(question="?", status=Status.ANSWERED, text="x", claims=(CLAIM,), citations=(CITATION,))


QUOTE = Span(11, 35)


def cited(span: Span = QUOTE) -> Cited:
    heading = Block(kind=BlockKind.HEADING, span=Span(0, 9), level=1, title="Refunds", place=Place(line=5))
    paragraph = Block(kind=BlockKind.PARAGRAPH, span=Span(11, len(TEXT) - 1), place=Place(line=7))
    revision = Revision(
        tenant=TenantId("t"),
        document_id=DocumentId("refunds"),
        version="3",
        topic="refunds",
        title='Refunds "<now>"',
        text=TEXT,
        blocks=(heading, paragraph),
        access=("public",),
        source="policies",
        path="policies/refunds.md",
        language="en",
    )
    return Cited(label=1, revision=revision, span=span, place=paragraph.place)


def test_an_answer_has_its_sentences_a_blank_line_and_one_line_per_source() -> None:
    assert answer_text(ANSWERED) == (
        "The refund window is 30 days (Refund policy, v3) [1].\n\n"
        '[1] Refund policy, v3, Limits: "| Refund window | 30 days |"  policies/refund-v3.md'
    )


def test_an_abstention_has_its_sentence_the_reason_and_what_is_missing() -> None:
    abstained = Answer(
        question="?",
        status=Status.ABSTAINED,
        text="The pages that you may read do not answer this.",
        reason=Reason.EVIDENCE_INSUFFICIENT,
        missing=("the refund window", "the cap"),
    )
    first, blank, reason, *missing = answer_text(abstained).splitlines()
    assert (first, blank) == (abstained.text, "")
    assert reason.startswith("Reason: evidence_insufficient (")
    assert missing == ["Not found: the refund window", "Not found: the cap"]


def test_a_conflict_names_both_sides_and_which_governs() -> None:
    sides = (Side(value="30 days", citation=1), Side(value="14 days", citation=2))
    open_one = Conflict(about="the window", sides=sides)
    settled = Conflict(about="the window", sides=sides, authority=1, reason="supersedes")
    answer = Answer(question="?", status=Status.ANSWERED, text="x", conflicts=(open_one, settled))
    first, second = rest_text(answer).splitlines()
    assert (
        first == 'The sources disagree on the window: "30 days" [1] against "14 days" [2]; nothing says which governs'
    )
    assert second.endswith("; [1] governs (supersedes)")


def test_a_claim_keeps_its_end_mark_after_the_markers() -> None:
    assert claim_line(CLAIM) == "The refund window is 30 days [1]."
    assert claim_line(Claim(text="30 days", citations=(1, 2), verdict=Verdict.QUOTED)) == "30 days [1] [2]."


def test_events_are_a_table_with_details_that_say_something() -> None:
    event = Event(kind="route", stage="retrieve", title="search", detail={"hits": 3, "reason": ""}, ms=1.25)
    assert events_text([event]).splitlines()[1].split() == ["retrieve", "route", "1.2", "search", "hits", "3"]


def test_columns_are_aligned_also_where_letters_are_wide() -> None:
    first, second, third = columns(("A", "N"), [("日本", 1), ("b", 10)], right=frozenset({1})).splitlines()
    assert width(first) == width(second) == width(third) == 8


def test_a_cell_is_one_line_and_steers_no_terminal() -> None:
    assert fold("a\n b\x1b[31m") == "a b[31m"


def test_an_excerpt_shows_the_first_of_the_words_that_were_asked_for() -> None:
    text = "start " + "filler " * 100 + "the refund window is open " + "filler " * 100
    shown = unstyled(excerpt(text, ["refund"], length=80))
    assert "refund window" in shown
    assert shown.startswith("…")
    assert shown.endswith("…")
    assert len(shown) <= 80


def test_a_short_text_is_its_own_excerpt() -> None:
    assert excerpt("Nothing more.") == "Nothing more."


def test_a_number_is_a_version_with_a_v_and_a_date_is_not() -> None:
    assert [versioned("P", v) for v in ("3", "1.10", "2025-03-01", "C", "")] == [
        "P, v3",
        "P, v1.10",
        "P, 2025-03-01",
        "P, C",
        "P",
    ]


def test_a_page_marks_the_quote_once_and_escapes_everything() -> None:
    made = page(cited())
    assert '<mark id="quote">The window is &lt;30&gt; days.</mark>' in made
    assert made.count("<mark") == 1
    assert "<title>[1] Refunds &quot;&lt;now&gt;&quot;, v3</title>" in made
    assert "Ask &amp; wait." in made


def test_a_quote_over_two_blocks_is_marked_in_both_and_scrolled_to_once() -> None:
    made = page(cited(Span(2, 20)))
    assert made.count("<mark") == 2
    assert made.count('id="quote"') == 1


def test_a_quoted_row_is_marked_in_the_cells_of_its_table() -> None:
    text = "| A | <b> |\n"
    cells = (Cell(span=Span(2, 3), column=0), Cell(span=Span(6, 9), column=1))
    table = Block(kind=BlockKind.TABLE, span=Span(0, 11), parts=(Part(span=Span(0, 11), cells=cells),))
    made = page(replace(cited(Span(0, 11)), revision=replace(cited().revision, text=text, blocks=(table,))))
    assert '<mark id="quote">A</mark></td>' in made
    assert "<mark>&lt;b&gt;</mark></td>" in made


def test_a_page_loads_nothing() -> None:
    made = page(cited())
    assert "default-src 'none'" in made
    assert "http://" not in made
    assert "https://" not in made


def test_the_terminal_view_numbers_lines_as_the_file_does_and_inverts_the_quote() -> None:
    shown = terminal_view(cited())
    assert inverted("The window is <30> days.") in shown
    assert unstyled(shown).splitlines() == [
        '[1] Refunds "<now>", v3, Refunds  policies/refunds.md',
        "",
        "  5  # Refunds",
        "  6",
        "> 7  The window is <30> days.",
        "  8  Ask & wait.",
        "  9",
    ]


REPORT = Report(
    added=2,
    changed=1,
    skipped=(Skipped(path="p/x.bin", reason="p/x.bin is binary: expected text;\ntake it out", error="Damaged"),),
    closed=("p/y.md",),
    n_files=1200,
    n_chunks=9,
    n_embedded=1,
    n_reused=20,
    seconds=3.21,
)


def test_a_report_has_every_count_and_each_reason_on_one_line() -> None:
    assert report_text(REPORT).splitlines() == [
        "2 added, 1 changed, 0 unchanged, 0 deleted, 1 skipped; 1,200 files in 3.2 s",
        "9 chunks read; 1 text embedded, 20 reused",
        "Skipped; their text in the corpus stays as it was:",
        "  p/x.bin is binary: expected text; take it out",
        "Readable by nobody from now on, since the rule that gave access is gone or cannot be read:",
        "  p/y.md",
    ]


def test_of_many_that_were_skipped_twenty_are_shown_and_every_one_with_v() -> None:
    many = replace(
        REPORT, skipped=tuple(Skipped(path=f"p/{n}", reason=f"p/{n} is empty", error="Damaged") for n in range(83))
    )
    assert "  … and 63 more (-v lists all)" in report_text(many).splitlines()
    assert sum(line.endswith(" is empty") for line in report_text(many, verbose=True).splitlines()) == 83


def test_a_report_as_json_has_the_reasons_too() -> None:
    shape = report_json(REPORT)
    assert shape["skipped"][0]["error"] == "Damaged"
    assert (shape["added"], shape["sequence"], shape["scorecard"]) == (2, None, None)


def test_the_scorecard_says_what_usually_goes_wrong_and_what_to_try() -> None:
    card = Scorecard(
        n_documents=2,
        n_revisions=5,
        n_several_versions=1,
        readers={"public": 1, "nobody": 1},
        identifiers={"order": 10},
        n_tables=3,
        n_cut_tables=1,
        languages={"en": 5},
        hidden=("a.html",),
        questions=("What is it?", 'What is "it"?'),
    )
    shown = scorecard_text(card)
    assert "  readers      public: 1; nobody: 1\n" in shown
    assert "3, of which a cut every 500 characters would split 1" in shown
    assert "found in 1 file, never indexed: a.html" in shown
    assert shown.endswith('Try\n  pincite ask "What is it?"\n  pincite ask \'What is "it"?\'')


def outcome(**changes: object) -> Outcome:
    stated: dict[str, object] = {
        "id": "q1",
        "kind": "lookup",
        "question": "How long?",
        "answerable": True,
        "ranking": (("a#b", 1.0),),
        "gained": ("a#b",),
        "labels": {"a#b": 1},
        "current": (True,),
        "leaks": 0,
    }
    return Outcome(**{**stated, **changes})  # type: ignore[arg-type]  # a test's own keywords


def result(recall: float | None, *outcomes: Outcome) -> Result:
    return Result(
        slices=(Slice(name="all", n=len(outcomes), values={"recall@3": recall, "leaks": 0.0}),),
        outcomes=outcomes,
        facts={"sequence": 3},
    )


def test_measures_list_the_questions_that_missed_something() -> None:
    shown = result_text(result(0.5, outcome(), outcome(id="q2", gained=(None,), leaks=2)))
    assert "1 question with something amiss:\n  q2  How long?: 1 of 1 labels not in the first 1; 2 leaks" in shown
    assert shown.endswith("sequence 3")


def test_a_measure_of_nothing_is_a_dash_and_never_a_number() -> None:
    assert result_text(result(None)).splitlines()[1].split() == ["all", "0", "-", "0"]


def test_a_comparison_shows_the_change_and_where_the_two_part() -> None:
    shown = comparison_text(result(1.0, outcome()), result(0.0, outcome(gained=(None,))), ("a.toml", "b.toml"))
    assert shown.splitlines()[1].split() == ["recall@3", "1.000", "0.000", "-1.000"]
    *_, last, blank, results = shown.splitlines()
    assert (last, blank) == ("  q1  How long?: found at 1 against nothing found", "")
    assert re.fullmatch("results [0-9a-f]{12} and [0-9a-f]{12}", results)


def test_progress_shows_only_steps_of_more_than_a_second() -> None:
    written: list[str] = []
    now = [0.0]
    with Meter(written.append, clock=lambda: now[0]) as meter:
        for now[0], done in ((0.0, 0), (0.5, 1), (1.5, 2), (1.55, 3), (2.0, 4)):
            meter("read", done, 4)
    assert [text.split("]")[-1] for text in written[:-1]] == [" 2/4", " 4/4"]
    assert written[-1] == "\r\x1b[K"


def test_progress_of_quick_steps_writes_nothing() -> None:
    written: list[str] = []
    with Meter(written.append, clock=lambda: 0.0) as meter:
        meter("read", 1, 1)
    assert written == []
