from __future__ import annotations

import pytest

from pincite.text.called import called


@pytest.mark.parametrize(
    ("title", "path", "words"),
    [
        ("Promotion Agreement", "docs/WHITESMOKE,INC_08_11_2011-EX-10.26-PROMOTION AGREEMENT.pdf", ("WHITESMOKE",)),
        ("Co-Branding Agreement", "docs/EbixInc_20010515_10-Q_Co-Branding.pdf", ("Ebix",)),
        ("Refund policy", "policies/refund-policy-v3.md", ()),
        ("O-48214", "orders/O-48214.md", ()),
        ("", "docs/atlas_final_draft.docx", ("atlas",)),
        ("Договор", "docs/Ромашка_2020.pdf", ("Ромашка",)),
    ],
)
def test_what_the_name_of_the_file_says_and_the_title_does_not(title: str, path: str, words: tuple[str, ...]) -> None:
    assert called(title=title, path=path, document_id="x") == words


def test_an_id_of_its_own_counts_and_says_nothing_twice() -> None:
    assert called(title="Lease", path="s/atlas.md", document_id="legal/Atlas-Tower") == ("atlas", "Tower")


def test_a_name_that_is_a_sentence_is_cut_short() -> None:
    name = " ".join(f"word{chr(97 + at)}" for at in range(20))
    assert len(called(title="", path=f"docs/{name}.md", document_id="")) == 8
