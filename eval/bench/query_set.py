"""Write the planning queries of a data set, for training, for testing and all together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

from eval.bench.allocation import RankedMap, allocate, fixed
from eval.bench.data_map import DataMap, find_data_maps, read_contents
from eval.bench.difficulty import measure_map, share_levels
from eval.bench.edges import vertices_of
from eval.bench.queries import MapQueries, QueryOptions, make_queries
from eval.bench.splitting import rank_maps
from eval.bench.table_set import write_json
from eval.maptab.kinds import DOMAINS

REPORT: Final = "benchmark.json"
"""File at the root: measures, levels, sets and pairs of every map."""
PAIRS_PER_MAP: Final = 50
"""Mean of the published benchmark: 8,000 pairs of 160 metro maps, 8,400 of 168 travel maps."""

_SETS: Final = (("training", "training_set", "_training_set"), ("test", "test_set", "_test_set"))


def write_queries(
    root: Path,
    options: QueryOptions,
    *,
    pairs: int | None = None,
    totals: Mapping[str, int] | None = None,
    jobs: int = 1,
) -> Iterator[tuple[DataMap, int]]:
    """Make and write the planning queries of every map of a data set, and its report.

    Parameters
    ----------
    root : Path
        Holds pictures and tables.
    options : QueryOptions
        Seed, ties, objective.
    pairs : int, optional
        So many of every map; else the published distribution.
    totals : mapping of str to int, optional
        Pairs of each domain under the published distribution; else `PAIRS_PER_MAP` a map.
    jobs : int
        Processes; their number changes nothing.

    Yields
    ------
    (DataMap, int)
        Each map when it is done, and its number of pairs. The files are written at the end.

    Raises
    ------
    ConfigError
        No maps; too few maps, pairs or queries.
    BadTable
        Tables that cannot be used.
    """
    maps = find_data_maps(root)
    report: dict[str, Any] = {"options": asdict(options), "maps": []}
    for domain in DOMAINS:
        items = {f"{m.region}/{m.key}": m for m in maps if m.domain == domain}
        if not items:
            continue
        ranked, measures = _ranked(root, items, options.seed)
        total = (totals or {}).get(domain, PAIRS_PER_MAP * len(items))
        counts = fixed(ranked, pairs) if pairs else allocate(ranked, total)
        # Training maps first, so that the levels are even within the sets too.
        sizes = share_levels(
            {
                place.key: counts[place.key]
                for place in sorted(ranked, key=lambda place: (place.split == "test", place.key))
            }
        )
        places = sorted(ranked, key=lambda place: place.key)
        work = [
            _Work(root, items[place.key], sizes[place.key], place.level, options)
            for place in places
        ]
        records: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
        for place, job, found in zip(places, work, _made(work, jobs), strict=True):
            for source, made in found.records.items():
                records[place.split, source].extend(made)
                records["all", source].extend(made)
            report["maps"].append(_entry(job, place.split, measures[place.key], found))
            yield job.item, sum(job.sizes)
        _write_records(root, domain, records)
    write_json(root / REPORT, report)


@dataclass(frozen=True, slots=True)
class _Work:
    root: Path
    item: DataMap
    sizes: tuple[int, int, int]
    level: str
    options: QueryOptions


def _make(work: _Work) -> MapQueries:
    contents = read_contents(work.root, work.item)
    return make_queries(contents, work.sizes, work.level, work.options)


def _made(work: Sequence[_Work], jobs: int) -> Iterable[MapQueries]:
    if jobs == 1:
        yield from map(_make, work)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(_make, work)


def _ranked(
    root: Path, items: Mapping[str, DataMap], seed: int
) -> tuple[list[RankedMap], dict[str, dict[str, float]]]:
    edges = {key: read_contents(root, item).edges() for key, item in items.items()}
    measures = {key: measure_map(found) for key, found in edges.items()}
    vertices = {key: len(vertices_of(found)) for key, found in edges.items()}
    cycles = next(iter(items.values())).domain == "travelmap"
    ranked = rank_maps(measures, vertices, cycles=cycles, seed=seed)
    return ranked, {
        key: {
            "vertices": vertices[key],
            "edges": len(edges[key]),
            "GS": found.size,
            "WASP": round(found.distance, 6),
            "MC": round(found.meshedness, 6),
        }
        for key, found in measures.items()
    }


def _entry(
    work: _Work, split: str, measures: Mapping[str, float], found: MapQueries
) -> dict[str, Any]:
    index = "SPLI" if work.item.domain == "metromap" else "SPCI"
    pairs = []
    for trip, mean in zip(found.trips, found.measures, strict=True):
        pair: dict[str, Any] = {
            "source": trip.source,
            "target": trip.target,
            "level": trip.level,
            index: round(mean.length, 6),
        }
        if not mean.exact:
            pair["standard_error"] = round(mean.standard_error, 6)
        pairs.append(pair)
    return {
        "domain": work.item.domain,
        "map": work.item.key,
        "level": work.level,
        "set": split,
        **measures,
        "pairs": pairs,
    }


def _write_records(
    root: Path, domain: str, records: Mapping[tuple[str, str], Sequence[dict[str, Any]]]
) -> None:
    data = (root / "raw" if (root / "assets").is_dir() else root) / domain / "data"
    for split, folder, suffix in (*_SETS, ("all", "all", "")):
        for (which, source), found in records.items():
            if which == split:
                name = f"{domain}_shortest_path_query_{source}{suffix}.json"
                write_json(data / folder / name, found)
