"""
API keys: made once, shown once, kept as a digest only.

A key is ``pck_ID_SECRET``. The secret has 256 random bits, so that its SHA-256 is as hard to turn back as a slow hash
would be; the id finds the record, and the comparison takes the same time whether there is one or not. The file is read
at every question, so that a revoked key and changed groups hold at the next one. It is part of no backup: a restore
never brings a revoked key back.
"""

from __future__ import annotations

import fcntl
import hmac
import json
import os
import re
import secrets
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from datetime import UTC, date, datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from pincite.access.members import DENIED
from pincite.errors import AccessDenied, InputError, NotFound, StoreError, Torn
from pincite.questions import Principal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

__all__ = ["ApiKey", "KeyStore"]

_SHAPE: Final = re.compile(r"pck_([0-9a-f]{12})_([A-Za-z0-9_-]{43})")
_NOBODY: Final = sha256(b"no such key").hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiKey:
    """What is kept of a key."""

    id: str
    """12 hexadecimal digits; not secret."""
    name: str
    """For people: what it is for."""
    digest: str
    """SHA-256 of the secret, 64 hexadecimal digits."""
    created: str
    """When, as ISO 8601 in UTC."""
    tenant: str = ""
    principal: str | None = None
    """A name in the settings, whose tenant and groups it has then; ``None`` for those stated here."""
    subject: str | None = None
    groups: tuple[str, ...] = ()
    expires: str | None = None
    """First day on which it is no longer valid, as YYYY-MM-DD; ``None`` for never."""
    revoked: str | None = None
    """When it was revoked; ``None`` for a key that is not."""

    def holds(self, day: date) -> bool:
        """Tell whether the key is valid on a day."""
        return self.revoked is None and (self.expires is None or day.isoformat() < self.expires)

    def own_principal(self) -> Principal:
        """Return the principal that is stated here."""
        return Principal(tenant=self.tenant, subject=self.subject, groups=self.groups)


class KeyStore:
    """
    The API keys of a corpus.

    :param file: Where they are kept, readable by its owner only; made with the first key.
    """

    def __init__(self, file: Path) -> None:
        self._file = file

    def create(
        self,
        name: str,
        *,
        tenant: str = "",
        principal: str | None = None,
        subject: str | None = None,
        groups: tuple[str, ...] = (),
        expires: date | None = None,
    ) -> tuple[ApiKey, str]:
        """
        Make a key and return its record and its text, which is shown this once.

        :param principal: A name in the settings; then nothing else says who it is for.
        :raises InputError: If it has no name, or both a principal and groups of its own.
        :raises StoreError: If it cannot be written, as where the disk is full; there is no new key then.
        """
        if not name.strip():
            raise InputError("an API key needs a name: say what it is for")
        if principal is not None and (subject is not None or groups):
            raise InputError(
                f"key {name!r} is for principal {principal!r}, whose groups are in the settings: state none"
            )
        if principal is None:
            Principal(tenant=tenant, subject=subject, groups=groups)  # refuses what is no name
        secret = secrets.token_urlsafe(32)
        made = ApiKey(
            id=secrets.token_hex(6),
            name=name.strip(),
            digest=sha256(secret.encode()).hexdigest(),
            created=_now(),
            tenant=tenant,
            principal=principal,
            subject=subject,
            groups=tuple(sorted(set(groups))),
            expires=expires.isoformat() if expires else None,
        )
        self._change(lambda keys: {**keys, made.id: made})
        return made, f"pck_{made.id}_{secret}"

    def keys(self) -> tuple[ApiKey, ...]:
        """Return every key, revoked ones too, in order of their making."""
        return tuple(sorted(self._read().values(), key=lambda each: each.created))

    def revoke(self, key_id: str) -> ApiKey:
        """
        Let a key hold no more, from this moment on.

        :raises NotFound: If there is none of that id.
        """
        return self._change_one(key_id, lambda key: replace(key, revoked=_now()))

    def change(self, key_id: str, *, groups: tuple[str, ...]) -> ApiKey:
        """
        Give a key other groups, from this moment on.

        :raises NotFound: If there is none of that id.
        :raises InputError: If the key is for a principal of the settings, or a name is no group's.
        """

        def regrouped(key: ApiKey) -> ApiKey:
            if key.principal is not None:
                raise InputError(
                    f"key {key_id} is for principal {key.principal!r}: change the groups of that in pincite.toml"
                )
            Principal(tenant=key.tenant, groups=groups)  # refuses what is no name
            return replace(key, groups=tuple(sorted(set(groups))))

        return self._change_one(key_id, regrouped)

    def identify(self, text: str, *, day: date) -> ApiKey:
        """
        Return the key whose text is given.

        :param day: The day on which it is to hold.
        :raises AccessDenied: If it is none, or does not hold any more; one text for all reasons.
        """
        shape = _SHAPE.fullmatch(text.strip())
        found = self._read().get(shape[1]) if shape else None
        presented = sha256((shape[2] if shape else text).encode("utf-8", "surrogatepass")).hexdigest()
        same = hmac.compare_digest(presented, found.digest if found else _NOBODY)
        if not same or found is None or not found.holds(day):
            raise AccessDenied(DENIED)
        return found

    def _change_one(self, key_id: str, change: Callable[[ApiKey], ApiKey]) -> ApiKey:
        def changed(keys: dict[str, ApiKey]) -> dict[str, ApiKey]:
            if key_id not in keys:
                raise NotFound("API key", key_id)
            return {**keys, key_id: change(keys[key_id])}

        return self._change(changed)[key_id]

    def _change(self, change: Callable[[dict[str, ApiKey]], dict[str, ApiKey]]) -> dict[str, ApiKey]:
        with self._noting(), self._locked():
            keys = change(self._read())
            own = self._file.with_suffix(f".{os.getpid()}.tmp")
            own.unlink(missing_ok=True)
            try:
                self._write(own, keys)
                own.replace(self._file)
            except BaseException:
                own.unlink(missing_ok=True)
                raise
        return keys

    def _write(self, own: Path, keys: dict[str, ApiKey]) -> None:
        with os.fdopen(os.open(own, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            json.dump([asdict(each) for each in keys.values()], file, ensure_ascii=False, indent=1)
            file.flush()
            os.fsync(file.fileno())

    @contextmanager
    def _noting(self) -> Iterator[None]:
        """Turn errors of the disk into ours; the keys are then as they were."""
        try:
            yield
        except OSError as error:
            raise StoreError(
                f"the API keys could not be written to {self._file} ({os.strerror(error.errno or 0).lower()}), and "
                "none was made or changed: free some space or allow writing there, and run the command again",
                path=str(self._file),
            ) from error

    def _read(self) -> dict[str, ApiKey]:
        try:
            rows = json.loads(self._file.read_text(encoding="utf-8"))
            made = [ApiKey(**{**row, "groups": tuple(row["groups"])}) for row in rows]
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise StoreError(
                f"the API keys in {self._file} cannot be read ({os.strerror(error.errno or 0).lower()}): allow reading "
                "them, and try again",
                path=str(self._file),
            ) from error
        except (ValueError, TypeError, KeyError) as error:
            raise Torn(
                f"the API keys in {self._file} cannot be read ({error}): restore the file, or remove it and make "
                "new keys",
                path=str(self._file),
            ) from error
        return {each.id: each for each in made}

    @contextmanager
    def _locked(self) -> Iterator[None]:
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with self._file.with_suffix(".lock").open("ab") as handle:
            fcntl.flock(handle, fcntl.LOCK_EX)  # the system gives it back when the file is closed
            yield


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
