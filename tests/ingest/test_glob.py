from __future__ import annotations

import pytest

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
