"""A data set's own prompt files, so that figures published with them can be reproduced.

One UTF-8 file a kind of task, in one folder or in `{domain}/` or `{domain}/prompts/` below it:

- `{domain}_{task}.txt` or `.md`, where `{task}` is the short name (`only_map`) or the released
  one (`map_and_tab_with_constraint_1`), or the name without its domain inside a domain's folder.
- Placeholders: `{question}`, `{edge_tab}`, `{vertex_tab}`, `{weights}`, also with two braces and
  blanks (`{{ question }}`). Nothing else in the file is touched, so other braces may stand.
- An input of the task without a placeholder follows at the end, in this order: the weights, the
  tables under their names, the question. Which ones were appended is logged with the run.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any

from perception.errors import ConfigError
from tools.task import Task, TaskKind
from tools.written_tables import written_tables

FIELDS = ("weights", "edge_tab", "vertex_tab", "question")
PLACEHOLDER = re.compile(r"\{\{\s*(%s)\s*\}\}|\{\s*(%s)\s*\}" % (("|".join(FIELDS),) * 2))
SUFFIXES = (".txt", ".md")


class ForeignPrompts:
    """Prompts from a folder.

    Parameters
    ----------
    folder : Path
        As `--prompts` names it.
    table_format : str
        "task", "json" or "csv".

    Raises
    ------
    ConfigError
        If the folder does not exist.
    """

    def __init__(self, folder: Path, table_format: str) -> None:
        if not folder.is_dir():
            raise ConfigError(
                "no such folder", file=str(folder), field="--prompts", mend="check the path"
            )
        self._folder = folder
        self._table_format = table_format
        self._texts: dict[str, str] = {}
        self._files: dict[str, dict[str, Any]] = {}

    def _text_of(self, kind: TaskKind) -> str:
        found = self._texts.get(kind.id)
        if found is None:
            file = self._find(kind)
            try:
                found = file.read_text(encoding="utf-8-sig")
            except (OSError, UnicodeDecodeError) as error:
                raise ConfigError(
                    f"cannot be read ({error})", file=str(file), mend="save it as UTF-8"
                ) from error
            if not found.strip():
                raise ConfigError("is empty", file=str(file), mend="write the prompt into it")
            placed = {a or b for a, b in PLACEHOLDER.findall(found)}
            self._files[kind.id] = {
                "file": file.relative_to(self._folder).as_posix(),
                "sha256": hashlib.sha256(found.encode()).hexdigest(),
                "appended": [name for name in _inputs(kind) if name not in placed],
            }
            self._texts[kind.id] = found
        return found

    def _find(self, kind: TaskKind) -> Path:
        names = dict.fromkeys((kind.name, kind.source))
        tried: list[str] = []
        for name in names:
            stems = (
                f"{kind.domain}_{name}",
                f"{kind.domain}/{name}",
                f"{kind.domain}/{kind.domain}_{name}",
                f"{kind.domain}/prompts/{name}",
                f"{kind.domain}/prompts/{kind.domain}_{name}",
            )
            for stem in stems:
                for suffix in SUFFIXES:
                    file = self._folder / (stem + suffix)
                    if file.is_file():
                        return file
            tried.append(f"{kind.domain}_{name}{SUFFIXES[0]}")
        raise ConfigError(
            f"no prompt for {kind.id}",
            file=str(self._folder),
            field="--prompts",
            mend=f"name it {' or '.join(tried)}, or leave the task out with --task",
        )

    def text(self, task: Task) -> str:
        """Return the file's text with the task's inputs filled in.

        Raises
        ------
        ConfigError
            If the kind of task has no file.
        """
        template = self._text_of(task.kind)
        _, edge_tab, vertex_tab = written_tables(task, self._table_format)
        values = {
            "question": task.question,
            "edge_tab": edge_tab,
            "vertex_tab": vertex_tab,
            "weights": ", ".join(f"{weight:g}" for weight in task.weights or ()),
        }
        text = PLACEHOLDER.sub(lambda match: values[match[1] or match[2]], template).strip()
        for name in self._files[task.kind.id]["appended"]:
            text += "\n\n" + _headed(name, values[name], task.kind)
        return text

    def check(self, kinds: list[TaskKind]) -> None:
        """Raise ConfigError if a kind of task has no file."""
        for kind in kinds:
            self._text_of(kind)

    def describe(self) -> dict[str, Any]:
        """Return the files used so far, their hashes and which inputs were appended.

        The released Travelmap prompts leave the destination out of the totals while the labels
        include it; a run with foreign prompts is therefore marked as one.
        """
        return {"origin": "foreign", "files": dict(sorted(self._files.items()))}


def _inputs(kind: TaskKind) -> list[str]:
    given = {
        "weights": kind.weighted,
        "edge_tab": kind.uses_edge_tab,
        "vertex_tab": kind.uses_vertex_tab or kind.uses_mix_tab,
        "question": True,
    }
    return [name for name in FIELDS if given[name]]


def _headed(name: str, value: str, kind: TaskKind) -> str:
    if name == "question":
        return value
    if name == "weights":
        return f"Weights (time, price, comfort, reliability): {value}"
    title = "Edge_tab" if name == "edge_tab" else "Mix_tab" if kind.uses_mix_tab else "Vertex_tab"
    return f"{title}:\n{value}"
