"""What went wrong with an answer: the six error classes of MapTab's Table 12, assigned by rule.

Several classes may hold for one answer, as in the paper. `docs/compare.md` states the rules.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

import networkx as nx

from eval.comparison.answers import Answer
from eval.maptab.question_kinds import capabilities_of
from eval.maptab.records import Label, parse_label
from eval.metrics.question_score import QuestionScore, read_answer
from eval.metrics.route_match import same_station
from eval.metrics.tagged_totals import tagged_route
from eval.metrics.task_score import SampleScore
from eval.systems import Outcome
from perception.errors import BadRecord
from perception.scoring.truth_score import plain_name
from tools.route import SEPARATOR, TRANSFER_MARK

LONGEST_NAME = 80
"""No station's name has so many characters; prose between two hyphens has."""


class ErrorClass(StrEnum):
    """The error types of MapTab, Table 12, in the order of the chain that they break."""

    OUTPUT_FORMAT = "output format"
    PERCEPTION = "perception"
    TOPOLOGY_EXTRACTION = "topology extraction"
    PATH_SEARCH = "path search"
    TRANSFER_INDETERMINATE = "transfer indeterminate"
    TABLE_LOOKUP = "table lookup"


@dataclass(frozen=True)
class Topology:
    """What a map joins, by the names of its tables.

    Attributes
    ----------
    lines : mapping of frozenset of str to frozenset of str
        Neighbours and the lines that join them; no lines on Travelmap.
    """

    lines: Mapping[frozenset[str], frozenset[str]] = field(repr=False)

    @cached_property
    def graph(self) -> nx.Graph[str]:
        """The map as a graph."""
        return nx.Graph((min(pair), max(pair)) for pair in self.lines)

    @cached_property
    def by_plain_name(self) -> dict[str, str]:
        """Stations by name without case, accents, spaces and punctuation."""
        return {plain_name(name): name for name in self.graph}

    def station(self, text: str) -> str | None:
        """Return the station that a text names, as the scorer would take it; None if it is none."""
        name = text.replace(TRANSFER_MARK, "").strip()
        exact = self.by_plain_name.get(plain_name(name))
        if exact is not None:
            return exact
        alike = [other for other in self.graph if same_station(other, name)]
        return alike[0] if len(alike) == 1 else None

    def share_line(self, a: str, b: str) -> bool:
        """Whether one line leads from one station to the other."""
        return bool(self._stretches.get(a, set()) & self._stretches.get(b, set()))

    @cached_property
    def _stretches(self) -> dict[str, set[tuple[str, int]]]:
        """The connected pieces of lines that each station lies on."""
        found: dict[str, set[tuple[str, int]]] = {}
        for line in sorted(set(itertools.chain.from_iterable(self.lines.values()))):
            pairs = (pair for pair, lines in self.lines.items() if line in lines)
            graph = nx.Graph((min(pair), max(pair)) for pair in pairs)
            for number, stations in enumerate(nx.connected_components(graph)):
                for station in stations:
                    found.setdefault(station, set()).add((line, number))
        return found


def failed_alone(answer: Answer) -> bool:
    """Tell whether there is no answer since an endpoint, a tool or the data failed."""
    return answer.score.outcome in (Outcome.ERROR, Outcome.BAD_RECORD)


def errors_of(answer: Answer, topology: Topology | None) -> tuple[str, ...]:
    """Return the error classes of a wrong answer of any benchmark.

    Those of MapTab are told by rule; of other benchmarks the score tells them.
    """
    if isinstance(answer.score, SampleScore | QuestionScore):
        return classify(answer, topology)
    return answer.score.errors()


def classify(answer: Answer, topology: Topology | None) -> tuple[ErrorClass, ...]:
    """Return the error classes of a wrong answer, the first one broken first.

    Parameters
    ----------
    answer : Answer
        Of a route or a question.
    topology : Topology or None
        Of its map; without it only what the text and the references tell is judged.

    Returns
    -------
    tuple of ErrorClass
        Empty for a right answer, and where nobody answered for a fault that is not the system's
        (outcomes `error` and `bad_record`).
    """
    if answer.score.right or failed_alone(answer):
        return ()
    if answer.kind.question_type:
        return (_class_of_question(answer),)
    try:
        label = parse_label(answer.record, answer.kind.domain)
    except BadRecord:
        return ()
    text = tagged_route(answer.response) if answer.kind.with_totals else answer.response
    names = text.strip().split(SEPARATOR)
    if not _is_route(text, names):
        return (ErrorClass.OUTPUT_FORMAT,)
    return _classes_of_route(answer, label, names, topology)


