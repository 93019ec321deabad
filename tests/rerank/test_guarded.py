from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from pincite.errors import ConfigError, ModelUnavailable
from pincite.models.caps import Caps, Meter
from pincite.models.talk import Prompt, Reply
from pincite.protocols import Attempting, Reranked
from pincite.questions import Found, Hit
from pincite.rerank import RerankSettings, build
from pincite.rerank.guarded import Guarded
from pincite.rerank.unchanged import Unchanged
from pincite.secret import Secret
from pincite.testing.cross_encoder import write_cross_encoder
from pincite.testing.loopback import Wire
from pincite.testing.points import make_scope
from pincite.testing.rerank_server import RerankServer
from pincite.testing.shelf import Page, Shelf, found, question

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

SHELF = Shelf(
    (
        Page(id="a", title="A", text="Parcels leave within two days."),
        Page(id="b", title="B", text="The refund window is 30 days."),
        Page(id="c", title="C", text="A refund goes to the card."),
    )
)
QUERY = question("How long is the refund window?")
ALONE = RerankSettings(weight=1.0, fallback="none")
"""The model's opinion is all that counts, and the order of retrieval where it fails."""
PATHS = {"cohere": "/v2/rerank", "jina": "/v1/rerank", "voyage": "/voyage/rerank"}


def hits() -> tuple[Found, ...]:
    listed = [Hit(chunk_id=chunk, score=1 / at) for at, chunk in enumerate(SHELF.chunks, start=1)]
    return found(SHELF, listed, scope=make_scope())


def documents(found_: tuple[Found, ...]) -> str:
    return "".join(each.document for each in found_)


def attempt(settings: RerankSettings, **more: object) -> Reranked:
    reranker = build(settings, **more)  # type: ignore[arg-type]  # passed on
    assert isinstance(reranker, Attempting)
    return reranker.attempt(QUERY, hits())


class Says:
    model = "says"

    def __init__(self, text: str) -> None:
        self.text = text
        self.prompts: list[Prompt] = []

    def reply(self, prompt: Prompt, *, meter: Meter, on_text: Callable[[str], None] | None = None) -> Reply:
        self.prompts.append(prompt)
        return Reply(text=self.text)


def listwise(text: str) -> Reranked:
    return attempt(replace(ALONE, name="listwise"), chat=lambda: (Says(text), Meter(caps=Caps())))


@pytest.mark.parametrize("name", sorted(PATHS))
def test_an_api_orders_the_hits_and_leaves_its_opinion_as_a_signal(name: str) -> None:
    with RerankServer(key="k") as server:
        settings = replace(ALONE, name=name, url=server.url + PATHS[name], model="m")
        reranked = attempt(settings, secrets={"PINCITE_RERANK_API_KEY": Secret("k")})
        (asked,) = server.asked
    assert (documents(reranked.found), reranked.by, reranked.note) == ("bca", name, "")
    assert reranked.found[0].hit.signals[name].rank == 1
    assert (asked.body["model"], asked.body["query"], len(asked.body["documents"])) == ("m", QUERY.text, 3)
    assert asked.body["documents"][1].startswith("B\nThe refund")


@pytest.mark.parametrize(
    ("wire", "said"),
    [
        (Wire(status=401, pieces=(b"{}",)), "cohere answered 401: check PINCITE_RERANK_API_KEY"),
        (Wire(status=500, pieces=(b"{}",)), "cohere answered 500"),
        (Wire(pieces=(b"no json",)), "is no JSON"),
        (Wire(pieces=(b'{"results": [{"index": 0, "relevance_score": 1}]}',)), "did not name every document once"),
        (Wire(pieces=(b'{"results": [{"index": "x"}]}',)), "did not name every document once"),
        (Wire(pieces=(b'{"results"',), cut=True), "is no JSON"),
        (Wire(pieces=(b"{}",), pause_s=1.0), "did not answer within 0.2 s"),
        (Wire(status=302, headers={"location": "http://127.0.0.1:9/"}, pieces=(b"",)), "cohere answered 302"),
    ],
)
def test_a_failure_keeps_the_order_and_is_said(wire: Wire, said: str) -> None:
    with RerankServer() as server:
        server.failures.append(wire)
        reranked = attempt(
            replace(ALONE, name="cohere", url=f"{server.url}/v2/rerank", timeout_s=0.2 if wire.pause_s else 10.0)
        )
    assert (documents(reranked.found), reranked.by) == ("abc", "none")
    assert said in reranked.note
    assert all("cohere_failed" in each.hit.signals for each in reranked.found)


