"""Systems for tests of the harness; importable from worker processes."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from eval.run.systems import SystemPlan
from eval.systems import Outcome, Reply, System
from perception.map_graph import MapGraph
from tests.eval.small_data import answer_in
from tools.task import Task, TaskKind
from tools.tool_record import ToolRecord


@dataclass
class FakeSystem:
    """Answers right, except where told otherwise; logs each question to a file."""

    log: Path | None = None
    wrong: str = ""
    raises: str = ""
    dies: str = ""
    interrupts: str = ""
    fails_unless: Path | None = None
    delay: float = 0.0
    note: str = ""
    name: str = "fake"
    graph: MapGraph | None = None
    trace: dict[str, Any] = field(default_factory=lambda: {"a": (1, 2)})

    def describe(self) -> dict[str, Any]:
        return {"kind": "fake", "note": self.note}

    def answer(self, task: Task) -> Reply:
        if self.log is not None:
            with self.log.open("a") as log:
                log.write(f"{os.getpid()} {task.kind.id} {task.question}\n")
        time.sleep(self.delay)
        question = task.question
        if self.raises and self.raises in question:
            raise RuntimeError("a fault of the system")
        if self.dies and self.dies in question:
            os.kill(os.getpid(), signal.SIGKILL)
        if self.interrupts and self.interrupts in question:
            raise KeyboardInterrupt
        if self.fails_unless is not None and not self.fails_unless.exists():
            return Reply(None, Outcome.ERROR, error="the endpoint is down")
        response = "Nowhere" if self.wrong and self.wrong in question else answer_in(question)
        call = ToolRecord("solve_route", {"question": question}, {"route": response}, 1.0, 0.001)
        return Reply(
            response,
            Outcome.SCORED,
            verified=True,
            why="fake",
            calls=(call,),
            trace=self.trace,
            graph=self.graph,
        )


@dataclass(frozen=True)
class Build:
    """Builds the system in whatever process asks."""

    system: FakeSystem

    def __call__(self, kinds: list[TaskKind]) -> System:
        return self.system


def plan_of(system: FakeSystem | None = None, *, processes: bool = False) -> SystemPlan:
    return SystemPlan("fake", Build(system or FakeSystem()), processes, {})
