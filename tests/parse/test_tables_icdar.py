"""The limits on tables, all held together, as the benchmark counts them."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from pincite.parse import OcrSettings, ParseSettings
from pincite.parse._worker import direct
from pincite.parse.pdf import PdfParser

PARSER = PdfParser(ParseSettings(ocr=OcrSettings(engine="none")), run=direct)
TRACEMONKEY = "pdf.js__tracemonkey.pdf"


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "bench_parsing_tables", Path(__file__).parents[2] / "bench/parsing/tables.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_cells_stand_in_their_row_and_column_and_headers_are_found(shared_data: Path, bench: ModuleType) -> None:
    scores = [
        bench.score(
            bench.truth(path.with_name(f"{path.stem}-str.xml")),
            bench.found_tables(PARSER.parse(path.read_bytes(), path=path.name)),
        )
        for path in sorted((shared_data / "icdar13_eu").glob("*.pdf"))
    ]
    micro = sum(score.right for score in scores) / sum(score.cells for score in scores)
    macro = sum(score.share for score in scores) / len(scores)
    headers = sum(score.headers for score in scores) / sum(score.regions for score in scores)
    assert min(micro, macro) >= 0.92, (micro, macro)
    assert headers >= 0.6


@pytest.mark.slow
def test_running_text_is_not_taken_for_tables(shared_data: Path, bench: ModuleType) -> None:
    extra = {}
    for name in bench.REAL:
        found = bench.found_tables(PARSER.parse((shared_data / "real_files" / name).read_bytes(), path=name))
        extra[name] = bench.extra_tables(name, found)
    assert extra.pop(TRACEMONKEY) <= 3
    assert sum(extra.values()) <= 4, extra
