"""`mapclew run`: answer a data set with a system and score it."""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from perception.errors import ConfigError

if TYPE_CHECKING:
    from pydantic import ValidationError

    from eval.run.config import RunConfig
    from eval.run.systems import SystemPlan
    from perception.perceive import PerceptionConfig

NATIVE = "Options of --system native"
AGENT = "Options of --system agent"
INTERRUPTED = 130


class SystemName(StrEnum):
    """The systems that can be run."""

    agent = "agent"
    native = "native"


def run(
    data: Annotated[
        str, typer.Option(help="Folder of a data set in MapTab's layout, or mini: the embedded.")
    ],
    out: Annotated[Path, typer.Option(help="The run's folder; an unfinished run goes on in it.")],
    system: Annotated[SystemName, typer.Option(help="Which system answers.")],
    domain: Annotated[str, typer.Option(help="metromap, travelmap or all.")] = "all",
    task: Annotated[
        list[str] | None,
        typer.Option(help="Task or selector (see mapclew tasks); repeatable. [all-planning]"),
    ] = None,
    split: Annotated[str, typer.Option(help="test, training or all.")] = "test",
    limit: Annotated[int | None, typer.Option(help="Only the first N samples per task.")] = None,
    workers: Annotated[
        int, typer.Option(help="Processes (agent) or threads (native); 0: none beside this one.")
    ] = 2,
    objective: Annotated[
        list[str] | None,
        typer.Option(help="additive or averaged, or domain=objective; repeatable. [additive]"),
    ] = None,
    ocr: Annotated[
        str | None, typer.Option(help="Kind of text recogniser.", rich_help_panel=AGENT)
    ] = None,
    max_repairs: Annotated[
        int | None, typer.Option(help="Most repairs per sample.", rich_help_panel=AGENT)
    ] = None,
    time_limit: Annotated[
        float | None,
        typer.Option(help="Seconds for a search that cannot be exact.", rich_help_panel=AGENT),
    ] = None,
    cache: Annotated[
        Path | None,
        typer.Option(help="Folder of what was read from pictures.", rich_help_panel=AGENT),
    ] = None,
    checkpoints: Annotated[
        Path | None,
        typer.Option(help="SQLite file for every step of the agent.", rich_help_panel=AGENT),
    ] = None,
    model: Annotated[
        str | None, typer.Option(help="Name at the endpoint.", rich_help_panel=NATIVE)
    ] = None,
    base_url: Annotated[
        str | None,
        typer.Option(
            help="OpenAI-compatible endpoint; its key is read from MAPCLEW_API_KEY or "
            "OPENAI_API_KEY.",
            rich_help_panel=NATIVE,
        ),
    ] = None,
    preset: Annotated[
        str | None,
        typer.Option(help="How pictures are encoded: default or released.", rich_help_panel=NATIVE),
    ] = None,
    max_pixels: Annotated[
        int | None,
        typer.Option(help="Larger pictures are reduced, aspect kept.", rich_help_panel=NATIVE),
    ] = None,
    square: Annotated[
        int | None,
        typer.Option(help="Stretch pictures to N x N px.", rich_help_panel=NATIVE),
    ] = None,
    table_format: Annotated[
        str | None, typer.Option(help="json or csv for every task.", rich_help_panel=NATIVE)
    ] = None,
    prompts: Annotated[
        Path | None,
        typer.Option(
            help="Folder of a data set's own prompts, {domain}_{task}.txt or .md.",
            rich_help_panel=NATIVE,
        ),
    ] = None,
    temperature: Annotated[float | None, typer.Option(help="[0]", rich_help_panel=NATIVE)] = None,
    max_tokens: Annotated[
        int | None, typer.Option(help="Output tokens. [2048]", rich_help_panel=NATIVE)
    ] = None,
    seed: Annotated[int | None, typer.Option(help="[42]", rich_help_panel=NATIVE)] = None,
    extra_body: Annotated[
        str | None,
        typer.Option(
            help="JSON object merged into each request, e.g. a thinking budget; null removes a "
            "field.",
            rich_help_panel=NATIVE,
        ),
    ] = None,
    attempts: Annotated[
        int | None, typer.Option(help="Calls per sample at most. [5]", rich_help_panel=NATIVE)
    ] = None,
    timeout: Annotated[
        float | None,
        typer.Option(help="Seconds that a call may stay silent. [600]", rich_help_panel=NATIVE),
    ] = None,
    backoff: Annotated[
        float | None,
        typer.Option(
            help="Seconds before the second call, then doubled. [1]", rich_help_panel=NATIVE
        ),
    ] = None,
) -> None:
    """Answer a data set with a system and score it as MapTab does.

    Every sample's record is written as soon as it is done. The same command goes on where a run
    stopped, and asks again what ended in an error. The exit code is 0 when every sample has a
    record, whatever its outcome; 2 when the run cannot be done as asked; 130 when interrupted.
    """
    from pydantic import ValidationError

    from eval.run.config import RunConfig

    agent = {
        "ocr": ocr,
        "max_repairs": max_repairs,
        "time_limit": time_limit,
        "cache": cache,
        "checkpoints": checkpoints,
    }
    native = {
        "model": model,
        "base_url": base_url,
        "preset": preset,
        "max_pixels": max_pixels,
        "square": square,
        "table_format": table_format,
        "prompts": prompts,
        "temperature": temperature,
        "max_tokens": max_tokens,
        "seed": seed,
        "extra_body": extra_body,
        "attempts": attempts,
        "timeout": timeout,
        "backoff": backoff,
    }
    try:
        config = RunConfig.model_validate(
            {
                "data": data,
                "domain": domain,
                "tasks": tuple(task or ("all-planning",)),
                "split": split,
                "limit": limit,
                "workers": workers,
                "out": out,
            }
        )
        plan = _plan(system, _given(agent), _given(native), _objectives(objective or []))
    except ValidationError as error:
        raise _config_error(error) from None
    _run_and_tell(config, plan)


