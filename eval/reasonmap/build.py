"""Build a ReasonMap-style set from Metro Data alone, for the text tasks."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from eval.reasonmap.labels import map_levels
from eval.reasonmap.records import LEVELS, question_level, write_plan
from eval.reasonmap.references import BestRides, ambiguous
from eval.reasonmap.wording import word_question
from perception.errors import BadRecord, ConfigError
from tools.metro_data import MetroData, parse_metro_data
from tools.ride import RideForm
from tools.ride_network import RideNetwork, network_of_metro

QUOTA: Final = {"easy": 20, "medium": 15, "hard": 5}
"""Questions of each difficulty among forty of a city."""
FILE: Final = "test.jsonl"


@dataclass(frozen=True, slots=True)
class BuiltCity:
    """What was made of one city.

    Attributes
    ----------
    name : str
        Country and city.
    counts : dict
        Questions by difficulty.
    left_out : int
        Pairs that were passed over since a best ride rests on what the data leaves open.
    """

    name: str
    counts: dict[str, int]
    left_out: int


def read_cities(folder: Path) -> dict[str, MetroData]:
    """Return the Metro Data below a folder, "country/city" to lines.

    Raises
    ------
    ConfigError
        There is none.
    BadRecord
        One cannot be read.
    """
    found = {}
    for file in sorted(folder.glob("*/*.json")):
        try:
            text = file.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise BadRecord(f"cannot be read ({error})", file=str(file)) from None
        found[f"{file.parent.name}/{file.stem}"] = parse_metro_data(text, file=str(file))
    if not found:
        raise ConfigError(
            "holds no COUNTRY/CITY.json", file=str(folder), field="--stations", mend="name another"
        )
    return found


def build(stations: Path, out: Path, *, pairs: int = 40, seed: int = 0) -> Iterator[BuiltCity]:
    """Write questions of every city into a file of records.

    Pairs are drawn by seed until each difficulty has its share of 20:15:5; a city whose lines do
    not allow one gives more of the next. Both ends bear names of their own, and no best ride of a
    pair rests on what the data leaves open. Long questions ask for numbers and names in turn.

    Parameters
    ----------
    stations : Path
        Folder of `COUNTRY/CITY.json`.
    out : Path
        Folder that gets `test.jsonl`.
    pairs, seed : int
        Of each city; what they are drawn from.

    Raises
    ------
    ConfigError, BadRecord
        See `read_cities`.
    """
    cities = read_cities(stations)
    levels = map_levels(cities)
    out.mkdir(parents=True, exist_ok=True)
    with (out / FILE).open("w", encoding="utf-8") as stream:
        for name, metro in cities.items():
            drawn, left_out = draw_pairs(network_of_metro(metro), pairs, f"{seed}/{name}")
            for number, (level, plans) in enumerate(drawn):
                country, city = name.split("/")
                form = (RideForm.COUNTS, RideForm.NAMES)[number % 2]
                record = make_record(country, city, metro, plans, form)
                record |= {"map_difficulty": levels[name], "question_difficulty": level}
                stream.write(json.dumps(record, ensure_ascii=False) + "\n")
            counts = Counter(level for level, _ in drawn)
            yield BuiltCity(name, {level: counts[level] for level in LEVELS}, left_out)


def draw_pairs(
    network: RideNetwork, count: int, seed: str
) -> tuple[list[tuple[str, list[Any]]], int]:
    """Return pairs as (difficulty, best rides), and how many were left out."""
    rng = random.Random(seed)
    rides = BestRides(network)
    shared = ambiguous(network)
    stations = [s for s in sorted(network.lines_at) if s not in shared]
    every = [(a, b) for a in stations for b in stations if a != b]
    rng.shuffle(every)
    total = sum(QUOTA.values())
    room = {level: round(count * share / total) for level, share in QUOTA.items()}
    room["easy"] += count - sum(room.values())
    taken: list[tuple[str, list[Any]]] = []
    spare: list[tuple[str, list[Any]]] = []
    left_out = 0
    # Where a level is rare, most pairs are of others: those are kept for what it leaves free.
    for source, target in every[: 60 * count]:
        if not any(room.values()):
            break
        found = rides.find(source, target)
        if not found:
            continue
        if not all(
            network.is_certain(network.lines[line], path)
            for _, legs in found
            for line, path in legs
        ):
            left_out += 1
            continue
        level = question_level(len(found[0][0]) - 1)
        plans = [ride for ride, _ in found]
        if room[level]:
            room[level] -= 1
            taken.append((level, plans))
        elif len(spare) < count:
            spare.append((level, plans))
    taken += spare[: sum(room.values())]
    return taken, left_out


def make_record(
    country: str, city: str, metro: MetroData, plans: list[Any], form: RideForm
) -> dict[str, Any]:
    """Return a record in the released form, without a picture."""
    source, target = plans[0][0].departure, plans[0][-1].arrival
    return {
        "country": country,
        "city": city,
        "station_1": source,
        "station_2": target,
        "question_short": word_question(source, target, RideForm.SHORT),
        "question_long": word_question(source, target, form),
        "json": metro.to_dict(),
        "routes": {str(place): write_plan(plan) for place, plan in enumerate(plans, start=1)},
    }
