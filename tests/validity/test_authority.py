"""What binds and what only tells."""

from __future__ import annotations

import pytest

from pincite.errors import ConfigError
from pincite.validity.authority import GoverningSettings, Weight, words_of

KNOWN = words_of(GoverningSettings())


@pytest.mark.parametrize("word", ["informative", "Lab note", "draft specification", "non-normative", "test report"])
def test_words_for_what_only_tells_are_known(word: str) -> None:
    assert KNOWN.weight(word) is Weight.INFORMATIVE


@pytest.mark.parametrize("word", ["normative", "Controlled document", "approved test procedure", "official"])
def test_words_for_what_binds_are_known(word: str) -> None:
    assert KNOWN.weight(word) is Weight.BINDING


def test_another_word_and_none_at_all_state_nothing() -> None:
    assert KNOWN.weight("engineering") is KNOWN.weight(None) is KNOWN.weight(" ") is Weight.UNSTATED


def test_the_settings_add_words_and_go_before_the_known_ones() -> None:
    own = words_of(GoverningSettings(binding=("Wiki",), informative=("Tier 3",)))
    assert (own.weight("wiki"), own.weight("tier  3")) == (Weight.BINDING, Weight.INFORMATIVE)


def test_a_word_cannot_be_both() -> None:
    with pytest.raises(ConfigError, match="names 'memo' both binding and informative"):
        GoverningSettings(binding=("Memo",), informative=("memo",))
