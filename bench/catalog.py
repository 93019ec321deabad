"""
How fast the catalog is with 10,000 files and 100,000 chunks.

Run with ``python bench/catalog.py [FILES]``; prints a table of medians.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from datetime import date
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from pincite import access
from pincite.catalog import FileRow, SourceRow
from pincite.lifecycle import Change, embedded_digest
from pincite.questions import Principal
from pincite.testing.index import PlainIndex
from pincite.testing.stores import SPACE, make_store, make_written, reopen_store, save_vectors, word_vector

if TYPE_CHECKING:
    from collections.abc import Callable

    from pincite.catalog import Catalog
    from pincite.questions import Scope

LINES = 10


def timed(name: str, call: Callable[[], object], *, repeat: int = 20) -> None:
    """Print the first time, the median and the median of processor time of a call, in milliseconds."""
    times, processor = [], []
    for _ in range(repeat):
        start, worked = time.perf_counter(), time.process_time()
        call()
        times.append((time.perf_counter() - start) * 1000)
        processor.append((time.process_time() - worked) * 1000)
    print(f"{name:<52} {times[0]:9.1f} {median(times):9.2f} {median(processor):9.2f}")


def a_scope(catalog: Catalog) -> Scope:
    """Return the scope of an outsider today."""
    return access.scope(Principal(tenant="red"), head=catalog.head(), day=date(2026, 1, 1))


def main(n_files: int) -> None:
    """Fill a store, then measure."""
    words = [f"w{at}" for at in range(5000)]
    dice = random.Random(0)
    state = Path(tempfile.mkdtemp(prefix="pincite-bench-")) / "state"
    store = make_store(state, index=lambda _: PlainIndex())
    written = [
        make_written(f"d/{at}", "\n".join(" ".join(dice.choices(words, k=3)) for _ in range(LINES)), keys=["w4711"])
        for at in range(n_files)
    ]
    files = tuple(
        FileRow(source="d", path=f"d/{at}.md", stamp=f"{at}", digest="0" * 64, revisions=((each[0].document_id, ""),))
        for at, each in enumerate(written)
    )
    source = SourceRow(name="d", tenant=written[0][0].tenant, location="d")
    print(f"{n_files} files, {n_files * LINES} chunks{'':<23} {'first ms':>9} {'median ms':>9} {'CPU ms':>9}")
    texts = {text for _, chunks in written for each in chunks for text in (each.indexed, *(u.text for u in each.units))}
    vectors = {embedded_digest(text): word_vector(text) for text in texts}
    tenant = written[0][0].tenant
    timed("save all vectors", lambda: store.catalog.save_vectors(tenant, SPACE.id, vectors), repeat=1)
    everything = Change(kind="add", put=tuple(written), sources=(source,), files=files)
    timed("commit all, index in memory", lambda: store.commit(everything), repeat=1)
    timed("commit all again: nothing to do", lambda: store.commit(everything), repeat=3)
    one = iter([make_written("d/5", f"edited {at}\nand more") for at in range(50)])
    edits = [next(one) for _ in range(20)]
    save_vectors(store.catalog, edits)
    waiting = iter(edits)
    timed("commit one edited document", lambda: store.commit(Change(kind="add", put=(next(waiting),))), repeat=20)
    catalog = store.catalog
    scope = a_scope(catalog)
    chunks = [chunk.chunk_id for each in written if each[0].document_id != "d/5" for chunk in each[1]]
    timed("permits for 100 chunks of 100 documents", lambda: catalog.permit(dice.sample(chunks, 100), scope))
    same = dice.sample(chunks, 100)
    timed("permits for the same 100 chunks", lambda: catalog.permit(same, scope))
    timed("look up a key that stands in about 60 chunks", lambda: catalog.lookup(["w4711"], scope=scope))
    timed("head and pending", lambda: (catalog.head(), catalog.pending(scope.tenant, scope.readers)))
    timed("files of a source", lambda: catalog.files("d"))
    timed("list of documents", lambda: catalog.documents(scope), repeat=5)
    timed("one revision", lambda: catalog.revision(scope, "d/77"))
    store.close()
    timed("open the catalog and read the head", lambda: reopen_store(state, index=lambda _: PlainIndex()).close())
    print(f"catalog.sqlite: {(state / 'catalog.sqlite').stat().st_size / 1e6:.0f} MB")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
