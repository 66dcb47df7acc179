"""The text of a task for a model: from this project's prompts or from a data set's own."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, Protocol

from perception.errors import ConfigError
from prompts.loader import Prompt, load_prompt
from tools.task import Task, TaskKind
from tools.written_tables import written_tables

CRITERIA = ("time", "price", "comfort", "reliability")
TOTALS = ("Time", "Price", "Comfort Level", "Reliability")
OTHERS = ("reasonmap/map", "reasonmap/text", "reasonmap/blind", "mapbench/navigation")
SETTINGS = ("only_map", "only_tab", "map_and_tab", "constraint", "mix_tab")


class PromptSource(Protocol):
    """Where the text of a task comes from."""

    def text(self, task: Task) -> str:
        """Return the whole text that goes with the picture."""
        ...

    def check(self, kinds: list[TaskKind]) -> None:
        """Raise ConfigError if a kind of task has no prompt."""
        ...

    def describe(self) -> dict[str, Any]:
        """Return the origin and the hashes of the prompts."""
        ...


def input_setting(kind: TaskKind) -> str:
    """Name what a kind of task gives: the stem of its prompt.

    Raises
    ------
    ConfigError
        If no prompt covers these inputs.

    Examples
    --------
    >>> input_setting(TaskKind("metromap", "only_map", "only_map", uses_map=True))
    'only_map'
    """
    inputs = (kind.uses_map, kind.uses_edge_tab, kind.uses_vertex_tab, kind.uses_mix_tab)
    settings = {
        (True, False, False, False): "only_map",
        (False, True, False, False): "only_tab",
        (True, True, False, False): "map_and_tab",
        (True, True, True, False): "constraint",
        (True, False, False, True): "mix_tab",
    }
    # Mix_tab stands in the place of Vertex_tab, so a kind may name both.
    setting = settings.get(inputs) or settings.get((*inputs[:2], False, inputs[3]))
    if setting is None:
        raise ConfigError(
            "no prompt covers its inputs", field=kind.id, mend="choose other tasks with --task"
        )
    return setting


def prompt_name(kind: TaskKind) -> str:
    """Return the name of a kind's prompt: by its inputs, of a question by its type.

    Raises
    ------
    ConfigError
        If no prompt covers it.

    Examples
    --------
    >>> prompt_name(TaskKind("travelmap", "7_csv_vertex_global", "", question_type=7))
    'questions/travelmap_07'
    """
    if kind.answer == "ride":
        shown = "map" if kind.uses_map else "text" if kind.uses_metro_data else "blind"
        return f"reasonmap/{shown}"
    if kind.answer == "walk":
        return "mapbench/navigation"
    if kind.question_type:
        return f"questions/{kind.domain}_{kind.question_type:02d}"
    return f"{kind.domain}_{input_setting(kind)}"


class OwnPrompts:
    """The prompts of this project.

    They state the rules that the labels follow: which stations count, how values are scaled,
    the weights, that a Travelmap destination is part of the totals, and what each type of question
    counts.

    Parameters
    ----------
    table_format : str
        "task", "json" or "csv".
    objective_of : callable
        From a domain to "additive" or "averaged": the cost that the prompt states.
    """

    def __init__(self, table_format: str, objective_of: Callable[[str], str]) -> None:
        self._table_format = table_format
        self._objective_of = objective_of

    def _prompt(self, kind: TaskKind) -> Prompt:
        return load_prompt(f"native/{prompt_name(kind)}")

    def text(self, task: Task) -> str:
        """Return the text of a task.

        Raises
        ------
        ConfigError
            If no prompt covers the task's inputs.
        """
        form, edge_tab, vertex_tab = written_tables(task, self._table_format)
        edge_columns = task.edge_table.columns if task.edge_table else ()
        vertex_columns = task.vertex_table.columns if task.vertex_table else ()
        shown = {*edge_columns, *vertex_columns}
        return self._prompt(task.kind).render(
            question=task.question,
            table_format=form,
            edge_tab=edge_tab,
            vertex_tab=vertex_tab,
            edge_columns=edge_columns,
            vertex_columns=vertex_columns,
            weights=dict(zip(CRITERIA, task.weights or (0.0,) * 4, strict=True)),
            objective=self._objective_of(task.kind.domain),
            with_totals=task.kind.with_totals,
            metro_data=task.metro.to_text() if task.metro else "",
            totals=[column for column in TOTALS if task.kind.with_totals and column in shown],
        )

    def check(self, kinds: list[TaskKind]) -> None:
        """Raise ConfigError if a kind of task has no prompt."""
        for kind in kinds:
            self._prompt(kind)

    def describe(self) -> dict[str, Any]:
        """Return the origin and one hash over all prompts of the native baseline."""
        digest = hashlib.sha256()
        names: list[str] = []
        for domain in ("metromap", "travelmap"):
            names += [f"{domain}_{setting}" for setting in SETTINGS]
            names += [f"questions/{domain}_{number:02d}" for number in range(1, 13)]
        for name in (*names, *OTHERS):
            digest.update(load_prompt(f"native/{name}").sha256.encode())
        return {"origin": "mapclew", "sha256": digest.hexdigest()}
