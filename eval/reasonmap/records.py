"""What a ReasonMap record gives to a system, and what to the scorer."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from perception.errors import BadQuestion, BadRecord
from tools.metro_data import MetroData, parse_metro_data
from tools.ride import Ride, Segment

LEVELS: Final = ("easy", "medium", "hard")
_LEVEL_NAMES: Final = {**{name: name for name in LEVELS}, "middle": "medium"}
MAP_LEVEL: Final = ("map_difficulty", "difficulty_city", "city_difficulty", "difficulty_map")
QUESTION_LEVEL: Final = ("question_difficulty", "difficulty_question")


@dataclass(frozen=True, slots=True)
class RideLabel:
    """What the scorer needs of a record.

    Attributes
    ----------
    country, city : str
        As released.
    source, target : str
        `station_1` and `station_2`.
    metro : MetroData
        Ground truth of correctness.
    plans : tuple of ride
        Reference plans, at least one; the names as the map services write them.
    map_difficulty, question_difficulty : str
        "easy", "medium" or "hard".
    rated : bool
        Whether no difficulty that the record states is another word.
    """

    country: str
    city: str
    source: str
    target: str
    metro: MetroData
    plans: tuple[Ride, ...]
    map_difficulty: str
    question_difficulty: str
    rated: bool = True

    @property
    def weight(self) -> float:
        """Weight of the pair of difficulties: 1 for easy twice, 0.5 more for each step of either.

        Examples
        --------
        The paper's appendix B.3: hard question on a hard map weighs 3.
        """
        steps = LEVELS.index(self.map_difficulty) + LEVELS.index(self.question_difficulty)
        return 1.0 + 0.5 * steps


def parse_label(record: object, *, file: str = "", index: int = 0) -> RideLabel:
    """Read what a record gives to the scorer.

    Map difficulty that a record lacks, or states in another word, counts as easy; what a whole data
    set lacks is filled in by `eval.reasonmap.labels`. Question difficulty that it lacks is that of
    its plan with fewest transfers.

    Raises
    ------
    BadRecord
        At the first bad field.
    """

    def refuse(field: str, found: str) -> BadRecord:
        return BadRecord(f"{field} {found}", file=file, field=f"record {index}, {field}")

    if not isinstance(record, Mapping):
        raise BadRecord(
            f"is {type(record).__name__}, not an object", file=file, field=f"record {index}"
        )
    texts = {}
    for name in ("station_1", "station_2"):
        value = record.get(name)
        if not isinstance(value, str) or not value.strip():
            raise refuse(name, f"is {value!r}")
        texts[name] = value.strip()
    if record.get("json") is None:
        raise refuse("json", "is missing: there is no Metro Data of this city")
    metro = parse_metro_data(record["json"], file=file, field=f"record {index}, json")
    plans = parse_plans(record.get("routes"))
    if not plans:
        raise refuse("routes", "hold no plan")
    transfers = min(len(plan) for plan in plans) - 1
    return RideLabel(
        country=str(record.get("country") or "").strip().lower(),
        city=str(record.get("city") or "").strip().lower(),
        source=texts["station_1"],
        target=texts["station_2"],
        metro=metro,
        plans=plans,
        map_difficulty=_level(record, MAP_LEVEL) or "easy",
        question_difficulty=_level(record, QUESTION_LEVEL) or question_level(transfers),
        rated=all(
            _level(record, names) or not any(isinstance(record.get(name), str) for name in names)
            for names in (MAP_LEVEL, QUESTION_LEVEL)
        ),
    )


def parse_question(record: Mapping[str, Any], name: str, *, file: str = "", index: int = 0) -> str:
    """Return one of a record's questions; raises `BadQuestion` where it is missing or empty."""
    value = record.get(name)
    if not isinstance(value, str) or not value.strip():
        raise BadQuestion(f"is {value!r}", file=file, field=f"record {index}, {name}")
    return value


def question_level(transfers: int) -> str:
    """Return the difficulty of a question by the transfers of its plan."""
    return LEVELS[min(max(transfers, 0), 2)]


def _level(record: Mapping[str, Any], names: Sequence[str]) -> str | None:
    for name in names:
        value = record.get(name)
        if isinstance(value, str) and (level := _LEVEL_NAMES.get(value.strip().lower())):
            return level
    return None


def parse_plans(value: object) -> tuple[Ride, ...]:
    """Read reference plans: id to segments; what is no plan is passed over.

    A table of records has a column for every id of any record, null where a record lacks it.
    """
    if isinstance(value, str | bytes):
        try:
            value = json.loads(value)
        except ValueError:
            return ()
    found = list(value.values()) if isinstance(value, Mapping) else value
    if isinstance(found, str) or not isinstance(found, Sequence):
        return ()
    plans = (_parse_plan(plan) for plan in found)
    return tuple(plan for plan in plans if plan)


def _parse_plan(value: object) -> Ride:
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, str) or not isinstance(value, Sequence):
        return ()
    segments = [_parse_segment(each) for each in value]
    sound = [segment for segment in segments if segment is not None]
    return tuple(sound) if len(sound) == len(segments) else ()


def _parse_segment(value: object) -> Segment | None:
    if not isinstance(value, Mapping):
        return None
    names = [value.get(name) for name in ("route_name", "departure_stop", "arrival_stop")]
    if not all(isinstance(name, str) and name.strip() for name in names):
        return None
    via = value.get("via_stops")
    stops = () if via is None or isinstance(via, str) else tuple(str(stop) for stop in via)
    count = value.get("num_via_stops")
    try:
        number = len(stops) if count is None else int(count)
    except (TypeError, ValueError):
        number = len(stops)
    line, departure, arrival = (str(name).strip() for name in names)
    return Segment(line, departure, arrival, stops, number)


def write_plan(plan: Ride) -> list[dict[str, Any]]:
    """Return a plan in the released form."""
    return [
        {
            "route_name": segment.line,
            "departure_stop": segment.departure,
            "arrival_stop": segment.arrival,
            "via_stops": list(segment.via),
            "num_via_stops": len(segment.via),
        }
        for segment in plan
    ]
