"""`mapclew solve`: answer one question about a map by a route or a number, and draw the route."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from eval.cli import model_options as options

if TYPE_CHECKING:
    from agent.state import AgentState
    from agent.system import AgentSystem
    from perception.map_graph import MapLine
    from tools.reply import Reply
    from tools.route import Route
    from tools.task import Task


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer with what is printed of it.

    Attributes
    ----------
    reply : Reply
        With a response.
    route : Route or None
        The answered route; None where the answer is a number.
    lines : tuple of str
        Name of the line of each leg, its colour where the map names none; empty on Travelmap.
    drawn : dict or None
        Where its stops are on the drawing: `{"path", "stops": [{"name", "xy"}]}`.
    """

    reply: Reply
    route: Route | None = None
    lines: tuple[str, ...] = ()
    drawn: dict[str, Any] | None = None


def solve(
    question: Annotated[
        str,
        typer.Option(
            "--question", "-q", help="From where to where, or what is to be told, in words."
        ),
    ],
    map_path: Annotated[
        Path | None, typer.Option("--map", help="The map picture.", metavar="PICTURE")
    ] = None,
    edge_tab: Annotated[
        Path | None, typer.Option(help="Edge_tab, JSON or CSV: the edges are taken from it.")
    ] = None,
    vertex_tab: Annotated[
        Path | None,
        typer.Option(help="Vertex_tab; without an Edge_tab, Mix_tab beside the map."),
    ] = None,
    weights: Annotated[
        str | None,
        typer.Option(
            help='Weights of time, price, comfort, reliability ("0.4,0.3,0.2,0.1"), or criteria '
            'that weigh the same ("time,price"). Without it the fewest stations count.'
        ),
    ] = None,
    domain: Annotated[
        str | None,
        typer.Option(
            help="metromap or travelmap; by default what the columns of the tables say, metromap "
            "where there is no table."
        ),
    ] = None,
    answer: Annotated[
        str, typer.Option(help="route or number (yes is 1, no is 0); auto: by the wording.")
    ] = "auto",
    objective: Annotated[str, typer.Option(help="additive or averaged.")] = "additive",
    draw: Annotated[
        Path | None, typer.Option(help="Draw the route over the map.", metavar="OUT.png")
    ] = None,
    cache: Annotated[
        Path | None, typer.Option(help="Folder of what was read from pictures before.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, nothing else.")] = False,
    planner: options.Planner = None,
    model: options.Model = None,
    base_url: options.BaseUrl = None,
    tool_calls: options.ToolCalls = None,
    vision: options.Vision = None,
    vision_model: options.VisionModel = None,
    max_tokens: options.MaxTokens = None,
    extra_body: options.ExtraBody = None,
    timeout: options.Timeout = None,
    keep_replies: options.KeepReplies = True,
    prices: options.Prices = None,
    max_turns: options.MaxTurns = None,
    max_seconds: options.MaxSeconds = None,
    max_cost: options.MaxCost = None,
) -> None:
    """Answer one question about a map, its tables, or both.

    The answer is a route or a number. The edges come from the Edge_tab where one is given, else
    from the picture. Exit code 2 with one line on stderr where there is no answer.
    """
    values = locals()
    from pydantic import ValidationError

    from agent.system import AgentSystem
    from eval.cli.perceive import make_folder_of
    from eval.cli.solve_conditions import refuse_conditions
    from eval.cli.solve_task import read_task, wants_number
    from eval.cli.system_options import agent_options, config_error, option_groups
    from perception.errors import ConfigError

    if draw is not None and map_path is None:
        raise ConfigError("there is no map to draw on", field="--draw", mend="give --map")
    if draw is not None and map_path is not None:
        make_folder_of(draw, map_path)
    number = wants_number(question, answer, weights)
    if number and draw is not None:
        raise ConfigError(
            "a number cannot be drawn", field="--draw", mend="leave it out, or ask for a route"
        )
    if not number and (planner or "rule") == "rule":
        refuse_conditions(question, weights)
    task = read_task(question, map_path, edge_tab, vertex_tab, weights, domain, number=number)
    try:
        system = AgentSystem(agent_options(option_groups(values), objective))
    except ValidationError as error:
        raise config_error(error) from None
    answered = answer_and_draw(system, task, map_path, draw)
    if as_json:
        print(json.dumps(as_record(answered), indent=2, ensure_ascii=False))
    else:
        print_answer(answered)


