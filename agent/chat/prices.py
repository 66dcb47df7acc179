"""The price table: a YAML file that users write, from model names to money per million tokens."""

from __future__ import annotations

from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agent.chat.usage import Usage
from perception.errors import ConfigError

_MILLION = 1_000_000
_Money = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class Price(BaseModel):
    """What a million tokens of a model cost."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    input: _Money
    output: _Money
    cached_input: _Money | None = Field(
        default=None, description="Input that the server had in its cache; default: as input."
    )


class PriceTable(BaseModel):
    """Prices by model name; a name may hold `*` and `?`, and the first that fits counts."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    currency: str = "USD"
    models: dict[str, Price] = Field(default_factory=dict)

    def price_of(self, model: str) -> Price | None:
        """Return the price of a model: by its own name, else by the first pattern that fits.

        >>> table = PriceTable.model_validate({"models": {"m-*": {"input": 2, "output": 8}}})
        >>> table.price_of("m-small").output, table.price_of("other")
        (8.0, None)
        """
        if model in self.models:
            return self.models[model]
        fitting = (price for name, price in self.models.items() if fnmatchcase(model, name))
        return next(fitting, None)

    def priced(self, usage: Usage, model: str) -> Usage:
        """Return a usage with its cost; None where the table has no price for the model."""
        price = self.price_of(model)
        if price is None:
            return replace(usage, cost=None)
        cached = price.input if price.cached_input is None else price.cached_input
        fresh = usage.input_tokens - usage.cached_tokens
        cost = fresh * price.input + usage.cached_tokens * cached
        cost += usage.output_tokens * price.output
        return replace(usage, cost=round(cost / _MILLION, 12))


def read_prices(path: Path | None) -> PriceTable:
    """Read a price table; without a file no price is known.

    Raises
    ------
    ConfigError
        The file cannot be read, or is no price table.
    """
    if path is None:
        return PriceTable()
    try:
        data = yaml.safe_load(path.read_text(encoding="utf-8"))
        return PriceTable.model_validate(data)
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        found, place = f"cannot be read ({' '.join(str(error).split())})", "--prices"
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        found, place = first["msg"], ".".join(str(part) for part in first["loc"])
    raise ConfigError(
        found,
        file=str(path),
        field=place,
        mend="write `models: {NAME: {input: 1.0, output: 2.0}}`, money per million tokens",
    )
