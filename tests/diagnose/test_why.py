from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

import pytest

from pincite.answers import Draft, DraftClaim, Loss, Passage, Quote, Reason, Stage
from pincite.diagnose import Why, why, why_json
from pincite.errors import InputError, QueryError
from pincite.questions import Found, Principal, Query
from pincite.testing.desk import PUBLIC_DOCS, Desk

NewDesk = Callable[..., Desk]

QUESTION = "What is the refund window?"
EXPECTED = "docs/refund#Limits"
REFUND = """\
# Refund policy

Goods may come back.

## Limits

The refund window is 30 days.

## Counter

The counter opens at nine."""
STAFF = Principal(tenant="default", groups=["staff"])


@dataclass(frozen=True)
class Script:
    """A generator that writes one draft whatever it is shown."""

    claims: tuple[DraftClaim, ...] = ()
    name: str = "script"

    def draft(self, question: str, passages: tuple[Passage, ...]) -> Draft:
        return Draft(claims=self.claims, reason=None if self.claims else Reason.EVIDENCE_INSUFFICIENT)


def claim(text: str, quote: str, *, label: int = 1) -> DraftClaim:
    return DraftClaim(text=text, quotes=(Quote(label=label, text=quote),))


RIGHT = Script((claim("The refund window is 30 days.", "The refund window is 30 days."),))


class Backwards:
    """A reranker that puts the best last."""

    name = "backwards"

    def rerank(self, query: Query, found: tuple[Found, ...]) -> tuple[Found, ...]:
        return tuple(replace(hit, rank=at) for at, hit in enumerate(reversed(found), start=1))


def settings(**sections: Mapping[str, object]) -> str:
    tables = [
        f"[{name.replace('__', '.')}]\n" + "\n".join(f"{key} = {json.dumps(value)}" for key, value in values.items())
        for name, values in sections.items()
    ]
    return "\n".join([*tables, PUBLIC_DOCS])


def desk_with(new_desk: NewDesk, *stated: str, others: int = 0, **stages: object) -> Desk:
    """Make a corpus with the refund policy and pages that share some words with the question."""
    desk = new_desk(*stated, **{"generator": RIGHT, **stages})
    desk.write("docs/refund.md", REFUND)
    for n in range(others):
        desk.write(f"docs/other{n:02}.md", f"# Page {n}\n\nThe refund window of shop {n} is no matter of page {n}.")
    desk.sync()
    return desk


def ask(desk: Desk, expected: str = EXPECTED, question: str = QUESTION, **how: object) -> Why:
    return why(desk.corpus, question, expected, **how)  # type: ignore[arg-type]  # passed on


def test_a_passage_that_is_cited_is_not_lost(new_desk: NewDesk) -> None:
    found = ask(desk_with(new_desk))
    assert (found.loss, found.stage, found.rank) == (None, None, 1)
    assert found.evidence == "found at rank 1 and cited as [1]"


def test_a_skipped_file_was_not_ingested_and_its_reason_is_shown(new_desk: NewDesk) -> None:
    desk = desk_with(new_desk)
    (desk.folder / "docs/limits.md").write_bytes(b"\x00\x01\x02\x00" * 100)
    desk.sync()
    found = ask(desk, "docs/limits")
    assert (found.loss, found.stage) == (Loss.NOT_INGESTED, Stage.INGEST)
    assert found.evidence.startswith("docs/limits.md was skipped: ")
    assert found.fix == "mend the file and run: pincite sync"


def test_a_document_that_no_source_has_is_told_with_the_nearest_id(new_desk: NewDesk) -> None:
    found = ask(desk_with(new_desk), "docs/refunds")
    assert found.loss is Loss.NOT_INGESTED
    assert found.evidence == (
        "no source holds a document 'docs/refunds' (1 documents are held; the nearest id is 'docs/refund')"
    )


def test_an_id_without_its_folder_is_told_with_the_whole_one(new_desk: NewDesk) -> None:
    found = ask(desk_with(new_desk), "refund")
    assert "the nearest id is 'docs/refund'" in found.evidence
    assert found.fix == "ask again with --expect docs/refund if that is meant, or add its folder with: pincite add PATH"


def test_a_section_that_the_file_does_not_have_was_not_ingested(new_desk: NewDesk) -> None:
    desk = desk_with(new_desk)
    for section in ("Warranty", "window"):
        found = ask(desk, f"docs/refund#{section}")
        assert found.loss is Loss.NOT_INGESTED, "a word of the text is no section"
        assert "headings are: Refund policy, Limits, Counter" in found.evidence


