"""What every attributor promises."""

from __future__ import annotations

import pytest

from pincite.answers import Draft, DraftClaim, Quote, Reason, Verdict
from pincite.attribute import BUILDERS, AttributeSettings, build
from pincite.protocols import Attributor
from pincite.testing.passages import passages_of

PAGE = "# Refund policy\n\nRefunds are paid within 5 business days. Gift cards are not refunded.\n"
TRUE = DraftClaim(text="Gift cards are not refunded.", quotes=(Quote(label=1, text="Gift cards are not refunded."),))
FALSE = DraftClaim(text="Gift cards are refunded.", quotes=(Quote(label=1, text="Gift cards are not refunded."),))
UNSHOWN = DraftClaim(text="Gift cards are not refunded.", quotes=(Quote(label=9),))


@pytest.fixture(params=sorted(BUILDERS))
def attributor(request: pytest.FixtureRequest) -> Attributor:
    return build(AttributeSettings(name=str(request.param)))


def test_every_claim_of_the_draft_stands_or_is_rejected(attributor: Attributor) -> None:
    found = attributor.attribute("", Draft(claims=(FALSE, TRUE, UNSHOWN)), passages_of(PAGE))
    assert ([c.text for c in found.claims], len(found.rejected)) == ([TRUE.text], 2)


def test_what_is_rejected_says_why_and_cites_nothing(attributor: Attributor) -> None:
    found = attributor.attribute("", Draft(claims=(FALSE, UNSHOWN)), passages_of(PAGE))
    assert all(c.findings and not c.citations for c in found.rejected)
    assert {c.verdict for c in found.rejected} <= {Verdict.UNSUPPORTED, Verdict.CONTRADICTED}


def test_what_stands_has_citations_numbered_from_one_and_no_findings(attributor: Attributor) -> None:
    found = attributor.attribute("", Draft(claims=(FALSE, TRUE)), passages_of(PAGE))
    assert [(c.citations, c.findings) for c in found.claims] == [((1,), ())]
    assert [c.label for c in found.citations] == [1]


def test_every_citation_is_cut_from_the_revision(attributor: Attributor) -> None:
    (passage,) = passages_of(PAGE)
    (citation,) = attributor.attribute("", Draft(claims=(TRUE,)), (passage,)).citations
    assert citation.span.cut(passage.permit.revision.text) == citation.quote


def test_a_draft_without_claims_gives_none(attributor: Attributor) -> None:
    found = attributor.attribute("", Draft(reason=Reason.EVIDENCE_INSUFFICIENT), passages_of(PAGE))
    assert (found.claims, found.citations, found.rejected) == ((), (), ())
