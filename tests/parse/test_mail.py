"""Mails, as they are sent and as Outlook saves them."""

from __future__ import annotations

from email.message import EmailMessage
from typing import TYPE_CHECKING

import pytest

from pincite.documents import Parsed
from pincite.errors import Damaged
from pincite.parse import ParseSettings, build
from pincite.parse.eml import EmlParser
from pincite.parse.msg import MsgParser
from pincite.parse.rtf_body import html_or_text, unpacked
from pincite.testing.files import docx

if TYPE_CHECKING:
    from pathlib import Path

PARAGRAPH = "<w:p><w:r><w:t>{}</w:t></w:r></w:p>"


def mail(subject: str = "Cap", body: str = "It is $500.") -> EmailMessage:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "Ann <ann@a.example>", "bob@b.example", subject
    made.set_content(body)
    return made


def parse(message: EmailMessage) -> Parsed:
    return EmlParser(ParseSettings()).parse(message.as_bytes(), path="a.eml")


def cuts(parsed: Parsed) -> list[str]:
    return [block.span.cut(parsed.text) for block in parsed.blocks]


def test_a_mail_is_a_section_under_its_subject() -> None:
    found = parse(mail())
    assert cuts(found) == ["# Cap", "From: Ann <ann@a.example>\nTo: bob@b.example", "It is $500."]
    assert found.title == "Cap"


def test_the_page_that_a_mail_is_goes_before_its_plain_text() -> None:
    message = mail()
    message.add_alternative("<p>It is</p><ul><li>$500</ul>", subtype="html")
    assert cuts(parse(message))[2:] == ["It is", "- $500"]


def test_attachments_are_sections_with_their_own_text() -> None:
    message = mail()
    data = docx(PARAGRAPH.format("Clause 7.2"))
    message.add_attachment(data, maintype="application", subtype="octet-stream", filename="contract.docx")
    message.add_attachment("a,b\n1,2\n", filename="fees.csv")
    assert cuts(parse(message))[3:] == [
        *("## contract.docx", "Clause 7.2"),
        *("## fees.csv", "| a | b |\n| --- | --- |\n| 1 | 2 |"),
    ]


def test_a_mail_in_a_mail_is_read_too() -> None:
    outer = mail("Fwd: Cap", "See below.")
    outer.add_attachment(mail("Cap", "It is $500."))
    found = parse(outer)
    assert [(b.level, b.title) for b in found.blocks if b.level] == [(1, "Fwd: Cap"), (2, "Cap")]
    assert "It is $500." in cuts(found)


def test_an_attachment_that_cannot_be_read_is_listed_with_the_reason_and_the_rest_goes_on() -> None:
    message = mail()
    message.add_attachment(b"PK cut", maintype="application", subtype="zip", filename="bad.docx")
    message.add_attachment(b"\x00\x00ftypmp42", maintype="video", subtype="mp4", filename="clip.mp4")
    found = parse(message)
    assert found.notes[0].startswith("attachment left out: bad.docx: a.eml/bad.docx is damaged")
    assert found.notes[1] == "attachment left out: clip.mp4: no parser takes it"
    assert "Attachments: bad.docx, clip.mp4" in found.text


def test_text_in_a_charset_that_does_not_exist_is_read_as_it_looks() -> None:
    head = b"From: a@b.example\nSubject: =?x-none?Q?A?=\nContent-Type: text/plain; charset=x-none\n\n"
    raw = head + b"With best Gr\xfc\xdfe\n"
    assert "Grüße" in EmlParser(ParseSettings()).parse(raw, path="a.eml").text


def test_a_mail_without_end_of_parts_ends() -> None:
    deep = b"From: a@b.example\nContent-Type: message/rfc822\n\n" * 300 + b"Subject: x\n\ntext"
    found = build(ParseSettings()).parse(deep, path="a.eml")
    assert found.notes == ("attachment left out: mail: it is nested too deeply",)


def test_what_is_no_mail_is_damaged() -> None:
    with pytest.raises(Damaged, match=r"^a\.eml is no mail"):
        EmlParser(ParseSettings()).parse(b"just some words", path="a.eml")
    with pytest.raises(Damaged, match=r"^a\.msg is damaged"):
        MsgParser(ParseSettings()).parse(b"just some words", path="a.msg")


def test_a_mail_of_outlooks_has_its_sender_date_text_and_attachments(shared_data: Path) -> None:
    data = (shared_data / "real_files" / "docling__msg_with_attachment.msg").read_bytes()
    found = MsgParser(ParseSettings()).parse(data, path="a.msg")
    assert cuts(found)[:4] == [
        "# Email with Attachment",
        "From: Alice Example <alice@example.com>\nTo: Bob Example <bob@example.com>\nDate: 2026-05-20 10:30 UTC\n"
        "Attachments: test.txt, report.pdf",
        "This email contains an attachment.",
        "## test.txt",
    ]


def test_a_body_of_compressed_rich_text_is_unpacked() -> None:
    raw = rb"{\rtf1\ansi Caf\'e9 \u8212?\par x\{y\}}"
    stored = (len(raw) + 12).to_bytes(4, "little") + len(raw).to_bytes(4, "little") + b"MELA" + b"\0" * 4 + raw
    assert html_or_text(stored) == (b"", "Café —\nx{y}")


def test_compressed_rich_text_copies_what_stands_before() -> None:
    # The example of the published format: "{\rtf1\ansi\ansicpg1252\pard hello world}" with its line end.
    packed = bytes.fromhex(
        "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0"
    )
    assert unpacked(packed) == b"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n"


def test_a_page_inside_rich_text_comes_out_as_the_page() -> None:
    raw = rb"{\rtf1\ansi\fromhtml1 {\*\htmltag64 <p>}\htmlrtf \par \htmlrtf0 Hello{\*\htmltag72 </p>}}"
    stored = (len(raw) + 12).to_bytes(4, "little") + len(raw).to_bytes(4, "little") + b"MELA" + b"\0" * 4 + raw
    assert html_or_text(stored) == (b"<p>Hello</p>", "")


@pytest.mark.parametrize("data", [b"", b"x" * 15, b"\0" * 8 + b"NONE" + b"\0" * 8])
def test_a_body_that_is_none_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="body"):
        unpacked(data)
