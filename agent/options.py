"""What determines how the agent works, apart from the task."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from agent.model_planner.options import ModelPlannerOptions
from agent.tool_set import KNOWN_TRUTHS, REMOVABLE
from perception.errors import ConfigError
from perception.perceive import PerceptionConfig
from tools.network import DOMAINS
from tools.objective import OBJECTIVES, Objective


@dataclass(frozen=True, slots=True)
class AgentOptions:
    """Options of the agent.

    Attributes
    ----------
    objective : str or mapping of str to str
        "additive" or "averaged", for both domains or by domain.
    time_limit : float
        Seconds for a search that cannot be exact (averaged objective on large networks).
    min_edge_confidence : float
        Edges of a map below it are used only where no route is found without them.
    max_repairs : int
        Most repairs for one task.
    max_calls : int
        Most tool calls for one task.
    planner : str
        Name of the planner; "rule" or "model".
    model : ModelPlannerOptions or None
        Of the planner "model"; None with any other.
    perception : PerceptionConfig
        Settings of the picture reader.
    cache : Path or None
        Folder of what was read from pictures; None: the user's cache folder.
    checkpoints : Path or None
        SQLite file that every step is written to; None (quick): none.
    without : tuple of str
        Tools left out, each with a plain replacement; of `tool_set.REMOVABLE`.
    oracle : tuple of str
        Tools in whose place the truth is put; of `tool_set.KNOWN_TRUTHS`. The truth itself is
        handed to `AgentSystem` by whoever has it.

    Raises
    ------
    ConfigError
        A value outside its range, with the option's name.
    """

    objective: str | Mapping[str, str] = "additive"
    time_limit: float = 10.0
    min_edge_confidence: float = 0.0
    max_repairs: int = 4
    max_calls: int = 32
    planner: str = "rule"
    model: ModelPlannerOptions | None = None
    perception: PerceptionConfig = field(default_factory=PerceptionConfig)
    cache: Path | None = None
    checkpoints: Path | None = None
    without: tuple[str, ...] = ()
    oracle: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self._check_tools()
        for domain in DOMAINS:
            found = self.objective_of(domain)
            if found not in OBJECTIVES:
                raise ConfigError(
                    f"{found!r} is no objective",
                    field="objective",
                    mend=f"choose {' or '.join(OBJECTIVES)}",
                )
        for name, least in (
            ("time_limit", 0.0),
            ("min_edge_confidence", 0.0),
            ("max_repairs", 0),
            ("max_calls", 1),
        ):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int | float) or not value >= least:
                raise ConfigError(
                    f"found {value!r}", field=name, mend=f"give a number of {least} or more"
                )

    def _check_tools(self) -> None:
        for field_name, given, known in (
            ("without", self.without, REMOVABLE),
            ("oracle", self.oracle, KNOWN_TRUTHS),
        ):
            for name in given:
                if name not in known:
                    raise ConfigError(
                        f"{name!r} is no tool that can be replaced so",
                        field=field_name,
                        mend=f"choose of {', '.join(known)}",
                    )
        both = sorted(set(self.without) & set(self.oracle))
        if both:
            raise ConfigError(
                f"{both[0]!r} cannot be left out and be perfect",
                field="oracle",
                mend="give one of the two",
            )

    def objective_of(self, domain: str) -> Objective:
        """Return the objective for a domain."""
        if isinstance(self.objective, str):
            return self.objective  # type: ignore[return-value]
        return self.objective.get(domain, "additive")  # type: ignore[return-value]

    def to_dict(self) -> dict[str, Any]:
        """Return the options as JSON values."""
        data = asdict(self)
        data["objective"] = {domain: self.objective_of(domain) for domain in DOMAINS}
        data["perception"] = self.perception.to_dict()
        data["without"] = [name for name in REMOVABLE if name in self.without]
        data["oracle"] = [name for name in KNOWN_TRUTHS if name in self.oracle]
        data["model"] = self.model.model_dump(mode="json") if self.model else None
        data["cache"] = str(self.cache) if self.cache else None
        data["checkpoints"] = str(self.checkpoints) if self.checkpoints else None
        return data
