"""What a system sees of one sample, and nothing else.

A `Task` holds the question, the masked tables, the path of the picture, the weights and the kind
of task. References, totals, the parsed stations and difficulties stay with the scorer
(`eval`), so neither the agent nor the native model can reach a label.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tools.metro_data import MetroData
from tools.scene_graph import SceneGraph
from tools.tables import Table

FREE_QUESTION: Final = -1


@dataclass(frozen=True, slots=True)
class TaskKind:
    """One kind of task.

    Attributes
    ----------
    domain : str
        "metromap" or "travelmap".
    name : str
        Short name, e.g. "only_map", "constraint_1_2_4", "only_vertex2", "csv_vertex2".
    source : str
        Released name of the query file's category, e.g. "map_and_tab_with_constraint_1_2_4",
        "4_qa_edge_tab_global".
    uses_map, uses_edge_tab, uses_vertex_tab, uses_mix_tab : bool
        Which inputs the task gives.
    weighted : bool
        Whether criteria and weights enter; otherwise the number of stations is minimised.
    table_format : str
        "json" or "csv": the form in which a model is shown the tables.
    with_totals : bool
        Whether the answer wraps the route and its four totals in tags.
    question_type : int
        Number of the question's type among the twelve of its domain, whose answer is a number;
        `FREE_QUESTION` for one of no type, in free words; 0 for planning, whose answer is a route.
    answer : str
        Form of the answer: "route" (MapTab, which has numbers besides), "ride" (segments of a line
        each, ReasonMap) or "walk" (instructions, MapBench).
    uses_metro_data : bool
        Whether the lines and their stops stand in the picture's place, as text.
    """

    domain: str
    name: str
    source: str
    uses_map: bool = False
    uses_edge_tab: bool = False
    uses_vertex_tab: bool = False
    uses_mix_tab: bool = False
    weighted: bool = False
    table_format: str = "json"
    with_totals: bool = False
    question_type: int = 0
    answer: str = "route"
    uses_metro_data: bool = False

    @property
    def id(self) -> str:
        """Domain and short name, e.g. "metromap/only_map"."""
        return f"{self.domain}/{self.name}"

    @property
    def rests_on_map(self) -> bool:
        """Whether the picture has to be read: with an Edge_tab the topology is given."""
        return self.uses_map and not self.uses_edge_tab


@dataclass(frozen=True, slots=True)
class Task:
    """One question with its inputs.

    Attributes
    ----------
    question : str
        As the record words it.
    kind : TaskKind
        Kind of task.
    image : Path or None
        The map picture, None where the task gives none.
    edge_table, vertex_table : Table or None
        Masked tables; `vertex_table` is Mix_tab where `kind.uses_mix_tab`.
    weights : tuple of 4 floats or None
        Time, price, comfort, reliability; None where the task is criteria-free.
    metro : MetroData or None
        The lines with their stops, where the task gives them.
    scene : SceneGraph or None
        What there is on the map, where the truth stands in perception's place.
    """

    question: str
    kind: TaskKind
    image: Path | None = None
    edge_table: Table | None = None
    vertex_table: Table | None = None
    weights: tuple[float, float, float, float] | None = None
    metro: MetroData | None = None
    scene: SceneGraph | None = None
