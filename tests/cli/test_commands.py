"""Every command through the real door, on a small corpus."""

from __future__ import annotations

import json
import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

Run = Callable[..., Result]

DEFAULT_READER = (
    "Asking as a reader with no groups in tenant 'shop'; choose with --as NAME (anna), or --tenant and --group."
)


def lines(got: Result) -> list[dict[str, Any]]:
    assert got.exit_code == 0, got.stderr
    return [json.loads(line) for line in got.stdout.splitlines()]


def test_init_writes_settings_once_and_never_over_others(run: Run, tmp_path: Path) -> None:
    first, second = run("init", tmp_path / "new", "--tenant", "acme"), run("init", tmp_path / "new")
    file = tmp_path / "new" / "pincite.toml"
    assert first.stdout.strip() == str(file)
    assert tomllib.loads(file.read_text())["corpus"]["tenant"] == "acme"
    assert (second.exit_code, "exists already" in second.stderr) == (2, True)


def test_add_prints_the_summary_and_then_the_scorecard(run: Run, own: Path) -> None:
    (own / "more").mkdir()
    (own / "more" / "a.md").write_text("# Gifts\n\nA gift card lasts two years.\n")
    got = run("add", own / "more", "--access", "public,staff", corpus=own)
    assert got.exit_code == 0, got.stderr
    assert got.stdout.startswith("1 added, 0 changed, 0 unchanged, 0 deleted, 0 skipped; 1 file in ")
    assert "\nThe corpus\n  documents    4 in 5 revisions\n" in got.stdout
    assert "\nTry\n  pincite ask " in got.stdout


def test_add_without_access_stops_and_registers_nothing(run: Run, own: Path) -> None:
    before = (own / "pincite.toml").read_text()
    (own / "more").mkdir()
    (own / "more" / "a.md").write_text("# Gifts\n\nA gift card lasts two years.\n")
    got = run("add", own / "more", corpus=own)
    assert got.exit_code == 2
    assert "add --access public, or a rule" in got.stderr
    assert (own / "pincite.toml").read_text() == before


def test_a_dry_run_says_what_would_happen_and_writes_nothing(run: Run, own: Path) -> None:
    (own / "policies" / "new.md").write_text("# New\n\nSomething new.\n")
    got = run("sync", "--dry-run", corpus=own)
    assert got.stdout.startswith("Dry run, nothing was written: 1 added")
    assert len(lines(run("list", "--json", corpus=own))) == 2


def test_sync_skips_a_bad_file_with_its_reason_and_goes_on(run: Run, own: Path) -> None:
    (own / "policies" / "empty.md").write_text("")
    (own / "policies" / "new.md").write_text("# New\n\nSomething new.\n")
    got = run("sync", corpus=own)
    assert got.exit_code == 0
    assert "1 added" in got.stdout
    assert "1 skipped" in got.stdout
    assert "policies/empty.md" in got.stdout


def test_strict_makes_a_bad_file_a_failure(run: Run, own: Path) -> None:
    (own / "policies" / "empty.md").write_text("")
    got = run("sync", "--strict", corpus=own)
    assert (got.exit_code, got.stdout) == (1, "")
    assert got.stderr.startswith("Error: policies/empty.md")


def test_sync_as_json_is_one_object(run: Run, own: Path) -> None:
    (own / "policies" / "order.md").unlink()
    (report,) = lines(run("sync", "--json", corpus=own))
    assert (report["deleted"], report["unchanged"], report["dry_run"]) == (1, 3, False)


def test_ask_cites_the_version_in_force(run: Run, shop: Path) -> None:
    got = run("ask", "What is the refund window?", corpus=shop)
    assert got.exit_code == 0, got.stderr
    answer, sources = got.stdout.split("\n\n", 1)
    assert "30 days" in answer
    assert "(Refund policy, v2) [1]" in answer
    assert sources.startswith('[1] Refund policy, v2, Limits: "')
    assert "policies/refund-v2.md" in sources


def test_without_a_name_the_default_reader_is_said_on_standard_error(run: Run, shop: Path) -> None:
    assert DEFAULT_READER in run("ask", "What is the refund window?", corpus=shop).stderr
    assert run("ask", "What is the refund window?", "--as", "anna", corpus=shop).stderr == ""


def test_the_words_of_a_question_need_no_quotation_marks(run: Run, shop: Path) -> None:
    quoted = run("ask", "What is the refund window?", corpus=shop)
    assert run("ask", "What", "is", "the", "refund", "window?", corpus=shop).stdout == quoted.stdout


