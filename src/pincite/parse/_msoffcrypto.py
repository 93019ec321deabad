"""Encrypted Office files; the only file that touches ``msoffcrypto``."""

from __future__ import annotations

from io import BytesIO

from pincite.errors import PasswordNeeded

__all__ = ["decrypted"]


def decrypted(data: bytes, *, path: str, passwords: tuple[str, ...]) -> bytes:
    """
    Return the document inside an encrypted file.

    :param passwords: Tried in order.
    :raises PasswordNeeded: If none of them opens it, or the library that tries them is not installed.
    """
    if passwords:
        try:
            from msoffcrypto import OfficeFile
            from msoffcrypto.exceptions import DecryptionError, InvalidKeyError
        except ImportError as error:
            raise PasswordNeeded(
                f"{path} is encrypted, and trying passwords on Office files needs an optional dependency: "
                "pip install 'pincite[passwords]'",
                path=path,
            ) from error
        for password in passwords:
            opened = BytesIO()
            try:
                file = OfficeFile(BytesIO(data))
                file.load_key(password=password)
                file.decrypt(opened)
            except (InvalidKeyError, DecryptionError):
                continue
            return opened.getvalue()
    tried = f"none of the {len(passwords)} passwords that were given opens it" if passwords else "no password was given"
    raise PasswordNeeded(f"{path} is encrypted and {tried}: add it again with --password-file FILE", path=path)
