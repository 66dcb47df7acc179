"""Questions about the maps of the mini split, as `mapclew bench questions` asks them."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from eval.bench.data_map import DataMap, read_contents
from eval.bench.questions.map_facts import MapFacts
from eval.bench.questions.question_set import question_file, question_records
from eval.bench.tables import MapTables, table_files
from eval.drawing.truth import DrawingTruth
from eval.mini.mini_map import MiniMap
from eval.mini.queries import REGION

SEED = 0


def make_questions(
    item: MiniMap, tables: MapTables, truth: DrawingTruth, place: int
) -> dict[str, dict[str, Any]]:
    """Return a record of each type of question, by its file below the data's root.

    Parameters
    ----------
    item, tables, truth
        The map, its tables, and the record of its drawing.
    place : int
        Its number among the maps of its domain.
    """
    of = DataMap(item.domain, REGION, item.key, item.suffix)
    with TemporaryDirectory() as name:
        # Read back as any data set is.
        for file, content in table_files(item.domain, REGION, item.key, tables).items():
            path = Path(name) / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        facts = MapFacts(read_contents(Path(name), of), truth.to_dict())
        found = question_records(of, facts, place, seed=SEED)
    return {question_file(kind): record for kind, record in found.items()}
