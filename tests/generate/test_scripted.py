"""Drafts from a file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from pincite.answers import DraftClaim, Quote, Reason
from pincite.documents import Span
from pincite.errors import ConfigError
from pincite.generate import GenerateSettings, ScriptedSettings, build
from pincite.testing.passages import passages_of

if TYPE_CHECKING:
    from pathlib import Path

ROW = {
    "question": "What is the refund window?",
    "claims": [{"text": "It is 30 days.", "quotes": [{"label": 1, "text": "30 days"}, {"label": 1, "span": [0, 7]}]}],
}


def script(folder: Path, *rows: object) -> str:
    file = folder / "drafts.jsonl"
    file.write_text("\n".join(json.dumps(row) for row in rows) + "\n")
    return str(file)


def test_a_draft_is_found_by_its_question_whatever_the_case_and_the_mark(tmp_path: Path) -> None:
    generator = build(GenerateSettings(name=f"scripted:{script(tmp_path, ROW)}"))
    found = generator.draft("what is the  refund window", passages_of("# Page\n\nText.\n"))
    assert found.claims == (
        DraftClaim(text="It is 30 days.", quotes=(Quote(label=1, text="30 days"), Quote(label=1, span=Span(0, 7)))),
    )


def test_the_file_may_be_named_in_the_settings(tmp_path: Path) -> None:
    settings = GenerateSettings(name="scripted", scripted=ScriptedSettings(file=script(tmp_path, ROW)))
    assert build(settings).name.startswith("scripted:")


def test_a_question_that_the_file_lacks_is_an_abstention_that_names_the_file(tmp_path: Path) -> None:
    file = script(tmp_path, ROW)
    found = build(GenerateSettings(name=f"scripted:{file}")).draft("Who?", passages_of("# Page\n\nText.\n"))
    assert (found.reason, found.missing) == (Reason.EVIDENCE_INSUFFICIENT, (f"a line for 'Who?' in {file}",))


def test_a_script_may_abstain_with_a_reason_of_its_own(tmp_path: Path) -> None:
    file = script(tmp_path, {"question": "Who?", "reason": "model_refused"})
    assert build(GenerateSettings(name=f"scripted:{file}")).draft("Who?", ()).reason is Reason.MODEL_REFUSED


@pytest.mark.parametrize(
    ("row", "told"),
    [("not an object", "line 1"), ({"claims": []}, "KeyError"), ({"question": "?", "reason": "x"}, "ValueError")],
)
def test_a_line_that_is_no_draft_is_named(tmp_path: Path, row: object, told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        build(GenerateSettings(name=f"scripted:{script(tmp_path, row)}"))


def test_a_missing_file_and_a_missing_name_are_one_clear_line_each() -> None:
    with pytest.raises(ConfigError, match=r"the drafts file 'gone\.jsonl' cannot be read"):
        build(GenerateSettings(name="scripted:gone.jsonl"))
    with pytest.raises(ConfigError, match=r"expected a file, as in 'scripted:drafts\.jsonl'"):
        build(GenerateSettings(name="scripted"))
