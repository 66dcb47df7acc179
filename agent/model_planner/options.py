"""Options of the planner that asks a model."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from agent.chat.options import ChatOptions


class ModelPlannerOptions(ChatOptions):
    """Which model plans, how its calls are read, and how far it may go for one task."""

    tool_calls: Literal["native", "json"] = Field(
        default="native",
        description="The endpoint's own tool calls, or one JSON object in the text of a reply.",
    )
    vision: bool = Field(default=True, description="Whether the model is shown pictures.")
    vision_model: str = Field(
        default="",
        description="Who is asked by ask_about_map; default: the planner, where it has vision.",
    )
    table_format: Literal["task", "json", "csv"] = Field(
        default="task", description='"task": JSON, and CSV in the CSV twins.'
    )
    max_turns: int = Field(default=24, ge=1, description="Replies of the model for one task.")
    max_total_tokens: int = Field(
        default=400_000, ge=1, description="Input and output tokens for one task."
    )
    max_seconds: float = Field(
        default=900.0, gt=0, description="Seconds of model and tools for one task."
    )
    max_cost: float | None = Field(
        default=None, gt=0, description="Money for one task, by the price table."
    )
    max_stalled: int = Field(
        default=4, ge=1, description="Replies in a row without a call that can be run."
    )

    @property
    def viewer(self) -> str:
        """Name of the model that is asked about pictures; empty where there is none."""
        return self.vision_model or (self.model if self.vision else "")
