from __future__ import annotations

from collections.abc import Callable

import pytest

from pincite.config import Config
from pincite.errors import ConfigError, InputError, UnknownName
from pincite.evaluate import Labelled
from pincite.evaluate.sweep import sweep, with_settings
from pincite.testing.desk import PUBLIC_DOCS, Desk

NewDesk = Callable[..., Desk]

WINDOW = Labelled(id="w", question="refund window", relevant=("docs/refund#Window",))


@pytest.fixture
def config(new_desk: NewDesk) -> Config:
    """Return the settings of a corpus that is not open, of pages that share words with the question."""
    desk = new_desk(f"[retrieve.floors]\ndense = -1.0\n{PUBLIC_DOCS}")
    desk.write(
        "docs/refund.md", "# Refund\n\n## Window\n\nThe refund window is thirty days.\n\n## Cap\n\nFive hundred."
    )
    for n in range(4):
        desk.write(f"docs/other{n}.md", f"# Other {n}\n\nShop {n} has a window.")
    desk.sync()
    desk.corpus.close()
    return desk.corpus.config


def test_more_passages_bring_distractors_and_tokens_once_the_label_is_met(config: Config) -> None:
    one, three = sweep(config, [WINDOW], ks=(1, 3))
    assert (one.recall, one.distractors, three.recall, three.distractors) == (1.0, 0.0, 1.0, 2.0)
    assert three.tokens > one.tokens > 0
    assert one.settings == {}


def test_every_combination_is_tried_in_order(config: Config) -> None:
    rows = sweep(config, [WINDOW], ks=(1,), settings={"retrieve.candidates": ["5", "50"]}, dense_weights=(0.0, 0.5))
    assert [tuple(row.settings.values()) for row in rows] == [
        ("5", "0", "1"),
        ("5", "0.5", "0.5"),
        ("50", "0", "1"),
        ("50", "0.5", "0.5"),
    ]


def test_chunks_of_another_size_are_made_in_a_corpus_of_their_own(config: Config) -> None:
    before = sorted(path.name for path in config.state.iterdir() if path.suffix != ".lock")
    (plain,) = sweep(config, [WINDOW], ks=(1,))
    small, large = sweep(
        config, [WINDOW], ks=(1,), settings={"chunk.name": ["fixed"], "chunk.fixed.size": ["20", "4000"]}
    )
    assert small.chunks > large.chunks
    assert plain.chunks > 0
    assert sorted(path.name for path in config.state.iterdir() if path.suffix != ".lock") == before


@pytest.mark.parametrize(
    ("stated", "error", "said"),
    [
        ({"retrieve.rout": "x"}, UnknownName, r"did you mean 'retrieve\.route'"),
        ({"retrieve.candidates": "many"}, ConfigError, "expected a number such as 100"),
        ({"retrieve.candidates": "0"}, ConfigError, "expected at least 1"),
        ({"retrieve.fusion": "x"}, ConfigError, "expected a setting with a number or a text"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_before_anything_runs(
    config: Config, stated: dict[str, str], error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        with_settings(config, stated)


def test_cut_offs_below_one_are_refused(config: Config) -> None:
    with pytest.raises(InputError, match="the cut-offs are"):
        sweep(config, [WINDOW], ks=(0,))