def test_a_section_whose_text_is_hidden_was_lost_by_the_parser(new_desk: NewDesk) -> None:
    desk = new_desk()
    hidden = '<p style="display:none">The refund window is 30 days.</p>'
    desk.write(
        "docs/refund.html", f"<h1>Refund</h1><p>Goods may come back.</p><h2>Limits</h2>{hidden}<h2>End</h2><p>x</p>"
    )
    desk.sync()
    found = ask(desk)
    assert (found.loss, found.stage) == (Loss.PARSE, Stage.PARSE)
    assert "characters of its text are marked as hidden: 'The refund window is 30 days.'" in found.evidence
    assert "make it visible" in found.fix


def test_a_hidden_section_heading_was_lost_by_the_parser(new_desk: NewDesk) -> None:
    desk = new_desk()
    hidden = '<div style="display:none"><h2>Limits</h2><p>The refund window is 30 days.</p></div>'
    desk.write("docs/refund.html", f"<h1>Refund</h1><p>Goods may come back.</p>{hidden}")
    desk.sync()
    found = ask(desk)
    assert found.loss is Loss.PARSE
    assert found.evidence.startswith("the file of docs/refund has 'Limits', its text has no such section")


LIMITS = """\
# Refund policy

{filler}

## Limits

| What | Limit |
| --- | --- |
| Refund cap | $500 |
| Refund window for goods that were bought online | 30 days |
"""


def torn_desk(new_desk: NewDesk, generator: Script) -> Desk:
    """Make a corpus whose table is cut inside its last row, at character 500."""
    text = LIMITS.format(filler="{filler}")
    filler = 500 - text.index("bought online") + len("{filler}")
    fixed = settings(chunk={"name": "fixed"}, chunk__fixed={"size": 500}, assemble={"name": "flat"})
    desk = new_desk(fixed, generator=generator)
    desk.write("docs/refund.md", text.replace("{filler}", "x" * filler))
    desk.sync()
    return desk


def test_a_row_that_the_chunker_tears_is_lost_by_the_chunker(new_desk: NewDesk) -> None:
    found = ask(torn_desk(new_desk, Script()))
    assert (found.loss, found.stage) == (Loss.CHUNK, Stage.CHUNK)
    assert (
        "has 1 of 3 rows cut across chunks: '| Refund window for goods that were bought online | 30 days"
        in found.evidence
    )
    assert "then lost at generate (ignored)" in found.evidence
    assert "chunk.name to structural" in found.fix


def test_a_torn_section_that_is_cited_all_the_same_is_not_lost(new_desk: NewDesk) -> None:
    whole = Script(
        (claim("Refund cap | $500", "Refund cap | $500"), claim("Refund cap | $500", "Refund cap | $500", label=2))
    )
    found = ask(torn_desk(new_desk, whole), question="What is the refund cap?")
    assert found.loss is None, found.evidence


def test_a_passage_of_another_group_is_out_of_scope(new_desk: NewDesk) -> None:
    desk = new_desk(generator=RIGHT)
    desk.write("docs/refund.md", REFUND, access="[staff]")
    desk.sync()
    found = ask(desk)
    assert (found.loss, found.stage, found.rank) == (Loss.OUT_OF_SCOPE, Stage.RETRIEVE, None)
    assert found.evidence == (
        "docs/refund is in force and may be read by staff of tenant 'default'; "
        "the asker is in tenant 'default' with public"
    )
    assert ask(desk, principal=STAFF).loss is None


def test_a_passage_of_another_tenant_is_out_of_scope(new_desk: NewDesk) -> None:
    found = ask(desk_with(new_desk), principal=Principal(tenant="elsewhere"))
    assert found.loss is Loss.OUT_OF_SCOPE
    assert "the asker is in tenant 'elsewhere' with public" in found.evidence


def test_a_passage_of_a_retired_version_is_not_in_force(new_desk: NewDesk) -> None:
    desk = new_desk(generator=RIGHT)
    desk.write("docs/one.md", REFUND, id="refund", version=1, effective="2020-01-01")
    desk.write("docs/two.md", REFUND.replace("## Limits", "## Bounds"), id="refund", version=2, effective="2021-01-01")
    desk.sync()
    found = ask(desk, "refund#Limits")
    assert (found.loss, found.stage) == (Loss.NOT_IN_FORCE, Stage.RETRIEVE)
    assert "1 from 2020-01-01 until 2021-01-01, replaced by refund 2" in found.evidence
    assert ask(desk, "refund#Limits", as_of=date(2020, 6, 1)).loss is None


def test_a_passage_with_a_future_date_is_not_in_force(new_desk: NewDesk) -> None:
    desk = new_desk(generator=RIGHT)
    desk.write("docs/refund.md", REFUND, version=1, effective="2999-01-01")
    desk.sync()
    found = ask(desk)
    assert found.loss is Loss.NOT_IN_FORCE
    assert found.evidence.endswith("1 from 2999-01-01")


