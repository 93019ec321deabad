"""The notices name what is installed beside the project."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[1]
DECLARED = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
REQUIRED = [
    *DECLARED["dependencies"],
    *(each for group in DECLARED["optional-dependencies"].values() for each in group),
]


@pytest.mark.parametrize("requirement", REQUIRED)
def test_each_package_that_is_installed_is_named_with_its_licence(requirement: str) -> None:
    name = re.split(r"[<>=!~\[; ]", requirement)[0]
    notice = (PROJECT / "NOTICE").read_text(encoding="utf-8")
    assert re.search(rf"(?<![\w-]){re.escape(name)} \(", " ".join(notice.split()), re.IGNORECASE), name
