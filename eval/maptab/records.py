"""Query records: the half that a system may see, and the half that only the scorer sees.

A damaged record is told by its first bad field, with file and record index (from 0, as in sample
ids). What the score does not need (city, numbers of vertices) is not demanded; a difficulty or a
total that cannot be read is None, and counts as the released evaluator counts it: not at all.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from perception.errors import BadQuestion, BadRecord, MissingWeights
from tools.table_validation import CRITERIA
from tools.task import TaskKind

Weights = tuple[float, float, float, float]
TOTALS: Final = ("Total_Time", "Total_Price", "Average_Comfort Level", "Average_Reliability")
"""The four totals, as records and answer tags name them."""

# Published weights are rounded to six decimals, a user's own perhaps to three.
_SUM_TOLERANCE = 1e-3


class Query(BaseModel):
    """What a record gives to a system.

    Attributes
    ----------
    question : str
        As worded.
    figure, edge_tab, vertex_tab : str or None
        Files relative to the data's root.
    """

    model_config = ConfigDict(frozen=True, strict=True)

    question: str
    figure: str | None = None
    edge_tab: str | None = None
    vertex_tab: str | None = None


def _level(value: object) -> str | None:
    level = value.lower() if isinstance(value, str) else None
    return level if level in ("easy", "medium", "hard") else None


def _finite(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        return float(value) if math.isfinite(value) else None
    except OverflowError:  # an integer beyond all floats
        return None


def _number(value: object) -> float:
    """Read a number as Python's `float` does, which is how the release reads answers."""
    try:
        if isinstance(value, str | int | float) and math.isfinite(number := float(value)):
            return number
    except (ValueError, OverflowError):
        pass
    raise ValueError("no finite number")


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


End = Annotated[str | None, BeforeValidator(_text)]
Level = Annotated[str | None, BeforeValidator(_level)]
Total = Annotated[float | None, BeforeValidator(_finite)]


class Label(BaseModel):
    """What a record gives to the scorer.

    Attributes
    ----------
    routes : tuple of str
        All references, at least one.
    map_difficulty, query_difficulty : str or None
        "easy", "medium" or "hard".
    """

    model_config = ConfigDict(frozen=True)

    routes: Annotated[list[str], Field(strict=True, min_length=1)]
    map_difficulty: Level = Field(None, alias="Map_Difficulty")
    query_difficulty: Level = Field(None, alias="Query_Difficulty")
    total_time: Total = Field(None, alias="Total_Time")
    total_price: Total = Field(None, alias="Total_Price")
    average_comfort: Total = Field(None, alias="Average_Comfort Level")
    average_reliability: Total = Field(None, alias="Average_Reliability")

    @property
    def ends(self) -> dict[str, str | None]:
        """The two ends by the names of their fields."""
        return {}

    @property
    def totals(self) -> dict[str, float | None]:
        """The four totals by their names in `TOTALS`."""
        values = (
            self.total_time,
            self.total_price,
            self.average_comfort,
            self.average_reliability,
        )
        return dict(zip(TOTALS, values, strict=True))


class MetromapLabel(Label):
    """A Metromap record's label, with its ends."""

    source: End = Field(None, alias="station_1")
    target: End = Field(None, alias="station_2")

    @property
    def ends(self) -> dict[str, str | None]:
        """The two ends by the names of their fields."""
        return {"station_1": self.source, "station_2": self.target}


class TravelmapLabel(Label):
    """A Travelmap record's label, with its ends."""

    source: End = Field(None, alias="spot_1")
    target: End = Field(None, alias="spot_2")

    @property
    def ends(self) -> dict[str, str | None]:
        """The two ends by the names of their fields."""
        return {"spot_1": self.source, "spot_2": self.target}


class QuestionLabel(BaseModel):
    """What the record of a question gives to the scorer.

    Attributes
    ----------
    answer : float
        The number asked for; yes is 1, no is 0.
    """

    model_config = ConfigDict(frozen=True)

    answer: Annotated[float, BeforeValidator(_number)]


_LABELS: Final[dict[str, type[Label]]] = {"metromap": MetromapLabel, "travelmap": TravelmapLabel}


