"""The truth in a tool's place: it mends what that tool would have got wrong, and nothing else."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from agent.options import AgentOptions
from agent.system import AgentSystem
from eval.ablation.known_map import KnownMap
from eval.ablation.map_truths import MapTruths, TruthSource
from eval.ablation.oracles import DataOracles
from eval.ablation.true_graph import (
    perfect_graph,
    true_names,
    with_true_graph,
    with_true_links,
    with_true_names,
)
from eval.maptab.dataset import Sample
from eval.maptab.kinds import get_kind
from eval.metrics.task_score import score_answer
from eval.run.config import RunConfig
from eval.run.runner import run
from eval.run.systems import agent_plan
from perception.errors import BadTable, ConfigError
from perception.map_graph import MapEdge, MapGraph, MapStation
from tests.eval.small_data import write_data

MINI = TruthSource("mini", limit=12)


class NoReader:
    """A picture must not be read where all of perception is perfect."""

    def describe(self) -> dict[str, object]:
        return {}

    def __getattr__(self, name: str) -> object:
        raise AssertionError("the picture was read")


def system(kind: str, oracle: tuple[str, ...], without: tuple[str, ...] = ()) -> AgentSystem:
    kinds = [get_kind(domain, kind) for domain in ("metromap", "travelmap")]
    options = AgentOptions(oracle=oracle, without=without)
    oracles = DataOracles(MINI, kinds, oracle)
    return AgentSystem(options, reader=NoReader(), oracles=oracles)  # type: ignore[arg-type]


def samples(kind: str) -> Iterator[Sample]:
    for domain in ("metromap", "travelmap"):
        yield from MINI.samples(get_kind(domain, kind))


def known(name: str = "aldermoor", domain: str = "metromap") -> KnownMap:
    kinds = [get_kind(domain, "only_map")]
    picture = next(s.files()[0] for s in MINI.samples(kinds[0]) if s.files()[0].stem == name)
    return MapTruths(MINI, kinds).of(picture)


def pairs(graph: MapGraph) -> set[frozenset[str]]:
    name = {station.id: station.name for station in graph.stations}
    return {frozenset((name[edge.source], name[edge.target])) for edge in graph.edges}


def misread(truth: KnownMap) -> MapGraph:
    """Return a reading with one name wrong, one station missed, one invented and a wrong edge."""
    graph = perfect_graph(Path("map.png"), truth.size, truth)
    first, second, *others, last = graph.stations
    x, y = first.xy
    stations = (
        replace(first, name="Ferrxgxte", xy=(x + 4.0, y - 3.0)),
        second,
        *others,
        MapStation("ghost", "Toilets", (truth.size[0] - 1.0, truth.size[1] - 1.0)),
    )
    edges = tuple(e for e in graph.edges if last.id not in (e.source, e.target))
    return replace(
        graph, stations=stations, edges=(*edges[3:], MapEdge(first.id, "ghost", ("Harbour Line",)))
    )


@pytest.mark.parametrize("kind", ["only_map", "only_vertex2"])
def test_perfect_perception_answers_every_map_task_without_a_look(kind: str) -> None:
    perfect = system(kind, ("perception",))
    for sample in samples(kind):
        reply = perfect.answer(sample.task())
        assert reply.verified, (reply.error, reply.why)
        assert score_answer(sample.kind, sample.record, reply.response).ema == 1, sample.id
    told = perfect.describe()
    assert told["options"]["oracle"] == ["perception"]
    assert told["perception"]["oracle"] == ["perception"]


def test_stations_are_found_by_their_places_whatever_their_names_say() -> None:
    truth = known()
    graph = misread(truth)
    found = true_names(graph, truth)
    assert found[graph.stations[0].id] == truth.names[0]
    assert "ghost" not in found
    assert len(found) == len(truth.names) - 1


def test_perfect_ocr_mends_names_only() -> None:
    truth = known()
    graph = with_true_names(misread(truth), truth)
    names = {station.name for station in graph.stations}
    assert names == {truth.label(name) for name in truth.names[:-1]} | {""}
    assert [e.source for e in graph.edges] == [e.source for e in misread(truth).edges]


def test_perfect_tracing_mends_edges_and_leaves_names() -> None:
    truth = known()
    graph = with_true_links(misread(truth), truth)
    expected = pairs(perfect_graph(Path("map.png"), truth.size, truth))
    label = truth.label(truth.names[0])
    missed = truth.label(truth.names[-1])
    as_read = {label: "Ferrxgxte", missed: ""}
    assert pairs(graph) == {
        frozenset(as_read.get(name, name) for name in edge) for edge in expected
    }
    assert "Toilets" in {station.name for station in graph.stations}


def test_a_perfect_graph_names_by_what_was_read() -> None:
    truth = known()
    missed = truth.label(truth.names[-1])
    without_text = with_true_graph(misread(truth), truth, ())
    with_text = with_true_graph(misread(truth), truth, ("Zone 1", missed.upper()))
    names = {station.name for station in with_text.stations}
    assert missed.upper() in names
    assert missed.upper() not in {station.name for station in without_text.stations}
    assert "Toilets" not in names
    assert "Ferrxgxte" in names
    assert len(with_text.edges) == len(perfect_graph(Path("m"), truth.size, truth).edges)


def test_a_perfect_solver_rides_the_references() -> None:
    lesser = system("only_tab", (), ("solver",))
    perfect = system("only_tab", ("solver",))
    wrong = 0
    for sample in samples("only_tab"):
        task = sample.task()
        wrong += not score_answer(sample.kind, sample.record, lesser.answer(task).response).ema
        assert score_answer(sample.kind, sample.record, perfect.answer(task).response).ema == 1
    assert wrong


def test_a_perfect_verifier_passes_what_is_right_and_nothing_else() -> None:
    judged = system("constraint_1", ("verifier",), ("solver",))
    verdicts = set()
    for sample in samples("constraint_1"):
        reply = judged.answer(sample.task())
        right = score_answer(sample.kind, sample.record, reply.response).ema == 1
        assert reply.verified == right
        verdicts.add(right)
    assert verdicts == {True, False}


def test_a_perfect_alignment_pairs_by_place() -> None:
    kinds = [get_kind("metromap", "only_vertex2")]
    oracles = DataOracles(MINI, kinds, ("alignment",))
    tools = oracles.tools(system("only_vertex2", ())._tools)
    picture = next(s.files()[0] for s in MINI.samples(kinds[0]) if s.files()[0].stem == "aldermoor")
    graph = replace(misread(known()), image_path=str(picture))
    names = (*known().names, "Nowhere")
    found = tools.align(graph, names, 0.6, eliminate=True)
    assert found.station_by_name()[known().names[0]] == graph.stations[0].id
    assert {item.key for item in found.unpaired_names} == {known().names[-1], "Nowhere"}


@pytest.mark.parametrize("name", ["ocr", "alignment"])
def test_what_needs_places_is_refused_where_the_data_has_none(tmp_path: Path, name: str) -> None:
    data = write_data(tmp_path / "data", n=2, only_map=2)
    kinds = [get_kind("metromap", "only_map")]
    with pytest.raises(ConfigError, match=rf"{name} cannot be perfect.*map\.png"):
        DataOracles(TruthSource(str(data)), kinds, (name,))


def test_topology_is_known_from_the_edge_tab_alone(tmp_path: Path) -> None:
    data = write_data(tmp_path / "data", n=2, only_map=4)
    config = RunConfig(data=str(data), tasks=("only_map",), workers=0, out=tmp_path / "run")
    plan = agent_plan(AgentOptions(oracle=("perception",)), TruthSource(str(data)))
    score = run(config, pickle.loads(pickle.dumps(plan))).tasks["metromap/only_map"]
    assert score.as_dict()["ema"] == 1.0
    (data / "metromap/tabulars/map_edge.json").unlink()
    with pytest.raises(ConfigError, match="perception cannot be perfect"):
        DataOracles(TruthSource(str(data)), [get_kind("metromap", "only_map")], ("perception",))


def test_a_broken_truth_names_its_file(tmp_path: Path) -> None:
    data = write_data(tmp_path / "data", n=2, only_map=2)
    (data / "truth/map").mkdir(parents=True)
    (data / "truth/map/truth.json").write_text('{"positions": {"Alder": 3}}')
    truths = MapTruths(TruthSource(str(data)), [get_kind("metromap", "only_map")])
    with pytest.raises(BadTable, match=r"truth\.json"):
        truths.of(data / "metromap/images/map.png")
