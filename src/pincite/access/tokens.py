"""
JSON web tokens: checked against one issuer and its key set.

Only signatures that a public key checks are taken: a token that is signed with a shared secret, or not at all, is
refused before anything in it is read. What the token must say is fixed by the settings, never by the token.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, TypeGuard, cast

from pincite.access.members import DENIED
from pincite.errors import AccessDenied, MissingExtra, Unreachable
from pincite.questions import Principal, is_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from joserfc.jwk import KeySetSerialization

    from pincite.access.settings import TokenSettings

__all__ = ["KeySource", "Tokens"]

_LONGEST: Final = 16_384
_MOST_BYTES: Final = 1_000_000
_TIMEOUT_S: Final = 5.0
_AGAIN_S: Final = 30.0
"""How soon an unknown key id may make the key set be read again."""


class KeySource:
    """
    Gives the issuer's key set, read again when it is old, or when a token names a key that it does not have.

    :param place: An https address or a file.
    :param base: What a relative file is relative to.
    :param keep_s: How long it is kept, in seconds.
    """

    def __init__(self, place: str, *, base: Path, keep_s: float) -> None:
        self._place = place
        self._base = base
        self._keep_s = keep_s
        self._kept: dict[str, Any] | None = None
        self._read_at = 0.0
        self._lock = Lock()

    def keys(self, *, key_id: str | None = None) -> dict[str, Any]:
        """
        Return the key set as JSON.

        :param key_id: The key that a token names.
        :raises Unreachable: If it cannot be read.
        """
        with self._lock:
            age = time.monotonic() - self._read_at
            known = self._kept is not None and (key_id is None or _has(self._kept, key_id))
            if self._kept is None or age > self._keep_s or (not known and age > _AGAIN_S):
                self._kept = self._read()
                self._read_at = time.monotonic()
            return self._kept

    def _read(self) -> dict[str, Any]:
        try:
            found = json.loads(self._bytes())
        except (OSError, ValueError) as error:
            raise Unreachable(
                f"the key set {self._place} cannot be read ({error}): correct keys in [tokens]", path=self._place
            ) from error
        if not isinstance(found, dict) or not isinstance(found.get("keys"), list):
            raise Unreachable(f"{self._place} is no key set: expected an object with a list of keys", path=self._place)
        return found

    def _bytes(self) -> bytes:
        if not self._place.startswith("https://"):
            return (self._base / Path(self._place).expanduser()).read_bytes()
        from urllib.request import urlopen  # imported here: most corpora take no tokens

        with urlopen(self._place, timeout=_TIMEOUT_S) as answer:
            return bytes(answer.read(_MOST_BYTES))


def _has(keys: dict[str, Any], key_id: str) -> bool:
    return any(isinstance(each, dict) and each.get("kid") == key_id for each in keys["keys"])


class Tokens:
    """
    Turns tokens into principals.

    :param settings: Which tokens are taken.
    :param tenant: Tenant of tokens where the settings name no claim for it.
    :param source: Gives the issuer's key set.
    :param groups_of: Gives the groups that the settings give a subject of a tenant now.
    """

    def __init__(
        self,
        settings: TokenSettings,
        *,
        tenant: str,
        source: KeySource,
        groups_of: Callable[[str, str], tuple[str, ...]],
    ) -> None:
        self._settings = settings
        self._tenant = tenant
        self._source = source
        self._groups_of = groups_of

    def principal(self, token: str) -> Principal:
        """
        Return who a token is for, now.

        :raises AccessDenied: If it is not signed by the issuer, not for this audience, not valid now, or says nothing
            of who it is for; one text for all reasons.
        :raises Unreachable: If the issuer's key set cannot be read.
        :raises MissingExtra: If what checks signatures is not installed.
        """
        if not self._settings.issuer or len(token) > _LONGEST:
            raise AccessDenied(DENIED)
        claims = self._claims(token.strip())
        tenant = _inside(claims, self._settings.tenant_claim) if self._settings.tenant_claim else self._tenant
        subject = _inside(claims, self._settings.subject_claim)
        if not (_is_name(tenant) and _is_name(subject)):
            raise AccessDenied(DENIED)
        return Principal(tenant=tenant, subject=subject, groups=self._groups(claims, subject, tenant))

    def _claims(self, token: str) -> dict[str, object]:
        try:
            from joserfc import jwt
            from joserfc.errors import JoseError
            from joserfc.jwk import KeySet
        except ImportError as error:
            raise MissingExtra("checking JSON web tokens", "serve") from error
        its = self._settings
        required = jwt.JWTClaimsRegistry(
            leeway=its.leeway_s,
            iss={"essential": True, "value": its.issuer},
            aud={"essential": True, "value": its.audience},
            exp={"essential": True},
        )
        try:
            keys = KeySet.import_key_set(cast("KeySetSerialization", self._source.keys(key_id=_key_id(token))))
            decoded = jwt.decode(token, keys, algorithms=list(its.algorithms))
            required.validate(decoded.claims)
        except (JoseError, ValueError, TypeError, KeyError, RecursionError) as error:
            raise AccessDenied(DENIED) from error
        return dict(decoded.claims)

    def _groups(self, claims: dict[str, object], subject: str, tenant: str) -> tuple[str, ...]:
        if self._settings.groups_from == "settings":
            return self._groups_of(subject, tenant)
        stated = _inside(claims, self._settings.groups_claim)
        listed = stated.replace(",", " ").split() if isinstance(stated, str) else stated
        return tuple(each for each in listed if _is_name(each) and ":" not in each) if isinstance(listed, list) else ()


def _inside(claims: dict[str, object], path: str) -> object:
    """Return a claim, or one inside others; ``None`` where it is not there."""
    if path in claims:
        return claims[path]
    found: object = claims
    for step in path.split("."):
        found = found.get(step) if isinstance(found, dict) else None
    return found


def _is_name(value: object) -> TypeGuard[str]:
    return is_text(value) and bool(value.strip())


def _key_id(token: str) -> str | None:
    """Return the key id that a token's head names; not to be believed before the signature is checked."""
    from base64 import urlsafe_b64decode

    head = token.partition(".")[0]
    try:
        named = json.loads(urlsafe_b64decode(head + "=" * (-len(head) % 4))).get("kid")
    except (ValueError, AttributeError, RecursionError):  # a head of thousands of brackets is no head
        return None
    return named if isinstance(named, str) else None
