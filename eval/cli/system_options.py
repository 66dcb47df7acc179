"""From the options of `mapclew run` to the system that they describe."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from perception.errors import ConfigError

if TYPE_CHECKING:
    from pydantic import ValidationError

    from agent.options import AgentOptions
    from eval.ablation.map_truths import TruthSource
    from eval.run.systems import SystemPlan
    from perception.perceive import PerceptionConfig


def settings_of(values: list[str]) -> dict[str, str]:
    """Return the settings of a benchmark, as NAME=VALUE say.

    Raises
    ------
    ConfigError
        If one has no name or no value.
    """
    found: dict[str, str] = {}
    for value in values:
        name, equals, text = value.partition("=")
        if not (name and equals):
            raise ConfigError(f"{value!r} sets nothing", field="--set", mend="write NAME=VALUE")
        found[name.strip()] = text.strip()
    return found


def objectives(values: list[str]) -> dict[str, str]:
    """Return the objective of each domain, as `averaged` or `travelmap=averaged` say."""
    from eval.maptab.kinds import DOMAINS
    from tools.objective import OBJECTIVES

    found = dict.fromkeys(DOMAINS, "additive")
    for value in values:
        domain, equals, name = value.rpartition("=")
        if equals and domain not in DOMAINS:
            raise ConfigError(
                f"domain {domain!r} is unknown",
                field="--objective",
                mend=f"use one of {', '.join(DOMAINS)}",
            )
        if name not in OBJECTIVES:
            raise ConfigError(
                f"{name!r} is no objective",
                field="--objective",
                mend=f"use {' or '.join(OBJECTIVES)}",
            )
        found.update({domain: name} if equals else dict.fromkeys(DOMAINS, name))
    return found


AGENT = (
    "planner",
    "ocr",
    "max_repairs",
    "time_limit",
    "cache",
    "checkpoints",
    "without",
    "oracle",
)
NATIVE = ("prompts",)
MODEL = (
    "model",
    "base_url",
    "preset",
    "max_pixels",
    "square",
    "table_format",
    "temperature",
    "max_tokens",
    "seed",
    "extra_body",
    "attempts",
    "timeout",
    "backoff",
    "requests_per_minute",
    "keep_replies",
    "replies",
    "prices",
)
PLANNER = (
    "tool_calls",
    "vision",
    "vision_model",
    "max_turns",
    "max_total_tokens",
    "max_seconds",
    "max_cost",
)


@dataclass(frozen=True, slots=True)
class OptionGroups:
    """The options that were given, by whom they are for.

    Attributes
    ----------
    agent, native : dict
        Of one system alone.
    model : dict
        Of whoever asks a model.
    planner : dict
        Of the planner that asks a model.
    """

    agent: dict[str, Any]
    native: dict[str, Any] = field(default_factory=dict)
    model: dict[str, Any] = field(default_factory=dict)
    planner: dict[str, Any] = field(default_factory=dict)


def option_groups(values: Mapping[str, Any]) -> OptionGroups:
    """Return the options that were given, by whom they are for.

    Parameters
    ----------
    values : mapping of str to Any
        The parameters of a command by name, None or empty where one was not given; others than
        options of a system are passed over.
    """
    kept = {**values, "keep_replies": False if values.get("keep_replies") is False else None}

    def given(names: tuple[str, ...]) -> dict[str, Any]:
        found = {name: kept.get(name) for name in names}
        return {name: value for name, value in found.items() if value not in (None, ())}

    return OptionGroups(given(AGENT), given(NATIVE), given(MODEL), given(PLANNER))


def system_plan(
    system: str,
    options: OptionGroups,
    objective: dict[str, str],
    truth: TruthSource | None = None,
) -> SystemPlan:
    """Return the plan of the chosen system.

    Parameters
    ----------
    system : str
        "agent", "native" or "native-cot".
    options : OptionGroups
        As given.
    objective : dict
        By domain; both systems have it.
    truth : TruthSource, optional
        Where perfect tools of the agent find the truth.

    Raises
    ------
    ConfigError
        If an option is of the other system, missing or not usable.
    pydantic.ValidationError
        If a value is out of its range.
    """
    if system == "agent":
        from eval.run.systems import agent_plan

        _refuse(options.native, "another system than agent")
        return agent_plan(agent_options(options, objective), truth)

    from eval.native.options import NativeOptions
    from eval.run.systems import chain_plan, native_plan

    _refuse(options.agent | options.planner, "another system than native")
    values = {**chat_values(options.model), **options.native, "objective": objective}
    asked = NativeOptions.model_validate(values)
    return chain_plan(asked) if system == "native-cot" else native_plan(asked)


def agent_options(options: OptionGroups, objective: str | dict[str, str]) -> AgentOptions:
    """Return the options of the agent, with those of a model where one plans.

    Raises
    ------
    ConfigError
        If an option is of another planner, missing or not usable.
    pydantic.ValidationError
        If a value is out of its range.
    """
    from agent.context import PLANNERS
    from agent.options import AgentOptions

    values = dict(options.agent)
    planner = values.setdefault("planner", "rule")
    if planner not in PLANNERS:
        raise ConfigError(
            f"{planner!r} is unknown", field="--planner", mend=f"use {' or '.join(PLANNERS)}"
        )
    if "ocr" in values:
        values["perception"] = _perception(values.pop("ocr"))
    if planner == "rule":
        _refuse(options.model | options.planner, "--planner model or --system native")
    else:
        from agent.chat.prices import read_prices
        from agent.model_planner.options import ModelPlannerOptions

        asked = ModelPlannerOptions.model_validate(
            {**chat_values(options.model), **options.planner}
        )
        prices = read_prices(asked.prices)
        if asked.max_cost is not None and prices.price_of(asked.model) is None:
            raise ConfigError(
                f"the price table has no price for {asked.model!r}",
                field="--max-cost",
                mend="add it to a table and name that with --prices",
            )
        values["model"] = asked
    return AgentOptions(objective=objective, **values)


def chat_values(given: dict[str, Any]) -> dict[str, Any]:
    """Return the values of `ChatOptions` that options of the command line stand for.

    Raises
    ------
    ConfigError
        If one is missing or not usable.
    """
    from agent.chat.options import PICTURE_PRESETS, PictureOptions

    values = {"keep_replies": True, **given}
    if "model" not in values:
        raise ConfigError("is missing", field="--model", mend="name the model to ask")
    preset = values.pop("preset", "default")
    if preset not in PICTURE_PRESETS:
        raise ConfigError(
            f"{preset!r} is unknown", field="--preset", mend=f"use {' or '.join(PICTURE_PRESETS)}"
        )
    changes = {name: values.pop(name) for name in ("max_pixels", "square") if name in values}
    values["picture"] = PictureOptions.model_validate(
        {**PICTURE_PRESETS[preset].model_dump(), **changes}
    )
    if "extra_body" in values:
        values["extra_body"] = _json_object(values["extra_body"])
    return values


def _refuse(options: dict[str, Any], owner: str) -> None:
    if options:
        raise ConfigError(
            f"belongs to {owner}",
            field="--" + next(iter(options)).replace("_", "-"),
            mend="leave it out",
        )


def _perception(ocr: str) -> PerceptionConfig:
    from perception.ocr.registry import engine_kind
    from perception.perceive import PerceptionConfig

    return PerceptionConfig(ocr=engine_kind(ocr).kind)


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


def config_error(error: ValidationError) -> ConfigError:
    """Return the first thing wrong, named as the option on the command line."""
    first = error.errors(include_url=False)[0]
    name = str(first["loc"][-1] if first["loc"] else "")
    option = {"tasks": "task"}.get(name, name).replace("_", "-")
    # An address may hold a password, which should not be shown.
    shown = "" if name == "base_url" else f"{first['input']!r}: "
    return ConfigError(f"{shown}{first['msg']}", field=f"--{option}", mend="see mapclew run --help")
