"""JSON web tokens: only what the issuer signed, for this audience, and valid now."""

from __future__ import annotations

import hmac
import json
import time
from base64 import urlsafe_b64encode
from pathlib import Path
from typing import Any

import pytest
from joserfc import jwt
from joserfc.jwk import ECKey, RSAKey

from pincite.access.settings import TokenSettings
from pincite.access.tokens import KeySource, Tokens
from pincite.errors import AccessDenied, ConfigError, Unreachable
from pincite.questions import Principal

ISSUER, AUDIENCE = "https://id.example", "pincite"
RSA = RSAKey.generate_key(2048, parameters={"kid": "one"})
OTHER = RSAKey.generate_key(2048, parameters={"kid": "one"})
EC = ECKey.generate_key("P-256", parameters={"kid": "two"})


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    file = tmp_path / "keys.json"
    write(file, RSA, EC)
    return file


def write(file: Path, *keys: RSAKey | ECKey) -> None:
    file.write_text(json.dumps({"keys": [key.as_dict(private=False) for key in keys]}))


def tokens(file: Path, **settings: Any) -> Tokens:  # noqa: ANN401  # fields of the settings
    stated = TokenSettings(issuer=ISSUER, audience=AUDIENCE, keys=file.name, **settings)
    source = KeySource(stated.keys, base=file.parent, keep_s=stated.keep_s)
    return Tokens(
        stated, tenant="lumen", source=source, groups_of=lambda name, tenant: ("desk",) if name == "anna" else ()
    )


def token(key: RSAKey | ECKey = RSA, *, alg: str = "RS256", kid: str = "one", **claims: Any) -> str:  # noqa: ANN401  # claims of any kind
    now = int(time.time())
    said = {"iss": ISSUER, "aud": AUDIENCE, "exp": now + 60, "sub": "anna", "groups": ["staff"], **claims}
    return jwt.encode({"alg": alg, "kid": kid}, {k: v for k, v in said.items() if v is not None}, key, algorithms=[alg])


def test_a_token_of_the_issuer_says_who_asks(keys: Path) -> None:
    found = tokens(keys).principal(token())
    assert found == Principal(tenant="lumen", subject="anna", groups=["staff"])
    assert tokens(keys).principal(token(EC, alg="ES256", kid="two")).subject == "anna"


def forged(secret: bytes) -> str:
    """Return a token that is signed with a shared secret, made without a library that would refuse to."""

    def part(data: bytes) -> str:
        return urlsafe_b64encode(data).rstrip(b"=").decode()

    claims = {"iss": ISSUER, "aud": AUDIENCE, "exp": int(time.time()) + 60, "sub": "anna"}
    said = f"{part(json.dumps({'alg': 'HS256', 'kid': 'one'}).encode())}.{part(json.dumps(claims).encode())}"
    return f"{said}.{part(hmac.digest(secret, said.encode(), 'sha256'))}"


@pytest.mark.parametrize(
    "claims",
    [
        {"iss": "https://evil.example"},
        {"aud": "another"},
        {"exp": 1},
        {"exp": None},
        {"aud": None},
        {"sub": None},
        {"sub": " "},
        {"nbf": 9_999_999_999},
    ],
    ids=str,
)
def test_a_token_that_does_not_hold_here_and_now_is_refused(keys: Path, claims: dict[str, Any]) -> None:
    with pytest.raises(AccessDenied, match="the credential is not valid"):
        tokens(keys).principal(token(**claims))


def test_a_signature_of_another_key_with_the_same_id_is_refused(keys: Path) -> None:
    with pytest.raises(AccessDenied):
        tokens(keys).principal(token(OTHER))


def test_a_public_key_is_never_taken_for_a_shared_secret(keys: Path) -> None:
    with pytest.raises(AccessDenied):
        tokens(keys).principal(forged(RSA.as_pem(private=False)))
    with pytest.raises(ConfigError, match=r"tokens\.algorithms names 'HS256'"):
        TokenSettings(algorithms=("HS256",))
    with pytest.raises(ConfigError, match=r"tokens\.algorithms names 'none'"):
        TokenSettings(algorithms=("none",))


@pytest.mark.parametrize("text", ["", "a.b.c", "....", "x" * 20_000, "eyJhbGciOiJub25lIn0.e30.", "\ud800"])
def test_rubbish_is_refused_in_the_same_words(keys: Path, text: str) -> None:
    with pytest.raises(AccessDenied, match="the credential is not valid"):
        tokens(keys).principal(text)


def test_a_token_that_was_changed_is_refused(keys: Path) -> None:
    head, _, tail = token().split(".")
    body = token(groups=["board"]).split(".")[1]
    with pytest.raises(AccessDenied):
        tokens(keys).principal(f"{head}.{body}.{tail}")


def test_the_tenant_comes_from_the_claim_that_is_named_and_else_nobody_is_let_in(keys: Path) -> None:
    named = tokens(keys, tenant_claim="org")
    assert named.principal(token(org="acme")).tenant == "acme"
    with pytest.raises(AccessDenied):
        named.principal(token())


def test_groups_may_stand_inside_other_claims_and_odd_ones_give_nothing(keys: Path) -> None:
    inside = tokens(keys, groups_claim="realm_access.roles")
    said = token(realm_access={"roles": ["staff", "user:boss", "", 7]})
    assert inside.principal(said).groups == ("staff",)
    assert inside.principal(token(realm_access="staff")).groups == ()
    assert tokens(keys).principal(token(groups="staff, desk")).groups == ("desk", "staff")


def test_groups_may_come_from_the_settings_whatever_the_token_says(keys: Path) -> None:
    assert tokens(keys, groups_from="settings").principal(token(groups=["board"])).groups == ("desk",)
    assert tokens(keys, groups_from="settings").principal(token(sub="eve")).groups == ()


def test_a_new_key_of_the_issuer_is_read_and_an_old_one_goes(keys: Path) -> None:
    checked = tokens(keys, keep_s=0)
    checked.principal(token())
    write(keys, EC)
    with pytest.raises(AccessDenied):
        checked.principal(token())


def test_a_key_set_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(Unreachable, match=r"the key set none.json cannot be read"):
        tokens(tmp_path / "none.json").principal(token())
    (tmp_path / "odd.json").write_text("[]")
    with pytest.raises(Unreachable, match="is no key set"):
        tokens(tmp_path / "odd.json").principal(token())


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"issuer": ISSUER}, "tokens.audience is blank"),
        ({"issuer": ISSUER, "audience": "x"}, "tokens.keys is blank"),
        ({"keys": "http://id.example/keys"}, "expected an https address"),
        ({"groups_from": "claim"}, "tokens.groups_from is 'claim'"),
        ({"leeway_s": -1}, "expected 0 or more seconds"),
    ],
)
def test_settings_that_could_let_anybody_in_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        TokenSettings(**settings)


def test_without_an_issuer_no_token_is_taken(tmp_path: Path) -> None:
    nothing = Tokens(
        TokenSettings(), tenant="t", source=KeySource("", base=tmp_path, keep_s=1), groups_of=lambda name, tenant: ()
    )
    with pytest.raises(AccessDenied):
        nothing.principal(token())
