"""Build the mini split: pictures, tables, queries, questions; beside them the maps' truth."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from eval.bench.difficulty import map_levels
from eval.bench.tables import edge_list, table_files
from eval.drawing.draw_network import draw_network
from eval.drawing.encoding import encode_picture
from eval.drawing.truth import DrawingTruth
from eval.maptab.kinds import DOMAINS
from eval.mini.catalogue import MAPS
from eval.mini.mini_map import MiniMap
from eval.mini.queries import REGION, make_records
from eval.mini.questions import make_questions
from eval.mini.tables import make_tables


def build_files() -> Iterator[tuple[str, bytes]]:
    """Yield every file of the split: its path below the split's folder, and its bytes.

    Data lie below `data/`, truth files below `truth/`.
    """
    for domain in DOMAINS:
        maps = [item for item in MAPS if item.domain == domain]
        graphs = {item.key: item.network.edges() for item in maps}
        levels = map_levels(graphs, cycles=domain == "travelmap")
        records: dict[str, list[object]] = defaultdict(list)
        for place, item in enumerate(maps):
            image, truth = draw_network(item.network, item.style)
            yield (
                f"data/{domain}/images/{REGION}/{item.key}{item.suffix}",
                encode_picture(image, item.suffix),
            )
            yield from _truth_files(item, truth)
            tables = make_tables(item)
            for name, content in table_files(domain, REGION, item.key, tables).items():
                yield f"data/{name}", content
            for name, found in make_records(item, tables, levels[item.key]).items():
                file = f"data/test_set/{domain}_shortest_path_query_{name}_test_set.json"
                records[f"{domain}/{file}"].extend(found)
            for name, question in make_questions(item, tables, truth, place).items():
                records[name].append(question)
        for name, every in records.items():
            yield (
                f"data/{name}",
                (json.dumps(every, ensure_ascii=False, indent=1) + "\n").encode(),
            )


def _truth_files(item: MiniMap, truth: DrawingTruth) -> Iterator[tuple[str, bytes]]:
    folder = f"truth/{item.key}"
    yield (
        f"{folder}/truth.json",
        (json.dumps(truth.to_dict(), ensure_ascii=False) + "\n").encode(),
    )
    yield f"{folder}/edges.csv", edge_list(item.domain, item.network.edges())


def build(folder: Path) -> list[Path]:
    """Write the split below `folder`; return the files written.

    Raises
    ------
    OSError
        If the folder cannot be written.
    """
    written = []
    for name, content in build_files():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        written.append(path)
    return written
