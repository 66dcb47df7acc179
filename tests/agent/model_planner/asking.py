"""Tasks on small made networks, and how they are put to a scripted model over HTTP."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PIL import Image

from agent.model_planner.options import ModelPlannerOptions
from agent.options import AgentOptions
from agent.state import AgentState
from agent.system import AgentSystem, reply_of
from perception.map_graph import MapGraph
from tests.agent.test_repairs import a_map
from tests.agent.truth_reader import TruthReader
from tests.eval.scripted_server import Script, ScriptedServer
from tools.reply import Reply
from tools.tables import Table
from tools.task import Task, TaskKind

ONLY_TAB = TaskKind("metromap", "only_tab", "only_tab", uses_edge_tab=True)
MAP_AND_TAB = TaskKind("metromap", "map_and_tab", "map_and_tab", uses_map=True, uses_edge_tab=True)
ONLY_MAP = TaskKind("metromap", "only_map", "only_map", uses_map=True)
QUESTION = TaskKind(
    "travelmap", "8_qa_vertex", "8_qa_vertex", uses_vertex_tab=True, question_type=8
)
COLUMNS = ("Edge", "Line")
RIGHT = "Alder-Birch-Cedar(transfer)-Dune"


def edges(*pairs: str, line: str = "Red") -> Table:
    rows = tuple((pair, (line,)) for pair in pairs)
    return Table("Edge_tab", "edge.json", COLUMNS, rows)


def table_task(*, extra: tuple[str, ...] = (), image: Path | None = None) -> Task:
    """From Alder to Dune, with a change at Cedar; the way round is longer."""
    red = [("Alder-Birch", ("Red",)), ("Birch-Cedar", ("Red",))]
    rest = [("Cedar-Dune", ("Blue",)), ("Alder-Elm", ("Red",)), ("Elm-Fir", ("Red",))]
    more = [("Fir-Gorse", ("Red",)), ("Gorse-Dune", ("Red",)), *((row, ("Red",)) for row in extra)]
    table = Table("Edge_tab", "edge.json", COLUMNS, (*red, *rest, *more))
    kind = ONLY_TAB if image is None else MAP_AND_TAB
    return Task("What is the shortest path from Alder to Dune?", kind, image, edge_table=table)


def picture(folder: Path, size: tuple[int, int] = (400, 300)) -> Path:
    path = folder / "map.png"
    image = Image.new("RGB", size, "white")
    image.paste((200, 30, 30), (100, 100, 140, 120))
    image.save(path)
    return path


def small_map(names: dict[str, str] | None = None) -> MapGraph:
    """Stations A to E on line 1, C to F on line 2."""
    words = dict(zip("ABCDEF", ("Alder", "Birch", "Cedar", "Dune", "Elm", "Fir"), strict=True))
    return a_map({"1": "ABCE", "2": "CDF"}, {**words, **(names or {})})


def map_task(image: Path, question: str = "How do I get from Alder to Dune?") -> Task:
    return Task(question, ONLY_MAP, image)


def run(
    script: Script, task: Task, *, graph: MapGraph | None = None, **options: Any
) -> tuple[AgentState, list[dict[str, Any]]]:
    """Have a scripted model plan a task; return the final state and every request."""
    more = {name: options.pop(name) for name in ("max_calls", "without") if name in options}
    with ScriptedServer(script) as server:
        settings = {"base_url": server.url, "backoff": 0, "timeout": 5, "vision": False, **options}
        asked = ModelPlannerOptions.model_validate({"model": "m", **settings})
        system = AgentSystem(
            AgentOptions(planner="model", model=asked, **more),
            reader=TruthReader(lambda _: graph or small_map()),
        )
        return system.run(task), server.requests


def ask(script: Script, task: Task, **options: Any) -> Reply:
    """Have a scripted model plan a task; return the reply."""
    return reply_of(run(script, task, **options)[0])


def statuses(reply: Reply) -> list[tuple[str, str]]:
    """Return tool and status of each call that the model asked for."""
    return [(entry["tool"], entry["status"]) for entry in reply.trace["tool_use"]["calls"]]


def told(reply: Reply) -> list[str]:
    """Return what the model was told, in order."""
    return [entry["content"] for entry in reply.trace["dialogue"] if entry["role"] == "tool"]
