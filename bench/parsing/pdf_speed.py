"""
Pages a second and peak memory of PDF parsing beside the raw library: ``python bench/parsing/pdf_speed.py [DATA]``.

Each is measured in a process of its own, over the PDFs of ``icdar13_eu``, by processor time; start-up is left out.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

_DATA: Final = Path(__file__).parents[2] / "../shared/data"


def _raw() -> Callable[[bytes], int]:
    from liteparse import LiteParse

    options = {"extract_blocks": True, "emit_word_boxes": True, "extract_text_metadata": True}
    parser = LiteParse(quiet=True, ocr_enabled=False, include_complexity=True, extract_vector_graphics=True, **options)
    return lambda data: len(parser.parse(data).pages)


def _ours() -> Callable[[bytes], int]:
    from pincite.parse import OcrSettings, ParseSettings
    from pincite.parse._worker import direct
    from pincite.parse.pdf import PdfParser

    parser = PdfParser(ParseSettings(ocr=OcrSettings(engine="none")), run=direct)

    def parse(data: bytes) -> int:
        parsed = parser.parse(data, path="a.pdf")
        return max((box.page for block in parsed.blocks for box in block.place.boxes), default=1)

    return parse


def _measure(name: str, data: Path) -> None:
    files = [path.read_bytes() for path in sorted((data / "icdar13_eu").glob("*.pdf"))]
    parse = {"raw": _raw, "pincite": _ours}[name]()
    parse(files[0])
    before = time.process_time()
    pages = sum(map(parse, files))
    spent = time.process_time() - before
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{name:10} {pages:6} {pages / spent:14.1f} {peak:10.0f}")


def main() -> None:
    """Print the table."""
    arguments = [word for word in sys.argv[1:] if not word.startswith("--")]
    data = Path(arguments[0]) if arguments else _DATA
    if "--raw" in sys.argv or "--pincite" in sys.argv:
        _measure("raw" if "--raw" in sys.argv else "pincite", data)
        return
    print(f"{'parser':10} {'pages':>6} {'pages/cpu-s':>14} {'peak MB':>10}", flush=True)
    for which in ("--raw", "--pincite"):
        subprocess.run([sys.executable, __file__, str(data), which], check=True)


if __name__ == "__main__":
    main()
