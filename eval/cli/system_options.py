"""From the options of `mapclew run` to the system that they describe."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from perception.errors import ConfigError

if TYPE_CHECKING:
    from pydantic import ValidationError

    from eval.ablation.map_truths import TruthSource
    from eval.run.systems import SystemPlan
    from perception.perceive import PerceptionConfig


def given(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options that were given on the command line."""
    return {name: value for name, value in options.items() if value is not None}


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


def system_plan(
    system: str,
    agent: dict[str, Any],
    native: dict[str, Any],
    objective: dict[str, str],
    truth: TruthSource | None = None,
) -> SystemPlan:
    """Return the plan of the chosen system.

    Parameters
    ----------
    system : str
        "agent" or "native".
    agent, native : dict
        The options of either that were given.
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
    other = native if system == "agent" else agent
    if other:
        raise ConfigError(
            f"belongs to another system than {system}",
            field="--" + next(iter(other)).replace("_", "-"),
            mend="leave it out",
        )
    if system == "agent":
        from agent.options import AgentOptions
        from eval.run.systems import agent_plan

        if "ocr" in agent:
            agent["perception"] = _perception(agent.pop("ocr"))
        return agent_plan(AgentOptions(objective=objective, **agent), truth)

    from agent.chat.options import PICTURE_PRESETS, PictureOptions
    from eval.native.options import NativeOptions
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
    return native_plan(NativeOptions.model_validate({**native, "objective": objective}))


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
