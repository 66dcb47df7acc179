"""What a run is asked to do, and which part of that determines its results."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

MINI = "mini"


class RunConfig(BaseModel):
    """A run as the command line asks for it; the system's own options are kept by the system.

    `workers` and the folder do not determine any result; the rest does.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    data: str = Field(min_length=1, description="Folder of a data set, or mini for the embedded.")
    benchmark: str = "maptab"
    domain: str = "all"
    tasks: tuple[str, ...] = Field(default=(), description="None: the benchmark's own choice.")
    settings: dict[str, str] = Field(default_factory=dict, description="Of the benchmark.")
    oracle: tuple[str, ...] = Field(default=(), description="Tools in whose place the truth is.")
    split: str = "test"
    limit: int | None = Field(default=None, ge=1, description="First so many samples per task.")
    workers: int = Field(default=2, ge=0, description="0: in this process, one after another.")
    out: Path


def flatten(value: Any, prefix: str = "") -> dict[str, Any]:
    """Return nested dicts as one dict with dotted keys.

    Examples
    --------
    >>> flatten({"system": {"model": "m", "seed": 42}, "limit": None})
    {'system.model': 'm', 'system.seed': 42, 'limit': None}
    """
    if not isinstance(value, dict) or not value:
        return {prefix: value}
    flat: dict[str, Any] = {}
    for key, inner in value.items():
        flat.update(flatten(inner, f"{prefix}.{key}" if prefix else str(key)))
    return flat