def answer_and_draw(
    system: AgentSystem, task: Task, map_path: Path | None, out: Path | None
) -> Answered:
    """Answer a task and draw its route, if it has one.

    Raises
    ------
    MapclewError
        There is no answer, or the picture cannot be drawn on.
    """
    from agent.system import reply_of
    from perception import errors

    state = system.run(task)
    reply = reply_of(state)
    route = state.route
    if reply.response is not None and state.answer is not None:
        return Answered(reply)
    if reply.response is None or route is None:
        kind, _, message = reply.error.partition(": ")
        raise getattr(errors, kind, errors.MapclewError)(message or reply.error)
    named = {line.id: line.name or line.color for line in read_lines(state)}
    lines = tuple(named.get(line, line) for line in route.lines) if any(route.lines) else ()
    if out is None or map_path is None:
        return Answered(reply, route, lines)

    from PIL import Image

    from agent.route_places import route_places
    from perception.picture import load_picture
    from tools.draw_route import draw_route, place_route

    picture = load_picture(map_path)
    places = route_places(state, system.toolbox, map_path)
    drawn = place_route(places.graph, places.stations, route.transfers)
    out.parent.mkdir(parents=True, exist_ok=True)
    try:
        Image.fromarray(draw_route(picture.rgb, drawn)).save(out)
    except (OSError, ValueError) as error:
        raise errors.ConfigError(
            f"cannot be written ({error})", file=str(out), field="--draw", mend="name a .png file"
        ) from None
    stops = [
        {"name": name, "xy": list(stop) if stop else None}
        for name, stop in zip(route.stations, drawn.stops, strict=True)
    ]
    return Answered(reply, route, lines, {"path": str(out), "stops": stops})


def read_lines(state: AgentState) -> tuple[MapLine, ...]:
    """Return the lines that were read from the map, none where the route is from tables."""
    return state.map_graph.lines if state.map_graph is not None else ()


def as_record(answered: Answered) -> dict[str, Any]:
    """Return an answer as JSON values."""
    reply, route = answered.reply, answered.route
    told = {"outcome": reply.outcome.value, "verified": reply.verified, "why": reply.why}
    calls = [asdict(call) for call in reply.calls]
    if route is None:
        return {"answer": number_of(reply), **told, **reply.trace, "calls": calls}
    return {
        "route": reply.response,
        "stations": list(route.stations),
        "transfers": list(route.transfers),
        **told,
        **reply.trace,
        "lines": list(answered.lines),
        "calls": calls,
        "drawn": answered.drawn,
    }


def number_of(reply: Reply) -> float | int:
    """Return the number that a reply answers; whole ones as such."""
    from eval.metrics.question_score import read_answer

    value = read_answer(reply.response or "")
    if value is None:
        raise ValueError(f"number_of: no number in {reply.response!r}")
    return int(value) if value == int(value) else value


def print_answer(answered: Answered) -> None:
    """Print an answer for people."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    reply, route = answered.reply, answered.route
    console = Console()
    verdict = "[green]verified[/]" if reply.verified else "[red]not verified[/]"
    if route is None:
        console.print(f"{number_of(reply)}", style="bold", highlight=False)
        console.print(reply.trace["because"], markup=False, highlight=False, soft_wrap=True)
        console.print(f"{verdict}: {escape(reply.why)}", highlight=False)
        return
    console.print(reply.response, style="bold", markup=False, highlight=False, soft_wrap=True)
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("", justify="right")
    table.add_column("station")
    if answered.lines:
        table.add_column("line to the next")
    stops = zip_longest(route.stations, route.transfers, answered.lines, fillvalue="")
    for number, (station, change, line) in enumerate(stops, start=1):
        mark = " [yellow](transfer)[/]" if change else ""
        cells = [str(number), escape(station) + mark, escape(line)]
        table.add_row(*cells[: len(table.columns)])
    console.print(table)
    for name, value in reply.trace["totals"].items():
        console.print(f"{name.replace('_', ' ')}: {value}", highlight=False)
    console.print(f"{verdict}: {escape(reply.why)}", highlight=False)
    for repair in reply.trace["repairs"]:
        console.print(f"repair {repair['name']}: {repair['change']}", style="dim", markup=False)
    if answered.drawn is not None:
        missing = [stop["name"] for stop in answered.drawn["stops"] if stop["xy"] is None]
        console.print(f"drawn: {answered.drawn['path']}", highlight=False, markup=False)
        if missing:
            console.print(f"not found on the map: {', '.join(missing)}", style="dim", markup=False)
