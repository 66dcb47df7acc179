"""Checks of query records: sound, of maps that are there, with references that hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from eval.bench.references import label_totals
from eval.bench.validation.finding import Finding, Report
from eval.maptab.dataset import DamagedSample, MapTabData, Sample
from eval.maptab.kinds import CATEGORIES
from eval.maptab.layout import SPLITS
from eval.maptab.question_kinds import QUESTION_TYPES
from eval.maptab.records import Label, Weights, parse_weights
from perception.errors import MapclewError, OutputFormatError
from tools.check_lines import ridden_lines
from tools.findings import Finding as RouteFinding
from tools.network import Network
from tools.objective import Objective, route_totals
from tools.route import Totals, parse_route
from tools.task import TaskKind
from tools.verify_route import verify_route


@dataclass(frozen=True, eq=False)
class MapNetworks:
    """The networks of one map whose tables are sound, by the path of its Vertex_tab or Mix_tab."""

    both: Network
    mix: Network


def check_records(
    root: Path,
    networks: Mapping[str, MapNetworks],
    report: Report,
    *,
    optimal: bool = False,
    objective: Objective = "additive",
) -> int:
    """Check all records of a data set.

    Parameters
    ----------
    root : Path
        Root of the data.
    networks : mapping
        By the `vertex_tab` that records name; records of other maps are checked in form only.
    report : callable
        Takes the findings.
    optimal : bool
        Whether it is also checked that no route is cheaper than the references.
    objective : {"additive", "averaged"}
        That they were made under.

    Returns
    -------
    int
        How many records there are.
    """
    data = MapTabData(root)
    count = 0
    sets: dict[str, str] = {}
    for kind, split, file in _query_files(data):
        name = file.relative_to(root).as_posix()
        try:
            samples = list(data.samples(kind, split))
        except MapclewError as error:
            report(Finding("record", name, None, error.found, error.mend or "write a JSON list"))
            continue
        if not samples:
            report(Finding("record", name, None, "holds no record", "fill it, or remove it"))
        for sample in samples:
            count += 1
            _check_sample(sample, name, networks, report, optimal, objective)
            # Questions, and the file of all queries, belong to no set.
            if split != "all" and not kind.question_type and isinstance(sample, Sample):
                _check_set(sample, split, name, sets, report)
    return count


def _check_set(sample: Sample, split: str, file: str, sets: dict[str, str], report: Report) -> None:
    """Report a map that training and test queries share; the first set of a map is kept."""
    key = "city" if sample.kind.domain == "metromap" else "scenic_spot"
    place = f"{sample.kind.domain}/{sample.record.get('country')}/{sample.record.get(key)}"
    if sets.setdefault(place, split) != split:
        found = f"{place} is a map of the {sets[place]} set too"
        mend = "keep every map in one set"
        report(Finding("record", file, sample.index, found, mend))


def _query_files(data: MapTabData) -> Iterator[tuple[TaskKind, str, Path]]:
    for kind in (*CATEGORIES, *QUESTION_TYPES):
        seen: set[Path] = set()
        for split in SPLITS:
            file = data.layout.query_file(kind, split)
            if file is not None and file not in seen:
                seen.add(file)
                yield kind, split, file


def _check_sample(
    sample: Sample | DamagedSample,
    file: str,
    networks: Mapping[str, MapNetworks],
    report: Report,
    optimal: bool,
    objective: Objective,
) -> None:
    place = sample.index
    if isinstance(sample, DamagedSample):
        error = sample.error
        report(Finding("record", file, place, error.found, error.mend or "mend the record"))
        return
    for path in sample.files():
        # A Mix_tab without a file is built from the other tables.
        if not path.is_file() and not sample.kind.uses_mix_tab:
            found = f"names {path.name}, which is not there"
            report(Finding("record", file, place, found, "add the file, or mend the name"))
    record = sample.record
    known = networks.get(str(record.get("vertex_tab", "")))
    if known is None or not isinstance(sample.label, Label):
        return
    network = known.mix if sample.kind.uses_mix_tab else known.both
    for found in _wrong_labels(network, record, sample.kind, sample.label, optimal, objective):
        report(Finding("label", file, place, found, "make the labels anew from the tables"))


def _wrong_labels(
    network: Network,
    record: Mapping[str, Any],
    kind: TaskKind,
    label: Label,
    optimal: bool,
    objective: Objective,
) -> Iterator[str]:
    metro = kind.domain == "metromap"
    ends = [str(record.get(f"{'station' if metro else 'spot'}_{k}", "")) for k in (1, 2)]
    weights = parse_weights(record.get("weights"), kind)
    counts: dict[str, list[int]] = {"route_vertex_numbers": [], "transfer_vertex_numbers": []}
    for text in label.routes:
        try:
            route = parse_route(text)
        except OutputFormatError as error:
            yield f"reference {text!r}: {error.found}"
            return
        counts["route_vertex_numbers"].append(len(route.stations))
        counts["transfer_vertex_numbers"].append(route.changes)
        wrong = [name for name in route.stations if name not in network.vertex] or _without_edge(
            network, route.stations
        )
        if wrong:
            yield f"reference {text!r}: {wrong[0]!r} is not in the tables"
            return
        if route.stations[0] != ends[0] or route.stations[-1] != ends[1]:
            yield f"reference {text!r} does not lead from {ends[0]!r} to {ends[1]!r}"
            return
        if optimal:
            verdict = verify_route(network, route, ends[0], ends[1], weights, objective)
            if verdict.findings:
                yield f"reference {text!r}: {verdict.findings[0].text}"
                return
    if len(set(label.routes)) < len(label.routes):
        yield "a reference stands twice"
    for name, numbers in counts.items():
        if name in record and record[name] != numbers:
            yield f"{name} is {record[name]}, by the references {numbers}"
    if weights is not None:
        yield from _wrong_totals(network, label, weights, objective)


def _without_edge(network: Network, stations: Sequence[str]) -> list[str]:
    return [f"{a}-{b}" for a, b in pairwise(stations) if (a, b) not in network.between]


def _wrong_totals(
    network: Network, label: Label, weights: Weights, objective: Objective
) -> Iterator[str]:
    """Yield the totals that no reference has; which one they are of is not recorded."""
    differences: list[list[str]] = []
    for text in label.routes:
        route = parse_route(text)
        legs = [network.between[leg].values() for leg in pairwise(route.stations)]
        if any(len({edge.values for edge in leg}) > 1 for leg in legs):
            # Lines with values of their own share a leg, and the record names no line.
            return
        lines = ridden_lines(network, route, weights, objective)
        if isinstance(lines, RouteFinding):
            yield f"reference {text!r}: {lines.text}"
            return
        totals = route_totals(network, route.stations, lines, route.transfers)
        differences.append([] if totals is None else list(_differing(label, totals)))
    yield from min(differences, key=len)


def _differing(label: Label, totals: Totals) -> Iterator[str]:
    for name, wanted in label_totals(totals).items():
        stated = label.totals[name]
        # Released prices of Mix_tab were rounded either way.
        tolerance = 0.0101 if name in ("Total_Time", "Total_Price") else 1.1e-6
        if stated is not None and abs(stated - wanted) > tolerance:
            yield f"{name} is {stated:g}, by the tables {wanted:g}"
