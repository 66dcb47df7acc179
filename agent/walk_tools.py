"""The tools for walks as the graph calls them: scene, plan, check."""

from __future__ import annotations

from collections.abc import Callable

from agent.state import AgentState, ToolCall
from agent.tool_set import ToolSet
from agent.work import Work
from perception.errors import ConfigError, NoRoute
from tools.identity_memo import IdentityMemo
from tools.map_scene import scene_of_map
from tools.read_walk_question import meant_landmark, read_walk_question
from tools.recorded_call import ToolResult
from tools.scene_graph import SceneGraph
from tools.task import Task
from tools.verify_route import Verification
from tools.verify_walk import verify_walk
from tools.walk import Walk
from tools.write_walk import write_walk


class WalkTools:
    """Builds the scene of a walk, plans and checks it; remembers the scenes.

    Parameters
    ----------
    tools : ToolSet
        Who plans.
    """

    def __init__(self, tools: ToolSet) -> None:
        self._set = tools
        self._scenes = IdentityMemo()
        self.tools: dict[str, Callable[[ToolCall, AgentState], Work]] = {
            "build_scene": self._build_scene,
            "plan_walk": self._plan_walk,
            "verify_walk": self._verify_walk,
        }

    def _build_scene(self, call: ToolCall, state: AgentState) -> Work:
        given, graph = state.task.scene, state.map_graph
        if given is None and graph is None:
            raise ConfigError("the map is not read yet", field="build_scene", mend="read it first")

        def build() -> SceneGraph:
            assert graph is not None
            return scene_of_map(graph)

        def work() -> ToolResult[SceneGraph]:
            if given is not None:
                scene, cached = given, True
            else:
                scene, cached = self._scenes.get((graph,), (), build)
            summary = {"landmarks": len(scene.landmarks), "ways": len(scene.edges)}
            return ToolResult(scene, summary, cached=cached)

        source = "map" if given is None else "given"
        return {"from": source}, work, lambda scene: {"network": scene}

    def _plan_walk(self, call: ToolCall, state: AgentState) -> Work:
        scene = require_scene(state)
        names, ends = ends_of_walk(state.task, scene)

        def work() -> ToolResult[tuple[Walk, SceneGraph]]:
            used = scene
            try:
                walk = self._set.walk(used, *ends)
            except NoRoute:
                if state.map_graph is None:
                    raise
                # A way may have been lost: the map is in parts that are one.
                used = scene_of_map(state.map_graph, bridge=True)
                walk = self._set.walk(used, *ends)
            summary = {"edges": len(walk.path) - 1, "legs": len(walk.legs)}
            return ToolResult((walk, used), {**summary, "bridged": used is not scene})

        return (
            {"source": names[0], "target": names[1]},
            work,
            lambda found: {
                "journey": found[0],
                "network": found[1],
            },
        )

    def _verify_walk(self, call: ToolCall, state: AgentState) -> Work:
        scene, walk = require_scene(state), state.journey
        if not isinstance(walk, Walk):
            raise ConfigError("there is no walk yet", field="verify_walk", mend="plan it first")
        _, ends = ends_of_walk(state.task, scene)

        def work() -> ToolResult[Verification]:
            found = verify_walk(scene, walk, write_walk(scene, walk), *ends)
            why = "; ".join(found) or "read back, the instructions lead along a shortest path"
            verification = Verification(not found, (), why)
            return ToolResult(verification, {"ok": not found, "why": why})

        return {"legs": len(walk.legs)}, work, lambda found: {"verification": found}


def require_scene(state: AgentState) -> SceneGraph:
    """Return the scene that is built.

    Raises
    ------
    ConfigError
        There is none yet.
    """
    if not isinstance(state.network, SceneGraph):
        raise ConfigError("there is no scene yet", field="plan_walk", mend="build it first")
    return state.network


def ends_of_walk(task: Task, scene: SceneGraph) -> tuple[tuple[str, str], tuple[int, int]]:
    """Return the ends that a task names, and their nodes; of landmarks of one name the first."""
    names = [scene.nodes[node].label for node in scene.landmarks]
    source, target = read_walk_question(task.question, names)
    start, end = meant_landmark(source, names), meant_landmark(target, names)
    nodes = (scene.landmarks[names.index(start)], scene.landmarks[names.index(end)])
    return (source, target), nodes
