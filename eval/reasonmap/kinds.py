"""The kinds of ReasonMap tasks: short and long questions, each with three inputs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from perception.errors import ConfigError
from tools.task import TaskKind

DOMAIN: Final = "reasonmap"
VARIANTS: Final = {"": "the map", "_text": "the Metro Data as text", "_blind": "neither"}


def _kind(length: str, variant: str) -> TaskKind:
    return TaskKind(
        DOMAIN,
        f"{length}{variant}",
        f"question_{length}",
        uses_map=variant == "",
        uses_metro_data=variant == "_text",
        answer="ride",
    )


KINDS: Final = tuple(_kind(length, variant) for variant in VARIANTS for length in ("short", "long"))
SELECTORS: Final = {
    "map": ("short", "long"),
    "text": ("short_text", "long_text"),
    "blind": ("short_blind", "long_blind"),
    "all": tuple(kind.name for kind in KINDS),
}


def select(tasks: Iterable[str], domain: str = "all") -> list[TaskKind]:
    """Return the kinds that names and selectors stand for, each once.

    Raises
    ------
    ConfigError
        A name is unknown, or the domain is not this benchmark's.
    """
    if domain not in ("all", DOMAIN):
        raise ConfigError(f"domain {domain!r} is unknown", field="--domain", mend="leave it out")
    names: set[str] = set()
    for task in tasks:
        name = task.strip().removeprefix(f"{DOMAIN}/")
        chosen = SELECTORS.get(name, (name,))
        if unknown := set(chosen) - {kind.name for kind in KINDS}:
            known = ", ".join((*SELECTORS, *(kind.name for kind in KINDS)))
            raise ConfigError(
                f"{min(unknown)!r} is no task of {DOMAIN}", field="--task", mend=f"use {known}"
            )
        names.update(chosen)
    return [kind for kind in KINDS if kind.name in names]