def test_a_passage_that_another_document_of_its_topic_replaced_is_not_in_force(new_desk: NewDesk) -> None:
    desk = new_desk(generator=RIGHT)
    desk.write("docs/refund.md", REFUND, topic="refunds", version=1, effective="2020-01-01")
    desk.write("docs/notice.md", "# Notice\n\nNo refunds.", topic="refunds", version=2, effective="2021-01-01")
    desk.sync()
    found = ask(desk)
    assert found.loss is Loss.NOT_IN_FORCE
    assert "replaced by docs/notice 2 of topic refunds" in found.evidence


def test_points_that_the_index_lacks_are_lost_by_the_index(new_desk: NewDesk) -> None:
    desk = desk_with(new_desk)
    index = desk.corpus.store.index
    index.remove([state.point_id for state in index.states()])
    found = ask(desk)
    assert (found.loss, found.stage) == (Loss.INDEX, Stage.INDEX)
    assert found.evidence == (
        "the catalog has 1 chunks of it, the index has none of them at sequence 1 as they should be: "
        "a point that should be in scope is not there"
    )
    index.flush()
    desk.corpus.close()
    again = desk.opened()
    assert why(again, QUESTION, EXPECTED).loss is None, "what the fix says mends it"
    again.close()


def test_floors_that_no_leg_reaches_are_lost_recall_and_the_scores_are_shown(new_desk: NewDesk) -> None:
    high = settings(retrieve__floors={"lexical": 99.0, "dense": 0.99})
    found = ask(desk_with(new_desk, high))
    assert (found.loss, found.stage, found.rank) == (Loss.RECALL, Stage.RETRIEVE, None)
    assert "(retrieve.floors.dense is 0.99) and lexical score" in found.evidence
    assert "without them it ranks 1" in found.evidence
    bound = float(found.fix.split(" to ")[1].split(" or ")[0])
    lower = settings(retrieve__floors={"lexical": 99.0, "dense": bound})
    assert ask(desk_with(new_desk, lower)).loss is None, "what the fix says mends it"


def test_a_route_that_cannot_find_it_is_lost_recall_and_the_other_route_is_tried(new_desk: NewDesk) -> None:
    desk = desk_with(new_desk)
    desk.write("docs/order.md", "# Order O-48214\n\nIt was shipped.")
    desk.sync()
    found = ask(desk, question="Was the refund window of O-48214 shipped?", route="identifier")
    assert found.loss is Loss.RECALL
    assert found.evidence.startswith("route identifier does not find it")
    assert "on route hybrid without floors it ranks" in found.evidence
    assert "--route hybrid" in found.fix


def test_words_in_common_with_nothing_are_lost_recall(new_desk: NewDesk) -> None:
    found = ask(desk_with(new_desk), question="Zebra?", route="lexical")
    assert found.loss is Loss.RECALL


def test_a_passage_behind_the_hits_that_are_looked_at_is_lost_in_the_ranking(new_desk: NewDesk) -> None:
    desk = desk_with(new_desk, settings(retrieve__floors={"dense": -1.0}), others=70)
    found = ask(desk, "docs/refund#Counter")
    assert (found.loss, found.stage) == (Loss.RANKING, Stage.RETRIEVE)
    assert found.rank is not None
    assert found.rank > 60
    assert f"it ranks {found.rank}, and the first 60 hits are looked at" in found.evidence
    assert f"-k {found.rank} or more" in found.fix


def test_a_passage_that_reranking_lowers_is_lost_there(new_desk: NewDesk) -> None:
    desk = desk_with(new_desk, settings(assemble={"name": "flat"}), others=8, reranker=Backwards())
    found = ask(desk, question="The refund window is 30 days.", k=2)
    assert (found.loss, found.stage) == (Loss.RERANK, Stage.RERANK)
    assert "reranker backwards moved it to" in found.evidence
    assert found.rank is not None
    assert found.rank > 2


def test_a_passage_for_which_k_is_too_small_is_lost_to_the_budget(new_desk: NewDesk) -> None:
    desk = desk_with(new_desk, others=8)
    found = ask(desk, question="What is the refund window of shop 3 on page 3?", k=1)
    assert (found.loss, found.stage) == (Loss.BUDGET, Stage.ASSEMBLE)
    assert found.rank is not None
    assert f"it ranks {found.rank}, 1 passages are shown (k is 1); it was dropped: budget" in found.evidence
    k = int(found.fix.split("-k ")[1].split(" ")[0])
    mended = ask(desk, question="What is the refund window of shop 3 on page 3?", k=k)
    assert mended.loss is not Loss.BUDGET, "what the fix says mends it"


def test_a_passage_that_no_tokens_are_left_for_is_lost_to_the_budget(new_desk: NewDesk) -> None:
    desk = desk_with(new_desk, settings(assemble={"total_tokens": 3}))
    found = ask(desk)
    assert found.loss is Loss.BUDGET
    assert found.fix == "raise assemble.total_tokens"


