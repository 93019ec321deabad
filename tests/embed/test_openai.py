"""The embedder over the wire: what it sends, what it refuses, and when it asks again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from pincite.embed import EmbedSettings, build, build_space
from pincite.embed.estimate import estimate, windows
from pincite.errors import BadModelOutput, ConfigError, ModelTimeout, ModelUnavailable, SpaceMismatch
from pincite.models import cache_folder
from pincite.protocols import Embedder
from pincite.secret import Secret
from pincite.testing.embedding_server import EmbeddingServer
from pincite.testing.loopback import Wire


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    with EmbeddingServer(dim=64, model="words", key="s3cret") as made:
        yield made


def settings(server: EmbeddingServer, **more: Any) -> EmbedSettings:  # noqa: ANN401 - any setting
    return EmbedSettings(**{"name": "openai", "url": server.base_url, "model": "words", "dim": 64, **more})


def embedder(server: EmbeddingServer, *, key: str = "s3cret", **more: Any) -> Embedder:  # noqa: ANN401 - any setting
    return build(settings(server, **more), cache=cache_folder(), secrets={"PINCITE_EMBED_API_KEY": Secret(key)})


def test_texts_and_questions_get_their_own_prefixes(server: EmbeddingServer) -> None:
    made = embedder(server, text_prefix="passage: ", query_prefix="query: ")
    made.embed(["a window"])
    made.embed_query("which window")
    assert server.texts == ["passage: a window", "query: which window"]


def test_many_texts_go_in_batches_and_come_back_in_order(server: EmbeddingServer) -> None:
    texts = [f"text number {at}" for at in range(7)]
    vectors = embedder(server, batch=3).embed(texts)
    assert [len(asked.body["input"]) for asked in server.asked] == [3, 3, 1]
    assert np.array_equal(vectors[5], embedder(server).embed([texts[5]])[0])


def test_a_long_text_is_sent_in_windows_and_none_of_it_is_left_out(server: EmbeddingServer) -> None:
    long = " ".join(f"word{at}" for at in range(300))
    embedder(server, max_tokens=64).embed([long])
    assert "".join(server.texts).split() == long.split()
    assert max(map(estimate, server.texts)) <= 64


def test_windows_are_of_about_one_length_and_cut_even_a_word_that_is_too_long() -> None:
    assert windows("one two", max_tokens=16) == ["one two"]
    cut = windows("x" * 1000, max_tokens=100)
    assert "".join(cut) == "x" * 1000
    assert max(map(estimate, cut)) <= 100


def test_a_busy_server_is_asked_again(server: EmbeddingServer) -> None:
    server.failures = [Wire(status=503, pieces=(b"{}",)), Wire(status=429, headers={"retry-after": "0"})]
    assert embedder(server).embed(["a"]).shape == (1, 64)
    assert len(server.asked) == 3


def test_a_server_that_stays_busy_is_an_error_that_says_so(server: EmbeddingServer) -> None:
    busy = Wire(status=429, headers={"retry-after": "0"}, pieces=(b'{"error": {"message": "slow down"}}',))
    server.failures = [busy, busy]
    with pytest.raises(ModelUnavailable, match=r"answered 429 after 2 attempts: slow down") as caught:
        embedder(server, retries=1).embed(["a"])
    assert caught.value.status == 429


def test_a_wrong_key_is_not_tried_again_and_not_shown(server: EmbeddingServer) -> None:
    with pytest.raises(
        ModelUnavailable, match=r"answered 401: it refuses the key: set PINCITE_EMBED_API_KEY"
    ) as caught:
        embedder(server, key="wr0ng").embed(["a"])
    assert "wr0ng" not in str(caught.value)
    assert len(server.asked) == 1


def test_an_unknown_model_is_named(server: EmbeddingServer) -> None:
    with pytest.raises(ModelUnavailable, match=r"no model 'other'.*check embed\.url and embed\.model"):
        embedder(server, model="other").embed(["a"])


def test_a_redirect_is_not_followed(server: EmbeddingServer) -> None:
    server.failures = [Wire(status=307, headers={"location": f"{server.url}/elsewhere"})]
    with pytest.raises(ModelUnavailable, match="it sends elsewhere, which is not followed"):
        embedder(server).embed(["a"])
    assert len(server.asked) == 1


def test_a_server_that_does_not_answer_in_time_is_an_error(server: EmbeddingServer) -> None:
    server.failures = [Wire(pieces=(b"{}",), pause_s=1.0)]
    with pytest.raises(ModelTimeout, match=r"did not answer within 0\.2 s: try again, or raise embed\.timeout_s"):
        embedder(server, timeout_s=0.2, retries=0).embed(["a"])


def test_a_server_that_is_not_there_is_an_error() -> None:
    nowhere = EmbedSettings(name="openai", url="http://127.0.0.1:9", model="m", dim=8, retries=0)
    with pytest.raises(ModelUnavailable, match="cannot be reached"):
        build(nowhere, cache=cache_folder()).embed(["a"])


@pytest.mark.parametrize(
    "answer", [b"<html>", b"[]", b'{"data": []}', b'{"data": [{"index": 0, "embedding": [1, null]}]}']
)
def test_an_answer_of_another_form_is_an_error(server: EmbeddingServer, answer: bytes) -> None:
    server.failures = [Wire(pieces=(answer,))]
    with pytest.raises(BadModelOutput):
        embedder(server).embed(["a"])


def test_vectors_of_other_dimensions_are_refused_with_the_command_to_type(server: EmbeddingServer) -> None:
    with pytest.raises(SpaceMismatch, match=r"makes vectors of 64 dimensions .* pincite reembed --dim 64"):
        embedder(server, dim=128).embed(["a"])
    assert embedder(server, dim=128, shorten=True).embed(["a"]).shape == (1, 128)


@pytest.mark.parametrize(
    "change",
    [
        {"model": "other"},
        {"dim": 128},
        {"query_prefix": "q: "},
        {"text_prefix": "p: "},
        {"max_tokens": 256},
        {"weights": "sha256:1"},
        {"url": "http://127.0.0.1:1/v1"},
    ],
    ids=str,
)
def test_everything_that_decides_a_vector_is_in_the_fingerprint(
    server: EmbeddingServer, change: dict[str, Any]
) -> None:
    assert build_space(settings(server)).id != build_space(settings(server, **change)).id


def test_a_label_of_the_weights_lets_the_server_move(server: EmbeddingServer) -> None:
    moved = settings(server, weights="words 1", url="http://10.0.0.1/v1")
    assert build_space(settings(server, weights="words 1")).id == build_space(moved).id


def test_openais_key_goes_to_openai_alone(server: EmbeddingServer) -> None:
    made = build(settings(server), cache=cache_folder(), secrets={"OPENAI_API_KEY": Secret("s3cret")})
    with pytest.raises(ModelUnavailable, match="401"):
        made.embed(["a"])
    assert "authorization" not in server.asked[0].headers


def test_settings_without_a_model_are_refused() -> None:
    with pytest.raises(ConfigError, match=r"embed\.model '' and embed\.dim 0: expected the name of the model"):
        EmbedSettings(name="openai")
    with pytest.raises(ConfigError, match=r"embed\.url is 'file:///etc/passwd'"):
        EmbedSettings(name="openai", url="file:///etc/passwd", model="m", dim=8)
    with pytest.raises(ConfigError, match=r"embed\.url has a name or password in it") as caught:
        EmbedSettings(name="openai", url="https://anna:s3cret@host/v1", model="m", dim=8)
    assert "s3cret" not in str(caught.value)
