"""The tools for rides and walks as the graph calls them: network, plan, check, answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from agent.state import AgentState, ToolCall
from agent.tool_set import ToolSet
from agent.walk_tools import WalkTools, require_scene
from agent.work import Work
from perception.errors import ConfigError, NoRoute
from tools.identity_memo import IdentityMemo
from tools.map_rides import network_of_map
from tools.plan_ride import RidePlan
from tools.read_ride_question import RideQuestion, read_ride_question
from tools.recorded_call import ToolResult
from tools.ride import Ride, Segment, write_ride
from tools.ride_network import RideNetwork, network_of_metro
from tools.task import Task
from tools.verify_ride import verify_ride
from tools.verify_route import Verification
from tools.walk import Walk
from tools.write_walk import write_walk

_ENDINGS: Final = (" Station", "站")


class JourneyTools:
    """Builds the network of a ride or walk, plans and checks it; remembers the networks.

    Parameters
    ----------
    tools : ToolSet
        Who plans.
    """

    def __init__(self, tools: ToolSet) -> None:
        self._set = tools
        self._networks = IdentityMemo()
        self.tools: dict[str, Callable[[ToolCall, AgentState], Work]] = {
            "build_lines": self._build_lines,
            "plan_ride": self._plan_ride,
            "verify_ride": self._verify_ride,
            **WalkTools(tools).tools,
        }

    def _build_lines(self, call: ToolCall, state: AgentState) -> Work:
        metro, graph = state.task.metro, state.map_graph
        if metro is None and graph is None:
            raise ConfigError("the map is not read yet", field="build_lines", mend="read it first")

        def build() -> RideNetwork:
            if metro is not None:
                return network_of_metro(metro)
            assert graph is not None
            return network_of_map(graph)

        def work() -> ToolResult[RideNetwork]:
            network, cached = self._networks.get((metro, graph), (), build)
            summary = {"lines": len(network.lines), "stations": len(network.stations)}
            return ToolResult(network, summary, cached=cached)

        source = "Metro Data" if metro is not None else "map"
        return {"from": source}, work, lambda network: {"network": network}

    def _plan_ride(self, call: ToolCall, state: AgentState) -> Work:
        network = _require_rides(state)
        asked = question_of_ride(state.task, network)

        def work() -> ToolResult[tuple[RidePlan, RideNetwork]]:
            used, ends = network, (asked.source_stop, asked.target_stop)
            try:
                plan = self._set.ride(used, *ends)
            except NoRoute:
                if state.map_graph is None:
                    raise
                # A line may have been lost on its way: the map is in parts that are one.
                used = network_of_map(state.map_graph, bridge=True)
                plan = self._set.ride(used, *ends)
            summary = {
                "bridged": used is not network,
                "lines": [segment.line for segment in plan.ride],
                "transfers": plan.transfers,
                "stops": plan.stops,
            }
            return ToolResult((plan, used), summary)

        arguments = {"source": asked.source, "target": asked.target}
        return arguments, work, lambda found: {"journey": found[0], "network": found[1]}

    def _verify_ride(self, call: ToolCall, state: AgentState) -> Work:
        network, plan = _require_rides(state), state.journey
        if not isinstance(plan, RidePlan):
            raise ConfigError("there is no ride yet", field="verify_ride", mend="plan it first")
        asked = question_of_ride(state.task, network)

        def work() -> ToolResult[Verification]:
            found = verify_ride(network, plan, asked.source_stop, asked.target_stop)
            why = "; ".join(found.findings) or (
                "every leg runs on one line over joined stops, and no ride changes less often"
            )
            verification = Verification(found.ok, (), why)
            return ToolResult(verification, {"ok": found.ok, "why": why})

        return {"segments": len(plan.ride)}, work, lambda found: {"verification": found}


def journey_answer(state: AgentState) -> str:
    """Return the answer to a task of a ride or walk.

    The ends are written as the question does, other stops with the ending ("Station", 站) that the
    question's names have and the network's lack.
    """
    if isinstance(state.journey, Walk):
        return write_walk(require_scene(state), state.journey)
    plan, network = state.journey, _require_rides(state)
    if not isinstance(plan, RidePlan):
        raise ConfigError("there is no ride yet", field="answer", mend="plan it first")
    asked = question_of_ride(state.task, network)
    return write_ride(_as_asked(plan.ride, asked), asked.form)


def question_of_ride(task: Task, network: RideNetwork) -> RideQuestion:
    """Return what a task asks for."""
    names = [name for line in network.lines for name in line.names.values()]
    return read_ride_question(task.question, names)


def _as_asked(ride: Ride, asked: RideQuestion) -> Ride:
    pairs = ((asked.source, asked.source_stop), (asked.target, asked.target_stop))
    ending = next(
        (
            end
            for end in _ENDINGS
            if all(name.endswith(end) and not stop.endswith(end) for name, stop in pairs)
        ),
        "",
    )
    known = {stop: name for name, stop in pairs}

    def written(stop: str) -> str:
        return known.get(stop, stop + ending)

    def segment(found: Segment) -> Segment:
        return replace(
            found,
            departure=written(found.departure),
            arrival=written(found.arrival),
            via=tuple(stop + ending for stop in found.via),
        )

    return tuple(map(segment, ride))


def check_journey(task: Task) -> None:
    """Raise `NoRoute` where a task of a ride or walk shows nothing to plan on."""
    if task.image is None and task.metro is None and task.scene is None:
        raise NoRoute(
            "the task shows neither a map nor its lines", field="task", mend="give one of them"
        )


def _require_rides(state: AgentState) -> RideNetwork:
    if not isinstance(state.network, RideNetwork):
        raise ConfigError("there are no lines yet", field="plan_ride", mend="build them first")
    return state.network


def journey_summary(state: AgentState) -> dict[str, Any]:
    """Return what a sample's trace keeps of a journey."""
    plan = state.journey
    if isinstance(plan, RidePlan):
        return {
            "lines": [s.line for s in plan.ride],
            "transfers": plan.transfers,
            "stops": plan.stops,
        }
    if isinstance(plan, Walk):
        return {"legs": len(plan.legs), "edges": len(plan.path) - 1}
    return {}
