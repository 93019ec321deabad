from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from pincite.config import Config, bare, find, load, write_template
from pincite.errors import ConfigError, Missing, UnknownName
from pincite.ingest import SourceSettings
from pincite.ingest.glob import matches

EXAMPLES = Path(__file__).parents[2] / "examples"


def written(folder: Path, text: str, **env: str) -> Config:
    (folder / "pincite.toml").write_text(text)
    return load(folder, env=env)


def test_an_empty_file_gives_the_defaults(tmp_path: Path) -> None:
    config = written(tmp_path, "")
    assert (config.corpus.tenant, config.corpus.timezone, config.retrieve.route) == ("default", "UTC", "auto")
    assert config.state == tmp_path / ".pincite"
    assert config.name == tmp_path.name


def test_a_stage_is_set_in_its_section_and_below(tmp_path: Path) -> None:
    config = written(tmp_path, '[retrieve]\nroute = "dense"\n[index.edge]\nbatch = 7\n')
    assert config.retrieve.route == "dense"
    assert config.index.edge.batch == 7


@pytest.mark.parametrize(
    ("text", "key", "near"),
    [
        ("[retreive]\n", "retreive", "retrieve"),
        ('[retrieve]\nruote = "dense"\n', "retrieve.ruote", "route"),
        ("[index.edge]\nbtach = 1\n", "index.edge.btach", "batch"),
        ('[[sources]]\nname = "a"\npath = "a"\nacess = ["public"]\n', "sources[1].acess", "access"),
        ('[[rules]]\nglob = "a"\ntopc = "x"\n', "rules[1].topc", "topic"),
        ("[principals.anna]\ngroup = []\n", "principals.anna.group", "groups"),
        ('[identifiers.code]\npatern = "x"\n', "identifiers.code.patern", "pattern"),
    ],
)
def test_an_unknown_key_is_an_error_that_names_the_file_the_key_and_the_nearest(
    tmp_path: Path, text: str, key: str, near: str
) -> None:
    with pytest.raises(ConfigError, match=f"did you mean '{near}'") as caught:
        written(tmp_path, text)
    assert caught.value.facts["key"] == key
    assert str(tmp_path / "pincite.toml") in str(caught.value)


