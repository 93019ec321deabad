from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path

from pincite.questions import Principal
from pincite.testing.desk import Desk

ROOT = Path(__file__).resolve().parents[2]
VISITOR = Principal(tenant="default")


def test_the_trace_names_the_chunk_that_shows_what_a_duplicate_says(new_desk: Callable[..., Desk]) -> None:
    desk = new_desk()
    for name in ("north", "south"):
        desk.write(f"docs/{name}.md", "# Moorings\n\nA mooring costs 12 euros a night.", access="[public]")
    desk.sync()
    answer = desk.corpus.ask("What does a mooring cost?", principal=VISITOR)
    (packed,) = (event for event in desk.corpus.trace(answer.trace_id).events if event.stage == "assemble")
    (shown,) = (passage.permit.chunk.chunk_id for passage in answer.passages)
    (dropped,) = packed.detail["dropped"]
    assert re.fullmatch(rf"\w+: duplicate of {shown}", dropped)


def test_every_extra_that_a_message_names_can_be_installed() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    named = {
        extra
        for path in (ROOT / "src").rglob("*.py")
        for extra in re.findall(r'MissingExtra\([^)]*"([a-z]+)"\)', path.read_text())
    }
    assert {"rerank", "eval"} <= named <= set(declared)
