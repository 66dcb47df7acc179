"""Labels of a whole data set: difficulty of maps and questions, and the counts behind them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from eval.reasonmap.records import LEVELS, MAP_LEVEL, QUESTION_LEVEL, parse_label, question_level
from perception.errors import BadRecord
from tools.metro_data import MetroData

LABELS = ("city_line_count", "city_transfer_count", "question_transfer_count")


def map_levels(cities: Mapping[str, MetroData]) -> dict[str, str]:
    """Return the difficulty of each map: a third of the maps a level.

    Ranked by the number of lines plus that of transfer stations, then by name; the paper gives the
    two numbers as the measure and ten of thirty maps a level, not how they are weighed.
    """
    ranked = sorted(
        cities, key=lambda city: (len(cities[city].lines) + cities[city].transfer_count, city)
    )
    count = len(ranked)
    return {city: LEVELS[min(3 * place // count, 2)] for place, city in enumerate(ranked)}


def with_labels(records: Sequence[Any]) -> list[Any]:
    """Return the records with the labels that they lack; a broken one as it stands.

    Parameters
    ----------
    records : sequence
        All records of a data set: map difficulty ranks their cities.
    """
    cities: dict[str, MetroData] = {}
    for record in records:
        try:
            label = parse_label(record)
        except BadRecord:
            continue
        cities.setdefault(f"{label.country}/{label.city}", label.metro)
    levels = map_levels(cities)
    return [_labelled(record, levels) for record in records]


def _labelled(record: Any, levels: Mapping[str, str]) -> Any:
    try:
        label = parse_label(record)
    except BadRecord:
        return record
    transfers = min(len(plan) for plan in label.plans) - 1
    found: dict[str, Any] = {
        "city_line_count": len(label.metro.lines),
        "city_transfer_count": label.metro.transfer_count,
        "question_transfer_count": transfers,
    }
    if not any(isinstance(record.get(name), str) for name in MAP_LEVEL):
        found[MAP_LEVEL[0]] = levels[f"{label.country}/{label.city}"]
    if not any(isinstance(record.get(name), str) for name in QUESTION_LEVEL):
        found[QUESTION_LEVEL[0]] = question_level(transfers)
    return {**record, **{name: value for name, value in found.items() if record.get(name) is None}}
