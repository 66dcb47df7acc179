"""What the graph asks of a planner: the next tool call, or none."""

from __future__ import annotations

from typing import Any, Protocol

from agent.state import AgentState, Decision


class Planner(Protocol):
    """Decides which tool comes next; a rule or a model may stand behind it.

    A planner is asked after every tool call until there is a route to verify, or it finishes.
    It sees the whole state and changes none of it. Its decisions are checked: an unknown tool,
    or one whose inputs are not there yet, fails that attempt, and the number of calls is bounded.

    Attributes
    ----------
    name : str
        As options and logs call it.
    goes_on : bool
        Whether it can do something about what no repair mends, or about a call that came too
        early: it is told, and asked again.
    """

    name: str
    goes_on: bool

    def describe(self) -> dict[str, Any]:
        """Return what determines its decisions: version, model, prompt hashes."""
        ...

    def decide(self, state: AgentState) -> Decision:
        """Return the next tool call, or `Finish`."""
        ...