def test_a_dash_reads_the_question_from_standard_input(run: Run, shop: Path) -> None:
    typed = run("ask", "-", corpus=shop, typed="What is the refund window?\n")
    assert "30 days" in typed.stdout


def test_as_of_answers_from_the_version_of_that_day(run: Run, shop: Path) -> None:
    got = run("ask", "What is the refund window?", "--as-of", "2024-06-30", corpus=shop)
    assert "14 days" in got.stdout
    assert "30 days" not in got.stdout


def test_an_abstention_says_its_reason_and_what_is_missing_and_is_no_failure(run: Run, shop: Path) -> None:
    got = run("ask", "Where is order O-48299?", corpus=shop)
    assert got.exit_code == 0
    assert got.stdout == (
        "There is no O-48299 among the pages that you may read.\n\n"
        "Reason: no_such_identifier (the key stands in no page that may be read)\nNot found: O-48299\n"
    )


def test_a_staff_page_answers_staff_alone(run: Run, shop: Path) -> None:
    question = "At which extension is the fraud desk reached?"
    assert "4471" in run("ask", question, "--as", "anna", corpus=shop).stdout
    assert "4471" in run("ask", question, "--group", "staff", corpus=shop).stdout
    assert "4471" not in run("ask", question, corpus=shop).stdout


def test_ask_as_json_is_one_object_of_the_fixed_shape(run: Run, shop: Path) -> None:
    (answer,) = lines(run("ask", "What is the refund window?", "--json", "--trace", corpus=shop))
    assert answer["status"] == "answered"
    assert answer["citations"][0]["document"] == "refund-policy"
    assert answer["reason"] is None
    assert {"scope", "route", "permit", "pack", "draft"} <= {event["kind"] for event in answer["trace"]}


def test_a_stream_prints_claims_as_they_stand_and_the_sources_last(run: Run, shop: Path) -> None:
    got = run("ask", "What is the refund window?", "--stream", corpus=shop)
    claim, _, source, *_ = got.stdout.splitlines()
    assert "30 days" in claim
    assert "[1]" in claim
    assert source.startswith("[1] Refund policy, v2")


def test_a_stream_as_json_has_one_step_a_line_and_ends_in_the_answer(run: Run, shop: Path) -> None:
    events = lines(run("ask", "What is the refund window?", "--stream", "--json", corpus=shop))
    assert events[0] == {"event": "stage", "stage": "retrieve"}
    assert {"passage", "claim"} <= {event["event"] for event in events}
    assert (events[-1]["event"], events[-1]["status"]) == ("answer", "answered")


def test_the_trace_of_an_answer_goes_to_standard_error(run: Run, shop: Path) -> None:
    got = run("ask", "What is the refund window?", "--trace", corpus=shop)
    assert "STAGE" in got.stderr
    assert "STAGE" not in got.stdout


def test_search_shows_hits_best_first_with_an_excerpt(run: Run, shop: Path) -> None:
    got = run("search", "refund window", "-k", "1", corpus=shop)
    first, second, *_ = got.stdout.splitlines()
    assert first == "1. Refund policy, v2 > Limits  policies/refund-v2.md"
    assert "Refund window | 30 days" in second


def test_search_as_json_is_one_hit_a_line_of_the_fixed_shape(run: Run, shop: Path) -> None:
    hits = lines(run("search", "refund window", "-k", "2", "--json", "--route", "lexical", corpus=shop))
    wanted = {
        "rank",
        "score",
        "chunk_id",
        "document",
        "title",
        "version",
        "topic",
        "section",
        "section_number",
        "source",
    }
    wanted |= {"effective", "in_force", "authority", "access", "parent_section", "previous", "next", "place", "span"}
    wanted |= {"text", "identifiers", "signals", "route"}
    assert wanted <= hits[0].keys()
    assert {hit["route"] for hit in hits} == {"lexical"}
    assert [hit["rank"] for hit in hits] == list(range(1, len(hits) + 1))


def test_a_search_that_finds_nothing_says_so_and_prints_no_json(run: Run, shop: Path) -> None:
    args = ("search", "xyzzy", "--route", "lexical")
    assert run(*args, corpus=shop).stdout == "No page that you may read matches.\n"
    assert run(*args, "--json", corpus=shop).stdout == ""


def test_document_narrows_a_search(run: Run, shop: Path) -> None:
    hits = lines(run("search", "order", "--document", "refund-policy", "--json", corpus=shop))
    assert {hit["document"] for hit in hits} <= {"refund-policy"}


