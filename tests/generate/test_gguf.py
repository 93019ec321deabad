from __future__ import annotations

from pathlib import Path

import pytest

from pincite.errors import CapReached, ConfigError, ModelUnavailable
from pincite.generate import GenerateSettings, GgufSettings, build
from pincite.generate.writing import ModelWriter
from pincite.models.caps import Caps, Meter
from pincite.models.gguf import GgufModel, free_threads
from pincite.models.installs import find
from pincite.models.places import cache_folder
from pincite.models.prices import FREE, Price
from pincite.models.talk import Message, Prompt
from pincite.testing.passages import passages_of


def test_a_model_that_is_not_installed_says_what_to_type(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match=r"type: pincite models install qwen-1\.5b"):
        build(GenerateSettings(name="gguf"), cache=tmp_path)


@pytest.mark.parametrize("model", ["qwen", "weights.gguf", "/nowhere/weights.gguf"])
def test_what_is_neither_a_model_nor_a_file_is_refused(tmp_path: Path, model: str) -> None:
    with pytest.raises(ConfigError, match=r"expected qwen-1\.5b, or the path of a GGUF file that is there"):
        build(GenerateSettings(name=f"gguf:{model}"), cache=tmp_path)


def test_a_file_of_ones_own_is_named_after_it_and_stands_behind_the_gate(tmp_path: Path) -> None:
    (tmp_path / "small.gguf").write_bytes(b"GGUF")
    made = build(GenerateSettings(name=f"gguf:{tmp_path / 'small.gguf'}", gguf=GgufSettings(gate=2)))
    assert isinstance(made, ModelWriter)
    assert (made.name, made.gate, made.leads, made.caches) == ("gguf:small", 2, False, False)


def test_a_model_of_this_machine_is_free_where_no_price_is_stated(tmp_path: Path) -> None:
    (tmp_path / "small.gguf").write_bytes(b"GGUF")
    name = f"gguf:{tmp_path / 'small.gguf'}"
    free = build(GenerateSettings(name=name))
    stated = build(GenerateSettings(name=name, prices={"small": (1.0, 2.0)}))
    assert isinstance(free, ModelWriter)
    assert isinstance(stated, ModelWriter)
    assert free.price == FREE
    assert stated.price == Price(input=1.0, output=2.0, cache_read=1.0, cache_write=1.0)
    assert Meter(Caps(money=0.01), free.price).allow(input_tokens=10_000, max_tokens=400) == 400


def test_a_prompt_over_the_cap_never_reaches_the_engine(tmp_path: Path) -> None:
    model = GgufModel(tmp_path / "none.gguf", model="none")
    prompt = Prompt(system="Be brief.", messages=(Message(role="user", text="x" * 400),))
    with pytest.raises(CapReached, match="100 input tokens"):
        model.reply(prompt, meter=Meter(Caps(input_tokens=100)))


def test_at_least_one_thread_computes() -> None:
    assert free_threads() >= 1


def test_a_file_that_is_no_model_is_an_error_of_ours(tmp_path: Path) -> None:
    pytest.importorskip("xllamacpp", reason="needs pip install 'pincite[gguf]'")
    file = tmp_path / "broken.gguf"
    file.write_bytes(b"no model at all")
    prompt = Prompt(system="Be brief.", messages=(Message(role="user", text="Hello"),))
    with pytest.raises(ModelUnavailable, match="cannot be loaded"):
        GgufModel(file, model="broken").reply(prompt, meter=Meter(Caps(seconds=60)))


@pytest.mark.slow
def test_the_small_model_answers_from_a_passage() -> None:
    pytest.importorskip("xllamacpp", reason="needs pip install 'pincite[gguf]'")
    try:
        find("qwen-1.5b", cache_folder())
    except ModelUnavailable:
        pytest.skip("the model is not here: needs pincite models install qwen-1.5b")
    made = build(GenerateSettings(name="gguf", cap_seconds=600, gguf=GgufSettings(gate=1)))
    draft = made.draft("What is the refund window?", passages_of("# Refunds\n\nThe refund window is 30 days.\n"))
    assert any("30 days" in claim.text for claim in draft.claims)
