"""The eight maps of the mini split, read from their pictures."""

from __future__ import annotations

from pathlib import Path

import pytest

from eval.mini.paths import mini_root, truth_root
from perception.perceive import PerceptionConfig, perceive
from perception.scoring.truth_score import read_truth, score_graph

MAPS = sorted(path for path in mini_root().rglob("images/*/*") if path.suffix in (".png", ".jpg"))


@pytest.mark.ocr
@pytest.mark.parametrize("picture", MAPS, ids=lambda path: path.stem)
def test_stations_and_edges_are_read(picture: Path) -> None:
    graph = perceive(picture, PerceptionConfig()).graph
    score = score_graph(graph, read_truth(truth_root() / picture.stem))
    assert score.stations.f1 >= 0.95, score
    assert score.edges.f1 >= 0.95, score
    assert (graph.width, graph.height) > (0, 0)
    assert all(
        0 <= x < graph.width and 0 <= y < graph.height
        for x, y in (station.xy for station in graph.stations)
    )
