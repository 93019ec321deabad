from __future__ import annotations

from pathlib import Path

import pytest

from pincite.errors import ConfigError
from pincite.ingest import RuleSettings, SourceSettings
from pincite.ingest.overlaps import require_apart
from pincite.ingest.rules import Rules
from pincite.ingest.unmatched import require_matching, unmatched

PATHS = ["docs/secret/m.md", "docs/secret/n.md", "docs/open.md"]
SOURCE = SourceSettings(name="docs", path="data/docs", access=("public",))


def rule(glob: str) -> RuleSettings:
    return RuleSettings(glob=glob, access=("board",))


@pytest.mark.parametrize(
    "glob", ["secret/**", "secret/", "docs/Secret/**", "/docs/secret/**", "docs/secret", "data/docs/secret/**"]
)
def test_a_rule_that_was_certainly_meant_for_files_is_refused(glob: str) -> None:
    with pytest.raises(ConfigError, match=r"'docs/secret/\*\*' would match 2 files"):
        require_matching(unmatched([rule(glob)], PATHS, [SOURCE]))


@pytest.mark.parametrize("glob", ["docs/empty/**", "docs/2027/*", "later/**", "docs/secret/*.pdf"])
def test_a_rule_for_what_may_still_come_is_told_and_not_refused(glob: str) -> None:
    found = unmatched([rule(glob)], PATHS, [SOURCE])
    require_matching(found)
    assert [each.rule for each in found] == [glob]


def test_the_nearest_folder_is_named() -> None:
    (found,) = unmatched([rule("docs/secrets/**")], PATHS, [SOURCE])
    assert "the nearest folder with files is 'docs/secret'" in found.words()


def test_a_rule_without_access_may_match_nothing() -> None:
    assert unmatched([RuleSettings(glob="secret/**", topic="x")], PATHS, [SOURCE]) == ()


@pytest.mark.parametrize("glob", ["./docs/secret/**", "docs/secret/", "./docs/secret/"])
def test_what_is_certainly_meant_matches(glob: str) -> None:
    assert [each for each, _ in Rules(settings=(rule(glob),)).values("docs/secret/m.md")] == [glob]


@pytest.mark.parametrize(("glob", "path"), [("docs/geh\u00e9im/**", "docs/gehe\u0301im/m.md")])
def test_letters_with_marks_match_in_one_piece_or_two(glob: str, path: str) -> None:
    assert list(Rules(settings=(rule(glob),)).values(path))


def inner(path: str, *access: str) -> SourceSettings:
    return SourceSettings(name="sec", path=path, access=access)


@pytest.mark.parametrize("path", ["data/docs/secret", "data/docs", "./data/x/../docs/secret", "data/docs/m.md"])
def test_sources_that_hold_the_same_files_with_different_access_are_refused(tmp_path: Path, path: str) -> None:
    for pair in ([SOURCE, inner(path, "board")], [inner(path, "board"), SOURCE]):
        with pytest.raises(ConfigError, match="hold"):
            require_apart(pair, base=tmp_path)


@pytest.mark.parametrize("exclude", ["secret", "secret/", "secret/**"])
def test_sources_that_are_apart_are_not_refused(tmp_path: Path, exclude: str) -> None:
    parted = SourceSettings(name="docs", path="data/docs", access=("public",), exclude=(exclude,))
    require_apart([parted, inner("data/docs/secret", "board")], base=tmp_path)
    require_apart([SOURCE, inner("data/docs/secret", "public")], base=tmp_path)
    require_apart([SOURCE, inner("data/docs2", "board")], base=tmp_path)
