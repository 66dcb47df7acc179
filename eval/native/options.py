"""Options of the native baseline."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field

from agent.chat.options import ChatOptions
from tools.objective import Objective


class NativeOptions(ChatOptions):
    """What the native baseline sends, and how patiently."""

    table_format: Literal["task", "json", "csv"] = Field(
        default="task", description='"task": JSON, and CSV in the CSV twins.'
    )
    objective: Objective | dict[str, Objective] = Field(
        default="additive",
        description="The cost of a route that the prompt states, for both domains or by domain.",
    )
    prompts: Path | None = Field(
        default=None, description="Folder of a data set's own prompt files."
    )

    def objective_of(self, domain: str) -> str:
        """Return the objective that prompts of a domain state."""
        if isinstance(self.objective, str):
            return self.objective
        return self.objective.get(domain, "additive")