def test_a_secret_in_the_file_is_refused_with_the_place_where_it_belongs(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="secrets come from the environment only"):
        written(tmp_path, '[embed]\napi_key = "x"\n')


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[index.edge]\nbatch = "many"\n', "index.edge.batch: expected int, got 'many'; correct it"),
        ("[corpus]\ntenant = 3\n", "corpus.tenant: expected str, got 3; correct it"),
        ('[[sources]]\nname = "a"\n', "sources[1]: there is no path; correct it"),
        ("[index.edge]\nbatch = 0\n", "index.edge: index.edge.batch is 0: expected 1 to 10000 points"),
        ('[[rules]]\nglob = "a"\neffective = "yesterday"\n', "rules[1].effective: Invalid RFC3339"),
    ],
)
def test_a_wrong_value_is_an_error_that_names_the_value_and_what_was_expected(
    tmp_path: Path, text: str, message: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        written(tmp_path, text)
    assert message in str(caught.value)


def test_a_file_that_is_not_toml_is_an_error_that_names_the_line(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"pincite\.toml: not TOML: .*line 2"):
        written(tmp_path, '[corpus]\nname = "a\n')


def test_a_folder_without_settings_names_the_command_that_writes_them(tmp_path: Path) -> None:
    with pytest.raises(Missing, match="run pincite init"):
        load(tmp_path)


def test_the_corpus_is_found_from_a_folder_below_it(tmp_path: Path) -> None:
    write_template(tmp_path)
    below = tmp_path / "a" / "b"
    below.mkdir(parents=True)
    assert find(below) == tmp_path.resolve()


def test_no_corpus_above_names_the_command_that_makes_one(tmp_path: Path) -> None:
    with pytest.raises(Missing, match="pincite init"):
        find(tmp_path)


def test_two_sources_of_one_name_are_refused(tmp_path: Path) -> None:
    two = '[[sources]]\nname = "a"\npath = "a"\n' * 2
    with pytest.raises(ConfigError, match="two sources are called 'a'"):
        written(tmp_path, two)


def test_a_missing_source_path_is_no_error_before_it_is_read(tmp_path: Path) -> None:
    config = written(tmp_path, '[[sources]]\nname = "a"\npath = "nowhere"\n')
    assert config.sources[0].path == "nowhere"


def test_a_rule_takes_dates_numbers_and_lists(tmp_path: Path) -> None:
    text = '[[rules]]\nglob = "a/**"\nversion = 3\neffective = 2025-01-31\nexpires = "2026-01-31"\naccess = "staff"\n'
    rule = written(tmp_path, text).rules[0]
    assert (rule.version, rule.effective, rule.expires) == (3, date(2025, 1, 31), date(2026, 1, 31))
    assert rule.access == "staff"


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ('access = ["a"]', "either glob or pattern"),
        ('pattern = "("', "not a regular expression"),
        ('pattern = "(?P<verison>x)"', "did you mean 'version'"),
        ('pattern = "x"', "no named group"),
    ],
)
def test_a_rule_that_cannot_work_is_refused(tmp_path: Path, rule: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        written(tmp_path, f"[[rules]]\n{rule}\n")


def test_identifier_kinds_stand_before_the_built_in_ones_and_replace_them_by_name(tmp_path: Path) -> None:
    text = (
        "[identifiers.override]\npattern = 'RFD-\\d{4}'\nexhaustive = true\n[identifiers.order]\nexhaustive = false\n"
    )
    kinds = written(tmp_path, text).kinds()
    assert [kind.name for kind in kinds[:2]] == ["override", "order"]
    assert [kind.exhaustive for kind in kinds[:2]] == [True, False]
    assert sum(kind.name == "order" for kind in kinds) == 1


def test_a_principal_is_of_the_corpus_tenant_and_bears_the_name_of_its_table(tmp_path: Path) -> None:
    config = written(tmp_path, '[corpus]\ntenant = "red"\n[principals.anna]\ngroups = ["staff"]\n')
    anna = config.principal("anna")
    assert (anna.tenant, anna.subject, anna.groups) == ("red", "anna", ("staff",))
    with pytest.raises(UnknownName, match="did you mean 'anna'"):
        config.principal("ana")


def test_the_template_loads(tmp_path: Path) -> None:
    write_template(tmp_path / "new", tenant='a "quoted" name')
    config = load(tmp_path / "new", env={})
    assert config.corpus.tenant == 'a "quoted" name'
    assert (config.sources, config.rules) == ((), ())


def test_everything_that_the_template_shows_in_comments_loads_too(tmp_path: Path) -> None:
    file = write_template(tmp_path)
    lines = [line.removeprefix("# ") for line in file.read_text().splitlines()]
    shown = [line for line in lines if line.startswith("[") or (" = " in line and line[0] != "#")]
    (tmp_path / "pincite.toml").write_text("\n".join(shown))
    config = load(tmp_path, env={})
    assert len(config.rules) == 2
    assert config.kinds()[0].name == "ticket"


def test_a_template_never_overwrites(tmp_path: Path) -> None:
    write_template(tmp_path)
    with pytest.raises(ConfigError, match="exists already"):
        write_template(tmp_path)


def test_a_corpus_without_a_file_has_its_sources_and_state(tmp_path: Path) -> None:
    config = bare(tmp_path, state=tmp_path / "state", sources=[SourceSettings(name="a", path="a")], env={})
    assert config.state == tmp_path / "state"
    assert config.sources[0].name == "a"


@pytest.mark.parametrize("name", ["pincite.toml", "naive.toml"])
def test_the_example_loads(name: str) -> None:
    config = load(EXAMPLES / "lumen" / name, env={})
    assert [source.name for source in config.sources] == ["policies", "staff", "orders"]


@pytest.mark.parametrize(
    "text",
    [
        f"[corpus]\nname = {'[' * 5000}",
        f"[parse]\nmax_bytes = {'9' * 5000}",
        f"[corpus]\nname = 0x{'9' * 6000}",
        '[[rules]]\nglob = "d/[z-a]*"\ntopic = "x"\n',
        '[[sources]]\nname = "d"\npath = "d"\nexclude = ["[z-a]*"]\n',
        '[[rules]]\npattern = "(?P<version>a{99999999999999})"\n',
        f'[[rules]]\npattern = "{"(" * 5000}"\n',
    ],
)
def test_absurd_values_are_refused_in_one_line(tmp_path: Path, text: str) -> None:
    with pytest.raises(ConfigError) as caught:
        written(tmp_path, text)
    assert "pincite.toml" in caught.value.message
    assert "\n" not in caught.value.message
    assert len(caught.value.message) < 1000


def test_a_set_in_a_glob_may_hold_any_character() -> None:
    assert matches("a[[|&~]b", "a[b")
    assert not matches("a[[|&~]b", "a\\b")


@pytest.mark.parametrize(
    ("stage", "key", "name", "near"),
    [
        ("retrieve", "route", "lexcal", "lexical"),
        ("rerank", "name", "blnd", "blend"),
        ("generate", "name", "extractiv", "extractive"),
        ("generate", "name", "claud:haiku", "claude"),
        ("embed", "name", "minlm", "minilm"),
        ("chunk", "name", "structral", "structural"),
        ("assemble", "name", "sections", "section"),
        ("attribute", "name", "check", "checks"),
        ("index", "name", "egde", "edge"),
    ],
)
def test_an_implementation_that_is_not_there_is_refused_when_the_settings_are_read(
    tmp_path: Path, stage: str, key: str, name: str, near: str
) -> None:
    with pytest.raises(ConfigError, match=rf"pincite\.toml: {stage}\.{key}: .*did you mean '{near}'"):
        written(tmp_path, f'[{stage}]\n{key} = "{name}"\n')
    variable = f"PINCITE_{stage.upper()}__{key.upper()}"
    with pytest.raises(ConfigError, match=f"{variable}: {stage}.{key}: "):
        written(tmp_path, "", **{variable: name})


@pytest.mark.parametrize("name", ["auto", "claude:haiku", "gguf", "extractive"])
def test_a_generator_that_is_there_is_taken_with_its_argument_or_as_auto(tmp_path: Path, name: str) -> None:
    assert written(tmp_path, f'[generate]\nname = "{name}"\n').generate.name == name


def test_a_pattern_that_is_none_is_told_with_the_name_of_its_kind(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"pincite\.toml: identifiers\.glv: pattern 'GLV-\['") as told:
        written(tmp_path, "[identifiers.other]\npattern = 'O-\\d+'\n[identifiers.glv]\npattern = \"GLV-[\"\n")
    assert told.value.key == "identifiers.glv"


def test_a_settings_file_that_is_not_there_is_told_from_a_corpus_that_is_not(tmp_path: Path) -> None:
    (tmp_path / "pincite.toml").write_text("")
    (tmp_path / "naive.toml").write_text("")
    with pytest.raises(Missing, match=r"naif\.toml: expected one of naive\.toml, pincite\.toml"):
        load(tmp_path / "naif.toml")