@pytest.mark.parametrize("text", ["K4407", "6120", "refund"])
def test_lookup_of_what_is_no_key_of_any_kind_says_so_and_names_the_search(run: Run, shop: Path, text: str) -> None:
    """That there is none would be false: pages may hold the text, and nothing was looked up."""
    got = run("lookup", text, corpus=shop)
    assert "There is no" not in got.stdout
    assert f"{text} is not recognised as a key of any kind" in got.stdout
    assert f'pincite search "{text}"' in got.stdout
    assert "E-204 (code" in got.stdout
    assert "[identifiers.NAME]" in got.stdout
    assert got.exit_code == run("lookup", "O-48215", corpus=shop).exit_code


def test_lookup_finds_a_key_in_any_writing_and_never_a_neighbour(run: Run, shop: Path) -> None:
    assert [hit["document"] for hit in lines(run("lookup", "o\u201348214", "--json", corpus=shop))] == [
        "policies/order"
    ]
    assert run("lookup", "O-48215", corpus=shop).stdout == "There is no O-48215 among the pages that you may read.\n"


def test_show_prints_what_is_stated_and_then_the_text(run: Run, shop: Path) -> None:
    got = run("show", "refund-policy", corpus=shop)
    assert got.stdout.startswith("Refund policy, v2\nrefund-policy  policies/refund-v2.md\neffective 2025-03-01, ")
    assert "| Refund window | 30 days |" in got.stdout


@pytest.mark.parametrize("name", ["Limits", "limits", "1"])
def test_show_takes_a_section_by_title_or_place(run: Run, shop: Path, name: str) -> None:
    got = run("show", "refund-policy", "--section", name, corpus=shop)
    assert "Refund window" in got.stdout
    assert "Write to the counter" not in got.stdout


def test_a_section_that_is_not_there_is_not_found(run: Run, shop: Path) -> None:
    got = run("show", "refund-policy", "--section", "Nope", corpus=shop)
    assert (got.exit_code, got.stderr.splitlines()[-1]) == (1, "Error: no section 'Nope' among what you may read")


def test_show_gives_an_older_version_on_request(run: Run, shop: Path) -> None:
    (shown,) = lines(run("show", "refund-policy", "--version", "1", "--json", corpus=shop))
    assert (shown["version"], "14 days" in shown["text"]) == ("1", True)


def test_show_chunks_cut_to_the_text_that_is_shown(run: Run, shop: Path) -> None:
    (shown,) = lines(run("show", "refund-policy", "--json", corpus=shop))
    chunks = lines(run("show", "refund-policy", "--chunks", "--json", corpus=shop))
    assert chunks
    assert all(shown["text"][slice(*chunk["span"])] == chunk["text"] for chunk in chunks)


def test_show_blocks_has_one_block_a_line(run: Run, shop: Path) -> None:
    plain = run("show", "refund-policy", "--blocks", corpus=shop).stdout.splitlines()
    blocks = lines(run("show", "refund-policy", "--blocks", "--json", corpus=shop))
    assert len(plain) == len(blocks)
    assert [b["kind"] for b in blocks][:2] == ["heading", "paragraph"]


def test_chunks_and_blocks_are_two_views(run: Run, shop: Path) -> None:
    assert run("show", "refund-policy", "--chunks", "--blocks", corpus=shop).exit_code == 2


def test_a_page_that_may_not_be_read_is_not_found_like_one_that_is_not_there(run: Run, shop: Path) -> None:
    hidden, absent = (run("show", name, corpus=shop) for name in ("staff/desk", "staff/none"))
    assert hidden.stderr.replace("staff/desk", "X") == absent.stderr.replace("staff/none", "X")
    assert run("show", "staff/desk", "--as", "anna", corpus=shop).exit_code == 0


def test_list_shows_what_the_asker_may_read(run: Run, shop: Path) -> None:
    outside = {row["document"] for row in lines(run("list", "--json", corpus=shop))}
    inside = {row["document"] for row in lines(run("list", "documents", "--as", "anna", "--json", corpus=shop))}
    assert inside - outside == {"staff/desk"}
    assert "staff" not in run("list", corpus=shop).stdout


def test_list_versions_says_which_is_in_force(run: Run, shop: Path) -> None:
    rows = lines(run("list", "versions", "refund-policy", "--json", corpus=shop))
    assert [(row["version"], row["in_force"]) for row in rows] == [("1", False), ("2", True)]
    assert "UNTIL" in run("list", "versions", corpus=shop).stdout


