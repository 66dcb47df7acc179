from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from langchain_core.tools import BaseTool
from pydantic import ValidationError

from perception.map_graph import MapEdge, MapGraph, MapLine, MapStation
from tests.agent.truth_reader import TruthReader
from tools.langchain_tools import langchain_tools

GRAPH = MapGraph(
    "map.png",
    100,
    100,
    (MapLine("1", "Red", "#ff0000"), MapLine("2", "Blue", "#0000ff")),
    tuple(
        MapStation(i, name, (0.0, 0.0))
        for i, name in zip("ABC", ("Ash", "Bay-Side", "Cove"), strict=True)
    ),
    (MapEdge("A", "B", ("1",)), MapEdge("B", "C", ("2",))),
)


@pytest.fixture(scope="module")
def tools() -> dict[str, BaseTool]:
    found = langchain_tools(TruthReader(lambda _: GRAPH))
    return {tool.name: tool for tool in found}


def call(tool: BaseTool, **arguments: Any) -> Any:
    result = tool.invoke(json.loads(json.dumps(arguments)))
    if isinstance(result, dict):
        json.dumps(result)
        assert result["record"]["tool"] == tool.name
    return result


@pytest.fixture
def edge_tab(tmp_path: Path) -> str:
    path = tmp_path / "edges.csv"
    path.write_text("Edge,Line\nAsh-Bay_Side,Red\nBay_Side-Cove,Blue\n", encoding="utf-8")
    return str(path)


def test_the_six_verbs_have_schemas(tools: dict[str, BaseTool]) -> None:
    assert set(tools) == {
        "read_text",
        "trace_lines",
        "build_graph",
        "align_tables",
        "solve_route",
        "verify_route",
    }
    for tool in tools.values():
        assert tool.description
        for described in tool.args_schema.model_json_schema()["properties"].values():  # type: ignore[union-attr]
            assert described["description"]


def test_pictures_are_read(tools: dict[str, BaseTool]) -> None:
    assert [t["text"] for t in call(tools["read_text"], image="map.png")["text_lines"]] == [
        "Ash",
        "Bay-Side",
        "Cove",
    ]
    assert [line["name"] for line in call(tools["trace_lines"], image="map.png")["lines"]] == [
        "Red",
        "Blue",
    ]
    graph = call(tools["build_graph"], image="map.png")["graph"]
    assert MapGraph.from_dict(graph) == GRAPH


def test_names_are_aligned(tools: dict[str, BaseTool]) -> None:
    found = call(tools["align_tables"], image="map.png", names=["Bay_Side", "Cove", "Dune"])
    assert {(p["station"], p["name"]) for p in found["pairs"]} == {("B", "Bay_Side"), ("C", "Cove")}
    assert [item["text"] for item in found["unpaired_names"]] == ["Dune"]
    assert found["record"]["confidence"] == found["confidence"]
    assert "no names" in call(tools["align_tables"], image="map.png")


@pytest.mark.parametrize("where", ["tables", "map"])
def test_a_route_is_solved_and_verified(
    tools: dict[str, BaseTool], edge_tab: str, where: str
) -> None:
    place = {"edge_tab": edge_tab} if where == "tables" else {"image": "map.png"}
    ends = {"domain": "metromap", "source": "Ash", "target": "Cove", **place}
    solved = call(tools["solve_route"], **ends)
    assert solved["route"] == "Ash-Bay_Side(transfer)-Cove"
    assert solved["optimal"]
    assert call(tools["verify_route"], route=solved["route"], **ends)["ok"]
    wrong = call(tools["verify_route"], route="Ash-Bay_Side-Cove", **ends)
    assert not wrong["ok"]
    assert wrong["findings"]


def test_what_goes_wrong_is_told_to_the_model(tools: dict[str, BaseTool], edge_tab: str) -> None:
    ends = {"domain": "metromap", "source": "Ash", "target": "Dune"}
    assert "UnknownStation" in call(tools["solve_route"], edge_tab=edge_tab, **ends)
    assert "ConfigError" in call(tools["solve_route"], **ends)
    with pytest.raises(ValidationError):
        call(tools["solve_route"], source="Ash", target="Cove")
