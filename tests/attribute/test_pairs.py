"""Labelled pairs of claim and passage: what the checks let stand and what they drop."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from pincite.answers import Draft, DraftClaim, Quote, Verdict
from pincite.attribute import AttributeSettings, build
from pincite.testing.passages import passages_of

PAIRS: Final = [json.loads(line) for line in Path(__file__).with_name("pairs.jsonl").read_text().splitlines()]
PAGES: Final = {
    "refund": """# Refund policy

## Limits

| What | Limit |
| --- | --- |
| Refund window | 30 days |
| Refund cap | $500 |

Gift cards are not refunded. Postage is refunded when the goods are faulty, but not after a change of mind.

A larger refund must be approved by the shift manager. Store credit may be offered instead. Refunds are paid by Olga
Pereira in customer care. The new rules took effect on March 1, 2025.

Order O-48214 was refunded in full.

## Exchanges

The exchange takes 14 days.
""",
    "status": """# Weekly report

A new carrier is under consideration. The migration is planned to be finished in May. The board approved the budget of
$2 million.

Sales grew by twelve percent in the north. The server should be replaced.
""",
    "warranty": """# Warranty

The warranty lasts 24 months. Water damage is excluded. The pump WP-4410 is covered.

- Batteries are covered for 8 months.
- Seals are covered for 3 months.

Repairs are made by Halden Works in Bergen.

| Value | Limit |
| --- | --- |
| Maximum input voltage | 28 V |
""",
}


def verdict(pair: dict[str, Any]) -> Verdict:
    quote = pair.get("quote", "| Refund window | 30 days |")
    draft = Draft(claims=(DraftClaim(text=pair["claim"], quotes=(Quote(label=1, text=quote),)),))
    found = build(AttributeSettings()).attribute("", draft, passages_of(PAGES[pair["passage"]]))
    (claim,) = (*found.claims, *found.rejected)
    return claim.verdict


def stands(pair: dict[str, Any]) -> bool:
    return verdict(pair) in (Verdict.QUOTED, Verdict.CONSISTENT)


def test_there_are_enough_pairs_of_both_kinds() -> None:
    assert len(PAIRS) >= 60
    assert 20 <= sum(p["label"] == "right" for p in PAIRS) <= len(PAIRS) - 20


def test_wrong_claims_are_dropped() -> None:
    wrong = [p for p in PAIRS if p["label"] == "wrong"]
    let_through = [(p["claim"], p["why"]) for p in wrong if stands(p)]
    assert len(let_through) <= 0.05 * len(wrong), let_through


def test_right_claims_stand() -> None:
    right = [p for p in PAIRS if p["label"] == "right"]
    dropped = [p["claim"] for p in right if not stands(p)]
    assert len(dropped) <= 0.1 * len(right), dropped


@pytest.mark.parametrize("why", ["number", "unit", "negation", "modality", "identifier", "date"])
def test_every_wrong_claim_of_the_hard_kinds_is_dropped(why: str) -> None:
    assert [p["claim"] for p in PAIRS if p.get("why") == why and stands(p)] == []
