"""What a lookup says of how keys are written, and where nothing was taken in yet."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from pincite.cli.commands.lookup import FORMS
from pincite.text.identifiers import BUILT_IN, find

Run = Callable[..., Result]
HASHED = '[embed]\nname = "hash"\n'


@pytest.mark.parametrize("kind", [kind.name for kind in BUILT_IN])
def test_the_example_of_a_kind_is_a_key_of_that_kind(kind: str) -> None:
    (found,) = find(re.sub(r" \(.*", "", FORMS[kind]))
    assert found.kind == kind


def test_a_kind_with_a_pattern_of_its_own_is_not_shown_by_the_built_in_example(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pincite.toml").write_text(HASHED + "[identifiers.order]\npattern = 'B\\d{9}'\n", encoding="utf-8")
    said = run("lookup", "refund", corpus=tmp_path).stdout
    assert "O-48214" not in said
    assert "order, clause 7.2" in said


def test_a_lookup_says_where_nothing_was_taken_in_yet(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pincite.toml").write_text(HASHED, encoding="utf-8")
    assert "Nothing was taken in yet" in run("lookup", "O-48214", corpus=tmp_path).stderr
