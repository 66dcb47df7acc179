"""Keep every step of the agent in a SQLite file, where that is asked for.

Off by default: writing a checkpoint takes longer than planning on a table.
"""

from __future__ import annotations

import sqlite3
from dataclasses import fields, is_dataclass, replace
from pathlib import Path, PosixPath, WindowsPath
from typing import Any

from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.checkpoint.sqlite import SqliteSaver

from agent import dialogue, state
from agent.chat.chat_reply import RequestedCall
from agent.chat.usage import Usage
from perception import map_graph
from perception.errors import ConfigError
from tools import (
    alignment,
    findings,
    map_network,
    question,
    route,
    solve_route,
    tables,
    task,
    verify_route,
)
from tools.tool_record import ToolRecord

_STATE_TYPES: tuple[type, ...] = (
    state.AgentInput,
    state.Attempt,
    state.Candidate,
    state.Failure,
    state.Finish,
    state.Rejected,
    dialogue.Begun,
    dialogue.Status,
    dialogue.Told,
    dialogue.Turn,
    RequestedCall,
    Usage,
    state.Goal,
    state.Repair,
    state.ToolCall,
    map_graph.MapEdge,
    map_graph.MapGraph,
    map_graph.MapLine,
    map_graph.MapStation,
    map_graph.MapTransfer,
    alignment.Alignment,
    alignment.NamePair,
    alignment.Unpaired,
    map_network.Reading,
    question.Answer,
    question.Asked,
    question.Question,
    route.Route,
    route.Totals,
    solve_route.Solution,
    tables.Table,
    task.Task,
    task.TaskKind,
    findings.Fault,
    findings.Finding,
    verify_route.Verification,
    ToolRecord,
    PosixPath,
    WindowsPath,
)
_TUPLE_CHANNELS = ("calls", "dialogue", "repairs")


class StateSerializer(JsonPlusSerializer):
    """Brings the state back as it was: MessagePack has no tuples, the state has no lists."""

    def __init__(self) -> None:
        super().__init__(allowed_msgpack_modules=_STATE_TYPES)

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        """Return the value with tuples where the state holds them."""
        value = _as_it_was(super().loads_typed(data))
        if isinstance(value, dict) and isinstance(value.get("channel_values"), dict):
            channels = value["channel_values"]
            return {
                **value,
                "channel_values": {
                    name: tuple(found) if name in _TUPLE_CHANNELS else found
                    for name, found in channels.items()
                },
            }
        return value


def _as_it_was(value: Any) -> Any:
    if isinstance(value, list):
        return [_as_it_was(item) for item in value]
    if isinstance(value, dict):
        return {key: _as_it_was(item) for key, item in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        found = {field.name: _frozen(getattr(value, field.name)) for field in fields(value)}
        return replace(value, **found)
    return value


def _frozen(value: Any) -> Any:
    """Return a field of a dataclass: its sequences are tuples, its dicts hold JSON."""
    if isinstance(value, list | tuple):
        return tuple(_frozen(item) for item in value)
    return value if isinstance(value, dict) else _as_it_was(value)


def open_checkpointer(path: Path) -> SqliteSaver:
    """Open, or create, a file of checkpoints.

    Parameters
    ----------
    path : Path
        SQLite file; its folder is made.

    Raises
    ------
    ConfigError
        The file cannot be opened as a SQLite database.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = sqlite3.connect(path, check_same_thread=False, timeout=60.0)
        connection.execute("PRAGMA journal_mode=WAL")
        saver = SqliteSaver(connection, serde=StateSerializer())
        saver.setup()
    except (OSError, sqlite3.Error) as error:
        raise ConfigError(
            f"cannot be opened as a SQLite file ({error})",
            file=str(path),
            field="checkpoints",
            mend="name another file",
        ) from None
    return saver
