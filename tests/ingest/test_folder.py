from __future__ import annotations

import os
import sys
from pathlib import Path
from socket import AF_UNIX, socket
from types import FrameType

import pytest

from pincite.errors import MetadataError, TooLarge, Unreachable
from pincite.ingest import SourceSettings, build
from pincite.ingest.folder import FolderSource
from pincite.protocols import SourceItem


def source(root: Path, *, exclude: tuple[str, ...] = (), max_bytes: int = 1000) -> FolderSource:
    return FolderSource("docs", root, state=root / ".pincite", exclude=exclude, max_bytes=max_bytes)


def items(root: Path, *, exclude: tuple[str, ...] = (), max_bytes: int = 1000) -> dict[str, SourceItem]:
    return {item.path: item for item in source(root, exclude=exclude, max_bytes=max_bytes).items()}


def write(root: Path, *paths: str) -> None:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(path)


def test_files_come_in_order_of_path_under_the_name_of_the_source(tmp_path: Path) -> None:
    write(tmp_path, "b.md", "a/z.md", "a-b.md", "a/b/c.txt")
    assert list(items(tmp_path)) == ["docs/a-b.md", "docs/a/b/c.txt", "docs/a/z.md", "docs/b.md"]


def test_hidden_files_state_settings_and_sidecars_are_left_out(tmp_path: Path) -> None:
    write(tmp_path, "a.md", "a.md.meta.toml", ".hidden", ".git/x", ".pincite/catalog", "pincite.toml")
    assert list(items(tmp_path)) == ["docs/a.md"]


def test_a_state_folder_with_another_name_is_left_out_too(tmp_path: Path) -> None:
    write(tmp_path, "a.md", "state/x.md")
    found = FolderSource("docs", tmp_path, state=tmp_path / "state", max_bytes=1000).items()
    assert [item.path for item in found] == ["docs/a.md"]


def test_excluded_paths_are_left_out(tmp_path: Path) -> None:
    write(tmp_path, "a.md", "drafts/b.md", "c.tmp")
    assert list(items(tmp_path, exclude=("drafts", "*.tmp"))) == ["docs/a.md"]


def test_the_stamp_changes_with_size_and_time_and_with_those_of_the_sidecar(tmp_path: Path) -> None:
    write(tmp_path, "a.md")
    stamps = [items(tmp_path)["docs/a.md"].stamp]
    os.utime(tmp_path / "a.md", ns=(1, 1))
    stamps.append(items(tmp_path)["docs/a.md"].stamp)
    write(tmp_path, "a.meta.toml")
    stamps.append(items(tmp_path)["docs/a.md"].stamp)
    os.utime(tmp_path / "a.meta.toml", ns=(1, 1))
    stamps.append(items(tmp_path)["docs/a.md"].stamp)
    assert len(set(stamps)) == 4


def test_a_sidecar_with_the_whole_name_goes_before_one_with_the_stem(tmp_path: Path) -> None:
    write(tmp_path, "a.md", "a.html", "a.md.meta.toml", "a.meta.toml")
    read = {path: item.sidecar() for path, item in items(tmp_path).items() if item.sidecar}
    assert read == {"docs/a.md": b"a.md.meta.toml", "docs/a.html": b"a.meta.toml"}


def test_a_sidecar_without_its_file_says_so(tmp_path: Path) -> None:
    write(tmp_path, "a.md", "b.md.meta.toml")
    with pytest.raises(MetadataError, match=r"b\.md\.meta\.toml belongs to no file: expected 'b\.md'"):
        items(tmp_path)["docs/b.md.meta.toml"].read()


def test_one_file_is_a_source_of_one(tmp_path: Path) -> None:
    write(tmp_path, "a.md", "a.meta.toml", "b.md")
    (item,) = items(tmp_path / "a.md").values()
    assert (item.path, item.read()) == ("docs/a.md", b"a.md")
    assert item.sidecar is not None


def test_a_missing_folder_names_what_to_correct(tmp_path: Path) -> None:
    with pytest.raises(Unreachable, match=r"nowhere of source 'docs' does not exist: .*pincite\.toml"):
        list(source(tmp_path / "nowhere").items())


