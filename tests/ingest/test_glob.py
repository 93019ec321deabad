from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.ingest.glob import depth, matches


@pytest.mark.parametrize(
    ("glob", "path", "expected"),
    [
        ("a/*.md", "a/b.md", True),
        ("a/*.md", "a/b/c.md", False),
        ("a/**", "a/b/c.md", True),
        ("a/**", "ab/c.md", False),
        ("**/c.md", "c.md", True),
        ("**/c.md", "a/b/c.md", True),
        ("a/**/c.md", "a/c.md", True),
        ("a/**/c.md", "a/xc.md", False),
        ("a/?.md", "a/b.md", True),
        ("a/[bc].md", "a/c.md", True),
        ("a/[!bc].md", "a/c.md", False),
        ("a/b.md", "a/bxmd", False),
        ("a/(b)+.md", "a/(b)+.md", True),
    ],
)
def test_a_star_stays_in_its_folder_and_two_cross_folders(glob: str, path: str, expected: bool) -> None:
    assert matches(glob, path) is expected


def test_depth_counts_folders_that_are_named() -> None:
    assert [depth(glob) for glob in ("**", "a/**", "a/b.md", "a/*/c/**")] == [0, 1, 2, 3]


def plain(glob: str, path: str, *, begins: bool = True) -> bool:
    """
    Match by trying everything.

    :param begins: Whether a level of the glob begins here.
    """
    if not glob:
        return not path
    slashes = [at for at, each in enumerate(path) if each == "/"]
    if begins and glob.startswith("**/"):
        return any(plain(glob[3:], rest) for rest in (path, *(path[at + 1 :] for at in slashes)))
    if glob.startswith("**"):
        return any(plain(glob[2:], path[at:], begins=False) for at in range(len(path) + 1))
    if glob[0] == "*":
        end = (*slashes, len(path))[0]
        return any(plain(glob[1:], path[at:], begins=False) for at in range(end + 1))
    same = path[:1] == glob[0] or (glob[0] == "?" and path[:1] not in ("", "/"))
    return same and plain(glob[1:], path[1:], begins=glob[0] == "/")


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(["a", "b", "/", "*", "**", "?", "/**/", "a*"]), max_size=7), st.text("ab/", max_size=9))
def test_a_glob_matches_what_trying_everything_matches(pieces: list[str], path: str) -> None:
    assert matches("".join(pieces), path) is plain("".join(pieces), path)


@pytest.mark.parametrize("glob", ["a*" * 40 + "b", "**a" * 40 + "b", "**/a" * 20 + "/b", "?*" * 40 + "b"])
def test_a_glob_of_many_stars_ends(glob: str) -> None:
    assert not matches(glob, "a" * 250)
    assert not matches(glob, "/".join("a" * 500))
