"""The six tools as LangChain tools: schemas in, JSON values out, for planners that are models.

Each result carries the record of its call. What goes wrong with an input is told to the model as
the tool's result, with the place and how to mend it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, Literal

from langchain_core.tools import BaseTool, StructuredTool, ToolException
from pydantic import BaseModel, Field

from perception.errors import ConfigError
from tools.align_tables import align_tables
from tools.alignment import MIN_SCORE, Alignment
from tools.build_graph import build_graph
from tools.build_network import network_from_tables
from tools.map_network import network_from_map
from tools.map_reader import MapReader
from tools.network import Network
from tools.read_text import read_text
from tools.recorded_call import ToolResult, record_call
from tools.route import format_totals, parse_route
from tools.solve_route import solve_route
from tools.tables import Table, read_table, vertex_names
from tools.trace_lines import trace_lines
from tools.verify_route import verify_route

Json = dict[str, Any]


class ImageArguments(BaseModel):
    """A map picture."""

    image: Path = Field(description="Path of the map picture.")


class AlignArguments(ImageArguments):
    """A map picture and the names to find on it."""

    names: list[str] = Field(
        default_factory=list, description="Names to find, as the tables or the question write them."
    )
    vertex_tab: Path | None = Field(
        None, description="Vertex_tab or Mix_tab, JSON or CSV; its vertices are the names."
    )
    min_score: float = Field(
        MIN_SCORE, ge=0, le=1, description="Similarity below which two names are not paired."
    )


class NetworkArguments(BaseModel):
    """What a route is planned on."""

    domain: Literal["metromap", "travelmap"] = Field(description="Whether lines and changes count.")
    edge_tab: Path | None = Field(None, description="Edge_tab: gives the edges where it is given.")
    vertex_tab: Path | None = Field(
        None, description="Vertex_tab; Mix_tab where the edges come from the picture."
    )
    image: Path | None = Field(None, description="Map picture: gives the edges without Edge_tab.")
    weights: tuple[float, float, float, float] | None = Field(
        None,
        description="Weights of time, price, comfort, reliability, which sum to 1; without them "
        "the number of stations is minimised.",
    )
    objective: Literal["additive", "averaged"] = Field(
        "additive", description="How comfort and reliability enter: as sums or as means."
    )


class SolveArguments(NetworkArguments):
    """Where to go."""

    source: str = Field(description="Origin, as the tables or the map's labels write it.")
    target: str = Field(description="Destination, likewise.")


class VerifyArguments(SolveArguments):
    """The route to check."""

    route: str = Field(description="The route as written: A-B(transfer)-C.")


def langchain_tools(reader: MapReader) -> list[BaseTool]:
    """Return the six tools.

    Parameters
    ----------
    reader : MapReader
        Reads pictures for them.

    Returns
    -------
    list of BaseTool
        `read_text`, `trace_lines`, `build_graph`, `align_tables`, `solve_route`, `verify_route`;
        each returns a dict with the key "record" beside its findings.
    """

    def do_read_text(image: Path) -> Json:
        result, record = _done("read_text", {"image": str(image)}, lambda: read_text(image, reader))
        lines = [
            {"text": line.text, "polygon": line.polygon, "confidence": line.confidence}
            for line in result.value.lines
        ]
        return {"text_lines": lines, "record": record}

    def do_trace_lines(image: Path) -> Json:
        result, record = _done(
            "trace_lines", {"image": str(image)}, lambda: trace_lines(image, reader)
        )
        return {"lines": [asdict(line) for line in result.value], "record": record}

    def do_build_graph(image: Path) -> Json:
        result, record = _done(
            "build_graph", {"image": str(image)}, lambda: build_graph(image, reader)
        )
        return {"graph": result.value.to_dict(), "record": record}

    def do_align_tables(
        image: Path, names: list[str], vertex_tab: Path | None, min_score: float
    ) -> Json:
        def work() -> ToolResult[Alignment]:
            table = read_table(vertex_tab, "Vertex_tab", complete=False) if vertex_tab else None
            wanted = tuple(dict.fromkeys((*names, *(vertex_names(table) if table else ()))))
            if not wanted:
                raise ConfigError("no names are given", field="names", mend="give names or a table")
            alignment = align_tables(build_graph(image, reader).value, wanted, min_score)
            return ToolResult(alignment, {"pairs": len(alignment.pairs)}, alignment.confidence)

        result, record = _done("align_tables", {"image": str(image), "names": len(names)}, work)
        return {**asdict(result.value), "record": record}

    def do_solve_route(source: str, target: str, **where: Any) -> Json:
        def work() -> ToolResult[Json]:
            network = _network(NetworkArguments(**where), reader)
            found = solve_route(network, source, target, where["weights"], where["objective"])
            totals = format_totals(found.best.totals) if found.best.totals else {}
            summary = {"route": str(found.best), "cost": found.cost, "optimal": found.optimal}
            more = {"ties": [str(route) for route in found.routes], "totals": totals}
            return ToolResult({**summary, **more}, summary)

        result, record = _done("solve_route", {"source": source, "target": target}, work)
        return {**result.value, "record": record}

    def do_verify_route(route: str, source: str, target: str, **where: Any) -> Json:
        def work() -> ToolResult[Json]:
            network = _network(NetworkArguments(**where), reader)
            found = verify_route(
                network, parse_route(route), source, target, where["weights"], where["objective"]
            )
            findings = [asdict(finding) for finding in found.findings]
            summary = {"ok": found.ok, "why": found.why}
            return ToolResult({**summary, "findings": findings}, summary)

        result, record = _done("verify_route", {"route": route}, work)
        return {**result.value, "record": record}

    return [
        _tool("read_text", "Read all text of a map picture.", ImageArguments, do_read_text),
        _tool("trace_lines", "Find the drawn lines of a map.", ImageArguments, do_trace_lines),
        _tool(
            "build_graph",
            "Build the graph of stations and lines that a map picture shows.",
            ImageArguments,
            do_build_graph,
        ),
        _tool(
            "align_tables",
            "Pair the labels of a map with names of a table or question, one to one; names and "
            "labels that cannot be paired are reported with their runners-up.",
            AlignArguments,
            do_align_tables,
        ),
        _tool(
            "solve_route",
            "Find the optimal routes between two stations, on tables or on a map picture.",
            SolveArguments,
            do_solve_route,
        ),
        _tool(
            "verify_route",
            "Check a route: ends, adjacency, repeats, marks, totals, optimality.",
            VerifyArguments,
            do_verify_route,
        ),
    ]


def _tool(
    name: str, description: str, arguments: type[BaseModel], work: Callable[..., Json]
) -> BaseTool:
    return StructuredTool.from_function(
        work, name=name, description=description, args_schema=arguments, handle_tool_error=True
    )


def _done(
    tool: str, arguments: Json, work: Callable[[], ToolResult[Any]]
) -> tuple[ToolResult[Any], Json]:
    done = record_call(tool, arguments, work)
    if done.result is None:
        raise ToolException(done.record.error)
    return done.result, asdict(done.record)


def _network(where: NetworkArguments, reader: MapReader) -> Network:
    """Return the network that the arguments describe: of the Edge_tab, else of the picture."""
    table: Table | None = None
    if where.vertex_tab is not None:
        name = "Vertex_tab" if where.edge_tab is not None else "Mix_tab"
        table = read_table(where.vertex_tab, name, domain=where.domain, complete=False)
    if where.edge_tab is not None:
        edges = read_table(where.edge_tab, "Edge_tab", domain=where.domain, complete=False)
        return network_from_tables(where.domain, edges, table)
    if where.image is None:
        raise ConfigError(
            "there is nothing to plan on", field="edge_tab", mend="give edge_tab or image"
        )
    graph = build_graph(where.image, reader).value
    alignment = align_tables(graph, vertex_names(table)) if table is not None else None
    return network_from_map(where.domain, graph, alignment, table).network
