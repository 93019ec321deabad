"""Forms are told from tables whose header has a second row, and read label by label."""

from __future__ import annotations

import pytest

from pincite.text.forms import is_form, is_unfilled, label_columns, read_pairs

REPAIR = (
    "Insured name | Gabriel Diaz | Year | 2022",
    "Claim # | SF-1008 | Make | Jeep",
    "Policy # | POL-2022-555 | Model | Grand Cherokee",
    "E-mail | gabriel@example.com | Trim | Limited",
)
TABLES = {
    "people": ("First | Last | Phone | E-mail", "Ann | Lee | 555 1234 | ann@b", "Bob | Ray | 555 9876 | bob2@b"),
    "places": ("First | Last | Street | City", "Ann | Lee | Elm Road | Oslo", "Bob | Ray | Oak Lane | Bergen"),
    "counts": ("Spain | Italy | Japan | China", "5 | 6 | 7 | 8", "9 | ten | 11 | 12"),
    "jobs": ("First | Last | Title | Since", "Ann | Lee | Clerk | 2019", "Bob | Ray | Chief | 2020"),
    "ids": ("Category | Description | Group | Meaning", "1 | Costs in 2020 | 1a | Influence", "2 | Time | 2a | 5 days"),
}


def cells(line: str) -> dict[int, str]:
    return {at: word.strip() for at, word in enumerate(line.split("|"))}


def test_labels_beside_what_is_filled_in_are_a_form() -> None:
    assert is_form({0: 2, 2: 2}, [cells(line) for line in REPAIR])


@pytest.mark.parametrize("name", TABLES)
def test_a_second_row_of_a_header_is_no_row_of_a_form(name: str) -> None:
    assert not is_form({0: 2, 2: 2}, [cells(line) for line in TABLES[name]])


@pytest.mark.parametrize("header", [{0: 4}, {0: 1, 1: 3}, {1: 2, 3: 2}, {}])
def test_a_form_has_several_headers_and_the_first_stands_over_labels(header: dict[int, int]) -> None:
    assert not is_form(header, [cells(line) for line in REPAIR])


@pytest.mark.parametrize(
    ("groups", "row", "words"),
    [
        ((0, 2), ("E-mail", "a@b", "Colour", "white"), "E-mail: a@b; Colour: white"),
        ((0, 2), ("", "", "Odometer", "9,800"), "Odometer: 9,800"),
        ((0, 3), ("E-mail", "a@b", "", "VIN", "XXX"), "E-mail: a@b; VIN: XXX"),
        ((0, 2), ("Body Labor", "2", "150", "300"), "Body Labor: 2, 150, 300"),
        ((0, 2), ("Total", "", "", "2,100"), "Total: 2,100"),
        ((0, 2), ("", "", "", ""), ""),
    ],
)
def test_each_label_is_read_with_what_is_filled_in(groups: tuple[int, ...], row: tuple[str, ...], words: str) -> None:
    assert read_pairs(groups, row) == words


FORMS = {
    "words alone": ("Tenant | Ana Ruiz | Contact | Lev Orr", "Street | Elm Road | Town | Bergen"),
    "an empty value": (
        "Skipper | Jon Vik | Plate | BX-77",
        "Power | diesel | Berths | 6",
        "Owner |  | Insurer | Nordhav",
    ),
    "six columns": ("Date | 3 May | Room | Oak | Fee | $5", "Time | noon | Floor | first | Deposit | none"),
    "two columns": ("Tenant | Ana Ruiz", "Rent | $900", "Deposit | none"),
    "colons": ("Herd: | Alpine goats | Pen: | B-2", "Feed: | hay | Vet: | Dr. Moe"),
}
NO_FORMS = {
    "a header": ("Name | Fee | Contact | Note", "Pool | $5 | Ann | closed", "Gym | free | Bob | new"),
    "a list of things": (
        "Team | Week 1 | Coach | Week 2",
        "Lions | won 3-1 | Adams | lost",
        "Bears | lost | Berg | 2-2",
    ),
    "a header over two": ("Service | Price", "Towels | free", "Locker | $2"),
    "figures beside figures": ("Weight | 150 g | 170 g | 190 g", "Height | 3 cm | 4 cm | 5 cm"),
    "roles": ("Role | Notice", "Owner | 30 days", "Driver | none"),
    "three columns": ("Date | 3 May | Room", "Time | noon | Floor"),
    "one row": ("Date | 3 May | Room | Oak",),
}


@pytest.mark.parametrize("name", FORMS)
def test_pairs_without_a_header_are_a_form(name: str) -> None:
    rows = [cells(line) for line in FORMS[name]]
    assert label_columns(rows) == tuple(range(0, len(rows[0]), 2))


@pytest.mark.parametrize("name", NO_FORMS)
def test_rows_that_may_have_a_header_are_no_form(name: str) -> None:
    assert label_columns([cells(line) for line in NO_FORMS[name]]) == ()


@pytest.mark.parametrize(
    "words",
    [
        "Name of the keeper: ______",
        "Signature ..........",
        "Colour: _ _ _ _ _ Size: ________.",
        "Date of entry ………… Initials …………",
        "____",
        "Was it locked? [ ] yes [ ] no",
        "\u2610 cash \u2610 card",
        "Date: __/__/____",
        "Amount: EUR ________",
        "Deposit paid: $______",
        "1. Name: ______",
        "Address line 2: ____",
    ],
)
def test_a_label_before_a_line_to_write_on_or_an_unticked_choice_is_not_filled_in(words: str) -> None:
    assert is_unfilled(words)


@pytest.mark.parametrize(
    "words",
    [
        "Name of the keeper: Ada Lund",
        "Keeper: Ada Lund Signature: ______",
        "Chapter on locks ........ 12",
        "I have read the rules and pay a deposit of $40 by signing here: ______",
        "Well... that depends.",
        "Fee: 5 EUR ......",
        "2. Keeper: Ada Lund ______",
        "Due on 12/05/2026 ______",
        "The file is called my_long___name today.",
        "Was it locked? [x] yes [ ] no",
        "[ ] Sweep the yard",
        "",
    ],
)
def test_a_value_a_sentence_or_a_task_is_not_an_empty_label(words: str) -> None:
    assert not is_unfilled(words)