def test_a_file_over_the_limit_is_refused_without_being_read(tmp_path: Path) -> None:
    with (tmp_path / "a.md").open("wb") as file:
        file.truncate(200_000_000)
    with pytest.raises(TooLarge, match="200,000,000 bytes: expected at most max_bytes = 1,000") as caught:
        items(tmp_path)["docs/a.md"].read()
    assert caught.value.facts["size"] == 200_000_000


def test_a_link_to_a_file_inside_is_followed_and_one_out_of_the_source_is_not(tmp_path: Path) -> None:
    write(tmp_path, "in/a.md", "secret.txt")
    (tmp_path / "in" / "inside.md").symlink_to(tmp_path / "in" / "a.md")
    (tmp_path / "in" / "outside.md").symlink_to(tmp_path / "secret.txt")
    found = items(tmp_path / "in")
    assert found["docs/inside.md"].read() == b"in/a.md"
    with pytest.raises(Unreachable, match="link that leads out of the source"):
        found["docs/outside.md"].read()


def test_a_linked_folder_outside_is_one_line_and_a_loop_does_not_hang(tmp_path: Path) -> None:
    write(tmp_path, "in/a/b.md", "out/c.md")
    (tmp_path / "in" / "a" / "loop").symlink_to(tmp_path / "in")
    (tmp_path / "in" / "out").symlink_to(tmp_path / "out")
    found = items(tmp_path / "in")
    assert list(found) == ["docs/a/b.md", "docs/out"]
    with pytest.raises(Unreachable, match="leads out"):
        found["docs/out"].read()


def test_a_dangling_link_and_a_pipe_are_one_line_each(tmp_path: Path) -> None:
    (tmp_path / "gone.md").symlink_to(tmp_path / "nowhere.md")
    os.mkfifo(tmp_path / "pipe")
    for item in items(tmp_path).values():
        with pytest.raises(Unreachable):
            item.read()


def test_what_may_not_be_read_fails_alone(unprivileged: Path) -> None:
    write(unprivileged, "a.md", "closed/b.md", "c.md")
    (unprivileged / "a.md").chmod(0)
    (unprivileged / "closed").chmod(0)
    found = items(unprivileged)
    assert list(found) == ["docs/a.md", "docs/c.md", "docs/closed"]
    for path in ("docs/a.md", "docs/closed"):
        with pytest.raises(Unreachable, match="permission denied"):
            found[path].read()
    (unprivileged / "closed").chmod(0o700)


def test_a_file_that_disappears_after_the_listing_fails_alone(tmp_path: Path) -> None:
    write(tmp_path, "a.md")
    found = items(tmp_path)
    (tmp_path / "a.md").unlink()
    with pytest.raises(Unreachable, match="does not exist"):
        found["docs/a.md"].read()


def test_settings_make_the_source_relative_to_the_corpus(tmp_path: Path) -> None:
    write(tmp_path, "sub/a.md")
    made = build(SourceSettings(name="s", path="sub"), base=tmp_path, state=tmp_path / ".pincite", max_bytes=1)
    assert [item.path for item in made.items()] == ["s/a.md"]


def test_a_name_that_is_no_utf8_is_one_line_and_the_rest_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("a")
    with open(os.fsencode(tmp_path) + b"/\xff.md", "wb") as file:
        file.write(b"b")
    found = items(tmp_path)
    assert list(found) == ["docs/\\xff.md", "docs/a.md"]
    with pytest.raises(Unreachable, match=r"\\xff\.md.* no UTF-8"):
        found["docs/\\xff.md"].read()


def test_a_folder_whose_name_is_no_utf8_is_one_line(tmp_path: Path) -> None:
    os.mkdir(os.fsencode(tmp_path) + b"/\xff")
    write(tmp_path, "a.md")
    assert list(items(tmp_path)) == ["docs/\\xff", "docs/a.md"]


