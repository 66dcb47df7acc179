"""The arguments of calls as schemas: what a model may give, and what is wrong with what it gave."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from tools.ask_about_map import MAX_QUESTION
from tools.calculate import FUNCTIONS, MAX_LENGTH

MAX_ARGUMENTS = 20_000
"""Characters of a call's arguments; longer ones are not read."""
_MAX_STOPS = 500


class Arguments(BaseModel):
    """Arguments of a call: those named, of the type named, and no others."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class NoArguments(Arguments):
    """None: the tool works on the task's own inputs."""


class Ends(Arguments):
    """Where to go."""

    source: str = Field(max_length=300, description="Origin, as the question writes it.")
    target: str = Field(max_length=300, description="Destination, as the question writes it.")


class MaybeEnds(Arguments):
    """Where to go, if that was not read from the question already."""

    source: str | None = Field(None, max_length=300, description="Origin, if not known yet.")
    target: str | None = Field(None, max_length=300, description="Destination, likewise.")

    @model_validator(mode="after")
    def _both_or_none(self) -> MaybeEnds:
        if (self.source is None) != (self.target is None):
            raise ValueError("give both source and target, or neither")
        return self


class Stops(Arguments):
    """A route of the caller's own."""

    stations: list[str] = Field(
        min_length=2,
        max_length=_MAX_STOPS,
        description="All stations in travel order, both ends included, without marks.",
    )


class Number(Arguments):
    """An answer of the caller's own."""

    value: float = Field(description="The number that answers the question; yes is 1, no is 0.")


class Part(Arguments):
    """A part of the map."""

    x: float = Field(description="Left edge, px from the left of the picture.")
    y: float = Field(description="Upper edge, px from the top of the picture.")
    width: float = Field(gt=0, description="Px.")
    height: float = Field(gt=0, description="Px.")


class Sight(Arguments):
    """What to ask about the map."""

    question: str = Field(
        min_length=1, max_length=MAX_QUESTION, description="About what can be seen."
    )
    part: Part | None = Field(None, description="Only this part, at full resolution.")


class Expression(Arguments):
    """What to work out."""

    expression: str = Field(
        min_length=1,
        max_length=MAX_LENGTH,
        description=f"Numbers, + - * / // % **, comparisons, {', '.join(FUNCTIONS)}.",
    )


class Reason(Arguments):
    """Why nothing more is tried."""

    reason: str = Field("", max_length=2000, description="In one sentence.")


class InvalidCall(Exception):
    """A call that cannot be run; its text tells the model what is wrong and what is allowed."""


def read_arguments(tool: str, kind: type[Arguments], text: str) -> Arguments:
    """Read the arguments of a call.

    Raises
    ------
    InvalidCall
        They are no JSON object, or not those of the tool.
    """
    if len(text) > MAX_ARGUMENTS:
        raise InvalidCall(f"the arguments have {len(text)} characters, {MAX_ARGUMENTS} at most")
    try:
        values = json.loads(text) if text.strip() else {}
    except (ValueError, RecursionError) as error:
        raise InvalidCall(
            f"the arguments are no JSON ({str(error)[:80]}); give an object of "
            f"{json.dumps(schema_of(kind))}"
        ) from None
    if not isinstance(values, dict):
        raise InvalidCall(f"the arguments are a JSON {type(values).__name__}; give an object")
    try:
        return kind.model_validate(values)
    except (ValidationError, RecursionError) as error:
        raise InvalidCall(
            f"{_what_is_wrong(error)}; the arguments of {tool} are {json.dumps(schema_of(kind))}"
        ) from None


def _what_is_wrong(error: ValidationError | RecursionError) -> str:
    if isinstance(error, RecursionError):
        return "the arguments are nested too deeply"
    found = error.errors(include_url=False, include_input=False, include_context=False)
    places = [".".join(str(part)[:60] for part in item["loc"]) or "arguments" for item in found]
    return "; ".join(
        f"{place}: {item['msg'][:200]}" for place, item in list(zip(places, found, strict=True))[:5]
    )


@cache
def schema_of(arguments: type[Arguments]) -> dict[str, Any]:
    """Return a schema without titles and references, which small models stumble over."""
    schema = arguments.model_json_schema()
    definitions = schema.pop("$defs", {})
    found = _plain(schema, definitions)
    assert isinstance(found, dict)
    found.pop("description", None)
    found.setdefault("properties", {})
    return found


def _plain(value: Any, definitions: dict[str, Any]) -> Any:
    if isinstance(value, list):
        return [_plain(item, definitions) for item in value]
    if not isinstance(value, dict):
        return value
    if "$ref" in value:
        return _plain(definitions[value["$ref"].rpartition("/")[2]], definitions)
    return {
        key: {name: _plain(part, definitions) for name, part in item.items()}
        if key == "properties"
        else _plain(item, definitions)
        for key, item in value.items()
        if key != "title"
    }
