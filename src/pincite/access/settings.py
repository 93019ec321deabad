"""Which JSON web tokens are taken; apart from what checks them, since every start reads the settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pincite.errors import ConfigError

__all__ = ["TokenSettings"]

_ALGORITHMS: Final = (
    "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenSettings:
    """Which JSON web tokens are taken, and what in them says who asks. Nothing is taken while ``issuer`` is blank."""

    issuer: str = ""
    """What ``iss`` must be."""
    audience: str = ""
    """What ``aud`` must hold."""
    keys: str = ""
    """The issuer's key set (JWKS): an https address, or a file, relative to the corpus folder."""
    algorithms: tuple[str, ...] = ("RS256", "ES256", "EdDSA")
    """Signatures that are taken; those with a shared secret never are."""
    tenant_claim: str = ""
    """The claim that names the tenant; the corpus's tenant where nothing is set."""
    subject_claim: str = "sub"
    groups_claim: str = "groups"
    """The claim that lists groups; with points inside nested claims: "realm_access.roles"."""
    groups_from: str = "token"
    """"token", or "settings": the groups that ``[principals]`` gives the subject now, whatever the token says."""
    leeway_s: int = 30
    """How far the issuer's clock may be off, in seconds."""
    keep_s: int = 300
    """How long a key set is kept before it is read again, in seconds."""

    def __post_init__(self) -> None:
        wrong = [each for each in self.algorithms if each not in _ALGORITHMS]
        if wrong or not self.algorithms:
            raise ConfigError(
                f"tokens.algorithms names {wrong[0] if wrong else 'nothing'!r}: expected some of "
                f"{', '.join(_ALGORITHMS)}"
            )
        if self.groups_from not in ("token", "settings"):
            raise ConfigError(f'tokens.groups_from is {self.groups_from!r}: expected "token" or "settings"')
        if min(self.leeway_s, self.keep_s) < 0:
            raise ConfigError(
                f"tokens.leeway_s is {self.leeway_s} and keep_s {self.keep_s}: expected 0 or more seconds"
            )
        missing = [name for name in ("audience", "keys") if self.issuer and not getattr(self, name).strip()]
        if missing:
            raise ConfigError(f"tokens.{missing[0]} is blank: a token of {self.issuer!r} cannot be checked without it")
        if self.keys.startswith("http://"):
            raise ConfigError(f"tokens.keys is {self.keys!r}: expected an https address, or a file")
