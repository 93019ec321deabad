"""An index that fails lets go of its files: whoever keeps the error keeps nobody from opening it again."""

from __future__ import annotations

from functools import partial
from operator import truediv
from pathlib import Path

import pytest

from pincite.index import IndexSettings, _edge, build
from pincite.index.edge import EdgeIndex
from pincite.testing.points import make_point

POINT = make_point("a" * 32)


def opened(folder: Path) -> EdgeIndex:
    index = build(IndexSettings())(folder)
    assert isinstance(index, EdgeIndex)
    return index


class Failing:
    """A shard that cannot be closed; as with the engine's own, no frame of the error names it."""

    close = partial(truediv, 1, 0)

    def __init__(self, shard: object) -> None:
        self.shard = shard


def test_an_index_that_cannot_be_closed_can_be_opened_again(tmp_path: Path) -> None:
    index = opened(tmp_path / "index")
    index.put([POINT])
    index.flush()
    vars(index)["_shard"] = Failing(index._shard)
    with pytest.raises(ZeroDivisionError) as kept:
        index.close()
    again = opened(tmp_path / "index")
    assert again.count() == 1
    again.close()
    assert kept.value.__traceback__ is not None


def test_files_that_cannot_be_made_can_be_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index = opened(tmp_path / "index")
    with monkeypatch.context() as broken:
        broken.setattr(_edge, "_INTEGERS", (None,))
        with pytest.raises(TypeError) as kept:
            index.put([POINT])
    index.put([POINT])
    assert index.count() == 1
    index.close()
    assert kept.value.__traceback__ is not None