def test_list_names_sources_and_principals(run: Run, shop: Path) -> None:
    assert [row["name"] for row in lines(run("list", "sources", "--json", corpus=shop))] == ["policies", "staff"]
    assert lines(run("list", "principals", "--json", corpus=shop)) == [
        {"name": "anna", "tenant": "shop", "subject": "anna", "groups": ["staff"]}
    ]
    assert run("list", "sources", corpus=shop).stdout.startswith("SOURCE")
    assert run("list", "principals", corpus=shop).stdout.startswith("NAME")


def test_open_shows_the_quote_in_its_surroundings_numbered_as_in_the_file(run: Run, own: Path) -> None:
    run("ask", "What is the refund window?", corpus=own)
    got = run("open", "1", "--terminal", corpus=own)
    assert got.exit_code == 0, got.stderr
    (marked,) = [line for line in got.stdout.splitlines() if line.startswith("> ")]
    number, text = marked.removeprefix(">").split(maxsplit=1)
    assert (own / "policies" / "refund-v2.md").read_text().splitlines()[int(number) - 1] == text


def test_open_asks_again_as_whoever_asked_under_the_rights_of_now(run: Run, own: Path) -> None:
    run("ask", "At which extension is the fraud desk reached?", "--as", "anna", corpus=own)
    assert "4471" in run("open", "1", "--terminal", corpus=own).stdout
    run("access", "set", "staff/desk", "", corpus=own)
    after = run("open", "1", "--terminal", corpus=own)
    assert (after.exit_code, after.stdout) == (1, "")


def test_open_before_any_answer_says_so(run: Run, own: Path) -> None:
    shutil.rmtree(own / ".pincite" / "traces", ignore_errors=True)
    assert "there is no answer yet" in run("open", "1", corpus=own).stderr


def test_delete_takes_one_version_away(run: Run, own: Path) -> None:
    got = run("delete", "refund-policy", "--version", "2", corpus=own)
    assert got.stdout == "Deleted 1 revision of refund-policy.\n"
    rows = lines(run("list", "versions", "refund-policy", "--json", corpus=own))
    assert [row["version"] for row in rows] == ["1"]


def test_access_set_narrows_at_once_and_clear_takes_it_back(run: Run, own: Path) -> None:
    run("access", "set", "policies/order", "staff", corpus=own)
    assert "O-48214" not in run("list", corpus=own).stdout
    assert run("show", "policies/order", corpus=own).exit_code == 1
    run("access", "clear", "policies/order", corpus=own)
    assert run("show", "policies/order", corpus=own).exit_code == 0


def test_access_set_says_which_names_have_no_effect(run: Run, own: Path) -> None:
    assert "Not let in" in run("access", "set", "staff/desk", "sales", corpus=own).stderr


def test_access_check_names_the_rule(run: Run, shop: Path) -> None:
    (outside,) = lines(run("access", "check", "staff/desk", "--json", corpus=shop))
    (inside,) = lines(run("access", "check", "staff/desk", "--as", "anna", "--json", corpus=shop))
    assert (outside["allowed"], inside["allowed"], inside["by"]) == (False, True, ["staff"])
    assert run("access", "check", "staff/desk", "--as", "anna", corpus=shop).stdout.startswith("staff/desk: yes: ")


