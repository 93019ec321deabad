from __future__ import annotations

from collections.abc import Callable

import pytest

from pincite.cli.tables import table_json
from pincite.errors import QueryError
from pincite.pipeline.table import Table
from pincite.questions import Principal
from pincite.testing.desk import Desk

NewDesk = Callable[..., Desk]
SETTINGS = """\
[[sources]]
name = "docs"
path = "docs"
access = ["public"]
[[sources]]
name = "staff"
path = "staff"
access = ["staff"]
"""
ASKED = "Which of our contracts cap liability, and at how much?"


@pytest.fixture
def desk(new_desk: NewDesk) -> Desk:
    made = new_desk(SETTINGS)
    made.write("docs/one.md", "# One\n\n## Liability\n\nLiability shall not exceed EUR 500,000.")
    made.write("docs/two.md", "# Two\n\n## Liability\n\nThe liability of the keeper is not limited in amount.")
    made.write(
        "docs/three.md",
        "# Three\n\n## Limits\n\n| Kind | Limit of liability in GBP |\n|---|---|\n| Each claim | 20,000 |",
    )
    made.write("docs/four.md", "# Four\n\n## Rent\n\nThe rent is EUR 900 a month.")
    made.write("staff/secret.md", "# Secret\n\n## Liability\n\nLiability is capped at EUR 9,000,000.")
    made.sync()
    return made


def values(table: Table) -> dict[str, str]:
    return {row.document: row.value for row in table.rows}


def test_every_document_in_scope_has_one_row_and_says_where_it_stands(desk: Desk) -> None:
    table = desk.corpus.table(ASKED)
    assert values(table) == {"docs/four": "", "docs/one": "EUR 500,000", "docs/three": "20,000 GBP", "docs/two": ""}
    assert table.coverage == "4 of 4 contracts read; found in 2, not found in 2"
    quotes = {citation.label: citation.quote for citation in table.citations}
    assert [quotes[label] for row in table.rows for label in row.citations] == [
        "Liability shall not exceed EUR 500,000.",
        "| Each claim | 20,000 |",
    ]


def test_what_may_not_be_read_has_no_row_and_is_in_no_count(desk: Desk) -> None:
    staff = desk.corpus.table(ASKED, principal=Principal(tenant="default", groups=["staff"]))
    assert values(staff)["staff/secret"] == "EUR 9,000,000"
    assert not any("secret" in repr(each) for each in (desk.corpus.table(ASKED),))
    assert desk.corpus.table(ASKED).n_documents == 4


def test_documents_narrow_the_rows(desk: Desk) -> None:
    assert list(values(desk.corpus.table(ASKED, documents=["docs/one", "staff/secret"]))) == ["docs/one"]


def test_totals_are_computed_over_the_rows_by_unit(desk: Desk) -> None:
    staff = Principal(tenant="default", groups=["staff"])
    table = desk.corpus.table("What is the highest cap on liability in our contracts?", principal=staff)
    totals = {(each.kind, each.unit): (int(each.value), each.documents) for each in table.totals}
    assert table.asked == ("maximum",)
    assert totals["count", ""] == (3, ("docs/one", "docs/three", "staff/secret"))
    assert totals["sum", "EUR"] == (9_500_000, ("docs/one", "staff/secret"))
    assert totals["maximum", "EUR"] == (9_000_000, ("staff/secret",))
    assert totals["minimum", "GBP"] == (20_000, ("docs/three",))


def test_a_reader_of_nothing_gets_a_table_without_rows(desk: Desk) -> None:
    table = desk.corpus.table(ASKED, principal=Principal(tenant="elsewhere"))
    assert (table.rows, table.coverage) == ((), "0 of 0 contracts read; found in 0, not found in 0")


def test_a_question_without_words_is_refused(desk: Desk) -> None:
    with pytest.raises(QueryError, match="nothing to search for"):
        desk.corpus.table("???")


def test_totals_are_in_the_unit_as_the_source_writes_it(new_desk: NewDesk) -> None:
    desk = new_desk(SETTINGS)
    desk.write("docs/a.md", "# A\n\n## Notice\n\nThe notice period is 5 working days.")
    desk.write("docs/b.md", "# B\n\n## Notice\n\nThe notice period is 3 working days.")
    desk.sync()
    table = desk.corpus.table("What is the total notice period of our contracts?")
    assert [(t.kind, str(t.value), t.unit, t.written) for t in table.totals if t.kind == "sum"] == [
        ("sum", "8", "business day", "working days")
    ]


def test_a_range_counts_with_both_its_ends_and_is_in_no_sum(new_desk: NewDesk) -> None:
    desk = new_desk()
    desk.write("docs/one.md", "# One\n\nThe delivery time is 5 to 7 days.")
    desk.write("docs/two.md", "# Two\n\nThe delivery time is 6 days.")
    desk.sync()
    table = desk.corpus.table("What is the delivery time?")
    assert list(values(table).values()) == ["5 to 7 days", "6 days"]
    totals = {each.kind: (int(each.value), each.documents) for each in table.totals if each.unit == "day"}
    assert totals == {"minimum": (5, ("docs/one",)), "maximum": (7, ("docs/one",))}
    assert table_json(table)["rows"][0]["amounts"] == [{"value": 5, "to": 7, "unit": "day"}]
