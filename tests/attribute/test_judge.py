"""A judge beside the checks: it may doubt and it may support, and it never revives what the checks dropped."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from pincite.answers import Draft, DraftClaim, Quote, Usage, Verdict
from pincite.attribute import AttributeSettings, build
from pincite.attribute.judge import ModelJudge, Opinion
from pincite.attribute.nli import NliJudge
from pincite.config import load
from pincite.errors import BadModelOutput, ConfigError, ModelUnavailable
from pincite.evaluate.judging import LabelledPair, agreement, read_pairs
from pincite.models.caps import Caps, Meter
from pincite.models.claude import ClaudeModel
from pincite.protocols import Attributed
from pincite.secret import Secret
from pincite.testing.messages_server import Message, MessagesServer
from pincite.testing.passages import passages_of

PAGE = "# Refund policy\n\nThe refund window is 30 days. Gift cards are not refunded.\n"
QUOTED = DraftClaim(
    text="The refund window is 30 days.", quotes=(Quote(label=1, text="The refund window is 30 days."),)
)
CONSISTENT = DraftClaim(text="The window is 30 days.", quotes=(Quote(label=1, text="The refund window is 30 days."),))
FALSE = DraftClaim(text="The refund window is 90 days.", quotes=(Quote(label=1, text="The refund window is 30 days."),))
OTHER = DraftClaim(text="Gift cards are not refunded.", quotes=(Quote(label=1, text="Gift cards are not refunded."),))


@dataclass
class Always:
    """A judge of one mind."""

    opinion: Opinion
    asked: int = 0
    name: str = "always"

    def judge(self, claim: str, evidence: str) -> Opinion:
        self.asked += 1
        return self.opinion if "Gift" not in claim else Opinion.ENTAILED


def found(judge: Always | None, *claims: DraftClaim) -> Attributed:
    return build(AttributeSettings(), judge=judge).attribute("", Draft(claims=claims), passages_of(PAGE))


def test_without_a_judge_nothing_is_called_supported() -> None:
    assert [c.verdict for c in found(None, QUOTED, CONSISTENT).claims] == [Verdict.QUOTED, Verdict.CONSISTENT]


def test_what_stands_and_follows_is_supported() -> None:
    claims = found(Always(Opinion.ENTAILED), QUOTED, CONSISTENT).claims
    assert [c.verdict for c in claims] == [Verdict.SUPPORTED] * 2


def test_what_the_checks_dropped_stays_dropped_and_is_not_even_asked_about() -> None:
    judge = Always(Opinion.ENTAILED)
    result = found(judge, FALSE)
    assert (result.claims, judge.asked) == ((), 0)
    assert result.rejected[0].verdict is Verdict.CONTRADICTED


@pytest.mark.parametrize(
    ("opinion", "verdict"), [(Opinion.NEUTRAL, Verdict.UNSUPPORTED), (Opinion.CONTRADICTED, Verdict.CONTRADICTED)]
)
def test_what_the_judge_doubts_is_dropped_with_its_finding(opinion: Opinion, verdict: Verdict) -> None:
    result = found(Always(opinion), CONSISTENT)
    assert result.claims == ()
    assert [(c.verdict, c.findings) for c in result.rejected] == [(verdict, (f"the judge finds it {opinion}",))]


def test_a_quote_word_for_word_stands_where_the_judge_has_no_opinion() -> None:
    assert [c.verdict for c in found(Always(Opinion.NEUTRAL), QUOTED).claims] == [Verdict.QUOTED]


def test_citations_are_numbered_from_one_over_what_is_left() -> None:
    result = found(Always(Opinion.CONTRADICTED), CONSISTENT, OTHER)
    assert [(c.text, c.citations) for c in result.claims] == [(OTHER.text, (1,))]
    assert [(c.label, c.quote) for c in result.citations] == [(1, OTHER.text)]


def asked(reply: str) -> Opinion:
    with MessagesServer(Message(text=reply)) as server:
        chat = ClaudeModel(Secret("none"), model="claude-sonnet-5-5", base_url=server.url)
        return ModelJudge(chat=chat, meter=lambda: Meter(Caps(seconds=5))).judge("a claim", "an excerpt")


@pytest.mark.parametrize("opinion", list(Opinion))
def test_a_models_opinion_is_read(opinion: Opinion) -> None:
    assert asked(f'{{"opinion": "{opinion}"}}') is opinion


@pytest.mark.parametrize("reply", ["", "maybe", '{"opinion": "entailed"} or {"opinion": "neutral"}'])
def test_what_is_no_opinion_is_an_error(reply: str) -> None:
    with pytest.raises(BadModelOutput, match="expected entailed, neutral or contradicted"):
        asked(reply)


def test_what_the_judge_reads_and_writes_is_among_the_usage() -> None:
    with MessagesServer(Message(text='{"opinion": "entailed"}')) as server:
        chat = ClaudeModel(Secret("none"), model="claude-sonnet-5-5", base_url=server.url)
        judge = ModelJudge(chat=chat, meter=lambda: Meter(Caps(seconds=5)))
        result = build(AttributeSettings(), judge=judge).attribute("", Draft(claims=(QUOTED, OTHER)), passages_of(PAGE))
    assert result.usage is not None
    assert result.usage.input_tokens >= 2
    assert result.usage.output_tokens >= 2


def test_without_a_judge_no_usage_is_told() -> None:
    assert found(None, QUOTED).usage is None


def test_agreement_is_told_beyond_chance_and_for_wrong_claims_apart() -> None:
    pairs = [
        LabelledPair(claim=c, evidence="x", right=r)
        for c, r in (("a", True), ("b", True), ("c", False), ("Gift", False))
    ]
    measured = agreement(Always(Opinion.NEUTRAL), pairs)
    assert (measured.pairs, measured.agreed, measured.wrong_supported, measured.right_supported) == (4, 0.25, 0.5, 0.0)
    assert measured.kappa == pytest.approx(-0.5)


def test_labelled_pairs_are_read_and_a_bad_line_is_named(tmp_path: Path) -> None:
    file = tmp_path / "pairs.jsonl"
    file.write_text('{"claim": "a", "evidence": "b", "label": "right"}\n\n{"claim": "a", "label": "right"}\n')
    with pytest.raises(ValueError, match=r"line 3 of .* is no labelled pair"):
        read_pairs(file)


def nli_model(folder: Path, labels: tuple[str, ...], winner: int) -> Path:
    """Write a classifier that finds the same of every pair, and its tokenizer."""
    import numpy as np
    import onnx
    from onnx import TensorProto, helper, numpy_helper
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import Whitespace

    scores = np.zeros((1, len(labels)), dtype=np.float32)
    scores[0, winner] = 1.0
    ids = helper.make_tensor_value_info("input_ids", TensorProto.INT64, [1, "n"])
    out = helper.make_tensor_value_info("logits", TensorProto.FLOAT, [1, len(labels)])
    nodes = [
        helper.make_node("Constant", [], ["scores"], value=numpy_helper.from_array(scores)),
        helper.make_node("Cast", ["input_ids"], ["asfloat"], to=TensorProto.FLOAT),
        helper.make_node("ReduceMean", ["asfloat"], ["mean"], keepdims=1),
        helper.make_node("Mul", ["mean", "zero"], ["nothing"]),
        helper.make_node("Add", ["scores", "nothing"], ["logits"]),
    ]
    zero = numpy_helper.from_array(np.zeros((1, 1), dtype=np.float32), "zero")
    graph = helper.make_graph(nodes, "nli", [ids], [out], [zero])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    folder.mkdir()
    onnx.save(model, folder / "model.onnx")
    tokenizer = Tokenizer(WordLevel({"[UNK]": 0, "claim": 1}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))
    (folder / "config.json").write_text(json.dumps({"id2label": dict(enumerate(labels))}))
    return folder


@pytest.mark.parametrize(
    ("labels", "winner", "opinion"),
    [
        (("contradiction", "entailment", "neutral"), 1, Opinion.ENTAILED),
        (("CONTRADICTION", "ENTAILMENT", "NEUTRAL"), 0, Opinion.CONTRADICTED),
        (("entailment", "not_entailment"), 1, Opinion.NEUTRAL),
    ],
)
def test_an_nli_model_in_a_folder_judges_by_its_labels(
    tmp_path: Path, labels: tuple[str, ...], winner: int, opinion: Opinion
) -> None:
    judge = NliJudge(str(nli_model(tmp_path / "nli", labels, winner)))
    assert (judge.name, judge.judge("a claim", "an excerpt")) == ("nli:nli", opinion)


def test_a_model_without_a_label_of_entailment_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="labels are yes, no: expected one that begins with entail"):
        NliJudge(str(nli_model(tmp_path / "nli", ("yes", "no"), 0)))


def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match=r"expected model\.onnx, tokenizer\.json"):
        NliJudge(str(tmp_path))


def test_the_settings_name_the_judge(tmp_path: Path) -> None:
    nli_model(tmp_path / "nli", ("entailment", "neutral"), 0)
    (tmp_path / "pincite.toml").write_text(f'[attribute]\njudge = "nli:{tmp_path / "nli"}"\n')
    judge = load(tmp_path, env={}).build_judge()
    assert judge is not None
    assert judge.name == "nli:nli"
    (tmp_path / "pincite.toml").write_text('[attribute]\njudge = "extractive"\n')
    with pytest.raises(ConfigError, match=r"expected claude, openai:MODEL, gguf or nli:FOLDER"):
        load(tmp_path, env={}).build_judge()


@pytest.mark.parametrize(("before", "now", "tokens"), [(None, None, None), (2, None, 2), (None, 3, 3), (2, 3, 5)])
def test_a_second_check_costs_what_the_first_did_too(before: int | None, now: int | None, tokens: int | None) -> None:
    first, second = (
        Attributed(claims=(), citations=(), usage=None if n is None else Usage(input_tokens=n)) for n in (before, now)
    )
    usage = second.after(first).usage
    assert (usage.input_tokens if usage else None) == tokens
