"""The default embedder: what its vectors are, and that neighbours in a batch do not change them."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pincite.embed import EmbedSettings, build, build_tokenizer
from pincite.embed.minilm import KIND
from pincite.embed.windowed import WindowedEmbedder
from pincite.embed.wordpiece import WordPiece
from pincite.errors import ModelUnavailable
from pincite.models import InstalledModel, cache_folder, find

# What the published weights give in full precision: pincite.models.minilm.graph(weights, quantised=False) over TEXTS.
REFERENCE = Path(__file__).parent / "minilm_full_precision.npy"
TEXTS = (
    "What is the refund window?",
    "Refund policy. Limits. What: Refund window; Limit: 30 days",
    "Orders delivered from 15 November to 24 December may be sent back until 31 January.",
    "Order O-48214 left the Columbus warehouse on 24 November 2026.",
    "The liability of either party under this agreement shall not exceed the fees paid in the preceding twelve months.",
    "Die Frist beträgt dreißig Tage ab Lieferung.",
    "def f(): return 1",
    "IL-6 signalling in CD4+ T cells was measured by flow cytometry.",
)
LONG = " ".join(f"Clause {n} says that party {n} pays {n * 7} dollars within {n} days." for n in range(60))


@pytest.fixture(scope="module")
def model() -> InstalledModel:
    try:
        return find("minilm", cache_folder())
    except ModelUnavailable as missing:
        pytest.skip(str(missing))


@pytest.fixture(scope="module")
def embedder(model: InstalledModel) -> WindowedEmbedder:
    return WindowedEmbedder(model, KIND, threads=2)


def test_the_mean_cosine_to_full_precision_is_above_0_99(embedder: WindowedEmbedder) -> None:
    cosines = (embedder.embed(TEXTS) * np.load(REFERENCE)).sum(axis=1)
    assert cosines.mean() > 0.99
    assert cosines.min() > 0.98


def test_a_vector_does_not_depend_on_its_neighbours(embedder: WindowedEmbedder) -> None:
    together = embedder.embed([*TEXTS, LONG, "short", LONG[:900]])
    alone = np.stack([embedder.embed_query(text) for text in (*TEXTS, LONG)])
    assert np.array_equal(together[: len(alone)], alone)


def test_the_same_call_gives_the_same_bits(embedder: WindowedEmbedder) -> None:
    assert np.array_equal(embedder.embed([*TEXTS, LONG]), embedder.embed([*TEXTS, LONG]))


def test_threads_change_nothing(model: InstalledModel, embedder: WindowedEmbedder) -> None:
    assert np.array_equal(WindowedEmbedder(model, KIND, threads=1).embed(TEXTS * 8), embedder.embed(TEXTS * 8))


def test_the_end_of_a_long_text_counts(embedder: WindowedEmbedder) -> None:
    ending = "The override code is kept in the safe."
    before, after = embedder.embed([LONG, f"{LONG} {ending * 20}"])
    question = embedder.embed_query("Where is the override code kept?")
    assert after @ question > before @ question + 0.05


def test_a_long_text_is_the_weighted_mean_of_its_windows(embedder: WindowedEmbedder) -> None:
    one, other = "alpha " * 254, "omega " * 254
    expected = embedder.embed([one, other]).sum(axis=0)
    found = embedder.embed_query(one + other)
    assert float(found @ (expected / np.linalg.norm(expected))) == pytest.approx(1.0, abs=1e-4)


def test_the_longest_text_of_one_window_is_not_averaged(model: InstalledModel) -> None:
    assert WordPiece(model).count(["alpha " * 254, "alpha " * 255]) == [254, 255]


def test_an_empty_and_a_broken_text_have_vectors_too(embedder: WindowedEmbedder) -> None:
    norms = np.linalg.norm(embedder.embed(["", " ", "a lone \ud800 surrogate"]), axis=1)
    assert norms == pytest.approx([1.0] * 3, abs=1e-5)


def test_the_space_is_that_of_the_published_weights(embedder: WindowedEmbedder) -> None:
    space = embedder.space
    assert space.weights == "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
    assert (space.model, space.dim, space.max_tokens, space.pooling) == ("all-MiniLM-L6-v2", 384, 256, "mean")


def test_counting_tokens_never_loads_the_runtime(model: InstalledModel) -> None:
    code = (
        "import sys; from pincite.embed import EmbedSettings, build_tokenizer\n"
        "from pincite.models import cache_folder\n"
        "build_tokenizer(EmbedSettings(), cache=cache_folder()).count(['a text'])\n"
        "assert 'onnxruntime' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_changed_graph_is_refused(model: InstalledModel) -> None:
    changed = replace(model, files={**model.files, "model.onnx": "0" * 64})
    with pytest.raises(ModelUnavailable, match=r"model\.onnx has changed since it was built: sha256 .* expected 0000"):
        WindowedEmbedder(changed, KIND, threads=1)


def test_without_an_installed_model_the_command_is_named(tmp_path: Path) -> None:
    for make in (build, build_tokenizer):
        with pytest.raises(ModelUnavailable, match="pincite models install minilm"):
            make(EmbedSettings(), cache=tmp_path)
