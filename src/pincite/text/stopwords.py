"""Function words by language: left out of content words, and what tells languages of one script apart."""

from __future__ import annotations

from pathlib import Path
from typing import Final

__all__ = ["STOP_WORDS"]


def _load() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    code = ""
    for line in Path(__file__).with_name("stopwords.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            code = line.strip("[]")
            found[code] = set()
        elif not line.startswith("#"):
            found[code].update(line.split())
    return {name: frozenset(listed) for name, listed in found.items()}


STOP_WORDS: Final = _load()
"""Language code → function words in lower case."""
