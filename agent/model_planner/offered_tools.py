"""The tools that a model is offered for a task: names, arguments as schemas, what each does."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from tools.answer_question import ANSWERING_TOOLS
from tools.ask_about_map import MAX_QUESTION
from tools.calculate import FUNCTIONS, MAX_LENGTH
from tools.task import Task

GIVE_UP = "give_up"
ANSWERING = ("solve_route", "verify_route", "plan_ride", *ANSWERING_TOOLS, "check_answer")
"""Tools whose finding is answered if it holds."""
MAX_ARGUMENTS = 20_000
"""Characters of a call's arguments; longer ones are not read."""
_MAX_STOPS = 500


class Arguments(BaseModel):
    """Arguments of a call: those named, of the type named, and no others."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class NoArguments(Arguments):
    """None: the tool works on the task's own inputs."""


class Ends(Arguments):
    """Where to go."""

    source: str = Field(max_length=300, description="Origin, as the question writes it.")
    target: str = Field(max_length=300, description="Destination, as the question writes it.")


class MaybeEnds(Arguments):
    """Where to go, if that was not read from the question already."""

    source: str | None = Field(None, max_length=300, description="Origin, if not known yet.")
    target: str | None = Field(None, max_length=300, description="Destination, likewise.")

    @model_validator(mode="after")
    def _both_or_none(self) -> MaybeEnds:
        if (self.source is None) != (self.target is None):
            raise ValueError("give both source and target, or neither")
        return self


class Stops(Arguments):
    """A route of the caller's own."""

    stations: list[str] = Field(
        min_length=2,
        max_length=_MAX_STOPS,
        description="All stations in travel order, both ends included, without marks.",
    )


class Number(Arguments):
    """An answer of the caller's own."""

    value: float = Field(description="The number that answers the question; yes is 1, no is 0.")


class Part(Arguments):
    """A part of the map."""

    x: float = Field(description="Left edge, px from the left of the picture.")
    y: float = Field(description="Upper edge, px from the top of the picture.")
    width: float = Field(gt=0, description="Px.")
    height: float = Field(gt=0, description="Px.")


class Sight(Arguments):
    """What to ask about the map."""

    question: str = Field(
        min_length=1, max_length=MAX_QUESTION, description="About what can be seen."
    )
    part: Part | None = Field(None, description="Only this part, at full resolution.")


class Expression(Arguments):
    """What to work out."""

    expression: str = Field(
        min_length=1,
        max_length=MAX_LENGTH,
        description=f"Numbers, + - * / // % **, comparisons, {', '.join(FUNCTIONS)}.",
    )


class Reason(Arguments):
    """Why nothing more is tried."""

    reason: str = Field("", max_length=2000, description="In one sentence.")


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
        return _schema(self.arguments)

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
        "Check a number of your own by a second computation; it is answered if they agree. Needs "
        "read_question.",
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
    asks, rides = bool(task.kind.question_type), task.kind.answer != "route"
    if task.image is not None:
        offered += _READING
        if not asks and not rides:
            offered.append(_ALIGN_ENDS)
        elif asks and task.kind.uses_mix_tab:
            offered.append(_ALIGN)
    offered += _RIDE if rides else _QUESTION if asks else _ROUTE
    if task.image is not None:
        offered.append(_LOOK if vision else _LOOK_BLIND)
        if viewer:
            offered.append(_ASK)
    if not solver:
        offered = [tool for tool in offered if tool.name != "solve_route"]
    return (*offered, _CALCULATE, _GIVE_UP)


class InvalidCall(Exception):
    """A call that cannot be run; its text tells the model what is wrong and what is allowed."""


def read_arguments(tool: OfferedTool, text: str) -> Arguments:
    """Read the arguments of a call.

    Raises
    ------
    InvalidCall
        They are no JSON object, or not those of the tool.
    """
    if len(text) > MAX_ARGUMENTS:
        raise InvalidCall(f"the arguments have {len(text)} characters, {MAX_ARGUMENTS} at most")
    try:
        values = json.loads(text) if text.strip() else {}
    except (ValueError, RecursionError) as error:
        raise InvalidCall(
            f"the arguments are no JSON ({str(error)[:80]}); give an object of "
            f"{json.dumps(tool.schema())}"
        ) from None
    if not isinstance(values, dict):
        raise InvalidCall(f"the arguments are a JSON {type(values).__name__}; give an object")
    try:
        return tool.arguments.model_validate(values)
    except (ValidationError, RecursionError) as error:
        raise InvalidCall(
            f"{_what_is_wrong(error)}; the arguments of {tool.name} are {json.dumps(tool.schema())}"
        ) from None


def _what_is_wrong(error: ValidationError | RecursionError) -> str:
    if isinstance(error, RecursionError):
        return "the arguments are nested too deeply"
    found = error.errors(include_url=False, include_input=False, include_context=False)
    places = [".".join(str(part)[:60] for part in item["loc"]) or "arguments" for item in found]
    return "; ".join(
        f"{place}: {item['msg'][:200]}" for place, item in list(zip(places, found, strict=True))[:5]
    )


@cache
def _schema(arguments: type[Arguments]) -> dict[str, Any]:
    """Return a schema without titles and references, which small models stumble over."""
    schema = arguments.model_json_schema()
    definitions = schema.pop("$defs", {})
    found = _plain(schema, definitions)
    assert isinstance(found, dict)
    found.pop("description", None)
    found.setdefault("properties", {})
    return found


def _plain(value: Any, definitions: dict[str, Any]) -> Any:
    if isinstance(value, list):
        return [_plain(item, definitions) for item in value]
    if not isinstance(value, dict):
        return value
    if "$ref" in value:
        return _plain(definitions[value["$ref"].rpartition("/")[2]], definitions)
    return {
        key: {name: _plain(part, definitions) for name, part in item.items()}
        if key == "properties"
        else _plain(item, definitions)
        for key, item in value.items()
        if key != "title"
    }
