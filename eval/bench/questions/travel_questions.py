"""The twelve types of questions about travel maps, with their answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Final

import networkx as nx

from eval.bench.edges import Pair, bridges_of
from eval.bench.questions.map_facts import (
    AskedQuestion,
    MapFacts,
    ask_pair,
    either,
    in_either_order,
)
from eval.bench.questions.metro_questions import value_of_edge
from eval.bench.source_map import table_name

NEAR: Final = 5
"""Edges of type 6."""
BRIEF: Final = 30
"""Minutes of types 7 and 11."""


def printed_spots(facts: MapFacts) -> list[str]:
    """Return the spots that the map names by its record, else those of the table.

    Off-route ones too; none in parentheses; the title is none.
    """
    names = facts.truth.get("names") or list(facts.truth.get("positions", ())) or facts.names
    return [name for name in names if not (name[:1] in "(（" and name[-1:] in ")）")]


def spot_count(facts: MapFacts, random: Random) -> AskedQuestion | None:
    """1: spots of the map."""
    return AskedQuestion(answer=len(printed_spots(facts)))


def on_circle(facts: MapFacts, random: Random) -> AskedQuestion | None:
    """2: whether a spot is on the circular route.

    One that the record lists, else any cycle: from the spot and back without a path twice.
    """
    listed = facts.truth.get("circular_route")
    if listed is None:
        straight = {frozenset(edge) for edge in bridges_of(facts.graph)}
        circle = {
            name for edge in facts.graph.edges if frozenset(edge) not in straight for name in edge
        }
    else:
        circle = {table_name(name) for name in listed}
    on = [name for name in facts.names if name in circle]
    off = [name for name in facts.names if name not in circle]
    found = either(on, off, random)
    return found and AskedQuestion({"a": found[0]}, found[1])


def adjacent_count(facts: MapFacts, random: Random) -> AskedQuestion | None:
    """3: neighbours of a spot."""
    name = random.choice(sorted(facts.graph))
    return AskedQuestion({"a": name}, len(facts.graph[name]))


def most_frequent(facts: MapFacts, random: Random) -> AskedQuestion | None:
    """4: how often Edge_tab names the spot that it names most often."""
    counts = Counter(name for cell in facts.edge_rows for name in cell.split("-"))
    return AskedQuestion(answer=max(counts.values()))


def edge_value(facts: MapFacts, random: Random) -> AskedQuestion | None:
    """5: Time or Price of an edge."""
    return value_of_edge(facts, random, ("Time", "Price"))


def is_near(facts: MapFacts, random: Random) -> AskedQuestion | None:
    """6: whether two spots are fewer than five edges apart."""
    lengths = dict(nx.all_pairs_shortest_path_length(facts.graph))
    near: list[Pair] = []
    far: list[Pair] = []
    for a, b in combinations(sorted(facts.graph), 2):
        (near if lengths[a].get(b, NEAR) < NEAR else far).append((a, b))
    return ask_pair(near, far, random)


def brief_count(facts: MapFacts, random: Random) -> AskedQuestion | None:
    """7: spots with a Time below 30."""
    return AskedQuestion(answer=sum(time < BRIEF for time in facts.values("Time").values()))


def cheapest_of(facts: MapFacts, random: Random) -> AskedQuestion | None:
    """8: the price of the cheapest of four spots."""
    if len(facts.names) < 4:
        return None
    four = random.sample(facts.names, 4)
    prices = facts.values("Price")
    return AskedQuestion(dict(zip("abcd", four, strict=True)), min(prices[name] for name in four))


def is_above(facts: MapFacts, random: Random) -> AskedQuestion | None:
    """9: whether a spot's row is above another's."""
    first, second = sorted(random.sample(range(len(facts.names)), 2))
    a, b = in_either_order((facts.names[first], facts.names[second]), random)
    return AskedQuestion({"a": a, "b": b}, int(a == facts.names[first]))


def same_count(facts: MapFacts, random: Random) -> AskedQuestion | None:
    """10: whether the table has as many rows as the map has spots."""
    return AskedQuestion(answer=int(len(facts.contents.mix.rows) == len(printed_spots(facts))))


def brief_on_way(facts: MapFacts, random: Random) -> AskedQuestion | None:
    """11: whether any spot on any shortest path has a Time below 30, ends included."""
    times = facts.values("Time", mix=True)
    lengths = dict(nx.all_pairs_shortest_path_length(facts.graph))
    brief = [name for name in facts.graph if times[name] < BRIEF]
    with_brief: list[Pair] = []
    without: list[Pair] = []
    for a, b in combinations(sorted(facts.graph), 2):
        if b in lengths[a]:
            whole = lengths[a][b]
            passed = any(
                lengths[a].get(name, whole + 1) + lengths[b].get(name, 0) == whole for name in brief
            )
            (with_brief if passed else without).append((a, b))
    return ask_pair(with_brief, without, random)


def cheapest_adjacent(facts: MapFacts, random: Random) -> AskedQuestion | None:
    """12: the lowest price among the neighbours of a spot."""
    name = random.choice(sorted(facts.graph))
    prices = facts.values("Price", mix=True)
    return AskedQuestion({"a": name}, min(prices[other] for other in facts.graph[name]))


TRAVEL_QUESTIONS: Final[tuple[Callable[[MapFacts, Random], AskedQuestion | None], ...]] = (
    spot_count,
    on_circle,
    adjacent_count,
    most_frequent,
    edge_value,
    is_near,
    brief_count,
    cheapest_of,
    is_above,
    same_count,
    brief_on_way,
    cheapest_adjacent,
)
"""In the order of the types; each returns None where a map cannot be asked."""
