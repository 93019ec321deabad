from __future__ import annotations

from pathlib import Path

import pytest

from pincite.config import Config, load
from pincite.errors import ConfigError


def loaded(folder: Path, text: str = "", **env: str) -> Config:
    (folder / "pincite.toml").write_text(text)
    return load(folder, env=env)


def test_a_variable_goes_before_the_file(tmp_path: Path) -> None:
    config = loaded(tmp_path, '[retrieve]\nroute = "hybrid"\n', PINCITE_RETRIEVE__ROUTE="dense")
    assert config.retrieve.route == "dense"


def test_a_variable_is_read_as_the_type_of_its_setting(tmp_path: Path) -> None:
    config = loaded(
        tmp_path,
        PINCITE_INDEX__EDGE__BATCH="7",
        PINCITE_CORPUS__TENANT="12",
        PINCITE_PRINCIPALS__ANNA__GROUPS="staff, legal",
        PINCITE_RETRIEVE__FLOORS__DENSE="0.5",
    )
    assert config.index.edge.batch == 7
    assert config.corpus.tenant == "12"
    assert config.principals["anna"].groups == ("staff", "legal")
    assert config.retrieve.floors.dense == 0.5


@pytest.mark.parametrize(
    ("variable", "message"),
    [
        ("PINCITE_RETRIEVE__RUOTE", "PINCITE_RETRIEVE__RUOTE: unknown key 'ruote' in .retrieve.*mean 'route'"),
        ("PINCITE_RETREIVE__ROUTE", "unknown key 'retreive'.*mean 'retrieve'"),
        ("PINCITE_INDEX__EDGE__BATCH", "PINCITE_INDEX__EDGE__BATCH: index.edge.batch: expected int, got 'x'"),
        ("PINCITE_SOURCES__NAME", "not set by a variable: write it in the file"),
    ],
)
def test_a_variable_that_cannot_be_used_is_named(tmp_path: Path, variable: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        loaded(tmp_path, **{variable: "x"})


def test_variables_without_a_section_are_not_settings(tmp_path: Path) -> None:
    assert loaded(tmp_path, PINCITE_CORPUS="elsewhere", PINCITE_CACHE="x").corpus.tenant == "default"


def test_every_value_says_where_it_came_from(tmp_path: Path) -> None:
    text = '[retrieve]\nroute = "dense"\n[[sources]]\nname = "a"\npath = "b"\n'
    config = loaded(tmp_path, text, PINCITE_CORPUS__TENANT="red")
    rows = {key: (value, origin) for key, value, origin in config.rows()}
    assert rows["retrieve.route"] == ("dense", "file")
    assert rows["corpus.tenant"] == ("red", "environment")
    assert rows["corpus.timezone"] == ("UTC", "default")
    assert rows["sources.a.path"] == ("b", "file")
    assert config.origin("sources.a.kind") == "default"


def test_a_secret_is_shown_as_set_and_nowhere_else(tmp_path: Path) -> None:
    config = loaded(tmp_path, PINCITE_API_KEY="hunter2")
    assert ("PINCITE_API_KEY", "(set)", "environment") in config.rows()
    assert "hunter2" not in f"{config!r} {config.rows()} {config.secrets}"
    assert config.secrets["PINCITE_API_KEY"].reveal() == "hunter2"
