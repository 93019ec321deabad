from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from pincite.lifecycle.scan import pieces_of, scan

pieces = st.binary(min_size=12, max_size=48).filter(any)


@settings(max_examples=40, deadline=None)
@given(
    before=st.binary(max_size=100), after=st.binary(max_size=60), piece=st.binary(min_size=12, max_size=48).filter(any)
)
def test_a_piece_is_found_wherever_it_stands(before: bytes, after: bytes, piece: bytes) -> None:
    with TemporaryDirectory() as folder:
        (Path(folder) / "file").write_bytes(before + piece + after)
        assert scan(Path(folder), [piece]).found == (("file", piece),)


def test_a_piece_over_the_edge_of_two_blocks_is_found(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    for name, length in (("a", (1 << 22) - 7), ("deep/b", (1 << 22) - 20)):
        (tmp_path / name).write_bytes(b"\0" * length + b"a needle in the hay" + b"\0" * 100)
    done = scan(tmp_path, [b"a needle in the hay", b"not there at all"])
    assert [file for file, _ in done.found] == ["a", "deep/b"]
    assert (done.n_files, done.n_pieces) == (2, 2)
    assert done.n_bytes == sum(file.stat().st_size for file in tmp_path.rglob("*") if file.is_file())


def test_what_almost_matches_is_not_found(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"a needle in the hat")
    assert scan(tmp_path, [b"a needle in the hay"]).found == ()


def test_lines_and_stretches_are_looked_for_and_short_ones_are_not() -> None:
    found = pieces_of(["# A title\n\nA line of some words\n- x\n"], [b"0123456789abcdefghij"])
    assert found == {b"A line of some words", b"0123456789abcdefghij"}
