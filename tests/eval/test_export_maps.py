"""Drawn maps as records of ReasonMap and scenes of MapBench."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent.system import AgentSystem
from eval.bench.source_map import SourceMap
from eval.mapbench.data import WalkData, WalkSample
from eval.mapbench.export_maps import export_maps as export_scenes
from eval.mapbench.export_maps import scene_of_source
from eval.mapbench.kinds import NAVIGATION
from eval.reasonmap.data import RideData, RideSample
from eval.reasonmap.export_maps import export_maps as export_records
from eval.reasonmap.export_maps import metro_of_edges, network_of_edges
from eval.reasonmap.kinds import KINDS
from perception.errors import ConfigError
from tools.plan_ride import plan_ride

EDGES = {
    ("A", "B"): ("1",),
    ("B", "C_D"): ("1", "2"),
    ("B", "E"): ("1",),
    ("C_D", "F"): ("2",),
    ("F", "G"): ("2",),
    ("G", "C_D"): ("2",),
}


def source(domain: str = "metromap") -> SourceMap:
    edges = EDGES if domain == "metromap" else dict.fromkeys(EDGES, ())
    dots = {"A": [[1.0, 2.0], [3.0, 4.0]]}
    return SourceMap("town", domain, Path("map.png"), edges, {}, {"positions": dots})


def test_lines_list_every_stop_with_branches_rings_and_marks() -> None:
    metro = {line.name: line.stops for line in metro_of_edges(source()).lines}
    assert {stop.name for stop in metro["1"]} == {"A", "B", "C-D", "E"}
    assert [stop.name for stop in metro["1"] if stop.branch_start] == ["B"]
    assert {stop.name for stop in metro["2"]} == {"B", "C-D", "F", "G"}
    assert all(stop.transfer == (stop.name in ("B", "C-D")) for stop in metro["1"])


def test_references_follow_the_edges_and_no_order() -> None:
    network = network_of_edges(source())
    assert plan_ride(network, "A", "E").stops == 2
    assert plan_ride(network, "A", "G").transfers == 1
    assert plan_ride(network, "C-D", "G").stops == 1


def test_spots_become_landmarks_where_they_are_drawn() -> None:
    scene = scene_of_source(source("travelmap"))
    assert [node.label for node in scene.nodes] == ["A", "B", "C-D", "E", "F", "G"]
    assert scene.nodes[0].xy == (2.0, 3.0)
    assert len(scene.edges) == len(EDGES)


def test_folders_without_such_maps_are_refused(tmp_path: Path) -> None:
    for export in (export_records, export_scenes):
        with pytest.raises(ConfigError):
            list(export(tmp_path, tmp_path / "out"))


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from eval.atlas.write_maps import choose_styles, write_maps

    folder = tmp_path_factory.mktemp("drawn")
    styles = [choose_styles(["develop"], domain)[0] for domain in ("metromap", "travelmap")]
    list(write_maps(folder, styles, 2, 5))
    return folder


def test_exported_maps_are_data_sets_of_both_benchmarks(
    drawn: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MAPCLEW_CACHE_DIR", str(tmp_path / "cache"))
    assert len(list(export_records(drawn, tmp_path / "rides", pairs=3, seed=1))) == 1
    oracle = RideData(tmp_path / "rides", oracle=True)
    kinds = {kind.name: kind for kind in KINDS}
    samples = list(oracle.samples(kinds["long"], "test"))
    assert len(samples) == 3
    for sample in samples:
        assert isinstance(sample, RideSample)
        task = sample.task()
        assert task.image is not None and task.image.is_file()
        assert AgentSystem().answer(task).verified
    assert len(list(export_scenes(drawn, tmp_path / "walks"))) == 1
    (first, *_) = WalkData(tmp_path / "walks", pairs=3).samples(NAVIGATION, "test")
    assert isinstance(first, WalkSample)
    assert first.files()[0].is_file()
