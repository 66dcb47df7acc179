"""The tools that planning rests on, each replaceable: by a lesser one, or by the truth.

`docs/ablation.md` tells what stands in for each tool that is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from perception.map_graph import MapGraph
from tools.align_tables import align_tables
from tools.alignment import Alignment
from tools.equal_names import align_equal_names
from tools.greedy_journey import ride_greedily
from tools.greedy_journey import walk_greedily as walk_scene_greedily
from tools.greedy_walk import walk_greedily
from tools.lesser_reader import LEFT_OUT, LesserReader
from tools.map_reader import MapReader
from tools.network import Network
from tools.objective import Objective, Weights
from tools.plan_ride import RidePlan, plan_ride
from tools.ride_network import RideNetwork
from tools.scene_graph import SceneGraph
from tools.solve_route import Solution, solve_route
from tools.task import Task
from tools.verify_route import Verification
from tools.walk import Walk, plan_walk

REMOVABLE: Final = (
    "ocr",
    "line_tracing",
    "graph",
    "alignment",
    "solver",
    "verifier",
    "repair",
)
"""What may be left out, in the order of work."""

KNOWN_TRUTHS: Final = (
    "ocr",
    "line_tracing",
    "graph",
    "perception",
    "alignment",
    "solver",
    "verifier",
)
"""In whose place the truth may be put; "perception" is everything up to the graph."""


class Align(Protocol):
    """Pairs the labels of a map with names; see `tools.align_tables`."""

    def __call__(
        self, graph: MapGraph, names: Sequence[str], min_score: float, *, eliminate: bool
    ) -> Alignment:
        """Return the pairs."""
        ...


class Solve(Protocol):
    """Plans a route; see `tools.solve_route`."""

    def __call__(
        self,
        task: Task,
        network: Network,
        source: str,
        target: str,
        weights: Weights | None,
        objective: Objective,
        time_limit: float,
    ) -> Solution:
        """Return the best route known."""
        ...


class Judge(Protocol):
    """Has the last word on a route, given as it would be answered, that was verified."""

    def __call__(self, task: Task, response: str, found: Verification) -> Verification:
        """Return the verdict that counts."""
        ...


@dataclass(frozen=True, slots=True)
class ToolSet:
    """Who aligns, solves and judges.

    Attributes
    ----------
    align : Align
        Pairs labels and names.
    solve : Solve
        Plans.
    judge : Judge or None
        None: the verification stands as it is.
    ride, walk : callable
        Plan rides and walks; see `tools.plan_ride` and `tools.walk`.
    """

    align: Align
    solve: Solve
    judge: Judge | None = None
    ride: Callable[[RideNetwork, str, str], RidePlan] = plan_ride
    walk: Callable[[SceneGraph, int, int], Walk] = plan_walk


class Oracles(Protocol):
    """Knows the truth about a data set, for measuring what a perfect tool would bring.

    Only the scorer's side can build one; an agent without it has no way to any label.
    """

    names: tuple[str, ...]
    """In whose place the truth is put, of `KNOWN_TRUTHS`."""

    def reader(self, reader: MapReader) -> MapReader:
        """Return a reader that hands over the truth of the stages that are perfect."""
        ...

    def tools(self, tools: ToolSet) -> ToolSet:
        """Return the tools with the perfect ones in their places."""
        ...


def tools_without(without: Collection[str]) -> ToolSet:
    """Return the tools, with the replacements of those left out."""
    return ToolSet(
        align=_align_equal if "alignment" in without else align_tables,
        solve=_walk if "solver" in without else _solve,
        ride=ride_greedily if "solver" in without else plan_ride,
        walk=walk_scene_greedily if "solver" in without else plan_walk,
    )


def reader_without(reader: MapReader, without: Collection[str]) -> MapReader:
    """Return a reader without the stages left out; the same one where none is."""
    stages = [stage for stage in LEFT_OUT if stage in without]
    return LesserReader(reader, stages) if stages else reader


def _align_equal(
    graph: MapGraph, names: Sequence[str], min_score: float, *, eliminate: bool
) -> Alignment:
    return align_equal_names(graph, names)


def _solve(
    task: Task,
    network: Network,
    source: str,
    target: str,
    weights: Weights | None,
    objective: Objective,
    time_limit: float,
) -> Solution:
    return solve_route(network, source, target, weights, objective, time_limit=time_limit)


def _walk(
    task: Task,
    network: Network,
    source: str,
    target: str,
    weights: Weights | None,
    objective: Objective,
    time_limit: float,
) -> Solution:
    return walk_greedily(network, source, target, weights, objective)