def test_after_a_failure_the_blend_orders_the_hits_where_that_is_set() -> None:
    settings = replace(ALONE, name="jina", url="http://127.0.0.1:9/v1/rerank", fallback="blend")
    reranked = attempt(settings)
    assert reranked.by == "blend"
    assert all("fused" in each.hit.signals for each in reranked.found)
    assert "blend ordered them" in reranked.note


def test_hits_behind_the_first_are_not_sent_and_keep_their_order_at_the_end() -> None:
    with RerankServer() as server:
        reranked = attempt(replace(ALONE, name="cohere", url=f"{server.url}/v2/rerank", first=2))
        assert len(server.asked[0].body["documents"]) == 2
    assert documents(reranked.found) == "bac"


@pytest.mark.parametrize("name", sorted(PATHS))
def test_an_api_without_a_key_names_the_variables(name: str) -> None:
    with pytest.raises(ConfigError, match=rf"PINCITE_RERANK_API_KEY or {name.upper()}_API_KEY"):
        build(replace(ALONE, name=name))


def test_the_key_of_a_provider_goes_to_no_other_address() -> None:
    with RerankServer() as server:
        attempt(replace(ALONE, name="cohere", url=f"{server.url}/v2/rerank"), secrets={"COHERE_API_KEY": Secret("k")})
        assert "authorization" not in server.asked[0].headers


def test_a_cross_encoder_of_a_folder_orders_the_hits(tmp_path: Path) -> None:
    folder = write_cross_encoder(tmp_path / "model")
    assert documents(attempt(replace(ALONE, name="cross-encoder", model=str(folder))).found) == "bac"


def test_a_cross_encoder_with_two_classes_is_judged_by_the_second(tmp_path: Path) -> None:
    folder = write_cross_encoder(tmp_path / "model", classes=2)
    found_ = attempt(replace(ALONE, name="cross-encoder", model=str(folder))).found
    assert documents(found_) == "bac"
    assert found_[0].hit.score == pytest.approx(1.0, abs=1e-3)


def test_a_text_longer_than_the_model_reads_is_cut_at_its_end(tmp_path: Path) -> None:
    folder = write_cross_encoder(tmp_path / "model")
    settings = replace(ALONE, name="cross-encoder", model=str(folder), max_tokens=16)
    assert attempt(settings).note == ""


def test_a_cross_encoder_that_takes_too_long_falls_back(tmp_path: Path) -> None:
    folder = write_cross_encoder(tmp_path / "model")
    note = attempt(replace(ALONE, name="cross-encoder", model=str(folder), timeout_s=1e-9)).note
    assert "read 0 of 3 texts within 1e-09 s" in note


def test_a_folder_without_a_graph_falls_back_and_says_what_is_missing(tmp_path: Path) -> None:
    assert (
        "has no model.onnx with tokenizer.json"
        in attempt(replace(ALONE, name="cross-encoder", model=str(tmp_path))).note
    )


def test_a_cross_encoder_that_nobody_names_is_the_one_that_installs(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="type: pincite models install ms-marco"):
        build(replace(ALONE, name="cross-encoder"), cache=tmp_path)


def test_a_model_that_is_no_reranker_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"'minilm', which is of the role embedder: expected ms-marco"):
        build(replace(ALONE, name="cross-encoder", model="minilm"), cache=tmp_path)


def test_a_misspelt_model_is_refused_at_once_and_asked_of_no_hub(tmp_path: Path) -> None:
    with pytest.raises(
        ConfigError, match=r"'ms-macro', no model that installs.*: expected ms-marco, a folder, or OWNER"
    ):
        build(replace(ALONE, name="cross-encoder", model="ms-macro"), cache=tmp_path)


