from __future__ import annotations

import pytest

from pincite.validity import VersionKind, version_key
from pincite.validity.versions import have_an_order


@pytest.mark.parametrize(
    ("lower", "higher"),
    [
        ("9", "10"),
        ("v9", "V10"),
        ("v07", "v10"),
        ("1.9", "1.10"),
        ("1.2", "1.2.1"),
        ("2", "2.1"),
        ("2.1", "2.1a"),
        ("version 2", "Version 11"),
        ("A", "B"),
        ("Z", "AA"),
        ("rev C", "Rev. D"),
        ("B2", "C"),
        ("C", "C1"),
        ("2024-09-30", "2024-10-01"),
        ("2024-03", "2024-03-01"),
        ("2024-03-01", "2024-03-01.2"),
        ("31.12.2023", "01.01.2024"),
        ("", "0"),
        ("", "A"),
    ],
)
def test_versions_are_compared_as_what_they_are(lower: str, higher: str) -> None:
    assert have_an_order([version_key(lower), version_key(higher)])
    assert version_key(lower) < version_key(higher)


@pytest.mark.parametrize(("one", "other"), [("v10", "10"), ("rev C", "c"), ("1.0", "1"), (" 3 ", "3"), ("№3", "No3")])
def test_case_blanks_prefixes_and_trailing_zeros_do_not_count(one: str, other: str) -> None:
    assert version_key(one) == version_key(other)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", VersionKind.NONE),
        ("  ", VersionKind.NONE),
        ("v", VersionKind.LETTER),
        ("rev", VersionKind.WORD),
        ("VA", VersionKind.LETTER),
        ("2024-02-31", VersionKind.WORD),
        ("spring edition", VersionKind.WORD),
        ("2024", VersionKind.NUMBER),
    ],
)
def test_each_text_is_of_one_kind(text: str, kind: VersionKind) -> None:
    assert version_key(text).kind is kind


@pytest.mark.parametrize("versions", [("3", "C"), ("3", "2024-01-01"), ("draft", "final"), ("A", "2024-01-01", "")])
def test_different_kinds_and_different_words_have_no_order(versions: tuple[str, ...]) -> None:
    assert not have_an_order(version_key(version) for version in versions)


def test_one_word_alone_or_beside_no_version_has_an_order() -> None:
    assert have_an_order([version_key("Final"), version_key("final"), version_key("")])
