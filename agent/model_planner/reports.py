"""What a model is told about a call: results as data, faults with what is allowed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agent.dialogue import Begun, Status, Told
from agent.model_planner.plain_text import as_data, clean, cleaned
from agent.state import AgentState
from perception.map_graph import MapGraph
from tools.findings import Fault
from tools.map_reader import MapReader
from tools.tool_record import ToolRecord

MOST = 300
"""Entries of a list that a model is told; the rest is counted."""
_MESSAGE = 1000
CHECKS = frozenset({"verify_route", "check_answer", "verify_ride", "verify_walk"})
"""Tools that the graph calls itself, to verify."""


def report(begun: Begun, state: AgentState, reader: MapReader, *, vision: bool) -> Told:
    """Tell what became of a call that was run.

    Parameters
    ----------
    begun : Begun
        The call, as it was begun.
    state : AgentState
        After it, with what verification and repair did since.
    reader : MapReader
        Knows in full what the state holds the summary of.
    vision : bool
        Whether the model is shown the part that it looks closer at.
    """
    records = state.calls[begun.calls :]
    record = next((found for found in records if found.tool == begun.tool), None)
    handed = state.handed_back
    content: dict[str, Any] = {"tool": begun.tool}
    if record is None:
        why = handed.message if handed is not None else "it could not be run"
        content["error"] = clean(why, _MESSAGE)
        return Told(begun.call, begun.tool, Status.REJECTED, as_data(content))
    status = Status.FAILED if record.error else Status.RAN
    crop = None
    if record.error:
        content["error"] = clean(record.error, _MESSAGE)
    else:
        content["result"] = _result(record, state, reader)
        if vision and record.tool == "look_closer":
            left, top, width, height = record.result["box"]
            crop = (left, top, width, height)
            content["result"]["note"] = "the part is shown below"
    content |= _what_followed(begun, records, state)
    return Told(begun.call, begun.tool, status, as_data(content), crop)


def _what_followed(
    begun: Begun, records: Sequence[ToolRecord], state: AgentState
) -> dict[str, Any]:
    """Return what the checks found and what was changed because of it."""
    found: dict[str, Any] = {}
    checks = [r for r in records if r.tool in CHECKS and r.result]
    if checks and begun.tool not in CHECKS:
        found["verification"] = _verdict(checks[-1], state)
    repairs = state.repairs[begun.repairs :]
    if repairs:
        found["repairs"] = [
            {"reason": clean(done.reason, _MESSAGE), "changed": clean(done.change, _MESSAGE)}
            for done in repairs
        ]
        found["next"] = "the result above was dropped; call what is needed again"
    elif state.handed_back is not None:
        found["next"] = "no repair is left; try another way, or give up"
    return found


def _verdict(record: ToolRecord, state: AgentState) -> dict[str, Any]:
    ok = bool(record.result.get("ok"))
    if record.tool == "check_answer" and not ok:
        # What the second computation gave is the check's, not the model's to copy.
        return {"ok": ok, "why": "a second computation gives another number"}
    if Fault.NOT_OPTIMAL.value in record.result.get("faults", ()):
        return {"ok": ok, "why": "it can be ridden, and is not the best: some other route is"}
    return {"ok": ok, "why": clean(str(record.result.get("why", "")), _MESSAGE)}


def _result(record: ToolRecord, state: AgentState, reader: MapReader) -> dict[str, Any]:
    image = state.task.image
    if record.tool == "read_text" and image is not None:
        lines = reader.text(image).value.lines
        return _listed(
            "texts",
            [
                {"text": clean(line.text), **_middle([(x, y) for x, y in line.polygon])}
                for line in lines
            ],
        )
    if record.tool == "build_graph" and state.map_graph is not None:
        return _graph(state.map_graph)
    if record.tool == "align_tables" and state.alignment is not None:
        summary = state.alignment.summary()
        unpaired = [clean(str(name)) for name in summary.pop("unpaired_names")]
        return {**summary, **_listed("unpaired_names", unpaired)}
    if record.tool in ("verify_route", "check_answer"):
        return _verdict(record, state)
    result = cleaned(record.result, _MESSAGE)
    result.pop("usage", None)
    result.pop("engine", None)
    return result if isinstance(result, dict) else {}


def _graph(graph: MapGraph) -> dict[str, Any]:
    lines = [{"id": line.id, "name": clean(line.name), "color": line.color} for line in graph.lines]
    name = {station.id: clean(station.name) or station.id for station in graph.stations}
    stations = [
        {"name": name[station.id], **_middle([station.xy]), "lines": list(station.lines)}
        for station in graph.stations
    ]
    edges = [[name[edge.source], name[edge.target], *edge.lines] for edge in graph.edges]
    return {
        **_listed("lines", lines),
        **_listed("stations", stations),
        **_listed("edges", edges),
        "notes": [clean(note, _MESSAGE) for note in graph.notes[:5]],
    }


def _listed(name: str, items: Sequence[Any]) -> dict[str, Any]:
    found: dict[str, Any] = {name: list(items[:MOST])}
    if len(items) > MOST:
        found[f"{name}_not_shown"] = len(items) - MOST
    return found


def _middle(points: Sequence[tuple[float, float]]) -> dict[str, int]:
    count = len(points)
    return {
        "x": round(sum(point[0] for point in points) / count),
        "y": round(sum(point[1] for point in points) / count),
    }


def rejection(call: int, tool: str, why: str, allowed: Sequence[str] = ()) -> Told:
    """Tell that a call cannot be run, and what is allowed."""
    content: dict[str, Any] = {"tool": clean(tool, 64), "error": clean(why, 3 * _MESSAGE)}
    if allowed:
        content["allowed"] = list(allowed)
    return Told(call, clean(tool, 64), Status.REJECTED, as_data(content))


def repetition(call: int, tool: str) -> Told:
    """Tell that the very same call was run before."""
    why = "the same call was run before, and nothing has changed since; its result stands above"
    return Told(call, tool, Status.REPEATED, as_data({"tool": tool, "error": why}))


def skipped(call: int, tool: str) -> Told:
    """Tell that a call was not run because one before it changed the situation."""
    content = {"tool": clean(tool, 64), "error": "not run: the call before it changed things"}
    return Told(call, clean(tool, 64), Status.SKIPPED, as_data(content))


def no_call(why: str, allowed: Sequence[str]) -> Told:
    """Tell that a reply asked for no tool."""
    return Told(-1, "", Status.NO_CALL, as_data({"error": why, "allowed": list(allowed)}))
