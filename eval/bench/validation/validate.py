"""Validate a data set: the tables of each map, their twins, and the query records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from eval.bench.data_map import DataMap, assets, find_data_maps, read_contents
from eval.bench.validation.finding import ERROR, WARNING, Finding, Report
from eval.bench.validation.map_checks import (
    TablePair,
    check_connected,
    check_duplicates,
    check_line_counts,
    check_mix,
    check_transfers,
    check_vertex_sets,
)
from eval.bench.validation.record_checks import MapNetworks, check_records
from eval.bench.validation.table_rows import SoundRow, SoundRows, check_ranges, read_sound_rows
from perception.errors import BadPicture, MapclewError
from perception.picture import load_picture
from tools.objective import Objective


@dataclass(frozen=True, slots=True)
class Validation:
    """What a validation found.

    Attributes
    ----------
    maps, records : int
        How many were checked.
    findings : tuple of Finding
        By file and row.
    """

    maps: int
    records: int
    findings: tuple[Finding, ...]

    @property
    def ok(self) -> bool:
        """Whether there is no error."""
        return all(finding.severity != ERROR for finding in self.findings)


def validate(root: Path, *, optimal: bool = False, objective: Objective = "additive") -> Validation:
    """Check every map and record below a root, in either layout.

    Parameters
    ----------
    root : Path
        Root of the data.
    optimal, objective
        See `eval.bench.validation.record_checks.check_records`.

    Raises
    ------
    ConfigError
        There is no map.
    """
    findings: dict[Finding, None] = {}
    maps = find_data_maps(root)
    networks: dict[str, MapNetworks] = {}
    for item in maps:
        made: list[Finding] = []
        check_map(assets(root), item, made.append)
        findings.update(dict.fromkeys(made))
        if not any(finding.severity == ERROR for finding in made):
            networks |= _networks(root, item)
    records = 0
    if any((root / part).is_dir() for part in _data_folders(maps)):
        records = check_records(
            root,
            networks,
            lambda finding: findings.update({finding: None}),
            optimal=optimal,
            objective=objective,
        )
    ordered = sorted(findings, key=_order)
    return Validation(len(maps), records, tuple(ordered))


def _order(found: Finding) -> tuple[str, int, str, str]:
    place = -1 if found.place is None else found.place
    return (found.file, place, found.check, found.found)


def _data_folders(maps: Sequence[DataMap]) -> list[str]:
    domains = sorted({item.domain for item in maps})
    return [
        f"{prefix}{domain}/{part}"
        for domain in domains
        for prefix in ("", "raw/")
        for part in ("data", "qa_data")
    ]


def _networks(root: Path, item: DataMap) -> dict[str, MapNetworks]:
    try:
        contents = read_contents(root, item)
        networks = MapNetworks(contents.network(), contents.mix_network())
    except MapclewError:
        # Rows that are sound alone may still make no network; the checks of the map tell why.
        return {}
    return {item.vertex_tab(mix=mix): networks for mix in (False, True)}


def check_map(folder: Path, item: DataMap, report: Report) -> None:
    """Check the tables and the picture of one map.

    Parameters
    ----------
    folder : Path
        That records name their files from.
    item : DataMap
        The map.
    report : callable
        Takes the findings.
    """
    if not (folder / item.figure).is_file():
        mend = f"add the picture under the name {item.key}"
        report(Finding("picture", item.figure, None, "there is no picture of this map", mend))
    else:
        try:
            load_picture(folder / item.figure)
        except BadPicture as error:
            report(Finding("picture", item.figure, None, error.found, "put a whole picture there"))
    edges = _checked(folder, item.edge_tab, "Edge_tab", item.domain, report)
    vertices = _checked(folder, item.vertex_tab(), "Vertex_tab", item.domain, report)
    if edges is None or vertices is None:
        return
    tables = TablePair(item.domain, edges, vertices, item.edge_tab, item.vertex_tab())
    check_duplicates(tables, report)
    for rows, file in ((edges, item.edge_tab), (vertices, item.vertex_tab())):
        if rows.broken:
            found = "is not held against the other tables, since a row of it cannot be read"
            report(Finding("cell", file, None, found, "mend the row, then validate again", WARNING))
    if edges.broken or vertices.broken:
        return
    check_vertex_sets(tables, report)
    check_connected(tables, report)
    if item.domain == "metromap":
        check_line_counts(tables, report)
        check_transfers(tables, report)
        mix_tab = item.vertex_tab(mix=True)
        if (folder / mix_tab).is_file():
            mix = _checked(folder, mix_tab, "Mix_tab", item.domain, report)
            if mix is not None and not mix.broken:
                check_mix(tables, mix, mix_tab, report)


def _checked(
    folder: Path, file: str, table_name: str, domain: str, report: Report
) -> SoundRows | None:
    """Read a table, check its ranges and that its CSV twin says the same."""
    rows = read_sound_rows(folder, file, table_name, domain, report)
    if rows is None:
        return None
    check_ranges(rows, file, table_name, domain, report)
    twin = PurePosixPath(file).with_suffix(".csv").as_posix()
    others = read_sound_rows(folder, twin, table_name, domain, report)
    if others is not None:
        _check_twin(rows, others, file, twin, report)
    return rows


def _check_twin(rows: SoundRows, others: SoundRows, file: str, twin: str, report: Report) -> None:
    mend = "write both files anew from one source"
    # What cannot be read in either file is reported already.
    by_number = {row.number: row for row in others if row.number not in rows.broken}
    for row in rows:
        other = by_number.pop(row.number, None)
        if row.number in others.broken:
            continue
        if other is None:
            found = f"{row.name!r} of {PurePosixPath(file).name} is not in this row"
            report(Finding("twin", twin, row.number, found, mend))
        elif not _same(row, other):
            found = f"{other.name!r} says otherwise than row {row.number} of the JSON file"
            report(Finding("twin", twin, row.number, found, mend))
    for number, other in by_number.items():
        found = f"{other.name!r} is not in the JSON file"
        report(Finding("twin", twin, number, found, mend))


def _same(row: SoundRow, other: SoundRow) -> bool:
    """Whether two rows say the same, as far as both can be read."""
    both = row.values.keys() & other.values.keys()
    return (row.name, row.lines) == (other.name, other.lines) and all(
        row.values[column] == other.values[column] for column in both
    )
