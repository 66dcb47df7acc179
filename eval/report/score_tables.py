"""Scores of the runs of a report, side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from eval.benchmark import TaskTotal
from eval.comparison.paired import mcnemar, mean_interval
from eval.maptab.records import TOTALS
from eval.metrics.question_groups import group_questions
from eval.metrics.question_score import QuestionTaskScore
from eval.metrics.task_score import TaskScore
from eval.report.report_table import Cell, Column, Form, ReportTable
from eval.report.samples import Collected, Result, SampleRow
from eval.systems import Outcome
from tools.task import TaskKind

LEVELS = ("easy", "medium", "hard")
Task = tuple[TaskKind, list[TaskTotal | None]]


def score_tables(found: Collected) -> list[ReportTable]:
    """Return the tables of scores: by task, group of questions, outcome, difficulty and map."""
    tasks = task_scores(found)
    routes = [task for task in tasks if _is_of(TaskScore, task)]
    questions = [task for task in tasks if _is_of(QuestionTaskScore, task)]
    return [
        _routes_table(found, routes),
        _headlines_table(found, [t for t in tasks if t not in routes and t not in questions]),
        _totals_table(found, [(kind, scores) for kind, scores in routes if kind.with_totals]),
        _questions_table(found, questions),
        _groups_table(found, questions),
        _outcomes_table(found, tasks),
        _agreement_table(found),
        _difficulty_table(found),
        _maps_table(found),
    ]


def task_scores(found: Collected) -> list[Task]:
    """Return each task's score by run; None where a run has no sample of it."""
    kinds = {row.kind.id: row.kind for row in found.rows}
    grouped: dict[str, list[SampleRow]] = {name: [] for name in kinds}
    for row in found.rows:
        grouped[row.kind.id].append(row)
    tasks: list[Task] = []
    for name, rows in grouped.items():
        pooled: list[TaskTotal | None] = []
        for number, run in enumerate(found.runs):
            scores = [result.score for row in rows if (result := row.results[number]) is not None]
            pooled.append(run.benchmark.pool(kinds[name], scores) if scores else None)
        tasks.append((kinds[name], pooled))
    return tasks


def _is_of(kind: type[TaskTotal], task: Task) -> bool:
    return any(isinstance(score, kind) for score in task[1])


def side_by_side(found: Collected, columns: Sequence[Column]) -> tuple[Column, ...]:
    """Return the columns once a run, under its name; as they are where there is one run."""
    if len(found.labels) == 1:
        return tuple(columns)
    return tuple(
        Column(column.name, column.form, label) for label in found.labels for column in columns
    )


def _routes_table(found: Collected, tasks: list[Task]) -> ReportTable:
    columns = (
        Column("n", Form.COUNT),
        Column("EMA", Form.SHARE),
        Column("PMA", Form.SHARE),
        Column("DS", Form.COUNT),
        Column("DS max", Form.COUNT),
    )

    def cells(score: TaskTotal | None) -> tuple[Cell, ...]:
        if not isinstance(score, TaskScore):
            return (None,) * len(columns)
        return (score.n, score.ema, score.pma, score.ds, score.ds_max)

    return ReportTable(
        "scores",
        "Routes",
        (Column("task"), *side_by_side(found, columns)),
        tuple((kind.id, *_each(cells, scores)) for kind, scores in tasks),
        "Exact (EMA) and partial match (PMA) over all samples, difficulty-aware score (DS).",
        main=True,
    )


def _headlines_table(found: Collected, tasks: list[Task]) -> ReportTable:
    """Return the main figures of tasks of other benchmarks, as those write them."""
    heads = dict.fromkeys(
        name for _, scores in tasks for score in scores if score for name in score.headline()
    )
    columns = (Column("n", Form.COUNT), *(Column(name) for name in heads))

    def cells(score: TaskTotal | None) -> tuple[Cell, ...]:
        if score is None:
            return (None,) * len(columns)
        told = score.headline()
        return (score.n, *(told.get(name) for name in heads))

    return ReportTable(
        "headlines",
        "Scores",
        (Column("task"), *side_by_side(found, columns)),
        tuple((kind.id, *_each(cells, scores)) for kind, scores in tasks),
        main=True,
    )


def _totals_table(found: Collected, tasks: list[Task]) -> ReportTable:
    columns = tuple(Column(name.replace("_", " "), Form.SHARE) for name in TOTALS)

    def cells(score: TaskTotal | None) -> tuple[Cell, ...]:
        totals = (score.totals if isinstance(score, TaskScore) else None) or {}
        return tuple(totals.get(name) for name in TOTALS)

    return ReportTable(
        "totals",
        "Totals of routes",
        (Column("task"), *side_by_side(found, columns)),
        tuple((kind.id, *_each(cells, scores)) for kind, scores in tasks),
        "Share of all samples whose total equals the label's after rounding.",
        main=True,
    )


def _questions_table(found: Collected, tasks: list[Task]) -> ReportTable:
    columns = (Column("n", Form.COUNT), Column("accuracy", Form.SHARE))

    def cells(score: TaskTotal | None) -> tuple[Cell, ...]:
        if not isinstance(score, QuestionTaskScore):
            return (None, None)
        return (score.n, score.accuracy)

    return ReportTable(
        "questions",
        "Questions",
        (Column("task"), *side_by_side(found, columns)),
        tuple((kind.id, *_each(cells, scores)) for kind, scores in tasks),
        main=True,
    )


