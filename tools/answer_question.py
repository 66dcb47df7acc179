"""Which tool answers which question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from tools import aggregate, compare_rows, count_entries, find_paths, look_up
from tools.facts import Facts
from tools.question import Answer, Asked, Question

_Answerer = Callable[[Facts, Question], Answer]


class _Tool(NamedTuple):
    name: str
    answer: _Answerer


def _limit(question: Question) -> float:
    if question.limit is None:
        raise ValueError(f"answer_question: {question.asked} needs a limit")
    return question.limit


_TOOLS: Final[Mapping[Asked, _Tool]] = MappingProxyType(
    {
        Asked.EDGE_VALUE: _Tool(
            "look_up", lambda f, q: look_up.edge_value(f, q.stations[0], q.stations[1], q.column)
        ),
        Asked.IS_ON_LINE: _Tool(
            "look_up", lambda f, q: look_up.is_on_line(f, *q.stations, *q.lines)
        ),
        Asked.LINES_AT: _Tool("look_up", lambda f, q: look_up.count_lines_at(f, *q.stations)),
        Asked.SHARE_LINE: _Tool("look_up", lambda f, q: look_up.share_line(f, *q.stations)),
        Asked.LINE_COUNT: _Tool("count_entries", lambda f, q: count_entries.count_lines(f)),
        Asked.SPOT_COUNT: _Tool("count_entries", lambda f, q: count_entries.count_spots(f)),
        Asked.LONGEST_LINE: _Tool("count_entries", lambda f, q: count_entries.longest_line(f)),
        Asked.TRANSFER_COUNT: _Tool("count_entries", lambda f, q: count_entries.count_transfers(f)),
        Asked.TRANSFERS_ON_LINE: _Tool(
            "count_entries", lambda f, q: count_entries.count_transfers(f, *q.lines)
        ),
        Asked.MOST_FREQUENT: _Tool("count_entries", lambda f, q: count_entries.most_frequent(f)),
        Asked.BRIEF_COUNT: _Tool(
            "count_entries", lambda f, q: count_entries.count_brief(f, _limit(q))
        ),
        Asked.SAME_COUNT: _Tool("count_entries", lambda f, q: count_entries.same_count(f)),
        Asked.STATIONS_BETWEEN: _Tool(
            "find_paths", lambda f, q: find_paths.stations_between(f, *q.stations)
        ),
        Asked.ADJACENT_COUNT: _Tool(
            "find_paths", lambda f, q: find_paths.count_adjacent(f, *q.stations)
        ),
        Asked.ON_CIRCLE: _Tool("find_paths", lambda f, q: find_paths.is_on_circle(f, *q.stations)),
        Asked.IS_NEAR: _Tool(
            "find_paths",
            lambda f, q: find_paths.is_near(f, q.stations[0], q.stations[1], _limit(q)),
        ),
        Asked.ROWS_BETWEEN: _Tool(
            "compare_rows",
            lambda f, q: compare_rows.rows_between(
                f, (q.stations[0], q.stations[1]), (q.stations[2], q.stations[3])
            ),
        ),
        Asked.IS_ABOVE: _Tool("compare_rows", lambda f, q: compare_rows.is_above(f, *q.stations)),
        Asked.LONGEST_STOP_TIME: _Tool("aggregate", lambda f, q: aggregate.longest_stop_time(f)),
        Asked.MEAN_RELIABILITY: _Tool(
            "aggregate", lambda f, q: aggregate.mean_reliability(f, *q.stations)
        ),
        Asked.SHORTEST_TRANSFER: _Tool(
            "aggregate", lambda f, q: aggregate.shortest_transfer(f, *q.lines)
        ),
        Asked.CHEAPEST_OF: _Tool("aggregate", lambda f, q: aggregate.cheapest_of(f, q.stations)),
        Asked.BRIEF_ON_WAY: _Tool(
            "aggregate",
            lambda f, q: aggregate.brief_on_way(f, q.stations[0], q.stations[1], _limit(q)),
        ),
        Asked.CHEAPEST_ADJACENT: _Tool(
            "aggregate", lambda f, q: aggregate.cheapest_adjacent(f, *q.stations)
        ),
    }
)
ANSWERING_TOOLS: Final = tuple(dict.fromkeys(tool.name for tool in _TOOLS.values()))
"""look_up, count_entries, find_paths, compare_rows, aggregate."""


def tool_for(asked: Asked) -> str:
    """Return the name of the tool that answers a kind of question.

    >>> tool_for(Asked.IS_ABOVE)
    'compare_rows'
    """
    return _TOOLS[asked].name


def answer_question(facts: Facts, question: Question) -> Answer:
    """Answer a question from what is known.

    Parameters
    ----------
    facts : Facts
        From the tables, the map or both.
    question : Question
        Its names are those of `facts`.

    Raises
    ------
    UnknownStation, NoRoute, BadTable
        What the tools raise where the facts lack what is asked for.
    """
    return _TOOLS[question.asked].answer(facts, question)