def read_records(path: str | Path) -> list[Any]:
    """Read a file of records, whatever each of them holds.

    Raises
    ------
    BadRecord
        Where the file cannot be read, is no JSON (the message names line and column) or holds no
        list.
    """
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise BadRecord(f"cannot be read ({error.strerror})", file=str(path)) from None
    except UnicodeDecodeError as error:
        raise BadRecord(f"no UTF-8 text ({error})", file=str(path)) from None
    except json.JSONDecodeError as error:
        raise BadRecord(
            f"no JSON ({error.msg})",
            file=str(path),
            field=f"line {error.lineno}, column {error.colno}",
            mend="mend or fetch the file anew",
        ) from None
    except (RecursionError, ValueError) as error:  # nested too deep, or a number too long
        raise BadRecord(f"no JSON of records ({error})", file=str(path)) from None
    if not isinstance(data, list):
        raise BadRecord(
            f"holds {type(data).__name__}, not a list of records",
            file=str(path),
            mend="write [{...}, ...]",
        )
    return data


def parse_query(record: object, kind: TaskKind, *, file: str = "", index: int = 0) -> Query:
    """Read what a record gives to a system, with all that its kind needs.

    Raises
    ------
    BadRecord, BadQuestion
        At the first bad field.
    """
    query = _validated(Query, record, file, index)
    if not query.question.strip():
        raise BadQuestion("is empty", file=file, field=f"record {index}, question")
    needed = {
        "figure": kind.uses_map,
        "edge_tab": kind.uses_edge_tab,
        "vertex_tab": kind.uses_vertex_tab or kind.uses_mix_tab,
    }
    for name, is_needed in needed.items():
        if is_needed and not getattr(query, name):
            raise BadRecord(
                f"{name} is missing or empty, which {kind.name} needs",
                file=file,
                field=f"record {index}, {name}",
            )
    return query


def parse_label(record: object, domain: str, *, file: str = "", index: int = 0) -> Label:
    """Read what a record gives to the scorer; raises `BadRecord` where there is no reference."""
    return _validated(_LABELS[domain], record, file, index)


def parse_question_label(record: object, *, file: str = "", index: int = 0) -> QuestionLabel:
    """Read what a question's record gives to the scorer; raises `BadRecord` without an answer."""
    return _validated(QuestionLabel, record, file, index)


def parse_weights(
    values: object, kind: TaskKind, *, file: str = "", index: int = 0
) -> Weights | None:
    """Return the four weights, None for a criteria-free kind.

    Raises
    ------
    MissingWeights
        Where they are missing, not four finite numbers from 0, or do not sum to one.
    """
    if not kind.weighted:
        return None
    place = {"file": file, "field": f"record {index}, weights"}
    mend = f"give four numbers from 0 that sum to 1: {', '.join(CRITERIA)}"
    if values is None:
        raise MissingWeights(f"missing, which {kind.name} needs", **place, mend=mend)
    if not isinstance(values, Sequence) or isinstance(values, str) or len(values) != 4:
        raise MissingWeights(f"{values!r} are not four numbers", **place, mend=mend)
    for criterion, value in zip(CRITERIA, values, strict=True):
        if (number := _finite(value)) is None or not 0 <= number <= 1 + _SUM_TOLERANCE:
            raise MissingWeights(f"that of {criterion} is {value!r}", **place, mend=mend)
    if abs(math.fsum(values) - 1) > _SUM_TOLERANCE * (1 + 1e-9):
        raise MissingWeights(f"sum to {math.fsum(values):g}", **place, mend=mend)
    time, price, comfort, reliability = (float(value) for value in values)
    return time, price, comfort, reliability


_Model = TypeVar("_Model", bound=BaseModel)


def _validated(model: type[_Model], record: object, file: str, index: int) -> _Model:
    if not isinstance(record, Mapping):
        raise BadRecord(
            f"is {type(record).__name__}, not an object", file=file, field=f"record {index}"
        )
    try:
        return model.model_validate(record)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        name = "".join(f"[{part}]" if isinstance(part, int) else str(part) for part in first["loc"])
        found = "is missing" if first["type"] == "missing" else f"is {first['input']!r}"
        raise BadRecord(
            f"{name} {found} ({first['msg']})", file=file, field=f"record {index}, {name}"
        ) from None
