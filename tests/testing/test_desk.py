from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pincite.questions import Found, Query
from pincite.testing.desk import Desk, ram_folder
from pincite.testing.index import PlainIndex

NewDesk = Callable[..., Desk]


class Numbering:
    """A reranker that changes nothing but the ranks."""

    name = "numbering"

    def rerank(self, query: Query, found: tuple[Found, ...]) -> tuple[Found, ...]:
        return tuple(replace(hit, rank=hit.rank + 100) for hit in found)


def test_a_page_is_written_with_its_front_matter_and_found(new_desk: NewDesk) -> None:
    desk = new_desk()
    file = desk.write("docs/refund.md", "# Refund\n\nThe refund window is 30 days.", version=3)
    assert file.read_text(encoding="utf-8").startswith("---\nversion: 3\n---\n\n# Refund")
    assert desk.sync().added == 1
    assert [hit.version for hit in desk.corpus.search("refund")] == ["3"]


def test_a_stage_that_is_given_stands_in_for_the_one_of_the_settings(new_desk: NewDesk) -> None:
    desk = new_desk(reranker=Numbering())
    desk.write("docs/refund.md", "# Refund\n\nThe refund window is 30 days.")
    desk.sync()
    assert [hit.rank for hit in desk.corpus.search("refund")] == [101]


def test_no_engine_and_no_model_is_used(new_desk: NewDesk) -> None:
    config = new_desk().corpus.config
    assert config.embed.name == "hash"
    assert config.build_index() is PlainIndex


def test_a_folder_in_memory_is_gone_afterwards() -> None:
    with ram_folder() as folder:
        (folder / "x").touch()
    assert not folder.exists()
