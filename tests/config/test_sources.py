from __future__ import annotations

from pathlib import Path

import pytest

from pincite.config import add_source, change_source, load, write_template
from pincite.config._sources import registered, withdraw
from pincite.errors import ConfigError
from pincite.ingest import SourceSettings

POLICIES = SourceSettings(name="policies", path="docs/policies", access=("public", "user:anna"))

WRITTEN = """\
# first
[corpus]
name = "X"  # kept

[[sources]]
name = "a"   # the first
path = "a"
access = ["public"]   # everyone

# between
[[sources]]
name = "b"
path = "b"

[retrieve]
route = "dense"
"""


def test_a_source_is_added_without_disturbing_the_file(tmp_path: Path) -> None:
    file = write_template(tmp_path)
    before = file.read_text()
    add_source(tmp_path, POLICIES)
    assert file.read_text().startswith(before.rstrip("\n"))
    assert load(tmp_path, env={}).sources == (POLICIES,)


def test_a_pattern_and_odd_characters_are_read_back_as_they_were(tmp_path: Path) -> None:
    write_template(tmp_path)
    source = SourceSettings(name='q"ü', path="a\\b'c", pattern=r"v(?P<version>\d+)_'x'", exclude=("*.tmp",), version=3)
    add_source(tmp_path, source)
    assert load(tmp_path, env={}).sources == (source,)


def test_a_clash_of_names_is_refused(tmp_path: Path) -> None:
    write_template(tmp_path)
    add_source(tmp_path, POLICIES)
    with pytest.raises(ConfigError, match="'policies' is registered already"):
        add_source(tmp_path, SourceSettings(name="policies", path="elsewhere"))


def test_a_changed_source_changes_its_own_lines_only(tmp_path: Path) -> None:
    (tmp_path / "pincite.toml").write_text(WRITTEN)
    change_source(tmp_path, SourceSettings(name="a", path="a", access=("staff",), version="2"))
    change_source(tmp_path, SourceSettings(name="b", path="b", access=("public",)))
    expected = WRITTEN.replace('access = ["public"]   # everyone', 'access = ["staff"]   # everyone\nversion = "2"')
    assert (tmp_path / "pincite.toml").read_text() == expected.replace(
        'path = "b"\n', 'path = "b"\naccess = ["public"]\n'
    )


def test_what_cannot_be_changed_safely_is_left_as_it_is(tmp_path: Path) -> None:
    inline = 'sources = [{name = "a", path = "a"}]\n'
    (tmp_path / "pincite.toml").write_text(inline)
    with pytest.raises(ConfigError, match="write them by hand"):
        change_source(tmp_path, SourceSettings(name="a", path="a", access=("staff",)))
    with pytest.raises(ConfigError, match="write them by hand"):
        add_source(tmp_path, POLICIES)
    assert (tmp_path / "pincite.toml").read_text() == inline


def test_a_path_gets_a_source_with_a_free_name(tmp_path: Path) -> None:
    write_template(tmp_path)
    add_source(tmp_path, POLICIES)
    other = tmp_path / "more" / "policies"
    other.mkdir(parents=True)
    source = load(tmp_path, env={}).source_at(other, access=("public",))
    assert (source.name, source.path, source.access) == ("policies-2", "more/policies", ("public",))


def test_a_registered_path_gets_its_own_source_with_what_is_stated_anew(tmp_path: Path) -> None:
    write_template(tmp_path)
    add_source(tmp_path, POLICIES)
    source = load(tmp_path, env={}).source_at(tmp_path / "docs" / "policies", access=("staff",), pattern=None)
    assert (source.name, source.access) == ("policies", ("staff",))


def test_settings_take_a_source_more_or_in_place(tmp_path: Path) -> None:
    write_template(tmp_path)
    config = load(tmp_path, env={}).with_source(POLICIES)
    again = config.with_source(SourceSettings(name="policies", path="docs/policies", access=("staff",)))
    assert [source.access for source in again.sources] == [("staff",)]


def test_a_source_that_is_withdrawn_leaves_what_others_wrote_meanwhile(tmp_path: Path) -> None:
    file = tmp_path / "pincite.toml"
    file.write_text(WRITTEN)
    add_source(tmp_path, POLICIES)
    change_source(tmp_path, SourceSettings(name="b", path="b", access=("staff",)))
    file.write_text(file.read_text().replace("# first", "# by hand"))
    add_source(tmp_path, SourceSettings(name="later", path="later"))
    for name in ("policies", "b"):
        withdraw(file, name, before=WRITTEN)
    expected = WRITTEN.replace("# first", "# by hand") + '\n[[sources]]\nname = "later"\npath = "later"\n'
    assert file.read_text() == expected


def test_the_sources_are_read_again_as_the_file_has_them_now(tmp_path: Path) -> None:
    (tmp_path / "pincite.toml").write_text(WRITTEN)
    add_source(tmp_path, POLICIES)
    assert registered(tmp_path / "pincite.toml") == load(tmp_path, env={}).sources
