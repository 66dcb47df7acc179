"""The options that name a model and say how it is called: one text for every command."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

MODEL = "Options of a model (--system native, or --planner model)"
AGENT = "Options of --system agent"
PLANNER = "Options of --planner model"

Model = Annotated[str | None, typer.Option(help="Name at the endpoint.", rich_help_panel=MODEL)]
BaseUrl = Annotated[
    str | None,
    typer.Option(
        help="OpenAI-compatible endpoint; its key is read from MAPCLEW_API_KEY or OPENAI_API_KEY.",
        rich_help_panel=MODEL,
    ),
]
Preset = Annotated[
    str | None,
    typer.Option(help="How pictures are encoded: default or released.", rich_help_panel=MODEL),
]
MaxPixels = Annotated[
    int | None,
    typer.Option(help="Larger pictures are reduced, aspect kept.", rich_help_panel=MODEL),
]
Square = Annotated[
    int | None, typer.Option(help="Stretch pictures to N x N px.", rich_help_panel=MODEL)
]
TableFormat = Annotated[
    str | None, typer.Option(help="json or csv for every task.", rich_help_panel=MODEL)
]
Temperature = Annotated[float | None, typer.Option(help="Default: 0.", rich_help_panel=MODEL)]
MaxTokens = Annotated[
    int | None,
    typer.Option(help="Output tokens of one reply. Default: 2048.", rich_help_panel=MODEL),
]
Seed = Annotated[int | None, typer.Option(help="Default: 42.", rich_help_panel=MODEL)]
ExtraBody = Annotated[
    str | None,
    typer.Option(
        help="JSON object merged into each request, e.g. a thinking budget; null removes a field.",
        rich_help_panel=MODEL,
    ),
]
Attempts = Annotated[
    int | None,
    typer.Option(help="Tries of one call at most. Default: 5.", rich_help_panel=MODEL),
]
Timeout = Annotated[
    float | None,
    typer.Option(help="Seconds that a call may stay silent. Default: 600.", rich_help_panel=MODEL),
]
Backoff = Annotated[
    float | None,
    typer.Option(
        help="Seconds before the second try, then doubled. Default: 1.", rich_help_panel=MODEL
    ),
]
RequestsPerMinute = Annotated[
    int | None,
    typer.Option(help="Limit on requests, of all workers together.", rich_help_panel=MODEL),
]
KeepReplies = Annotated[
    bool,
    typer.Option(
        "--keep-replies/--no-keep-replies",
        help="Keep replies at temperature 0, and find them again by the content of the request.",
        rich_help_panel=MODEL,
    ),
]
Replies = Annotated[
    Path | None,
    typer.Option(
        help="Folder of kept replies. Default: in the user's cache folder.", rich_help_panel=MODEL
    ),
]
Prices = Annotated[
    Path | None,
    typer.Option(help="Price table (YAML), for the cost of each sample.", rich_help_panel=MODEL),
]
Objectives = Annotated[
    list[str] | None,
    typer.Option(
        "--objective",
        help="additive or averaged, or domain=objective; repeatable. Default: additive.",
    ),
]
Ocr = Annotated[str | None, typer.Option(help="Kind of text recogniser.", rich_help_panel=AGENT)]
Cache = Annotated[
    Path | None,
    typer.Option(help="Folder of what was read from pictures.", rich_help_panel=AGENT),
]
Planner = Annotated[
    str | None,
    typer.Option(help="Who plans: rule (default) or model.", rich_help_panel=AGENT),
]
ToolCalls = Annotated[
    str | None,
    typer.Option(
        help="native: the endpoint's own tool calls (default); json: in the text of a reply.",
        rich_help_panel=PLANNER,
    ),
]
Vision = Annotated[
    bool | None,
    typer.Option(
        "--vision/--no-vision",
        help="Whether the model is shown pictures. Default: it is.",
        rich_help_panel=PLANNER,
    ),
]
VisionModel = Annotated[
    str | None,
    typer.Option(
        help="Who is asked by ask_about_map. Default: the model itself, where it has vision.",
        rich_help_panel=PLANNER,
    ),
]
MaxTurns = Annotated[
    int | None, typer.Option(help="Replies for one sample. Default: 24.", rich_help_panel=PLANNER)
]
MaxTotalTokens = Annotated[
    int | None,
    typer.Option(help="Tokens for one sample. Default: 400000.", rich_help_panel=PLANNER),
]
MaxSeconds = Annotated[
    float | None,
    typer.Option(
        help="Seconds of model and tools for one sample. Default: 900.", rich_help_panel=PLANNER
    ),
]
MaxCost = Annotated[
    float | None,
    typer.Option(help="Money for one sample; needs --prices.", rich_help_panel=PLANNER),
]