@pytest.mark.parametrize("kind", ["pipe", "socket", "folder"])
def test_a_sidecar_that_is_no_file_is_never_opened(tmp_path: Path, kind: str) -> None:
    write(tmp_path, "a.md")
    beside = tmp_path / "a.md.meta.toml"
    with socket(AF_UNIX) as listening:
        if kind == "pipe":
            os.mkfifo(beside)
        elif kind == "folder":
            beside.mkdir()
        else:
            listening.bind(str(beside))
        sidecar = items(tmp_path)["docs/a.md"].sidecar
        assert sidecar is not None
        with pytest.raises(Unreachable, match="no ordinary file"):
            sidecar()


def test_a_pipe_or_device_that_is_named_itself_is_never_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for root in (tmp_path / "pipe", Path("/dev/zero")):
        (item,) = items(root).values()
        with pytest.raises(Unreachable, match="neither a file nor a folder"):
            item.read()


def test_a_pipe_that_takes_the_place_of_a_file_after_the_listing_is_never_waited_for(tmp_path: Path) -> None:
    write(tmp_path, "a.md")
    found = items(tmp_path)
    (tmp_path / "a.md").unlink()
    os.mkfifo(tmp_path / "a.md")
    with pytest.raises(Unreachable, match="no ordinary file"):
        found["docs/a.md"].read()


@pytest.mark.parametrize(
    "name",
    [
        "m.md.meta.yaml",
        "m.meta.tml",
        "m.meta.yml",
        "m-meta.toml",
        "m_meta.toml",
        ".m.meta.toml",
        "m.meta",
        "M.meta.tml",
        "m.meta.json",
        "m.meta.toml.txt",
        "m.metadata.toml",
        ".m.md.meta.toml",
        "m.md.meta",
    ],
)
def test_a_misspelt_sidecar_is_no_page_and_closes_its_own(tmp_path: Path, name: str) -> None:
    write(tmp_path, "m.md", "n.md")
    (tmp_path / name).write_text('access = ["board"]')
    found = items(tmp_path)
    assert found["docs/n.md"].read() == b"n.md"
    for path in ("docs/m.md", f"docs/{name}"):
        with pytest.raises(MetadataError, match=r"looks like .* and is not read"):
            found[path].read()


def test_a_misspelt_sidecar_closes_the_one_file_of_a_source(tmp_path: Path) -> None:
    write(tmp_path, "m.md", "m.meta.yaml")
    with pytest.raises(MetadataError, match=r"'m\.meta\.yaml' beside it"):
        items(tmp_path / "m.md")["docs/m.md"].read()


def test_names_that_only_speak_of_metadata_are_pages(tmp_path: Path) -> None:
    write(tmp_path, "m.csv", "m.csv-metadata.json", "about-meta.md", "meta.toml", "x.meta.yaml")
    assert [item.read() for item in items(tmp_path).values()] == [
        name.encode() for name in sorted(["m.csv", "m.csv-metadata.json", "about-meta.md", "meta.toml", "x.meta.yaml"])
    ]


def test_a_misspelt_sidecar_that_is_excluded_closes_nothing(tmp_path: Path) -> None:
    write(tmp_path, "m.md", "m.meta.json")
    assert list(items(tmp_path, exclude=("*.meta.json",))) == ["docs/m.md"]


@pytest.mark.parametrize("glob", ["drafts/", "./drafts/**", "./drafts/"])
def test_an_excluded_folder_may_be_written_in_other_ways(tmp_path: Path, glob: str) -> None:
    write(tmp_path, "a.md", "drafts/b.md")
    assert list(items(tmp_path, exclude=(glob,))) == ["docs/a.md"]


def calls_of_a_walk(root: Path, n_files: int) -> int:
    """Return how many calls it takes to list so many files."""
    write(root, *(f"{at}.md" for at in range(n_files)))
    n_calls = 0

    def noted(frame: FrameType, event: str, argument: object) -> None:
        nonlocal n_calls
        n_calls += event == "call"

    sys.setprofile(noted)
    try:
        items(root)
    finally:
        sys.setprofile(None)
    return n_calls


def test_a_folder_of_twice_as_many_files_takes_twice_the_work(tmp_path: Path) -> None:
    assert calls_of_a_walk(tmp_path / "more", 400) < 2.5 * calls_of_a_walk(tmp_path / "few", 200)
