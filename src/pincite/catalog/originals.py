"""The originals: content-addressed files per tenant, each written whole or not at all."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING

from pincite.documents import digest
from pincite.errors import NotFound, StoreError, Torn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pincite.documents import TenantId

__all__ = ["Originals", "write_whole"]


class Originals:
    """
    Files named by the SHA-256 of their bytes; one tenant's never answer for another's.

    :param folder: Where they are; made on the first write.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self, tenant: TenantId, name: str) -> bytes:
        """
        Return the bytes of an original.

        :param name: Its SHA-256, 64 hexadecimal digits.
        :raises NotFound: If the tenant has none of this name.
        :raises Torn: If the file no longer has the content that it is named for.
        """
        file = self._file(tenant, name)
        try:
            data = file.read_bytes()
        except FileNotFoundError:
            raise NotFound("original", name) from None
        if sha256(data).hexdigest() != name:
            raise Torn(f"the original {file} no longer has the content that it is named for: sync its source again")
        return data

    def write(self, tenant: TenantId, data: bytes) -> str:
        """
        Keep the bytes of an original and return their SHA-256; what is there already is not written again.

        :raises StoreError: If it cannot be written.
        """
        name = sha256(data).hexdigest()
        file = self._file(tenant, name)
        if not file.is_file():
            try:
                file.parent.mkdir(parents=True, exist_ok=True)
                write_whole(file, data)
            except OSError as error:
                raise StoreError(
                    f"an original could not be kept in {file.parent} ({os.strerror(error.errno or 0).lower()}), and "
                    "nothing of the change is kept: free some space or allow writing there, and run the command again",
                    path=str(file.parent),
                ) from error
        return name

    def remove(self, tenant: TenantId, name: str) -> bool:
        """Remove an original, and return whether there was one."""
        file = self._file(tenant, name)
        there = file.is_file()
        file.unlink(missing_ok=True)
        return there

    def place(self, tenant: TenantId, name: str) -> Path:
        """Return the file of an original, whether it is there or not."""
        return self._file(tenant, name)

    def sweep(self, kept: Iterable[tuple[TenantId, str]]) -> int:
        """
        Remove every original that is not among ``kept``, and what writes that were cut off left behind.

        :param kept: Tenant and SHA-256 of each that stays.
        :returns: How many were removed.
        """
        stay = {self._file(tenant, name) for tenant, name in kept if name}
        strays = [file for file in self._folder.glob("*/*") if file not in stay]
        for file in strays:
            file.unlink(missing_ok=True)
        return sum(not file.name.startswith(".") for file in strays)

    def _file(self, tenant: TenantId, name: str) -> Path:
        if len(name) != 64 or not set(name) <= set("0123456789abcdef"):
            raise NotFound("original", name)
        return self._folder / digest("tenant", tenant) / name


def write_whole(file: Path, data: bytes) -> None:
    """Write a file so that at every moment its name shows the old content or the new one, also after a power cut."""
    with NamedTemporaryFile(dir=file.parent, prefix=".", suffix=".part", delete=False) as part:
        try:
            part.write(data)
            part.flush()
            os.fsync(part.fileno())
            Path(part.name).replace(file)
        except BaseException:
            Path(part.name).unlink(missing_ok=True)
            raise
    _sync_folder(file.parent)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
