"""What is told of a file when it is taken in."""

from __future__ import annotations

from collections.abc import Callable

from pincite.testing.desk import Desk

NewDesk = Callable[..., Desk]

ROWS = "".join(
    f"GLV-{number},Latte glove con polvere,nitrile,{size},100\n" for number, size in enumerate("SMLSMLSMLSML", start=10)
)


def test_a_table_with_few_words_is_in_the_language_of_the_corpus(new_desk: NewDesk) -> None:
    desk = new_desk()
    desk.write("docs/note.md", "# Nota\n\n" + "La garanzia non copre i danni che sono stati causati dal cliente. " * 5)
    (desk.folder / "docs" / "gloves.csv").write_text(f"code,item,material,size,box\n{ROWS}")
    (desk.folder / "docs" / "gloves.csv.meta.toml").write_text('access = ["public"]\n')
    desk.sync()
    assert desk.corpus.show("docs/gloves").language == "en"
    assert desk.corpus.show("docs/note").language == "it"
