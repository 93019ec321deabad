from __future__ import annotations

import pytest

from pincite.errors import InputError
from pincite.ingest.passwords import Passwords


def test_a_line_is_a_password_and_a_tab_parts_a_glob_from_it() -> None:
    found = Passwords.read(b"open sesame \r\n\nlegal/**\tpa\tss\nsecret.pdf\tword\n", name="f")
    assert found.of("docs/a.pdf") == ("open sesame ",)
    assert found.of("legal/2024/a.pdf") == ("pa\tss", "open sesame ")
    assert found.of("docs/x/secret.pdf") == ("word", "open sesame ")


def test_passwords_do_not_show_in_their_repr() -> None:
    assert repr(Passwords([(None, "sesame")])) == "<Passwords: 1, not shown>"


def test_a_mapping_gives_each_glob_its_password() -> None:
    assert Passwords.given({"a/*": "one"}).of("a/x.pdf") == ("one",)
    assert Passwords.given({"a/*": "one"}).of("b/x.pdf") == ()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\n\n", "f holds no password"),
        (b"\xff\xfe\x00", "f is not UTF-8"),
        (b"good\nlegal/**\t\n", "line 2 of f has nothing on one side of its tab"),
        (b"x" * 2000, "line 1 of f has 2,000 characters"),
    ],
)
def test_a_file_that_cannot_be_one_of_passwords_is_refused_without_showing_it(data: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        Passwords.read(data, name="f")
    assert "good" not in str(caught.value)
    assert "xx" not in str(caught.value)


def test_one_text_instead_of_a_list_is_refused_and_not_shown() -> None:
    with pytest.raises(InputError, match="expected a list of passwords") as caught:
        Passwords.given("sesame")
    assert "sesame" not in str(caught.value)
