"""MapTab's questions: twelve types a domain, the CSV twins of types 4 to 12, what each one tests.

Every input has three types, in this order: global, local, spatial. Names are the released ones, as
are those of the files (`{domain}_{name}.json` in `qa_data`); a CSV twin reads its type's file.
Questions are not split into training and test.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from tools.task import TaskKind

CLASSES: Final = ("GP", "LP", "SR")
"""Global perception, local perception, spatial relations."""
INPUTS: Final = ("map", "Edge_tab", "Vertex_tab", "map + Mix_tab")

_NAMES: Final = (
    ("1_qa_only_pic_global", ""),
    ("2_qa_only_pic_part", ""),
    ("3_qa_only_pic_spatial_judge", ""),
    ("4_qa_edge_tab_global", "4_csv_edge_global"),
    ("5_qa_edge_tab_part", "5_csv_edge_part"),
    ("6_qa_edge_tab_spatial_judge", "6_csv_edge_spatial_judge"),
    ("7_qa_vertex_tab_global", "7_csv_vertex_global"),
    ("8_qa_vertex_tab_part", "8_csv_vertex_part"),
    ("9_qa_vertex_tab_spatial_judge", "9_csv_vertex_spatial_judge"),
    ("10_qa_pic_and_tab_global", "10_csv_and_pic_global"),
    ("11_qa_pic_and_tab_part", "11_csv_and_pic_part"),
    ("12_qa_pic_and_tab_spatial_judge", "12_csv_and_pic_spatial_judge"),
)

# Capability to the types that need it, Metromap and Travelmap (Table 1 of the paper).
CAPABILITIES: Final = MappingProxyType(
    {
        "Visual Perception": ((1, 2, 3), (1, 2, 3)),
        "Table Understanding": ((4, 5, 6, 7, 8, 9), (4, 5, 6, 7, 8, 9)),
        "Cross-modal Alignment": ((10, 11, 12), (10, 11, 12)),
        "Graph Topology Reasoning": ((2, 6, 12), (3, 6)),
        "Spatial Localization": ((3, 8, 9), (2, 9)),
        "Numerical Reasoning": ((1, 2, 4, 6, 7, 8, 10, 11), (1, 4, 7, 8, 12)),
        "Path Planning": ((11, 12), (6, 11, 12)),
        "Global Reasoning": ((10, 12), (10, 11)),
    }
)
_DOMAINS: Final = ("metromap", "travelmap")


def input_of(number: int) -> str:
    """Return what a type of question gives, of `INPUTS`."""
    return INPUTS[(number - 1) // 3]


def class_of(number: int) -> str:
    """Return the class of a type of question, of `CLASSES`."""
    return CLASSES[(number - 1) % 3]


def capabilities_of(domain: str, number: int) -> tuple[str, ...]:
    """Return the capabilities that a type of question needs.

    >>> capabilities_of("travelmap", 6)
    ('Table Understanding', 'Graph Topology Reasoning', 'Path Planning')
    """
    place = _DOMAINS.index(domain)
    return tuple(name for name, types in CAPABILITIES.items() if number in types[place])


def _kind(domain: str, number: int, name: str, table_format: str) -> TaskKind:
    given = input_of(number)
    return TaskKind(
        domain,
        name,
        _NAMES[number - 1][0],
        uses_map="map" in given,
        uses_edge_tab=given == "Edge_tab",
        uses_vertex_tab=given == "Vertex_tab",
        uses_mix_tab="Mix_tab" in given,
        table_format=table_format,
        question_type=number,
    )


QUESTION_TYPES: Final = tuple(
    _kind(domain, number, name, "json")
    for domain in _DOMAINS
    for number, (name, _) in enumerate(_NAMES, start=1)
)
"""The twelve types of both domains."""
QUESTION_CSV_TWINS: Final = tuple(
    _kind(domain, number, name, "csv")
    for domain in _DOMAINS
    for number, (_, name) in enumerate(_NAMES, start=1)
    if name
)