def _groups_table(found: Collected, tasks: list[Task]) -> ReportTable:
    columns = (Column("n", Form.COUNT), Column("accuracy", Form.SHARE))
    by_run = [
        group_questions({kind.id: score for kind, scores in tasks if (score := scores[number])})
        for number in range(len(found.runs))
    ]
    places = dict.fromkeys(
        (which, by, group)
        for groups in by_run
        for which, ways in groups.items()
        for by, members in ways.items()
        for group in members
    )

    def cells(place: tuple[str, str, str]) -> Iterable[Cell]:
        which, by, group = place
        for groups in by_run:
            one = groups.get(which, {}).get(by, {}).get(group, {})
            yield from (one.get("n"), one.get("accuracy"))

    return ReportTable(
        "question_groups",
        "Groups of questions",
        (Column("set"), Column("by"), Column("group"), *side_by_side(found, columns)),
        tuple((*place, *cells(place)) for place in places),
        "Each question counts once in every group that it belongs to.",
        main=True,
    )


def _outcomes_table(found: Collected, tasks: list[Task]) -> ReportTable:
    columns = tuple(Column(outcome.value.replace("_", " "), Form.COUNT) for outcome in Outcome)

    def cells(score: TaskTotal | None) -> tuple[Cell, ...]:
        return tuple(score.outcomes[outcome.value] if score else None for outcome in Outcome)

    return ReportTable(
        "outcomes",
        "Outcomes",
        (Column("task"), *side_by_side(found, columns)),
        tuple((kind.id, *_each(cells, scores)) for kind, scores in tasks),
        "Every sample ends in one outcome and counts; scored means answered, right or wrong.",
    )


def _agreement_table(found: Collected) -> ReportTable:
    """Return for each pair of runs how often they are right on the same samples."""
    rows: list[tuple[Cell, ...]] = []
    for a, b in combinations(range(len(found.runs)), 2):
        pairs = [
            (one.score.right, other.score.right, f"{row.kind.domain} {row.map_name}")
            for row in found.rows
            if (one := row.results[a]) is not None and (other := row.results[b]) is not None
        ]
        if pairs:
            rows.append((found.labels[a], found.labels[b], *_paired(pairs)))
    return ReportTable(
        "agreement",
        "Runs against each other",
        (Column("A"), Column("B"), *_PAIRED),
        tuple(rows),
        "Over the samples that both runs have. The interval of B less A (95 %) is by a bootstrap "
        "over maps, none where there is one map; p is McNemar's, exact.",
        main=True,
    )


_PAIRED = (
    *(Column(name, Form.COUNT) for name in ("n", "both right", "only A", "only B", "neither")),
    Column("B - A", Form.SHARE),
    Column("low", Form.SHARE),
    Column("high", Form.SHARE),
    Column("p", Form.NUMBER),
)


def _paired(pairs: list[tuple[int, int, str]]) -> tuple[Cell, ...]:
    """Return the cells of `_PAIRED` for pairs of (A right, B right, map)."""
    first, second = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    only_first, only_second, p = mcnemar(first, second)
    deltas = [b - a for a, b in zip(first, second, strict=True)]
    low, high = mean_interval(deltas, [pair[2] for pair in pairs]) or (None, None)
    both = sum(a and b for a, b in zip(first, second, strict=True))
    neither = len(pairs) - both - only_first - only_second
    counts = (len(pairs), both, only_first, only_second, neither)
    return (*counts, sum(deltas) / len(deltas), low, high, p)


def _difficulty_table(found: Collected) -> ReportTable:
    columns = (Column("n", Form.COUNT), Column("right", Form.SHARE))
    rows = [
        (one, other, *_rates(found, [r for r in found.rows if (r.map_level, r.query_level) == key]))
        for one in LEVELS
        for other in LEVELS
        for key in [(one, other)]
    ]
    return ReportTable(
        "difficulty",
        "Difficulty",
        (Column("map"), Column("query"), *side_by_side(found, columns)),
        tuple(row for row in rows if any(row[2:])),
        "Right: exact match of a route, right number of a question.",
        main=True,
    )


def _maps_table(found: Collected) -> ReportTable:
    columns = (Column("n", Form.COUNT), Column("right", Form.SHARE))
    maps: dict[tuple[str, str], list[SampleRow]] = {}
    for row in found.rows:
        maps.setdefault((row.kind.domain, row.map_name), []).append(row)
    return ReportTable(
        "maps",
        "Maps",
        (Column("domain"), Column("map"), *side_by_side(found, columns)),
        tuple((*key, *_rates(found, rows)) for key, rows in sorted(maps.items())),
    )


def _rates(found: Collected, rows: list[SampleRow]) -> tuple[Cell, ...]:
    """Return by run how many samples there are, and the share that is right."""
    cells: list[Cell] = []
    for number in range(len(found.runs)):
        results: list[Result] = [r for row in rows if (r := row.results[number]) is not None]
        n = len(results)
        cells += (n, sum(result.score.right for result in results) / n) if n else (0, None)
    return tuple(cells)


def _each(
    cells: Callable[[TaskTotal | None], tuple[Cell, ...]],
    scores: Iterable[TaskTotal | None],
) -> tuple[Cell, ...]:
    return tuple(cell for score in scores for cell in cells(score))