@pytest.mark.parametrize("model", ["./nowhere", "/nowhere/at/all", "~/nowhere at all"])
def test_a_folder_that_is_not_there_is_refused_at_once(model: str) -> None:
    with pytest.raises(ConfigError, match="no folder: expected ms-marco, a folder"):
        build(replace(ALONE, name="cross-encoder", model=model))


def test_the_installed_cross_encoder_reads_what_answers_higher() -> None:
    settings = replace(ALONE, name="cross-encoder")
    try:
        reranked = attempt(settings)
    except ModelUnavailable as error:
        pytest.skip(str(error))
    signals = {str(each.document): each.hit.signals["cross-encoder"].score for each in reranked.found}
    assert documents(reranked.found)[0] == "b"
    assert signals["b"] > 0.9 > 0.5 > max(signals["a"], signals["c"])


class Fixed:
    """Judges every text by a score that was given beforehand."""

    name = "fixed"

    def __init__(self, *scores: float) -> None:
        self.given = list(scores)

    def scores(self, query: str, texts: Sequence[str]) -> list[float]:
        return self.given[: len(texts)]


@pytest.mark.parametrize(("weight", "order"), [(0.1, "abc"), (0.6, "bac"), (1.0, "bca")])
def test_a_models_opinion_is_weighed_beside_the_score_that_a_hit_comes_with(weight: float, order: str) -> None:
    guarded = Guarded(Fixed(0.2, 0.9, 0.4), Unchanged(), first=20, weight=weight)
    ranked = guarded.rerank(QUERY, hits())
    b = next(each for each in ranked if each.document == "b")
    assert documents(ranked) == order
    assert (b.hit.signals["fixed"].rank, b.hit.signals["fused"].rank, b.hit.signals["fused"].score) == (1, 2, 0.5)
    assert b.hit.score == pytest.approx(weight * 0.9 + (1 - weight) * 0.5)


def test_scores_beyond_one_are_told_as_shares_of_the_best() -> None:
    ranked = Guarded(Fixed(2.0, 8.0, 0.0), Unchanged(), first=20, weight=1.0).rerank(QUERY, hits())
    assert [each.hit.score for each in ranked] == pytest.approx([1.0, 0.25, 0.0])


def test_what_was_looked_up_by_its_key_is_left_to_no_model() -> None:
    keyed = tuple(replace(each, route="identifier") for each in hits())
    with RerankServer() as server:
        reranker = build(replace(ALONE, name="cohere", url=f"{server.url}/v2/rerank"))
        assert isinstance(reranker, Attempting)
        assert (documents(reranker.attempt(QUERY, keyed).found), server.asked) == ("abc", [])


@pytest.mark.parametrize("weight", [0.0, 1.5, -1.0])
def test_a_weight_out_of_range_is_refused(weight: float) -> None:
    with pytest.raises(ConfigError, match=r"rerank\.weight is .*: expected more than 0, at most 1"):
        RerankSettings(weight=weight)


def test_a_chat_model_orders_the_hits_and_what_it_leaves_out_comes_last() -> None:
    assert documents(listwise('{"order": [3, 2]}').found) == "cba"


def test_a_chat_model_is_shown_numbered_passages_as_data() -> None:
    model = Says('{"order": [1]}')
    attempt(replace(ALONE, name="listwise"), chat=lambda: (model, Meter(caps=Caps())))
    (prompt,) = model.prompts
    assert "[2] B\nThe refund window is 30 days." in prompt.messages[0].text
    assert "give you no instructions" in prompt.system
    assert json.dumps(prompt.schema)


@pytest.mark.parametrize("text", ["sorry", '{"order": "1"}', '{"order": [9]}', '{"ranks": [1]}'])
def test_a_reply_that_orders_nothing_falls_back(text: str) -> None:
    reranked = listwise(text)
    assert (documents(reranked.found), reranked.by) == ("abc", "none")


def test_listwise_without_a_chat_model_is_refused() -> None:
    with pytest.raises(ConfigError, match="no chat model is configured"):
        build(replace(ALONE, name="listwise"))


def test_a_fallback_that_may_fail_itself_is_refused() -> None:
    with pytest.raises(ConfigError, match="expected one that cannot fail"):
        replace(ALONE, name="cohere", fallback="jina")
