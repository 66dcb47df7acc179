"""The twelve types of questions about metro maps, with their answers."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Final

from eval.bench.edges import Pair
from eval.bench.questions.map_facts import (
    AskedQuestion,
    MapFacts,
    ask_pair,
    either,
    in_either_order,
    numbers,
)

_NO_METRO: Final = re.compile(r"\b(?:railway|bus|ferry)\b|铁路|公交|巴士|渡轮", re.IGNORECASE)

_TRIES: Final = 50
_TIE: Final = 1e-3


def line_count(facts: MapFacts, random: Random) -> AskedQuestion | None:
    """1: lines of the map by its record, else lines that an edge has.

    A railway, bus or ferry is none, though the map draws it as it draws its lines; nor is a line
    without a name on the picture. A picture that names none is not asked.
    """
    told = facts.truth.get("lines")
    if facts.unnamed_lines and not facts.named_lines:
        return None
    if isinstance(told, int):
        return AskedQuestion(answer=told - sum(map(_is_no_metro, facts.line_graphs)))
    names = [line["name"] for line in told] if told else list(facts.line_graphs)
    counted = [name for name in names if name not in facts.unnamed_lines]
    return AskedQuestion(answer=sum(not _is_no_metro(name) for name in counted))


def _is_no_metro(line: str) -> bool:
    return bool(_NO_METRO.search(line))


def stations_between(facts: MapFacts, random: Random) -> AskedQuestion | None:
    """2: stations strictly between two on their common line."""
    if not facts.lone_ways:
        return None
    line, pair = random.choice(facts.lone_ways)
    a, b = in_either_order(pair, random)
    return AskedQuestion({"a": a, "b": b}, len(facts.way(line, pair)) - 2)


def is_on_line(facts: MapFacts, random: Random) -> AskedQuestion | None:
    """3: whether a station is on a line."""
    if not facts.named_lines:
        return None
    line = random.choice(facts.named_lines)
    on = [name for name in facts.names if name in facts.line_graphs[line]]
    off = [name for name in facts.names if name not in facts.line_graphs[line]]
    found = either(on, off, random)
    return found and AskedQuestion({"a": found[0], "x": line}, found[1])


def longest_line(facts: MapFacts, random: Random) -> AskedQuestion | None:
    """4: distinct stations of the line that has most."""
    return AskedQuestion(answer=max(len(graph) for graph in facts.line_graphs.values()))


def edge_value(facts: MapFacts, random: Random) -> AskedQuestion | None:
    """5: a value of an edge."""
    return value_of_edge(facts, random, ("Time", "Price", "Comfort Level"))


def value_of_edge(
    facts: MapFacts, random: Random, columns: tuple[str, ...]
) -> AskedQuestion | None:
    """Ask for one of the columns of an edge that has one row."""
    if not facts.single_rows:
        return None
    row, column = random.choice(facts.single_rows), random.choice(columns)
    value = numbers(facts.contents.edge, column)[row]
    return AskedQuestion({"a": facts.edge_rows[row], "column": column}, value)


def rows_between(facts: MapFacts, random: Random) -> AskedQuestion | None:
    """6: rows strictly between two edges."""
    if len(facts.single_rows) < 2:
        return None
    first, second = random.sample(facts.single_rows, 2)
    names = {"a": facts.edge_rows[first], "b": facts.edge_rows[second]}
    return AskedQuestion(names, abs(first - second) - 1)


def transfer_count(facts: MapFacts, random: Random) -> AskedQuestion | None:
    """7: stations of two or more lines."""
    return AskedQuestion(answer=sum(len(lines) > 1 for lines in facts.lines_at.values()))


def transfers_on_line(facts: MapFacts, random: Random) -> AskedQuestion | None:
    """8: stations of a line that have another line."""
    line = random.choice(sorted(facts.line_graphs))
    count = sum(line in lines and len(lines) > 1 for lines in facts.lines_at.values())
    return AskedQuestion({"x": line}, count)


def share_line(facts: MapFacts, random: Random) -> AskedQuestion | None:
    """9: whether two stations have a line in common."""
    together: list[Pair] = []
    apart: list[Pair] = []
    for pair in combinations(facts.names, 2):
        common = set(facts.lines_at[pair[0]]) & set(facts.lines_at[pair[1]])
        (together if common else apart).append(pair)
    return ask_pair(together, apart, random)


def longest_stop_time(facts: MapFacts, random: Random) -> AskedQuestion | None:
    """10: the largest sum of stop times over all stations of a line.

    A branch with a name of its own is a line of its own; where a line forks under one name, the
    stations of all its arms count.
    """
    times = facts.values("Time", mix=True)
    totals = [
        math.fsum(times[name] for name in graph if name in times)
        for graph in facts.line_graphs.values()
    ]
    return AskedQuestion(answer=round(max(totals), 2))


def mean_reliability(facts: MapFacts, random: Random) -> AskedQuestion | None:
    """11: mean reliability from one station to another on their line, both included."""
    if not facts.lone_ways:
        return None
    values = facts.values("Reliability", mix=True)
    for _ in range(_TRIES):
        line, pair = random.choice(facts.lone_ways)
        a, b = in_either_order(pair, random)
        way = [values[name] for name in facts.way(line, pair)]
        mean = round(math.fsum(way) / len(way), 6)
        # Half a hundredth rounds either way in binary, and the score compares hundredths.
        if round(mean * 1000) % 10 != 5 or abs(mean * 1000 - round(mean * 1000)) > _TIE:
            return AskedQuestion({"a": a, "b": b}, mean)
    return None


def shortest_transfer(facts: MapFacts, random: Random) -> AskedQuestion | None:
    """12: the shortest transfer between two lines; none 0; one line only 1."""
    lines = facts.named_lines
    if len(facts.line_graphs) == 1 and lines:
        return AskedQuestion({"x": lines[0], "y": lines[0]}, 1)
    if len(lines) < 2:
        return None
    times = facts.values("Transfer Time", mix=True)
    shared = {
        (x, y): [times[name] for name in facts.line_graphs[x] if name in facts.line_graphs[y]]
        for x, y in combinations(lines, 2)
    }
    meet = [pair for pair, found in shared.items() if found]
    apart = [pair for pair, found in shared.items() if not found]
    found = either(meet, apart, random)
    assert found is not None, "two lines make a pair"
    x, y = in_either_order(found[0], random)
    return AskedQuestion({"x": x, "y": y}, min(shared[found[0]], default=0))


METRO_QUESTIONS: Final[tuple[Callable[[MapFacts, Random], AskedQuestion | None], ...]] = (
    line_count,
    stations_between,
    is_on_line,
    longest_line,
    edge_value,
    rows_between,
    transfer_count,
    transfers_on_line,
    share_line,
    longest_stop_time,
    mean_reliability,
    shortest_transfer,
)
"""In the order of the types; each returns None where a map cannot be asked."""
