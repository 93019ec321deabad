"""What is not so does not say which is."""

from __future__ import annotations

from pincite.generate import ExtractiveSettings, GenerateSettings, build
from pincite.testing.passages import passages_of

RECALL = """# Recalls

Infudrop lots K4407 and K4470 must go back. Pumps of other lots are not affected by the recall.
"""


def claims(question: str, page: str) -> list[str]:
    settings = GenerateSettings(extractive=ExtractiveSettings(threshold=0.01))
    return [c.text for c in build(settings).draft(question, passages_of(page)).claims]


def test_what_is_not_affected_does_not_say_which_is() -> None:
    assert claims("Which lots of pumps are affected by the recall?", RECALL)[0].startswith("Infudrop lots K4407")
    assert claims("Which lots of pumps are not affected by the recall?", RECALL)[0].startswith("Pumps of other lots")
