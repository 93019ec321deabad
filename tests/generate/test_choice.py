"""Which generator is built: by name, by a key that is set, and what is said where something is missing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pincite.config import load
from pincite.errors import ConfigError, MissingExtra
from pincite.generate import ClaudeSettings, GenerateSettings, OpenAISettings, build, chosen
from pincite.generate.prompt import Form
from pincite.generate.writing import ModelWriter
from pincite.secret import Secret

KEY = "sk-of-the-test"
CLAUDE = {"ANTHROPIC_API_KEY": Secret(KEY)}


def test_claude_is_chosen_where_its_key_is_set_and_no_model_otherwise() -> None:
    assert chosen(GenerateSettings(), CLAUDE) == "claude"
    assert chosen(GenerateSettings(), {"OPENAI_API_KEY": Secret(KEY)}) == "extractive"
    assert chosen(GenerateSettings(name="extractive"), CLAUDE) == "extractive"
    assert build(GenerateSettings()).name == "extractive"
    assert build(GenerateSettings(), secrets=CLAUDE).name == "claude:claude-sonnet-5-5"


def test_the_model_is_a_setting() -> None:
    settings = GenerateSettings(claude=ClaudeSettings(model="claude-opus-5-5", citations="native"))
    made = build(settings, secrets=CLAUDE)
    assert isinstance(made, ModelWriter)
    assert (made.model, made.form, made.leads, made.caches) == ("claude-opus-5-5", Form.NATIVE, True, True)
    assert build(GenerateSettings(name="claude:claude-haiku-5-5"), secrets=CLAUDE).name == "claude:claude-haiku-5-5"


@pytest.mark.parametrize(
    ("name", "module", "extra"), [("claude", "anthropic", "claude"), ("openai:m", "openai", "openai")]
)
def test_a_missing_library_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, name: str, module: str, extra: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtra, match=rf"pip install 'pincite\[{extra}\]'"):
        build(GenerateSettings(name=name), secrets=CLAUDE)


def test_a_key_that_is_not_set_is_named() -> None:
    with pytest.raises(ConfigError, match="ANTHROPIC_API_KEY is not set"):
        build(GenerateSettings(name="claude"))
    with pytest.raises(ConfigError, match="OPENAI_API_KEY is not set"):
        build(GenerateSettings(name="openai:gpt"))


def test_a_server_of_ones_own_needs_a_model_and_no_key() -> None:
    own = OpenAISettings(base_url="http://127.0.0.1:1/v1", model="llama")
    assert build(GenerateSettings(name="openai", openai=own)).name == "openai:llama"
    with pytest.raises(ConfigError, match="no model is named"):
        build(GenerateSettings(name="openai"))


def test_keys_come_from_the_environment_and_are_shown_nowhere(tmp_path: Path) -> None:
    (tmp_path / "pincite.toml").write_text("")
    config = load(tmp_path, env={"ANTHROPIC_API_KEY": KEY, "OTHER_API_KEY": "x"})
    assert dict(config.secrets).keys() == {"ANTHROPIC_API_KEY"}
    assert ("ANTHROPIC_API_KEY", "(set)", "environment") in config.rows()
    assert KEY not in repr(config)
    assert KEY not in repr(config.build_generator())
    (tmp_path / "pincite.toml").write_text('[generate.claude]\napi_key = "x"\n')
    with pytest.raises(ConfigError, match="secrets come from the environment only"):
        load(tmp_path, env={})


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"cap_money": 0.0}, "generate.cap_money is 0.0: expected more than 0"),
        ({"sentences": 0}, "generate.sentences is 0: expected at least 1"),
        ({"prices": {"m": (1.0,)}}, r"generate.prices.\"m\" is \[1.0\]: expected \[input, output\]"),
    ],
)
def test_settings_out_of_range_are_refused(settings: dict[str, object], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        GenerateSettings(**settings)  # type: ignore[arg-type]  # any of them


def test_settings_of_claude_out_of_range_are_refused() -> None:
    with pytest.raises(ConfigError, match=r"generate\.claude\.effort is 'huge': expected '', 'low'"):
        ClaudeSettings(effort="huge")
