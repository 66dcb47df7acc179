"""Small runs for tests of reports."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from eval.run.config import RunConfig
from eval.run.runner import run
from eval.run.stored_run import StoredRun, open_run
from perception.map_graph import MapEdge, MapGraph, MapStation
from tests.eval.fake_systems import FakeSystem, plan_of
from tests.eval.small_data import record, write_data, write_queries

HOSTILE_NAME = "<img src=x onerror=window.broken=1>"
HOSTILE = "<script>window.broken=1</script>\"'|&amp;`${1}`\\textbf{x}\n=1+1"


def small_graph() -> MapGraph:
    """The map of the small data: four stations in a row, the third one's label misread."""
    names = ("Alder", "Birch", "Cedor", "Dune")
    stations = tuple(
        MapStation(f"s{place}", name, (8.0 + 16 * place, 24.0)) for place, name in enumerate(names)
    )
    edges = tuple(
        MapEdge(
            f"s{a}",
            f"s{a + 1}",
            polyline=((8.0 + 16 * a, 24.0), (16.0 + 16 * a, 20.0 + a), (24.0 + 16 * a, 24.0)),
        )
        for a in range(3)
    )
    return MapGraph("map.png", 64, 48, stations=stations, edges=edges)


def small_run(folder: Path, name: str, system: FakeSystem, **settings: Any) -> StoredRun:
    """Run a fake system over six routes a domain; the data is written once."""
    data = folder / "data"
    if not data.exists():
        write_data(data, n=6, domains=("metromap", "travelmap"), only_map=2)
    out = folder / name
    given = {"data": str(data), "tasks": ("only_tab", "only_map"), "workers": 0, "out": out}
    run(RunConfig(**{**given, **settings}), plan_of(system))
    return open_run(out)


def hostile_run(folder: Path) -> StoredRun:
    """Run over records whose every text is hostile."""
    data = write_data(folder / "data", n=0)
    one = record(0)
    texts = {"city": HOSTILE, "country": HOSTILE, "question": one["question"] + HOSTILE}
    write_queries(data, [{**one, **texts, "routes": [HOSTILE + "-" + HOSTILE]}])
    out = folder / HOSTILE.split("/")[0]
    config = RunConfig(data=str(data), tasks=("only_tab",), workers=0, out=out)
    run(config, plan_of(FakeSystem(raises=HOSTILE)))
    return open_run(out)
