"""What `mapclew solve` is asked: the task that its options describe."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from tools.task import Task

ANSWERS = ("auto", "route", "number")
CRITERIA = ("time", "price", "comfort", "reliability")


def wants_number(question: str, answer: str, weights: str | None) -> bool:
    """Return whether the answer is to be a number, by the option or by the wording.

    Raises
    ------
    ConfigError
        The option is unknown, or weights are given for a number.
    """
    from perception.errors import ConfigError
    from tools.asks_for_number import asks_for_number

    if answer not in ANSWERS:
        raise ConfigError(
            f"{answer!r} is unknown", field="--answer", mend=f"choose {', '.join(ANSWERS)}"
        )
    if answer == "number" and weights is not None:
        raise ConfigError(
            "weights are of routes", field="--weights", mend="leave them out, or ask for a route"
        )
    if answer != "auto" or weights is not None or not question.strip():
        return answer == "number"
    return asks_for_number(question)


def read_task(
    question: str,
    map_path: Path | None,
    edge_tab: Path | None,
    vertex_tab: Path | None,
    weights: str | None,
    domain: str | None,
    *,
    number: bool = False,
) -> Task:
    """Build the task that the options describe.

    Raises
    ------
    ConfigError
        The domain is unknown, or there is neither map nor Edge_tab.
    BadTable
        A table breaks its format.
    MissingWeights
        The weights are no weights.
    """
    from perception.errors import ConfigError
    from tools.network import DOMAINS
    from tools.tables import read_table
    from tools.task import FREE_QUESTION, Task, TaskKind

    if map_path is None and edge_tab is None and not (number and vertex_tab):
        what, or_what = ("answer from", ", --vertex-tab") if number else ("plan on", "")
        raise ConfigError(
            f"there is nothing to {what}",
            field="--map",
            mend=f"give --map, --edge-tab{or_what} or both",
        )
    if number and edge_tab is not None:
        map_path = None  # The table tells what the map does, and exactly.
    if domain is not None and domain not in DOMAINS:
        raise ConfigError(
            f"{domain!r} is no domain", field="--domain", mend=f"choose {' or '.join(DOMAINS)}"
        )
    mix = vertex_tab is not None and edge_tab is None and map_path is not None
    vertex_name = "Mix_tab" if mix else "Vertex_tab"
    edges = read_table(edge_tab, "Edge_tab", domain=domain, complete=False) if edge_tab else None
    vertices = (
        read_table(vertex_tab, vertex_name, domain=domain, complete=False) if vertex_tab else None
    )
    columns = {c for table in (edges, vertices) if table is not None for c in table.columns}
    guessed = "metromap" if not columns or columns & {"Line", "Transfer Time"} else "travelmap"
    kind = TaskKind(
        domain=domain or guessed,
        name="solve",
        source="solve",
        uses_map=map_path is not None,
        uses_edge_tab=edges is not None,
        uses_vertex_tab=vertices is not None and not mix,
        uses_mix_tab=mix,
        weighted=weights is not None,
        question_type=FREE_QUESTION if number else 0,
    )
    return Task(
        question=question,
        kind=kind,
        image=map_path,
        edge_table=edges,
        vertex_table=vertices,
        weights=read_weights(weights) if weights is not None else None,
    )


def read_weights(text: str) -> tuple[float, float, float, float]:
    """Read weights: four numbers, or names of criteria that weigh the same.

    Raises
    ------
    MissingWeights
        Neither.

    Examples
    --------
    >>> read_weights("time, price")
    (0.5, 0.5, 0.0, 0.0)
    """
    from perception.errors import MissingWeights
    from tools.objective import require_weights

    parts = [part.strip().lower() for part in text.split(",") if part.strip()]
    if parts and len(set(parts)) == len(parts) and all(part in CRITERIA for part in parts):
        share = 1.0 / len(parts)
        time, price, comfort, reliability = (share if c in parts else 0.0 for c in CRITERIA)
        return (time, price, comfort, reliability)
    try:
        return require_weights([float(part) for part in parts])
    except ValueError:
        raise MissingWeights(
            f"found {text!r}",
            field="--weights",
            mend=f"give four numbers that sum to 1, or some of {', '.join(CRITERIA)}, each once",
        ) from None
