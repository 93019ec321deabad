"""One table of a settings file is set, and every other character of it stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from pincite.config._tables import table_lines, table_set, with_table
from pincite.errors import ConfigError

TEXT = """\
# Ours.
[embed]   # the embedder
name = "minilm"  # local
threads = 2

# Where documents come from.
[[sources]]
name = "docs"
path = "docs"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "pincite.toml"
    made.write_text(TEXT)
    return made


def test_a_key_that_stays_keeps_its_place_and_its_comment(file: Path) -> None:
    text = with_table(file, "embed", {"name": "hash", "threads": 2})
    assert text == TEXT.replace('"minilm"', '"hash"')


def test_a_key_that_is_not_stated_any_more_goes_and_a_new_one_comes(file: Path) -> None:
    text = with_table(file, "embed", {"name": "hash", "dim": 64})
    assert text == TEXT.replace('name = "minilm"', 'dim = 64\nname = "hash"').replace("threads = 2\n", "")


def test_a_table_that_is_not_there_is_added_at_the_end(file: Path) -> None:
    assert with_table(file, "index", {"name": "edge"}) == f'{TEXT}\n[index]\nname = "edge"\n'


def test_nothing_is_written_where_the_block_fails(file: Path) -> None:
    def fail() -> None:
        with table_set(file, "embed", {"name": "hash"}):
            raise RuntimeError(file.read_text())

    with pytest.raises(RuntimeError, match='"hash"'):
        fail()
    assert file.read_text() == TEXT


def test_a_file_that_would_not_say_what_is_meant_is_left_and_the_lines_are_named(file: Path) -> None:
    file.write_text('embed = { name = "minilm" }\n')
    with pytest.raises(ConfigError, match=r'write it by hand as \[embed\]; name = "hash"; dim = 64'):
        with_table(file, "embed", {"name": "hash", "dim": 64})


def test_a_table_is_shown_as_one_writes_it() -> None:
    assert table_lines("embed", {"shorten": True, "url": "http://a"}) == '[embed]; shorten = true; url = "http://a"'
