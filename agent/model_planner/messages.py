"""The messages of a request: what the task gives, and what was said since."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from agent.chat.chat_reply import RequestedCall
from agent.chat.picture_encoding import PictureEncoder
from agent.dialogue import Begun, Entry, Told, Turn, rounds
from agent.model_planner.offered_tools import ANSWERING, OfferedTool
from agent.model_planner.options import ModelPlannerOptions
from agent.model_planner.plain_text import clean
from agent.question_tools import question_summary
from agent.state import AgentState
from prompts.loader import load_prompt
from tools.picture_size import picture_size
from tools.task import Task
from tools.written_tables import written_tables

Message = dict[str, Any]

CRITERIA = ("time", "price", "comfort", "reliability")
SYSTEM, TASK = "planner/system", "planner/task"
_ECHOED = 4000
"""Characters of a model's own text that are sent back to it."""
_NAME = re.compile(r"[^A-Za-z0-9_-]")


def prompt_hashes() -> dict[str, str]:
    """Return the hash of every prompt of the planner."""
    names = (SYSTEM, TASK, "planner/look")
    return {name: load_prompt(name).sha256 for name in names}


class Messages:
    """Writes the messages for a model.

    Parameters
    ----------
    options : ModelPlannerOptions
        How calls are made, and whether pictures are shown.
    encoder : PictureEncoder
        Encodes pictures as `options.picture` says.
    objective_of : callable, optional
        From a domain to "additive" or "averaged"; told where routes are the model's own.
    """

    def __init__(
        self,
        options: ModelPlannerOptions,
        encoder: PictureEncoder,
        objective_of: Callable[[str], str] = lambda _: "additive",
    ) -> None:
        self._objective_of = objective_of
        self._options = options
        self._encoder = encoder

    def write(
        self, state: AgentState, dialogue: tuple[Entry, ...], tools: tuple[OfferedTool, ...]
    ) -> list[Message]:
        """Return all messages of the next request.

        Raises
        ------
        BadPicture
            The picture cannot be read.
        """
        task = state.task
        messages: list[Message] = [
            {"role": "system", "content": self._system(task, tools)},
            {"role": "user", "content": self._task(state, tools)},
        ]
        for number, (turn, entries) in enumerate(rounds(dialogue)):
            messages += self._round(number, turn, entries, task.image)
        return messages

    def _system(self, task: Task, tools: tuple[OfferedTool, ...]) -> str:
        return load_prompt(SYSTEM).render(
            domain=task.kind.domain,
            answer_by=[tool.name for tool in tools if tool.name in ANSWERING],
            mode=self._options.tool_calls,
            tools=[
                {
                    "name": tool.name,
                    "description": tool.description,
                    "arguments": json.dumps(tool.schema()),
                }
                for tool in tools
            ],
        )

    def _task(
        self, state: AgentState, tools: tuple[OfferedTool, ...]
    ) -> str | list[dict[str, Any]]:
        task = state.task
        form, edge_tab, vertex_tab = written_tables(task, self._options.table_format)
        content: list[dict[str, Any]] = []
        picture: dict[str, Any] | None = None
        if task.image is not None:
            width, height = picture_size(task.image)
            picture = {"width": width, "height": height, "shown": self._options.vision, "scale": 1}
            if self._options.vision:
                encoded = self._encoder.encode(task.image)
                picture["scale"] = round(width / encoded.width, 4)
                content.append({"type": "image_url", "image_url": {"url": encoded.url}})
        text = load_prompt(TASK).render(
            domain=task.kind.domain,
            question=task.question,
            question_mark=_mark(task.question),
            question_type=task.kind.question_type,
            form=task.kind.answer,
            table_format=form,
            edge_tab=edge_tab,
            edge_mark=_mark(edge_tab),
            vertex_tab=vertex_tab,
            vertex_mark=_mark(vertex_tab),
            vertex_name="Mix_tab" if task.kind.uses_mix_tab else "Vertex_tab",
            weights=dict(zip(CRITERIA, task.weights, strict=True))
            if task.kind.weighted and task.weights
            else None,
            solver=any(tool.name == "solve_route" for tool in tools),
            objective=self._objective_of(task.kind.domain),
            totals=(),
            picture=picture,
            understood=_understood(state),
        )
        return [*content, {"type": "text", "text": text}] if content else text

    def _round(
        self, number: int, turn: Turn, entries: list[Begun | Told], image: Path | None
    ) -> list[Message]:
        told = [entry for entry in entries if isinstance(entry, Told)]
        native = self._options.tool_calls == "native"
        text = turn.text[:_ECHOED]
        if native and turn.calls:
            calls = [_echo(number, place, call) for place, call in enumerate(turn.calls)]
            said: Message = {"role": "assistant", "content": text or None, "tool_calls": calls}
            answers: list[Message] = [
                {
                    "role": "tool",
                    "tool_call_id": _call_id(number, entry.call),
                    "content": entry.content,
                }
                for entry in told
            ]
        else:
            said = {"role": "assistant", "content": text or "(nothing)"}
            answers = [{"role": "user", "content": entry.content} for entry in told]
        crops = [entry for entry in told if entry.crop is not None]
        if crops and image is not None:
            answers.append({"role": "user", "content": self._shown(crops, image)})
        return [said, *answers]

    def _shown(self, crops: list[Told], image: Path) -> list[dict[str, Any]]:
        content: list[dict[str, Any]] = []
        for entry in crops:
            assert entry.crop is not None
            encoded = self._encoder.encode(image, entry.crop)
            left, top, width, height = entry.crop
            content += [
                {"type": "image_url", "image_url": {"url": encoded.url}},
                {
                    "type": "text",
                    "text": f"The part of the picture at x {left}, y {top}, {width} wide and "
                    f"{height} high.",
                },
            ]
        return content


def _understood(state: AgentState) -> str:
    """Return what the rules read from the question, for the model to start from."""
    if state.question is not None:
        return json.dumps(question_summary(state.question), ensure_ascii=False)
    if state.goal is not None and state.goal.source:
        ends = {"source": state.goal.source, "target": state.goal.target}
        return json.dumps(ends, ensure_ascii=False)
    return ""


def _mark(content: str) -> str:
    """Return a mark that a content cannot hold: it would have to hold its own hash."""
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _call_id(number: int, place: int) -> str:
    return f"call_{number}_{place}"


def _echo(number: int, place: int, call: RequestedCall) -> dict[str, Any]:
    """Return a call as it is sent back: in a form that every server takes, whatever it was."""
    try:
        values = json.loads(call.arguments) if call.arguments.strip() else {}
        arguments = json.dumps(values, ensure_ascii=False) if isinstance(values, dict) else "{}"
    except (ValueError, RecursionError):
        arguments = "{}"
    function = {
        "name": _NAME.sub("_", clean(call.name, 64)) or "nameless",
        "arguments": arguments if len(arguments) <= _ECHOED else "{}",
    }
    return {"id": _call_id(number, place), "type": "function", "function": function}
