"""Every kind of MapTab task, and finding one by any of its names.

Per domain: twelve categories of planning queries; their CSV twins, which show the tables as CSV;
and the route-with-totals twins, which ask for the four totals along with the route. A twin reads
its category's query file. The types of questions are in `question_kinds`.

A kind is found by its short name ("constraint_1_2_4", "metromap/only_map"), by a released name
("map_and_tab_with_constraint_1_2_4", "shortest_path_with_qa_and_constraint_1"), by the stem of a
query file, and within the name of a results file. Another family of tasks or another benchmark
joins by its own tuple of kinds in `ALL_KINDS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import PurePath
from typing import Final

from eval.maptab.question_kinds import QUESTION_CSV_TWINS, QUESTION_TYPES
from perception.errors import ConfigError
from tools.task import TaskKind

DOMAINS: Final = ("metromap", "travelmap")
CONSTRAINTS: Final = ("1", "2", "3", "4", "1_2_4", "1_3_4", "2_3_4", "1_2_3_4")

_VERTEX2_SOURCE = "map_and_tab_with_constraint_1_2_3_4_only_vertex2"


def _constraint_source(digits: str) -> str:
    return f"map_and_tab_with_constraint_{digits}"


def _categories(domain: str) -> tuple[TaskKind, ...]:
    return (
        TaskKind(domain, "only_map", "only_map", uses_map=True),
        TaskKind(domain, "only_tab", "only_tab", uses_edge_tab=True),
        TaskKind(domain, "map_and_tab", "map_and_tab", uses_map=True, uses_edge_tab=True),
        *(_constraint(domain, f"constraint_{digits}", digits) for digits in CONSTRAINTS),
        _vertex2(domain, "only_vertex2"),
    )


def _constraint(
    domain: str, name: str, digits: str, *, table_format: str = "json", with_totals: bool = False
) -> TaskKind:
    return TaskKind(
        domain,
        name,
        _constraint_source(digits),
        uses_map=True,
        uses_edge_tab=True,
        uses_vertex_tab=True,
        weighted=True,
        table_format=table_format,
        with_totals=with_totals,
    )


def _vertex2(domain: str, name: str, *, table_format: str = "json") -> TaskKind:
    return TaskKind(
        domain,
        name,
        _VERTEX2_SOURCE,
        uses_map=True,
        uses_mix_tab=True,
        weighted=True,
        table_format=table_format,
    )


def _csv_twins(domain: str) -> tuple[TaskKind, ...]:
    return (
        TaskKind(domain, "only_csv", "only_tab", uses_edge_tab=True, table_format="csv"),
        TaskKind(
            domain,
            "map_and_csv",
            "map_and_tab",
            uses_map=True,
            uses_edge_tab=True,
            table_format="csv",
        ),
        _vertex2(domain, "csv_vertex2", table_format="csv"),
        _constraint(domain, "csv_constraint_1_2_3_4", "1_2_3_4", table_format="csv"),
    )


def _totals_twins(domain: str) -> tuple[TaskKind, ...]:
    return tuple(
        _constraint(domain, f"constraint_{digits}_totals", digits, with_totals=True)
        for digits in CONSTRAINTS
    )


CATEGORIES: Final = tuple(kind for domain in DOMAINS for kind in _categories(domain))
"""The twelve categories of both domains."""
CSV_TWINS: Final = tuple(kind for domain in DOMAINS for kind in _csv_twins(domain))
TOTALS_TWINS: Final = tuple(kind for domain in DOMAINS for kind in _totals_twins(domain))
PLANNING_KINDS: Final = tuple(
    kind
    for domain in DOMAINS
    for group in (CATEGORIES, CSV_TWINS, TOTALS_TWINS)
    for kind in group
    if kind.domain == domain
)
QUESTION_KINDS: Final = tuple(
    kind
    for domain in DOMAINS
    for group in (QUESTION_TYPES, QUESTION_CSV_TWINS)
    for kind in group
    if kind.domain == domain
)
ALL_KINDS: Final[tuple[TaskKind, ...]] = (*PLANNING_KINDS, *QUESTION_KINDS)

SELECTORS: Final[dict[str, tuple[str, Callable[[TaskKind], bool]]]] = {
    "all-planning": (
        "every planning task: the 12 categories, 4 CSV twins and 8 route-with-totals twins",
        lambda kind: kind in PLANNING_KINDS,
    ),
    "canonical-planning": (
        "the 12 planning categories without their twins",
        lambda kind: kind in CATEGORIES,
    ),
    "all-criteria-free": (
        "only_map, only_tab, map_and_tab",
        lambda kind: kind in CATEGORIES and not kind.weighted,
    ),
    "all-constraints": (
        "the 8 categories with map, Edge_tab and Vertex_tab",
        lambda kind: kind in CATEGORIES and kind.uses_vertex_tab,
    ),
    "all-csv": ("the 4 CSV twins of planning tasks", lambda kind: kind in CSV_TWINS),
    "all-totals": ("the 8 route-with-totals twins", lambda kind: kind in TOTALS_TWINS),
    "all-qa": (
        "every type of question: the 12 types and 9 CSV twins",
        lambda kind: kind in QUESTION_KINDS,
    ),
    "canonical-qa": (
        "the 12 types of questions without their twins",
        lambda kind: kind in QUESTION_TYPES,
    ),
}
"""Selector to what it selects, in words and as a test."""

# Short name to the other names that the released files and code give the same task.
_ALIASES: Final[dict[str, tuple[str, ...]]] = {
    "map_and_tab": ("map_and_tab_no_constraint",),
    "only_vertex2": (_VERTEX2_SOURCE, "constraint_1_2_3_4_only_vertex2"),
    "csv_constraint_1_2_3_4": ("map_and_tab_csv_constraint_1_2_3_4",),
    **{f"constraint_{digits}": (_constraint_source(digits),) for digits in CONSTRAINTS},
    **{
        f"constraint_{digits}_totals": (f"with_qa_and_constraint_{digits}",)
        for digits in CONSTRAINTS
    },
}
_SHORT_NAMES: Final[dict[str, str]] = {
    **{kind.name: kind.name for kind in ALL_KINDS},
    **{alias: name for name, aliases in _ALIASES.items() for alias in aliases},
}
_BY_ID: Final[dict[str, TaskKind]] = {kind.id: kind for kind in ALL_KINDS}
_LONGEST_FIRST: Final = sorted(_SHORT_NAMES, key=len, reverse=True)
_STEM = re.compile(
    rf"(?:(?P<domain>{'|'.join(DOMAINS)})[_/])?(?:shortest_path_(?:query_)?)?(?P<task>.+?)"
    r"(?:_(?:test|training)_set)?(?:\.json)?"
)


def get_kind(domain: str, name: str) -> TaskKind:
    """Return the kind of a domain with a short or released name.

    Raises
    ------
    ConfigError
        Where there is none; the message lists the known ones.
    """
    (kind,) = select_kinds([name], domain)
    return kind


def select_kinds(selectors: Iterable[str], domain: str = "all") -> list[TaskKind]:
    """Return the kinds that names and selectors stand for, each once, in the registry's order.

    Parameters
    ----------
    selectors : iterable of str
        Short names, released names, stems of query files, or keys of `SELECTORS`. A name that
        holds a domain stands for that domain only.
    domain : str
        "metromap", "travelmap" or "all".

    Raises
    ------
    ConfigError
        For an unknown name or domain, or a selection without any kind.
    """
    if domain not in (*DOMAINS, "all"):
        raise ConfigError(
            f"domain {domain!r} is unknown",
            field="--domain",
            mend=f"use {', '.join(DOMAINS)} or all",
        )
    chosen: set[str] = set()
    for selector in selectors:
        chosen.update(kind.id for kind in _selected(selector.strip()))
    kinds = [kind for kind in ALL_KINDS if kind.id in chosen and domain in (kind.domain, "all")]
    if not kinds:
        raise ConfigError(f"no task of {domain} is selected", mend=_known())
    return kinds


def _selected(selector: str) -> list[TaskKind]:
    if selector in SELECTORS:
        return [kind for kind in ALL_KINDS if SELECTORS[selector][1](kind)]
    match = _STEM.fullmatch(selector)
    name = _SHORT_NAMES.get(match["task"]) if match else None
    if match is None or name is None:
        raise ConfigError(f"task {selector!r} is unknown", mend=_known())
    domains = [match["domain"]] if match["domain"] else DOMAINS
    return [_BY_ID[f"{domain}/{name}"] for domain in domains if f"{domain}/{name}" in _BY_ID]


def _known() -> str:
    return f"use {', '.join(SELECTORS)}, or {_known_names()}"


def _known_names() -> str:
    return "a task among " + ", ".join(dict.fromkeys(kind.name for kind in ALL_KINDS))


def kind_of_results_file(path: str | PurePath) -> TaskKind:
    """Return the kind that the name of a results file tells.

    The domain's name must stand in it, and after it the longest known name of a task, whole words
    separated by `_`; whatever else the name holds (system, model, date) is passed over. A name
    directly after the domain wins over one further on.

    Raises
    ------
    ConfigError
        Where the name tells no domain or no task.

    Examples
    --------
    >>> kind_of_results_file("travelmap_constraint_1_2_3_4_only_vertex2_gpt4o_results.json").id
    'travelmap/only_vertex2'
    """
    file = PurePath(path)
    stem = file.name.lower().removesuffix(".json")
    for match in re.finditer(rf"(?<![a-z0-9])({'|'.join(DOMAINS)})(?![a-z0-9])", stem):
        domain, rest = match[1], re.sub(r"^[^a-z0-9]+", "", stem[match.end() :])
        rest = re.sub(r"^shortest_path_(query_)?", "", rest)
        for pattern in (r"{}(?![a-z0-9])", r".*(?<![a-z0-9]){}(?![a-z0-9])"):
            for name in _LONGEST_FIRST:
                if re.match(pattern.format(re.escape(name)), rest):
                    return _BY_ID[f"{domain}/{_SHORT_NAMES[name]}"]
    raise ConfigError(
        "the file's name tells no domain and task",
        file=str(file),
        mend=f"name it {{{'|'.join(DOMAINS)}}}_{{task}}_..._results.json; {_known_names()}",
    )