def _given(options: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}


def _objectives(values: list[str]) -> dict[str, str]:
    """Return the objective of each domain, as `averaged` or `travelmap=averaged` say."""
    from eval.maptab.kinds import DOMAINS

    found = dict.fromkeys(DOMAINS, "additive")
    for value in values:
        domain, equals, name = value.rpartition("=")
        if equals and domain not in DOMAINS:
            raise ConfigError(
                f"domain {domain!r} is unknown",
                field="--objective",
                mend=f"use one of {', '.join(DOMAINS)}",
            )
        if name not in ("additive", "averaged"):
            raise ConfigError(
                f"{name!r} is no objective", field="--objective", mend="use additive or averaged"
            )
        found.update({domain: name} if equals else dict.fromkeys(DOMAINS, name))
    return found


def _plan(
    system: SystemName,
    agent: dict[str, Any],
    native: dict[str, Any],
    objectives: dict[str, str],
) -> SystemPlan:
    other = native if system is SystemName.agent else agent
    if other:
        raise ConfigError(
            f"belongs to another system than {system.value}",
            field="--" + next(iter(other)).replace("_", "-"),
            mend="leave it out",
        )
    if system is SystemName.agent:
        from agent.options import AgentOptions
        from eval.run.systems import agent_plan

        if "ocr" in agent:
            agent["perception"] = _perception(agent.pop("ocr"))
        return agent_plan(AgentOptions(objective=objectives, **agent))

    from eval.native.options import PICTURE_PRESETS, NativeOptions, PictureOptions
    from eval.run.systems import native_plan

    if "model" not in native:
        raise ConfigError("is missing", field="--model", mend="name the model to ask")
    preset = native.pop("preset", "default")
    if preset not in PICTURE_PRESETS:
        raise ConfigError(
            f"{preset!r} is unknown", field="--preset", mend=f"use {' or '.join(PICTURE_PRESETS)}"
        )
    changes = {name: native.pop(name) for name in ("max_pixels", "square") if name in native}
    native["picture"] = PictureOptions.model_validate(
        {**PICTURE_PRESETS[preset].model_dump(), **changes}
    )
    if "extra_body" in native:
        native["extra_body"] = _json_object(native["extra_body"])
    return native_plan(NativeOptions.model_validate({**native, "objective": objectives}))


def _perception(ocr: str) -> PerceptionConfig:
    from perception.perceive import PerceptionConfig

    known = PerceptionConfig().ocr
    if ocr != known:
        raise ConfigError(f"{ocr!r} is unknown", field="--ocr", mend=f"use {known}")
    return PerceptionConfig(ocr=ocr)


def _json_object(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except ValueError as error:
        raise ConfigError(
            f"is no JSON ({error})", field="--extra-body", mend="quote it for the shell"
        ) from None
    if not isinstance(value, dict):
        raise ConfigError(
            f"is a JSON {type(value).__name__}", field="--extra-body", mend="give an object"
        )
    return value


def _config_error(error: ValidationError) -> ConfigError:
    first = error.errors(include_url=False)[0]
    name = str(first["loc"][-1] if first["loc"] else "")
    option = {"tasks": "task"}.get(name, name).replace("_", "-")
    # An address may hold a password, which should not be shown.
    shown = "" if name == "base_url" else f"{first['input']!r}: "
    return ConfigError(f"{shown}{first['msg']}", field=f"--{option}", mend="see mapclew run --help")


def _run_and_tell(config: RunConfig, plan: SystemPlan) -> None:
    from eval.cli.score import print_scores
    from eval.run.runner import run as run_samples

    try:
        summary = run_samples(config, plan)
    except KeyboardInterrupt:
        print(
            f"mapclew: interrupted; what is finished stays in {config.out}, "
            "the same command goes on with the rest",
            file=sys.stderr,
        )
        raise typer.Exit(INTERRUPTED) from None
    for name in summary.skipped:
        print(f"skipped: {name} (the data has no {config.split} queries of it)")
    print_scores(summary.tasks)
    print(f"run: {config.out}")
