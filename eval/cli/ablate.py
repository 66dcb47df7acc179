"""`mapclew ablate`: what each tool of the agent is worth."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from eval.cli import data_options
from eval.cli import model_options as options

if TYPE_CHECKING:
    from eval.ablation.grid import Setting
    from eval.report.report_table import ReportTable


def ablate(
    data: data_options.Data,
    out: Annotated[Path, typer.Option(help="Folder of all runs; unfinished ones go on in it.")],
    benchmark: data_options.Benchmark = "maptab",
    setting: data_options.Settings = None,
    domain: data_options.Domain = "all",
    task: data_options.Tasks = None,
    split: data_options.Split = "test",
    limit: data_options.Limit = None,
    without: Annotated[
        list[str] | None,
        typer.Option(
            help="Tool to leave out, alone: ocr, line_tracing, graph, alignment, solver, verifier, "
            "repair or all; repeatable."
        ),
    ] = None,
    oracle: Annotated[
        list[str] | None,
        typer.Option(
            help="Tool to put the truth in the place of, alone: ocr, line_tracing, graph, "
            "perception, alignment, solver, verifier or all; repeatable."
        ),
    ] = None,
    given: Annotated[
        list[str] | None,
        typer.Option(
            help="Tool in whose place the truth is in every run, the first one too; repeatable."
        ),
    ] = None,
    truth: Annotated[
        Path | None,
        typer.Option(
            help="Folder with a folder per map, by its picture's name, that holds truth.json. "
            "Default: truth in the data."
        ),
    ] = None,
    study: Annotated[
        list[str] | None,
        typer.Option(
            help="Ablation of the MapTab paper: difficulty, repetition, languages, formats, "
            "resolution or all; repeatable. With it tools are replaced only where named."
        ),
    ] = None,
    languages: Annotated[
        Path | None,
        typer.Option(help="For --study languages: CSV with the columns map, native, printed."),
    ] = None,
    run: Annotated[
        Path | None,
        typer.Option(
            help="For --study: a run of any system over the same data, instead of the agent's."
        ),
    ] = None,
    workers: Annotated[int, typer.Option(help="Processes; 0: none beside this one.")] = 2,
    objective: options.Objectives = None,
    ocr: options.Ocr = None,
    cache: options.Cache = None,
    planner: options.Planner = None,
    model: options.Model = None,
    base_url: options.BaseUrl = None,
    preset: options.Preset = None,
    max_pixels: options.MaxPixels = None,
    square: options.Square = None,
    table_format: options.TableFormat = None,
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
    """Run the agent as it is, then with each tool left out or perfect, and compare.

    Without --without and --oracle each tool is taken alone, both ways, as far as the data holds
    the truth. OUT/ablation.json has the scores, the differences and their intervals; OUT/runs has
    the runs, each as `mapclew run` leaves it. OUT/studies.json has the tables of --study,
    OUT/tables every table as Markdown, CSV and LaTeX. The same command goes on where it was
    stopped.
    """
    values = locals()
    from dataclasses import replace

    from pydantic import ValidationError

    from eval.ablation.differences import ABLATION_FILE, find_differences
    from eval.ablation.grid import Grid, choose_settings, run_grid
    from eval.ablation.map_truths import TruthSource
    from eval.ablation.spending import total_usage
    from eval.ablation.studies.run_studies import as_json, choose_studies, run_studies
    from eval.benchmark import find_benchmark
    from eval.cli.print_ablation import print_differences, told_usage
    from eval.cli.score import print_scores
    from eval.cli.system_options import (
        agent_options,
        config_error,
        objectives,
        option_groups,
    )
    from eval.report.ablation_table import ablation_table
    from eval.report.export import as_markdown, write_csv, write_latex, write_markdown
    from eval.run.scope import find_scope
    from eval.run.store import RunStore
    from perception.errors import ConfigError

    if run is not None and (without or oracle or "resolution" in (study or ())):
        raise ConfigError(
            "tells of that run alone",
            field="--run",
            mend="leave out --without, --oracle and --study resolution, or --run",
        )

    handed = tuple(name for name in given or () if name in find_benchmark(benchmark).oracles)
    known = tuple(name for name in given or () if name not in handed)
    if known and benchmark != "maptab":
        raise ConfigError(
            f"{benchmark} has no truth of {known[0]}",
            field="--given",
            mend=f"use {' or '.join(find_benchmark(benchmark).oracles)}",
        )
    try:
        config = data_options.run_config(values, handed)
        groups = option_groups({**values, "without": (), "oracle": known})
        agent = agent_options(groups, objectives(objective or []))
    except ValidationError as error:
        raise config_error(error) from None
    if benchmark != "maptab" and (study or run is not None or truth is not None):
        raise ConfigError(
            "rests on what MapTab's data hold",
            field="--study" if study or run is not None else "--truth",
            mend=f"leave it out with --benchmark {benchmark}",
        )
    source = TruthSource(data, split, limit, truth)
    kinds = find_scope(config).kinds
    studies = choose_studies(study or ())
    settings: tuple[Setting, ...] = ()
    refused: dict[str, str] = {}
    if not studies or without or oracle:
        settings, refused = choose_settings(without or (), oracle or (), kinds, source, benchmark)
        settings = tuple(each for each in settings if each.name not in (given or ()))
    grid = Grid(config, agent, settings, source)
    tables: list[ReportTable] = []
    try:
        if run is None:
            summary = run_grid(grid, _say)
        if studies:
            tables = run_studies(grid, studies, _say, languages, run)
    except KeyboardInterrupt:
        data_options.tell_interrupted(out)
    if run is None:
        print_scores(summary.tasks)
    written: list[ReportTable] = []
    if settings:
        result = find_differences(grid)
        RunStore(out).write_last(out / ABLATION_FILE, result.as_dict())
        written.append(ablation_table(out))
        print()
        print_differences(result)
        for why in refused.values():
            print(f"not run: {why}")
        print(f"ablation: {out / ABLATION_FILE}")
    if tables:
        RunStore(out).write_last(out / "studies.json", as_json(tables))
        written += [replace(table, main=True) for table in tables]
        for table in tables:
            print()
            print(as_markdown(table))
        print(f"studies: {out / 'studies.json'}")
    if run is None and agent.model is not None:
        configs = [grid.config_of(each) for each in (None, *settings)]
        print(told_usage(total_usage([RunStore(each.out) for each in configs])))
    if written:
        folder = out / "tables"
        folder.mkdir(exist_ok=True)
        for write in (write_markdown, write_csv, write_latex):
            write(folder, written)
        print(f"tables: {folder}")


def _say(text: str) -> None:
    print(f"mapclew: {text}", file=sys.stderr)
