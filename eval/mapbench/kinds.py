"""MapBench's one kind of task."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from perception.errors import ConfigError
from tools.task import TaskKind

DOMAIN: Final = "mapbench"
NAVIGATION: Final = TaskKind(DOMAIN, "navigation", "navigation", uses_map=True, answer="walk")


def select(tasks: Iterable[str], domain: str = "all") -> list[TaskKind]:
    """Return the kind; raises `ConfigError` for any other name or domain."""
    if domain not in ("all", DOMAIN):
        raise ConfigError(f"domain {domain!r} is unknown", field="--domain", mend="leave it out")
    for task in tasks:
        if task.strip() not in (NAVIGATION.name, NAVIGATION.id, "all"):
            raise ConfigError(
                f"{task!r} is no task of {DOMAIN}", field="--task", mend=f"use {NAVIGATION.name}"
            )
    return [NAVIGATION]
