"""Write the question files of a data set: `qa_data`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, Final

from eval.bench.data_map import DataMap, find_data_maps, read_contents
from eval.bench.questions.map_facts import AskedQuestion, MapFacts
from eval.bench.questions.metro_questions import METRO_QUESTIONS
from eval.bench.questions.question_wording import STYLES, word_type
from eval.bench.questions.travel_questions import TRAVEL_QUESTIONS
from eval.bench.source_map import read_record
from eval.bench.table_set import TRUTH, write_json
from eval.maptab.question_kinds import QUESTION_TYPES
from tools.task import TaskKind

Ask = Callable[[MapFacts, Random], AskedQuestion | None]

_ASKS: Final[Mapping[str, tuple[Ask, ...]]] = {
    "metromap": METRO_QUESTIONS,
    "travelmap": TRAVEL_QUESTIONS,
}


def write_questions(
    root: Path, *, seed: int, each: int = 1
) -> Iterator[tuple[DataMap, dict[int, int]]]:
    """Ask every map questions of each type, and write the files.

    A type that cannot be asked of a map without doubt is left out (stations between two where
    lines run one way only between no two, for one). Facts of the picture come from the record
    `truth/{map}/truth.json` below the root; where there is none, the tables tell.

    Parameters
    ----------
    root : Path
        Root of the data set, with its tables.
    seed : int
        Of all choices.
    each : int
        Questions of each type a map, no two alike; fewer where a map has no more.

    Yields
    ------
    (DataMap, dict of int to int)
        Each map and how many questions of each type, from 1 to 12, it is asked. The files are
        written at the end.

    Raises
    ------
    ConfigError
        There is no map.
    BadTable
        A table or record cannot be read.
    """
    records: dict[TaskKind, list[dict[str, Any]]] = defaultdict(list)
    places: dict[str, int] = defaultdict(int)
    for item in find_data_maps(root):
        facts = MapFacts(read_contents(root, item), _truth(root, item))
        counts = dict.fromkeys(range(1, 13), 0)
        for turn in range(each):
            found = question_records(item, facts, places[item.domain], seed=seed, turn=turn)
            for kind, record in found.items():
                if record not in records[kind]:
                    records[kind].append(record)
                    counts[kind.question_type] += 1
        places[item.domain] += 1
        yield item, counts
    base = root / "raw" if (root / "assets").is_dir() else root
    for kind, every in records.items():
        write_json(base / question_file(kind), every)


def question_file(kind: TaskKind) -> str:
    """Return where the questions of a type lie, below the folder of the domains."""
    return f"{kind.domain}/qa_data/{kind.domain}_{kind.source}.json"


def question_records(
    item: DataMap, facts: MapFacts, place: int, *, seed: int, turn: int = 0
) -> dict[TaskKind, dict[str, Any]]:
    """Ask a map one question of each type that it can be asked.

    Parameters
    ----------
    item : DataMap
        The map.
    facts : MapFacts
        What its questions are asked of.
    place : int
        Its number among the maps of its domain: styles take turns along maps and along types.
    seed : int
        Of all choices.
    turn : int
        How often the map was asked before.
    """
    found = {}
    again = f"/{turn}" if turn else ""
    for kind in (kind for kind in QUESTION_TYPES if kind.domain == item.domain):
        number = kind.question_type
        style = STYLES[(place + number + turn) % len(STYLES)]
        random = Random(f"questions/{seed}/{item.domain}/{item.key}/{number}{again}")
        asked = _ASKS[item.domain][number - 1](facts, random)
        if asked is not None:
            found[kind] = _record(item, kind, style, asked)
    return found


def _truth(root: Path, item: DataMap) -> dict[str, Any]:
    path = root / TRUTH / item.key / "truth.json"
    return read_record(path) if path.is_file() else {}


def _record(item: DataMap, kind: TaskKind, style: str, asked: AskedQuestion) -> dict[str, Any]:
    record: dict[str, Any] = {
        "country": item.region,
        "city" if item.domain == "metromap" else "scenic_spot": item.key,
    }
    if kind.uses_map:
        record["figure"] = item.figure
    if kind.uses_edge_tab:
        record["edge_tab"] = item.edge_tab
    if kind.uses_vertex_tab or kind.uses_mix_tab:
        record["vertex_tab"] = item.vertex_tab(mix=kind.uses_mix_tab)
    question = word_type(item.domain, kind.question_type, style, asked.names)
    return record | {"style": style, "question": question, "answer": asked.answer}
