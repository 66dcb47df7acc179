"""How many table-only queries a second the whole harness plans, logs and scores."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import orjson

from tests.bench.child import run_mapclew
from tests.bench.figure import Figure
from tests.bench.made_data import make_data
from tests.bench.reporting import measure_report

MAPS = 60
QUERIES = 20_000
WORKERS = 2
SEED = 20_000


def measure_planning() -> Iterator[Figure]:
    """Run 20,000 queries over made networks, start-up, logs and scoring included; report them."""
    with tempfile.TemporaryDirectory() as folder:
        data = make_data(Path(folder) / "data", MAPS, QUERIES, SEED)
        run = Path(folder) / "run"
        usage = run_mapclew(
            [
                *("run", "--data", str(data.root), "--system", "agent"),
                *("--workers", str(WORKERS), "--out", str(run)),
            ]
        )
        tasks = orjson.loads((run / "results.json").read_bytes())["tasks"].values()
        finished = sum(task["outcomes"].get("scored", 0) for task in tasks)
        if finished != data.queries:
            raise RuntimeError(f"{finished} of {data.queries} queries were answered")
        yield Figure(
            "table-only planning",
            data.queries / usage.seconds,
            "queries/s",
            least=330,
            note=f"{data.queries} queries, {MAPS} networks, {WORKERS} workers",
        )
        yield from measure_report(run, data.queries)
