"""The tables of a task as text: what a model is shown."""

from __future__ import annotations

from tools.tables import Table, table_as_csv, table_as_json
from tools.task import Task


def written_tables(task: Task, table_format: str) -> tuple[str, str, str]:
    """Return the form of the tables, and the edge and vertex table as text (empty if none).

    Parameters
    ----------
    task : Task
        With masked tables.
    table_format : str
        "task" for the form that the kind of task asks for, or "json" or "csv".
    """
    form = task.kind.table_format if table_format == "task" else table_format
    write_table = {"json": table_as_json, "csv": table_as_csv}[form]

    def write(table: Table | None) -> str:
        return "" if table is None else write_table(table).rstrip("\n")

    return form, write(task.edge_table), write(task.vertex_table)
