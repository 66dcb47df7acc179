"""`mapclew run`: answer a data set with a system and score it."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from eval.cli import data_options
from eval.cli import model_options as options

if TYPE_CHECKING:
    from eval.run.config import RunConfig
    from eval.run.systems import SystemPlan

NATIVE = "Options of --system native"
AGENT = "Options of --system agent"


class SystemName(StrEnum):
    """The systems that can be run."""

    agent = "agent"
    native = "native"
    native_cot = "native-cot"


def run(
    data: data_options.Data,
    out: Annotated[Path, typer.Option(help="The run's folder; an unfinished run goes on in it.")],
    system: Annotated[SystemName, typer.Option(help="Which system answers.")],
    benchmark: data_options.Benchmark = "maptab",
    setting: data_options.Settings = None,
    domain: data_options.Domain = "all",
    task: data_options.Tasks = None,
    split: data_options.Split = "test",
    limit: data_options.Limit = None,
    workers: Annotated[
        int, typer.Option(help="Processes (agent) or threads (native); 0: none beside this one.")
    ] = 2,
    objective: options.Objectives = None,
    ocr: options.Ocr = None,
    max_repairs: Annotated[
        int | None, typer.Option(help="Most repairs per sample.", rich_help_panel=AGENT)
    ] = None,
    time_limit: Annotated[
        float | None,
        typer.Option(help="Seconds for a search that cannot be exact.", rich_help_panel=AGENT),
    ] = None,
    cache: options.Cache = None,
    checkpoints: Annotated[
        Path | None,
        typer.Option(help="SQLite file for every step of the agent.", rich_help_panel=AGENT),
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option(
            help="Leave a tool out: ocr, line_tracing, graph, alignment, solver, verifier or "
            "repair; repeatable.",
            rich_help_panel=AGENT,
        ),
    ] = None,
    oracle: Annotated[
        list[str] | None,
        typer.Option(
            help="Put the truth in a tool's place: ocr, line_tracing, graph, perception, "
            "alignment, solver or verifier; repeatable.",
            rich_help_panel=AGENT,
        ),
    ] = None,
    reduce: Annotated[
        int, typer.Option(help="Show pictures at 1/N of their width and height.")
    ] = 1,
    truth: Annotated[
        Path | None,
        typer.Option(
            help="Folder with a folder per map, by its picture's name, that holds truth.json: "
            "where --oracle finds the places of stations. Default: truth in the data.",
            rich_help_panel=AGENT,
        ),
    ] = None,
    planner: options.Planner = None,
    model: options.Model = None,
    base_url: options.BaseUrl = None,
    preset: options.Preset = None,
    max_pixels: options.MaxPixels = None,
    square: options.Square = None,
    table_format: options.TableFormat = None,
    prompts: Annotated[
        Path | None,
        typer.Option(
            help="Folder of a data set's own prompts, {domain}_{task}.txt or .md.",
            rich_help_panel=NATIVE,
        ),
    ] = None,
    temperature: options.Temperature = None,
    max_tokens: options.MaxTokens = None,
    seed: options.Seed = None,
    extra_body: options.ExtraBody = None,
    attempts: options.Attempts = None,
    timeout: options.Timeout = None,
    backoff: options.Backoff = None,
    requests_per_minute: options.RequestsPerMinute = None,
    keep_replies: options.KeepReplies = True,
    replies: options.Replies = None,
    prices: options.Prices = None,
    tool_calls: options.ToolCalls = None,
    vision: options.Vision = None,
    vision_model: options.VisionModel = None,
    max_turns: options.MaxTurns = None,
    max_total_tokens: options.MaxTotalTokens = None,
    max_seconds: options.MaxSeconds = None,
    max_cost: options.MaxCost = None,
) -> None:
    """Answer a data set with a system and score it as its benchmark does.

    Every sample's record is written as soon as it is done. The same command goes on where a run
    stopped, and asks again what ended in an error. The exit code is 0 when every sample has a
    record, whatever its outcome, but for 1 when every one is `error` or `bad_record`; 2 when the
    run cannot be done as asked, or a task's query file cannot be read (the others are done); 130
    when interrupted.
    """
    values = locals()
    from pydantic import ValidationError

    from eval.ablation.map_truths import TruthSource
    from eval.benchmark import find_benchmark
    from eval.cli.system_options import (
        config_error,
        objectives,
        option_groups,
        system_plan,
    )
    from eval.run.reduced_pictures import reduce_pictures

    handed = tuple(name for name in oracle or () if name in find_benchmark(benchmark).oracles)
    try:
        config = data_options.run_config(values, handed)
        source = TruthSource(config.data, config.split, config.limit, truth)
        left = tuple(name for name in oracle or () if name not in handed)
        groups = option_groups({**values, "without": tuple(without or ()), "oracle": left})
        plan = system_plan(system, groups, objectives(objective or []), source)
        plan = reduce_pictures(plan, reduce)
    except ValidationError as error:
        raise config_error(error) from None
    _run_and_tell(config, plan)


def _run_and_tell(config: RunConfig, plan: SystemPlan) -> None:
    from eval.cli.score import print_scores
    from eval.run.runner import run as run_samples

    try:
        summary = run_samples(config, plan)
    except KeyboardInterrupt:
        data_options.tell_interrupted(config.out)
    for name in summary.skipped:
        print(f"skipped: {name} (the data has no {config.split} queries of it)")
    print_scores(summary.tasks)
    for how, names in plan.ablation.items():
        print(f"{how}: {', '.join(names)} (no figure of the system as it is)")
    if plan.settings.get("prompts"):
        print(f"prompts: the data set's own, from {plan.settings['prompts']}")
    for name, why in summary.unreadable.items():
        print(f"mapclew: {name} was not run: {why}", file=sys.stderr)
    for name, total in summary.tasks.items():
        if not total.n:
            print(f"mapclew: {name} has no records: its query file is empty", file=sys.stderr)
    print(f"run: {config.out}")
    if summary.unreadable:
        raise typer.Exit(2)
    if summary.all_failed:
        print("mapclew: no sample was answered: each is an error or a bad record", file=sys.stderr)
        raise typer.Exit(1)
