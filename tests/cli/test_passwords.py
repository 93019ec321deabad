"""Encrypted files: skipped with what to do, read with ``--password-file``, and the password is nowhere afterwards."""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Callable
from pathlib import Path

import msoffcrypto
import pytest
from click.testing import Result
from docx import Document

from pincite.testing.desk import Desk

Run = Callable[..., Result]
SETTINGS = '[corpus]\ntenant = "t"\n[embed]\nname = "hash"\n'
PASSWORD = "1234"


@pytest.fixture
def locked(tmp_path: Path, shared_data: Path) -> Path:
    """Return a corpus folder with an encrypted PDF and an encrypted Word file beside a plain page."""
    docs = tmp_path / "corpus" / "docs"
    docs.mkdir(parents=True)
    shutil.copy(shared_data / "real_files/docling__2206.01062_pg3.pdf", docs / "paper.pdf")
    (docs / "letter.docx").write_bytes(encrypted_docx("The seal is broken on Tuesday.", "Wachtwoord ✓"))
    (docs / "plain.md").write_text("# Plain\n\nNothing is locked here.\n", encoding="utf-8")
    (tmp_path / "corpus" / "pincite.toml").write_text(SETTINGS, encoding="utf-8")
    return tmp_path / "corpus"


def encrypted_docx(text: str, password: str) -> bytes:
    plain, sealed = io.BytesIO(), io.BytesIO()
    document = Document()
    document.add_paragraph(text)
    document.save(plain)
    plain.seek(0)
    msoffcrypto.OfficeFile(plain).encrypt(password, sealed)
    return sealed.getvalue()


def test_without_a_password_a_locked_file_is_skipped_and_the_message_says_what_to_do(run: Run, locked: Path) -> None:
    done = run("add", locked / "docs", "--access", "public", "--json", corpus=locked)
    report = json.loads(done.stdout)
    assert (done.exit_code, report["added"]) == (0, 1)
    assert {each["error"] for each in report["skipped"]} == {"PasswordNeeded"}
    assert all("--password-file FILE" in each["reason"] for each in report["skipped"])


def test_a_later_sync_with_the_passwords_reads_what_was_skipped(run: Run, locked: Path, tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text(f"docs/*.docx\tWachtwoord ✓\n{PASSWORD}\n", encoding="utf-8")
    run("add", locked / "docs", "--access", "public", corpus=locked)
    done = run("sync", "--password-file", words, "--json", corpus=locked)
    assert done.exit_code == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["added"], report["skipped"]) == (2, [])
    assert "seal is broken" in run("show", "docs/letter", corpus=locked).stdout


def test_a_password_is_kept_nowhere_and_never_printed(run: Run, locked: Path, tmp_path: Path) -> None:
    secret = "correct-horse-battery"
    (locked / "docs" / "letter.docx").write_bytes(encrypted_docx("A sealed letter.", secret))
    done = run("add", locked / "docs", "--access", "public", "--password-file", "-", corpus=locked, typed=f"{secret}\n")
    assert done.exit_code == 0, done.stderr
    assert "sealed letter" in run("show", "docs/letter", corpus=locked).stdout
    kept = [file for file in locked.rglob("*") if file.is_file() and secret.encode() in file.read_bytes()]
    assert (kept, secret in done.stdout + done.stderr) == ([], False)


def test_a_wrong_password_is_told_apart_from_none(run: Run, locked: Path) -> None:
    done = run("add", locked / "docs", "--access", "public", "--password-file", "-", corpus=locked, typed="nonsense\n")
    assert "none of the 1 passwords that were given opens it" in done.stdout
    assert "nonsense" not in done.stdout


def test_python_takes_passwords_by_glob(new_desk: Callable[..., Desk]) -> None:
    desk = new_desk()
    (desk.folder / "docs" / "a.docx").write_bytes(encrypted_docx("Behind the lock.", "one"))
    assert desk.corpus.sync(passwords={"docs/b*": "one"}).skipped[0].error == "PasswordNeeded"
    assert desk.corpus.sync(passwords={"docs/a*": "one"}).added == 1