def test_a_passage_that_the_generator_passes_over_is_ignored(new_desk: NewDesk) -> None:
    found = ask(desk_with(new_desk, generator=Script()))
    assert (found.loss, found.stage, found.rank) == (Loss.IGNORED, Stage.GENERATE, 1)
    assert found.evidence == (
        "it was shown as passage 1 of 2; generator script abstained (evidence_insufficient); "
        "shown alone it is not used either"
    )


def test_the_check_that_refuses_a_passage_is_named_and_the_threshold_only_where_it_refuses(new_desk: NewDesk) -> None:
    desk = desk_with(new_desk, generator=None)
    found = ask(desk, "docs/refund#Counter", "What does nine mean?")
    assert found.loss is Loss.IGNORED
    assert (
        'refused by the check "no answer": nothing that is shown can be the answer: it does not say' in found.evidence
    )
    assert found.fix == "ask in words nearer to the passage, or use a model"


def test_a_passage_that_is_not_sure_enough_is_refused_by_the_threshold(new_desk: NewDesk) -> None:
    found = ask(desk_with(new_desk, settings(generate__extractive={"threshold": 0.999}), generator=None),
                question="Which window is there for a refund in the shop?")  # fmt: skip
    assert 'refused by the check "threshold": the passages answer with a probability of 0.' in found.evidence
    assert "lower generate.extractive.threshold" in found.fix


def test_a_passage_beside_one_that_is_cited_is_ignored(new_desk: NewDesk) -> None:
    beside = Script((claim("Goods may come back.", "Goods may come back."),))
    found = ask(desk_with(new_desk, generator=beside))
    assert found.loss is Loss.IGNORED
    assert "script wrote 1 claims from others" in found.evidence


@dataclass(frozen=True)
class Drawn:
    """A generator that writes of other pages as long as it is shown one."""

    name: str = "drawn"

    def draft(self, question: str, passages: tuple[Passage, ...]) -> Draft:
        first = min(passages, key=lambda passage: passage.permit.revision.document_id == "docs/refund")
        said = next(line for line in first.text.splitlines() if "refund window" in line)
        return Draft(claims=(claim(said, said, label=first.label),))


def test_only_what_was_tried_and_brings_the_passage_is_advised(new_desk: NewDesk) -> None:
    """Fewer passages would still show the page that ranks before it."""
    desk = desk_with(new_desk, others=1, generator=Drawn())
    found = ask(desk, question="What is the refund window of shop 0 on page 0?")
    assert (found.loss, found.rank) == (Loss.IGNORED, 2)
    assert found.fix == "ask with --document docs/refund, or use another model"


def test_a_claim_that_the_checks_reject_is_lost_at_the_citation(new_desk: NewDesk) -> None:
    wrong = Script((claim("The refund window is 30 days.", "The refund window is 14 days."),))
    found = ask(desk_with(new_desk, generator=wrong))
    assert (found.loss, found.stage, found.rank) == (Loss.CITATION, Stage.ATTRIBUTE, 1)
    assert "quotes 'The refund window is 14 days.', which does not stand in passage 1" in found.evidence


def test_the_json_has_the_shape_that_scripts_rely_on(new_desk: NewDesk) -> None:
    found = why_json(ask(desk_with(new_desk, generator=Script())))
    assert list(found) == ["question", "expected", "loss", "stage", "rank", "evidence", "fix"]
    assert (found["loss"], found["stage"], found["rank"]) == ("ignored", "generate", 1)


def test_an_expectation_without_a_document_is_refused(new_desk: NewDesk) -> None:
    with pytest.raises(InputError, match=r"expected a document, got '#Limits': write DOCUMENT or DOCUMENT#SECTION"):
        ask(desk_with(new_desk), "#Limits")


def test_an_empty_question_is_refused(new_desk: NewDesk) -> None:
    with pytest.raises(QueryError, match="the question is empty"):
        ask(desk_with(new_desk), question=" ")


def test_looking_leaves_no_trace_and_changes_nothing(new_desk: NewDesk) -> None:
    desk = desk_with(new_desk)
    ask(desk)
    assert desk.corpus.last_answer() is None
    assert desk.corpus.facts()["sequence"] == 1


def test_nothing_is_torn_where_the_structure_is_kept(new_desk: NewDesk) -> None:
    lumen = Path(__file__).resolve().parents[2] / "examples" / "lumen" / "policies"
    desk = new_desk(generator=Script())
    for name in ("refund-v3", "shipping-v3"):
        desk.write(f"docs/{name}.md", (lumen / f"{name}.md").read_text(encoding="utf-8").split("---", 2)[2])
    desk.sync()
    found = [ask(desk, f"docs/{name}", "What is the limit?") for name in ("refund-v3", "shipping-v3")]
    assert Loss.CHUNK not in [each.loss for each in found], found
