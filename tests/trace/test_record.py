from __future__ import annotations

import pytest

from pincite.trace import Recorder


def test_a_step_is_recorded_with_what_it_puts_in_and_its_time() -> None:
    recorder = Recorder()
    with recorder.step("pack", "assemble", "passages") as detail:
        detail["passages"] = 3
    (event,) = recorder.events
    assert (event.kind, event.stage, event.title, event.decided_by) == ("pack", "assemble", "passages", "code")
    assert event.detail == {"passages": 3}
    assert event.ms >= 0


def test_a_title_that_a_step_puts_in_replaces_the_first_one() -> None:
    recorder = Recorder()
    with recorder.step("route", "retrieve", "search") as detail:
        detail["title"] = "hybrid search"
    assert (recorder.events[0].title, recorder.events[0].detail) == ("hybrid search", {})


def test_a_step_that_fails_is_recorded_with_the_name_of_the_error_and_nothing_of_its_text() -> None:
    recorder = Recorder()
    with pytest.raises(ValueError, match="secret"), recorder.step("draft", "generate", "model"):
        raise ValueError("secret text")
    assert recorder.events[0].detail == {"failed": "ValueError"}


def test_times_are_summed_per_stage() -> None:
    recorder = Recorder()
    for _ in range(2):
        with recorder.step("permit", "retrieve", "x"):
            pass
    with recorder.step("draft", "generate", "x"):
        pass
    assert list(recorder.timings_ms()) == ["retrieve", "generate"]


def test_two_questions_have_ids_of_their_own() -> None:
    assert Recorder().trace_id != Recorder().trace_id
