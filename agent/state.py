"""The state that travels through the graph: what was asked, what is known, what was tried.

Every payload is a frozen dataclass; nodes return the fields they change and change nothing in
place. Pictures and tables go by reference, never as bytes, so that a state is cheap to check-point.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from agent.dialogue import Entry
from perception.map_graph import MapGraph
from tools.alignment import MIN_SCORE, Alignment
from tools.map_network import Reading
from tools.plan_ride import RidePlan
from tools.question import Answer, Question
from tools.ride_network import RideNetwork
from tools.route import Route
from tools.scene_graph import SceneGraph
from tools.solve_route import Solution
from tools.task import Task
from tools.tool_record import ToolRecord
from tools.verify_route import Verification
from tools.walk import Walk

FIRST_READING = Reading()
"""How far the map is trusted before any repair."""

Topology = Literal["tables", "map"]
Values = Literal["none", "tables", "mix"]


@dataclass(frozen=True, slots=True)
class Goal:
    """What the task comes down to.

    Attributes
    ----------
    source, target : str
        Origin and destination as the question writes them; empty where only a planner that reads
        questions can tell, and has not yet.
    topology : str
        Where the edges come from: "tables" (an Edge_tab is given) or "map" (the picture).
    values : str
        Where the criteria come from: "none" (fewest stations), "tables" or "mix" (Mix_tab).
    """

    source: str
    target: str
    topology: Topology
    values: Values


@dataclass(frozen=True, slots=True)
class Attempt:
    """The settings that a repair may turn; the first attempt uses the defaults.

    Attributes
    ----------
    min_score : float
        Similarity from which a label may stand for a name.
    reading : Reading
        How far the map is trusted.
    time_limit : float
        Seconds for a search that cannot be exact.
    closed : bool
        Whether the map is read with the names of Mix_tab as the only ones there are.
    """

    min_score: float = MIN_SCORE
    reading: Reading = FIRST_READING
    time_limit: float = 10.0
    closed: bool = True


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a stage could not do its work.

    Attributes
    ----------
    stage : str
        Node or tool.
    kind : str
        Name of the error class, e.g. "NoRoute".
    message : str
        Its message.
    """

    stage: str
    kind: str
    message: str


@dataclass(frozen=True, slots=True)
class Repair:
    """One repair: what was wrong and what was changed.

    Attributes
    ----------
    name : str
        Which repair.
    reason : str
        The failure or finding that called for it.
    change : str
        What it changed.
    """

    name: str
    reason: str
    change: str


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A planner's decision to call a tool.

    Attributes
    ----------
    tool : str
        Name of a tool.
    arguments : dict
        Small JSON values; data already in the state is not repeated.
    reason : str
        Why, for the log.
    said : tuple of Entry
        What was said with a model to come to it.
    """

    tool: str
    arguments: dict[str, Any] = field(default_factory=dict)
    reason: str = ""
    said: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Finish:
    """A planner's decision to call no more tools."""

    reason: str = ""
    said: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class Rejected:
    """A model asked for nothing that can be run, and was told so; it is asked again."""

    said: tuple[Entry, ...] = ()


Decision = ToolCall | Finish | Rejected


@dataclass(frozen=True, slots=True)
class Candidate:
    """A route that failed a check, with the attempt it belongs to.

    Attributes
    ----------
    solution : Solution
        As solved.
    verification : Verification
        What was found wrong.
    attempt : Attempt
        Settings it was found under.
    map_graph, alignment : MapGraph, Alignment or None
        What it was planned on.
    repairs : int
        How many repairs had been done.
    """

    solution: Solution
    verification: Verification
    attempt: Attempt
    map_graph: MapGraph | None
    alignment: Alignment | None
    repairs: int = 0


@dataclass(frozen=True)
class AgentInput:
    """What the graph is invoked with."""

    task: Task


@dataclass(frozen=True)
class AgentState(AgentInput):
    """Everything the nodes share.

    Attributes
    ----------
    task : Task
        The question and its inputs.
    goal : Goal or None
        Set by `decompose` where a route is asked for.
    question : Question or None
        Where a number is asked for: set by `decompose`, or by `read_question` once the map's names
        are read.
    answer : Answer or None
        To `question`.
    attempt : Attempt
        Settings of the present attempt.
    decision : ToolCall, Finish, Rejected or None
        The planner's latest.
    text, lines : dict or None
        Summaries of what `read_text` and `trace_lines` found.
    map_graph : MapGraph or None
        Set by `build_graph`.
    alignment : Alignment or None
        Map labels against table names, or against the two names of the question.
    solution : Solution or None
        Set by `solve_route`.
    verification : Verification or None
        Of the route or the answer; set by `verify`.
    network : RideNetwork, SceneGraph or None
        What a ride or walk is planned on; set by `build_lines` or `build_scene`.
    journey : RidePlan, Walk or None
        A planned ride or walk.
    candidate : Candidate or None
        The route of an earlier attempt that failed a check; answered, unverified, where no later
        attempt finds a better one.
    failure : Failure or None
        What stopped the present attempt.
    given_up : bool
        Whether no repair is left.
    handed_back : Failure or None
        What went wrong that no repair mends, for a planner that goes on.
    spent : str
        Which budget ran out; empty where none did.
    route : Route or None
        The answered route, its stations as they are written.
    response : str or None
        The text of the answer.
    calls : tuple of ToolRecord
        Every tool call, in order.
    repairs : tuple of Repair
        Every repair, in order.
    dialogue : tuple of Entry
        What was said with a model that plans, in order.
    """

    goal: Goal | None = None
    question: Question | None = None
    answer: Answer | None = None
    attempt: Attempt = field(default_factory=Attempt)
    decision: Decision | None = None
    text: dict[str, Any] | None = None
    lines: dict[str, Any] | None = None
    map_graph: MapGraph | None = None
    alignment: Alignment | None = None
    solution: Solution | None = None
    verification: Verification | None = None
    network: RideNetwork | SceneGraph | None = None
    journey: RidePlan | Walk | None = None
    candidate: Candidate | None = None
    failure: Failure | None = None
    given_up: bool = False
    handed_back: Failure | None = None
    spent: str = ""
    route: Route | None = None
    response: str | None = None
    calls: Annotated[tuple[ToolRecord, ...], operator.add] = ()
    repairs: Annotated[tuple[Repair, ...], operator.add] = ()
    dialogue: Annotated[tuple[Entry, ...], operator.add] = ()

    @property
    def found(self) -> bool:
        """Whether there is a route, a journey or a number to verify."""
        found = (self.solution, self.answer, self.journey)
        return any(each is not None for each in found)
