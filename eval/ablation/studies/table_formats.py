"""CSV against JSON: how long the tables are, and how the answers differ (MapTab, Tables 9, 10)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from statistics import fmean

from eval.ablation.map_truths import TruthSource
from eval.ablation.studies.difficulty import rates
from eval.comparison.answers import Answer
from eval.maptab.kinds import ALL_KINDS
from eval.report.report_table import Cell, Column, Form, ReportTable
from perception.errors import MapclewError
from tools.tables import Table, table_as_csv, table_as_json
from tools.task import TaskKind

# Splits as the usual byte-pair tokenizers do before they merge: a word with the space before it,
# up to three digits, signs in a row, line ends, other space.
_PIECE = re.compile(r" ?[^\W\d_]+|\d{1,3}| ?(?:[^\w\s]|_)+[\r\n]*|\s*[\r\n]+|\s+")
_HAN = re.compile(r"[\u2e80-\u9fff\uac00-\ud7af]")


def count_tokens(text: str) -> int:
    """Return about how many tokens a text is, without any model's vocabulary.

    Pieces as byte-pair tokenizers split a text before they merge: words, numbers of up to three
    digits, signs in a row, white space; each Han or Hangul character is one. A vocabulary may
    split rare words further, so that the count is low rather than high; it is the same for every
    model, and settles how two forms of one table compare.

    Examples
    --------
    >>> count_tokens('"Time": 2.75,')
    8
    """
    han = len(_HAN.findall(text))
    return han + sum(1 for piece in _PIECE.findall(_HAN.sub("", text)) if piece)


def twins() -> tuple[tuple[TaskKind, TaskKind], ...]:
    """Return the pairs of a task that shows JSON and its twin that shows CSV."""
    shown = {
        (kind.domain, kind.source): kind
        for kind in ALL_KINDS
        if kind.table_format == "json" and not kind.with_totals
    }
    return tuple(
        (shown[kind.domain, source], kind)
        for kind in ALL_KINDS
        if kind.table_format == "csv"
        for source in [kind.source if (kind.domain, kind.source) in shown else _plain(kind)]
        if (kind.domain, source) in shown
    )


def _plain(kind: TaskKind) -> str:
    # The fourth twin has the released name of its digits alone.
    return f"map_and_tab_with_constraint_{kind.source}"


def format_table(answers: Iterable[Answer]) -> ReportTable:
    """Return the scores of the twins, on the samples that both have answered.

    Parameters
    ----------
    answers : iterable of Answer
        Of tasks and their CSV twins.
    """
    by_task: dict[str, dict[int, Answer]] = {}
    for answer in answers:
        by_task.setdefault(answer.kind.id, {})[answer.index] = answer
    rows: list[tuple[Cell, ...]] = []
    for plain, csv in twins():
        first, second = by_task.get(plain.id, {}), by_task.get(csv.id, {})
        both = sorted(first.keys() & second.keys())
        if both:
            sides = [[answers[index] for index in both] for answers in (first, second)]
            cells = [cell for side in sides for cell in (*rates(side)[1:], _input_tokens(side))]
            rows.append((plain.id, len(both), *cells))
    return ReportTable(
        "formats",
        "JSON and CSV tables",
        (
            Column("task"),
            Column("n", Form.COUNT),
            Column("right", Form.SHARE, "JSON"),
            Column("PMA", Form.SHARE, "JSON"),
            Column("input tokens", Form.COUNT, "JSON"),
            Column("right", Form.SHARE, "CSV"),
            Column("PMA", Form.SHARE, "CSV"),
            Column("input tokens", Form.COUNT, "CSV"),
        ),
        tuple(rows),
        "Input tokens: mean of a sample, as the model's server counted them; none without a model.",
    )


def _input_tokens(answers: list[Answer]) -> int | None:
    """Return the mean over the answers whose tokens are told; None where none is."""
    told = [answer.usage.input_tokens for answer in answers if answer.usage is not None]
    return round(sum(told) / len(told)) if told else None


def token_table(truth: TruthSource, kinds: Iterable[TaskKind]) -> ReportTable:
    """Return the mean length of the tables as they are shown, a row for each task and table.

    Parameters
    ----------
    truth : TruthSource
        The data set.
    kinds : iterable of TaskKind
        Whose tables, with their columns hidden.
    """
    rows: list[tuple[Cell, ...]] = []
    for kind in kinds:
        found: dict[str, dict[str, Table]] = {}
        for sample in truth.samples(kind):
            try:
                task = sample.task()
            except MapclewError:
                continue
            for table in (task.edge_table, task.vertex_table):
                if table is not None:
                    found.setdefault(table.name, {}).setdefault(table.path, table)
        rows += (
            (kind.id, name, *_lengths(list(tables.values()))) for name, tables in found.items()
        )
    return ReportTable(
        "tokens",
        "Length of tables",
        (
            Column("task"),
            Column("table"),
            Column("maps", Form.COUNT),
            Column("tokens", Form.COUNT, "JSON"),
            Column("characters", Form.COUNT, "JSON"),
            Column("tokens", Form.COUNT, "CSV"),
            Column("characters", Form.COUNT, "CSV"),
        ),
        tuple(rows),
        "Means over maps. Tokens are pieces as tokenizers split before they merge, of no model.",
    )


def _lengths(tables: list[Table]) -> tuple[Cell, ...]:
    cells: list[Cell] = [len(tables)]
    for write in (table_as_json, table_as_csv):
        texts = [write(table) for table in tables]
        cells += (round(fmean(map(count_tokens, texts))), round(fmean(map(len, texts))))
    return tuple(cells)