def test_config_show_says_where_each_value_comes_from(run: Run, shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PINCITE_RETRIEVE__ROUTE", "lexical")
    rows = {row["key"]: (row["value"], row["from"]) for row in lines(run("config", "show", "--json", corpus=shop))}
    assert rows["retrieve.route"] == ("lexical", "environment")
    assert rows["embed.name"] == ("hash", "file")
    assert rows["corpus.timezone"] == ("UTC", "default")


def test_config_show_hides_secrets(run: Run, shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PINCITE_ANY_API_KEY", "s3cret")
    shown = run("config", "show", corpus=shop).stdout
    assert "s3cret" not in shown
    assert "PINCITE_ANY_API_KEY" in shown


def test_config_show_takes_a_section_and_refuses_one_that_is_not(run: Run, shop: Path) -> None:
    shown = run("config", "show", "embed", corpus=shop).stdout.splitlines()[1:]
    assert shown
    assert all(line.startswith("embed.") for line in shown)
    assert "did you mean 'embed'?" in run("config", "show", "embd", corpus=shop).stderr


def test_another_settings_file_of_the_folder_is_found_there(run: Run, own: Path) -> None:
    (own / "other.toml").write_text((own / "pincite.toml").read_text().replace('"Shop"', '"Other"'))
    got = run("config", "show", "corpus.name", "--config", "other.toml", corpus=own)
    assert "Other" in got.stdout


def test_models_list_says_what_is_installed(run: Run) -> None:
    listed = {row["name"]: (row["role"], row["installed"]) for row in lines(run("models", "list", "--json"))}
    assert listed["minilm"] == ("embedder", False)
    assert listed["qwen-1.5b"] == ("generator", False)
    assert run("models", "list").stdout.startswith("NAME")


def test_installing_an_unknown_model_names_the_known_ones(run: Run) -> None:
    got = run("models", "install", "minilmm")
    assert got.exit_code == 2
    assert "did you mean 'minilm'?" in got.stderr


def test_why_names_the_first_loss(run: Run, shop: Path) -> None:
    args = ("why", "Which extension has the fraud desk?", "--expect", "staff/desk")
    (lost,) = lines(run(*args, "--json", corpus=shop))
    assert (lost["loss"], lost["stage"]) == ("out_of_scope", "retrieve")
    assert run(*args, corpus=shop).stdout.startswith("Lost at retrieve: out_of_scope\nEvidence: ")


def test_why_without_a_passage_says_how_to_name_one(run: Run, shop: Path) -> None:
    got = run("why", "What is the refund window?", corpus=shop)
    assert got.exit_code == 2
    assert "Missing option '--expect'. Name the passage that should have answered" in got.stderr
    assert "--expect refund-policy#Limits" in got.stderr


def test_why_says_when_nothing_was_lost(run: Run, shop: Path) -> None:
    got = run("why", "What is the refund window?", "--expect", "refund-policy#Limits", corpus=shop)
    assert got.stdout.startswith("Not lost: refund-policy#Limits was found at rank ")


def test_trace_show_has_the_steps_of_the_last_answer_and_no_text(run: Run, own: Path) -> None:
    (answer,) = lines(run("ask", "What is the refund window?", "--json", corpus=own))
    last, named = (run("trace", "show", *more, corpus=own) for more in ((), (answer["trace_id"],)))
    assert last.stdout == named.stdout
    assert "30 days" not in last.stdout
    (shape,) = lines(run("trace", "show", "--json", corpus=own))
    assert shape["trace_id"] == answer["trace_id"]


def test_a_trace_that_is_not_there_is_not_found(run: Run, shop: Path) -> None:
    assert run("trace", "show", "abc", corpus=shop).exit_code == 1


def test_whoever_asks_what_changed_is_told_of_the_command_that_lists_it(run: Run, shop: Path) -> None:
    done = run("ask", "What changed since 2025-01-15 in the refund policy?", corpus=shop)
    assert "pincite changes --since 2025-01-15" in done.stderr
    assert "pincite changes" not in run("ask", "What is the refund window?", corpus=shop).stderr


def test_list_versions_says_what_is_still_to_come(run: Run, shop: Path) -> None:
    got = run("list", "versions", "refund-policy", "--as-of", "2024-01-01", corpus=shop)
    assert "refund-policy 2 from 2025-03-01; --as-of 2025-03-01" in got.stderr
    assert "2025-03-01" not in run("list", "versions", "refund-policy", corpus=shop).stderr
    early = run("list", "versions", "refund-policy", "--as-of", "2020-01-01", corpus=shop)
    assert early.exit_code == 0, early.stderr
    assert "1 from 2023-01-01, 2 from 2025-03-01" in early.stderr
    assert "list versions DOCUMENT" in run("list", "versions", corpus=shop).stderr


@pytest.mark.parametrize("command", ["ask", "search"])
def test_a_document_that_is_unknown_is_said_to_be_so(run: Run, shop: Path, command: str) -> None:
    got = run(command, "refund window", "--document", "nosuch", corpus=shop)
    assert got.exit_code != 0
    assert "no document 'nosuch' among what you may read" in got.stderr
    assert run(command, "refund window", "--document", "refund-policy", corpus=shop).exit_code == 0


def test_the_list_of_versions_claims_nothing_of_what_it_does_not_leave_out(run: Run, shop: Path) -> None:
    got = run("list", "versions", corpus=shop)
    assert "Only documents that are in force" not in got.stderr
    assert "All versions are listed of each document that has one in force" in got.stderr
