"""API keys: shown once, kept as a digest, revoked at once."""

from __future__ import annotations

import errno
import os
from datetime import date
from pathlib import Path

import pytest

from pincite.access.keys import KeyStore
from pincite.errors import AccessDenied, InputError, NotFound, StoreError, Torn

DAY = date(2026, 11, 30)


@pytest.fixture
def store(tmp_path: Path) -> KeyStore:
    return KeyStore(tmp_path / "state" / "keys.json")


def test_a_key_is_for_whom_it_was_made(store: KeyStore) -> None:
    made, text = store.create("the shop", tenant="lumen", subject="shop", groups=("staff", "staff"))
    found = store.identify(text, day=DAY)
    assert found == made
    assert found.own_principal().readers == {"staff", "public", "user:shop"}


def test_the_text_of_a_key_is_kept_nowhere(store: KeyStore, tmp_path: Path) -> None:
    _, text = store.create("the shop", tenant="lumen")
    kept = b"".join(file.read_bytes() for file in tmp_path.rglob("*") if file.is_file())
    assert text.rpartition("_")[2].encode() not in kept
    assert (tmp_path / "state" / "keys.json").stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "change", ["revoked", "expired", "another secret", "another id", "no key", "blank", "surrogate"]
)
def test_whatever_is_wrong_with_a_key_is_told_in_the_same_words(store: KeyStore, change: str) -> None:
    made, text = store.create("the shop", tenant="lumen", expires=date(2026, 12, 1))
    day = date(2026, 12, 1) if change == "expired" else DAY
    if change == "revoked":
        store.revoke(made.id)
    texts = {
        "another secret": text[:-1] + ("A" if text[-1] != "A" else "B"),
        "another id": text.replace(made.id, "0" * 12),
        "no key": "hello",
        "blank": "",
        "surrogate": "pck_\ud800",
    }
    with pytest.raises(AccessDenied) as caught:
        store.identify(texts.get(change, text), day=day)
    assert str(caught.value).startswith("the credential is not valid: expected an API key or a token that holds now")


def test_groups_of_a_key_change_and_it_stays_the_same_key(store: KeyStore) -> None:
    made, text = store.create("the shop", tenant="lumen", groups=("staff",))
    store.change(made.id, groups=("desk",))
    assert store.identify(text, day=DAY).groups == ("desk",)


def test_a_key_for_a_configured_name_has_no_groups_of_its_own(store: KeyStore) -> None:
    with pytest.raises(InputError, match="is for principal 'anna', whose groups are in the settings"):
        store.create("anna's", principal="anna", groups=("staff",))
    made, _ = store.create("anna's", principal="anna")
    with pytest.raises(InputError, match=r"change the groups of that in pincite\.toml"):
        store.change(made.id, groups=("staff",))


def test_names_that_are_none_are_refused(store: KeyStore) -> None:
    with pytest.raises(InputError, match="needs a name"):
        store.create(" ", tenant="lumen")
    with pytest.raises(ValueError, match="group names have no colon"):
        store.create("x", tenant="lumen", groups=("user:anna",))
    with pytest.raises(NotFound, match="no API key 'none'"):
        store.revoke("none")


def test_keys_are_listed_in_order_and_revoked_ones_stay(store: KeyStore) -> None:
    first, second = (store.create(name, tenant="t")[0] for name in ("one", "two"))
    store.revoke(first.id)
    listed = store.keys()
    assert [(each.id, each.revoked is None) for each in listed] == [(first.id, False), (second.id, True)]


def test_a_damaged_file_lets_nobody_in(store: KeyStore, tmp_path: Path) -> None:
    _, text = store.create("one", tenant="t")
    (tmp_path / "state" / "keys.json").write_text("[{]")
    with pytest.raises(Torn, match=r"the API keys in .* cannot be read"):
        store.identify(text, day=DAY)


def test_a_full_disk_is_told_and_leaves_the_keys_as_they_were(
    store: KeyStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, text = store.create("the shop", tenant="lumen")

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        for change in (lambda: store.create("another", tenant="lumen"), lambda: store.revoke(made.id)):
            with pytest.raises(StoreError, match=r"API keys could not be written to .* \(no space left on device\)"):
                change()
    assert (store.keys(), store.identify(text, day=DAY)) == ((made,), made)
    assert {file.name for file in (tmp_path / "state").iterdir()} == {"keys.json", "keys.lock"}


def test_keys_that_cannot_be_read_let_nobody_in(store: KeyStore, tmp_path: Path) -> None:
    (tmp_path / "state" / "keys.json").mkdir(parents=True)
    with pytest.raises(StoreError, match=r"the API keys in .*keys\.json cannot be read"):
        store.identify("pck_000000000000_" + "a" * 43, day=DAY)