def _class_of_question(answer: Answer) -> ErrorClass:
    if read_answer(answer.response) is None:
        return ErrorClass.OUTPUT_FORMAT
    needs = capabilities_of(answer.kind.domain, answer.kind.question_type)
    if "Path Planning" in needs:
        return ErrorClass.PATH_SEARCH
    if "Visual Perception" in needs or "Cross-modal Alignment" in needs:
        return ErrorClass.PERCEPTION
    return ErrorClass.TABLE_LOOKUP


def _is_route(text: str, names: Sequence[str]) -> bool:
    return (
        len(names) >= 2
        and "\n" not in text.strip()
        and all(name.strip() and len(name) <= LONGEST_NAME for name in names)
    )


def _classes_of_route(
    answer: Answer, label: Label, names: Sequence[str], topology: Topology | None
) -> tuple[ErrorClass, ...]:
    references = [route.split(SEPARATOR) for route in label.routes]
    known = topology or _topology_of_references(references)
    stations = [known.station(name) for name in names]
    found: set[ErrorClass] = set()
    ends = {(_bare(route[0]), _bare(route[-1])) for route in references}
    if (stations[0], stations[-1]) not in ends or (topology is not None and None in stations):
        found.add(ErrorClass.PERCEPTION)
    paths = [[_bare(name) for name in route] for route in references]
    if stations in paths:
        # The right stations: what is left are marks, and names that only look right.
        marks = [TRANSFER_MARK in name for name in names]
        same = [route for route, path in zip(references, paths, strict=True) if path == stations]
        if marks not in [[TRANSFER_MARK in name for name in route] for route in same]:
            found.add(ErrorClass.TRANSFER_INDETERMINATE)
        return _in_order(found or {ErrorClass.PERCEPTION})
    legs = list(itertools.pairwise(stations))
    for a, b in legs:
        if a is None or b is None or frozenset((a, b)) in known.lines:
            continue
        if a == b or _skips(a, b, paths) or known.share_line(a, b):
            found.add(ErrorClass.PATH_SEARCH)
        elif topology is not None:
            found.add(ErrorClass.TOPOLOGY_EXTRACTION)
    if found:
        return _in_order(found)
    if topology is None:
        return (ErrorClass.PATH_SEARCH,)
    whole = [station for station in stations if station is not None]
    found.add(_class_of_choice(answer, whole, known))
    if answer.kind.domain == "metromap" and not _marks_fit(whole, names, known):
        found.add(ErrorClass.TRANSFER_INDETERMINATE)
    return _in_order(found)


def _class_of_choice(answer: Answer, stations: Sequence[str], known: Topology) -> ErrorClass:
    """Return why a route that can be ridden was not the one to choose."""
    if not answer.kind.weighted or len(set(stations)) < len(stations):
        return ErrorClass.PATH_SEARCH
    shortest = nx.shortest_path_length(known.graph, stations[0], stations[-1])
    # The shortest way was found: the map was understood, the weights in the table were not.
    return ErrorClass.TABLE_LOOKUP if len(stations) - 1 == shortest else ErrorClass.PATH_SEARCH


def _marks_fit(stations: Sequence[str], names: Sequence[str], known: Topology) -> bool:
    """Whether some choice of lines changes at exactly the marked stations."""
    legs = [known.lines[frozenset(leg)] for leg in itertools.pairwise(stations)]
    possible = legs[0]
    for place, leg in enumerate(legs[1:], start=1):
        marked = TRANSFER_MARK in names[place]
        if marked:
            possible = frozenset(line for line in leg if possible - {line})
        else:
            possible = possible & leg
        if not possible:
            return False
    return not any(TRANSFER_MARK in names[place] for place in (0, -1))


def _skips(a: str, b: str, paths: Sequence[Sequence[str]]) -> bool:
    """Whether a leg leaves out stations that lie between its ends on a reference."""
    return any(a in path and b in path and path.index(b) - path.index(a) > 1 for path in paths)


def _topology_of_references(references: Sequence[Sequence[str]]) -> Topology:
    legs = (leg for route in references for leg in itertools.pairwise(map(_bare, route)))
    return Topology({frozenset(leg): frozenset[str]() for leg in legs})


def _bare(name: str) -> str:
    return name.replace(TRANSFER_MARK, "").strip()


def _in_order(found: set[ErrorClass]) -> tuple[ErrorClass, ...]:
    return tuple(each for each in ErrorClass if each in found)
