"""The tools that a model is offered for a task: names, arguments as schemas, what each does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from agent.model_planner.call_arguments import (
    Arguments,
    Ends,
    Expression,
    MaybeEnds,
    NoArguments,
    Number,
    Part,
    Reason,
    Sight,
    Stops,
    schema_of,
)
from tools.answer_question import ANSWERING_TOOLS
from tools.task import Task

GIVE_UP = "give_up"
ANSWERING = (
    "solve_route",
    "verify_route",
    "plan_ride",
    "plan_walk",
    *ANSWERING_TOOLS,
    "check_answer",
)
"""Tools whose finding is answered if it holds."""


@dataclass(frozen=True, slots=True)
class OfferedTool:
    """A tool as a model sees it.

    Attributes
    ----------
    name : str
        The verb.
    description : str
        What it does and needs.
    arguments : type of Arguments
        Their schema.
    """

    name: str
    description: str
    arguments: type[Arguments]

    def schema(self) -> dict[str, Any]:
        """Return the JSON schema of the arguments."""
        return schema_of(self.arguments)

    def as_function(self) -> dict[str, Any]:
        """Return the tool in the form of a chat request."""
        function = {"name": self.name, "description": self.description, "parameters": self.schema()}
        return {"type": "function", "function": function}


_READING = (
    OfferedTool("read_text", "Read all text of the map picture.", NoArguments),
    OfferedTool("trace_lines", "Find the drawn lines of the map picture.", NoArguments),
    OfferedTool(
        "build_graph",
        "Build the graph of stations and lines that the map picture shows.",
        NoArguments,
    ),
)
_ALIGN_ENDS = OfferedTool(
    "align_tables",
    "Pair the labels of the graph with the names that are needed: those of Mix_tab where it is "
    "given, else the two ends. Needs build_graph.",
    MaybeEnds,
)
_ALIGN = OfferedTool(
    "align_tables", "Pair the labels of the graph with Mix_tab. Needs build_graph.", NoArguments
)
_ROUTE = (
    OfferedTool(
        "solve_route",
        "Find the best route between the two ends, under the weights of the task. Uses the edges "
        "of Edge_tab; where none is given, those of the graph, once align_tables is done. The "
        "route is verified at once, and answered if it holds.",
        Ends,
    ),
    OfferedTool(
        "verify_route",
        "Check a route of your own; it is answered if every check holds. Needs what solve_route "
        "needs.",
        Stops,
    ),
)
_OWN_ROUTE = (
    OfferedTool(
        "verify_route",
        "Check a route of your own; it is answered if every check holds. Uses the edges of "
        "Edge_tab; where none is given, those of the graph, once align_tables is done.",
        Stops,
    ),
)
_ANSWER_PURPOSES = {
    "look_up": "looks a value up in a row, or whether a station is on a line or shares one",
    "count_entries": "counts lines, stations, spots, transfer stations, rows or occurrences",
    "find_paths": "finds what lies between, next to or on a way, and whether two are near",
    "compare_rows": "compares the places of rows in a table",
    "aggregate": "finds the least, the largest, the mean or the sum of values",
}
_QUESTION = (
    OfferedTool(
        "read_question",
        "Read what the question asks for, with the names that it holds. Needs build_graph (and "
        "align_tables where Mix_tab is given) if only the map tells the names.",
        NoArguments,
    ),
    *(
        OfferedTool(
            name,
            f"Answer the question as read: {_ANSWER_PURPOSES[name]}. The answer is verified at "
            "once. Needs read_question.",
            NoArguments,
        )
        for name in ANSWERING_TOOLS
    ),
    OfferedTool(
        "check_answer",
        "Check a number of your own by a second computation; it is answered if they agree. One "
        "number is checked, no second. Needs read_question.",
        Number,
    ),
)
_RIDE = (
    OfferedTool(
        "build_lines",
        "Build the lines and their stops: of the data given, else of the graph that build_graph "
        "made.",
        NoArguments,
    ),
    OfferedTool(
        "plan_ride",
        "Plan the ride that the question asks for. It is verified at once, and answered if it "
        "holds. Needs build_lines.",
        NoArguments,
    ),
)
_WALK = (
    OfferedTool(
        "build_scene",
        "Build the landmarks and the ways between them: as given, else of the graph that "
        "build_graph made.",
        NoArguments,
    ),
    OfferedTool(
        "plan_walk",
        "Plan the walk that the question asks for, and put it in words. It is verified at once, "
        "and answered if it holds. Needs build_scene.",
        NoArguments,
    ),
)
_LOOK = OfferedTool("look_closer", "See a part of the map picture at full resolution.", Part)
_LOOK_BLIND = OfferedTool(
    "look_closer", "Read the text in a part of the map picture, with its places.", Part
)
_ASK = OfferedTool(
    "ask_about_map",
    "Ask a model that sees the map picture, or a part of it, what it sees. Its answer may be "
    "wrong.",
    Sight,
)
_CALCULATE = OfferedTool("calculate", "Work out an arithmetic expression.", Expression)
_GIVE_UP = OfferedTool(
    GIVE_UP, "End without a further try, where no tool can lead to an answer.", Reason
)


def offered_tools(
    task: Task, *, vision: bool, viewer: bool, solver: bool = True
) -> tuple[OfferedTool, ...]:
    """Return the tools that a model may call for a task.

    Parameters
    ----------
    task : Task
        Without a picture, no tool that needs one is offered.
    vision : bool
        Whether the model is shown pictures.
    viewer : bool
        Whether there is a model to be asked about them.
    solver : bool
        Whether routes may be solved for; otherwise they are the model's own.
    """
    offered: list[OfferedTool] = []
    asks, routes = bool(task.kind.question_type), task.kind.answer == "route"
    journey = {"ride": _RIDE, "walk": _WALK}.get(task.kind.answer)
    if task.image is not None:
        offered += _READING
        if not asks and routes:
            offered.append(_ALIGN_ENDS)
        elif asks and task.kind.uses_mix_tab:
            offered.append(_ALIGN)
    offered += journey or (_QUESTION if asks else _ROUTE if solver else _OWN_ROUTE)
    if task.image is not None:
        offered.append(_LOOK if vision else _LOOK_BLIND)
        if viewer:
            offered.append(_ASK)
    return (*offered, _CALCULATE, _GIVE_UP)
