"""Encrypted Office files; the only file that touches ``msoffcrypto``."""

from __future__ import annotations

from io import BytesIO

from pincite.errors import MissingExtra, PasswordNeeded

__all__ = ["decrypted"]


def decrypted(data: bytes, *, path: str, passwords: tuple[str, ...]) -> bytes:
    """
    Return the document inside an encrypted file.

    :param passwords: Tried in order.
    :raises PasswordNeeded: If none of them opens it.
    :raises MissingExtra: If passwords are given and the library is not installed.
    """
    if passwords:
        try:
            from msoffcrypto import OfficeFile
            from msoffcrypto.exceptions import DecryptionError, InvalidKeyError
        except ImportError as error:
            raise MissingExtra("reading encrypted Office files", "passwords") from error
        for password in passwords:
            opened = BytesIO()
            try:
                file = OfficeFile(BytesIO(data))
                file.load_key(password=password)
                file.decrypt(opened)
            except (InvalidKeyError, DecryptionError):
                continue
            return opened.getvalue()
    raise PasswordNeeded(
        f"{path} is encrypted and none of the {len(passwords)} passwords that were given opens it: "
        "name a file with its password by --password-file",
        path=path,
    )
