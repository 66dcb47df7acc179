"""Tables of how two systems differ on the samples that both have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import fmean
from typing import Final

from eval.benchmark import Measure
from eval.comparison.compare import Comparison, Pair
from eval.comparison.error_classes import ErrorClass, failed_alone
from eval.comparison.paired import mcnemar, mean_interval
from eval.map_languages import Languages, script_of
from eval.maptab.question_kinds import capabilities_of
from eval.report.report_table import Cell, Column, Form, ReportTable


def comparison_tables(found: Comparison, languages: Languages | None = None) -> list[ReportTable]:
    """Return every table of a comparison.

    Parameters
    ----------
    found : Comparison
        Two systems.
    languages : dict, optional
        Native and printed language of the maps, by picture's name; the script of the station names
        stands for those of other maps.
    """
    language = _languages(found, languages or {})
    return [
        _scores_table(found),
        _split_table(found, "difficulty", "Difficulty of map and query", _difficulty_of),
        _split_table(found, "languages", "Languages", lambda pair: [language[pair[0].map]]),
        _split_table(found, "maps", "Maps", lambda pair: [pair[0].map]),
        _split_table(found, "capabilities", "Capabilities that questions need", _capabilities_of),
        _resources_table(found),
        _errors_table(found),
        _disagreements_table(found),
    ]


def _groups(found: Comparison) -> dict[str, list[Pair]]:
    """Return the pairs by task, after all routes (rides, walks) and all questions."""
    whole: dict[str, list[Pair]] = {}
    tasks: dict[str, list[Pair]] = {}
    for pair in sorted(found.pairs.values(), key=lambda pair: bool(pair[0].kind.question_type)):
        whole.setdefault(f"all {_what(pair)}", []).append(pair)
    for pair in found.pairs.values():
        tasks.setdefault(pair[0].kind.id, []).append(pair)
    return {**whole, **tasks}


def _what(pair: Pair) -> str:
    """Return what the answers are: routes, rides, walks or questions."""
    kind = pair[0].kind
    return "questions" if kind.question_type else f"{kind.answer}s"


def _scores_table(found: Comparison) -> ReportTable:
    measures = _measures(found)
    return ReportTable(
        "scores",
        f"{found.first.label} (A) against {found.second.label} (B)",
        (Column("task"), *_columns(measures)),
        tuple((name, *_cells(pairs, measures)) for name, pairs in _groups(found).items()),
        f"{found.note} {_meaning(found)} Differences "
        "are B less A, with 95 % intervals over maps (none for a single map); p is exact and of "
        "each row alone.",
        main=True,
    )


def _split_table(
    found: Comparison, name: str, title: str, keys: Callable[[Pair], Sequence[str]]
) -> ReportTable:
    groups: dict[tuple[str, str], list[Pair]] = {}
    for pair in found.pairs.values():
        for value in keys(pair):
            groups.setdefault((_what(pair), value), []).append(pair)
    measures = _measures(found)
    return ReportTable(
        name,
        title,
        (Column("of"), Column(name), *_columns(measures)),
        tuple(
            (*group, *_cells(pairs, measures))
            for group, pairs in sorted(groups.items(), key=lambda item: _order(item[0]))
        ),
        found.note,
    )


def _order(group: tuple[str, str]) -> tuple[str, list[int], str]:
    levels = ("easy", "medium", "hard")
    places = [levels.index(word) for word in group[1].split(", ") if word in levels]
    return group[0], places, group[1]


def _resources_table(found: Comparison) -> ReportTable:
    rows: list[tuple[Cell, ...]] = []
    for label, side in ((found.first.label, 0), (found.second.label, 1)):
        answers = [pair[side] for pair in found.pairs.values()]
        seconds = [a.seconds for a in answers if a.seconds is not None]
        used = [a.usage for a in answers if a.usage is not None]
        costs = [usage.cost for usage in used if usage.cost is not None]
        rows.append(
            (
                label,
                len(answers),
                fmean(seconds) if seconds else None,
                fmean(usage.input_tokens for usage in used) if used else None,
                fmean(usage.output_tokens for usage in used) if used else None,
                sum(costs) if used and len(costs) == len(used) else None,
            )
        )
    return ReportTable(
        "resources",
        "What it took",
        (
            Column("system"),
            Column("n", Form.COUNT),
            Column("seconds a sample", Form.SECONDS),
            Column("input tokens a sample", Form.NUMBER),
            Column("output tokens a sample", Form.NUMBER),
            Column("money", Form.NUMBER),
        ),
        tuple(rows),
        "Over the samples compared. Nothing stands where nothing is told: an agent without a model "
        "uses no tokens, files of others tell neither time nor tokens.",
    )


def _errors_table(found: Comparison) -> ReportTable:
    counts: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    for classes in found.errors.values():
        for side in (0, 1):
            counts[side].update(classes[side])
    wrong = [sum(not pair[side].score.right for pair in found.pairs.values()) for side in (0, 1)]
    failed = [sum(failed_alone(pair[side]) for pair in found.pairs.values()) for side in (0, 1)]
    rows: list[tuple[Cell, ...]] = []
    for each in error_names(counts):
        cells: list[Cell] = []
        for side in (0, 1):
            n = counts[side][each]
            cells += (n, n / wrong[side] if wrong[side] else None, n / len(found.pairs))
        rows.append((each, *cells))
    return ReportTable(
        "errors",
        "Error classes of wrong answers",
        (
            Column("class"),
            *(
                Column(name, form, label)
                for label in _two_labels(found)
                for name, form in (
                    ("n", Form.COUNT),
                    ("of wrong", Form.SHARE),
                    ("of all", Form.SHARE),
                )
            ),
        ),
        tuple(rows),
        "One answer may be in several classes; docs/compare.md has the rules. "
        f"Not right: {wrong[0]} and {wrong[1]}, of them failures that are in none: "
        f"{failed[0]} and {failed[1]}.",
        main=True,
    )


def error_names(counts: Iterable[Iterable[str]]) -> list[str]:
    """Return MapTab's classes in the order of its Table 12, if any is there, then the others."""
    there = {name for count in counts for name in count}
    known = [each.value for each in ErrorClass] if there & set(ErrorClass) or not there else []
    return [*known, *sorted(there - set(known))]


def _disagreements_table(found: Comparison) -> ReportTable:
    rows: list[tuple[Cell, ...]] = []
    for key, (a, b) in found.pairs.items():
        if a.score.right == b.score.right:
            continue
        other = b if a.score.right else a
        classes = found.errors[key][1 if a.score.right else 0]
        rows.append(
            (
                f"{a.kind.id}/{a.index:05d}",
                a.map,
                "A" if a.score.right else "B",
                ", ".join(classes) or other.score.outcome.value,
                a.facts.question,
                a.response,
                b.response,
            )
        )
    return ReportTable(
        "disagreements",
        "Where one is right and the other wrong",
        (
            Column("sample"),
            Column("map"),
            Column("right"),
            Column("error of the other"),
            Column("question"),
            Column("answer of A"),
            Column("answer of B"),
        ),
        tuple(rows),
    )


def _two_labels(found: Comparison) -> tuple[str, str]:
    one, other = found.first.label, found.second.label
    return (one, other) if one != other else (f"{one} (A)", f"{other} (B)")


_MEANINGS: Final = {
    "route": "Right: exact match (EMA) of routes, right number of questions. DS: sums, and the "
    "difference a sample.",
    "ride": "Right: a correct ride. Weighted figures are means by the weight of the difficulties.",
    "walk": "Right: a walk that leads to the destination. PQS: over the walks of which both do; "
    "1 is best, more is a detour.",
}


def _meaning(found: Comparison) -> str:
    kinds = {pair[0].kind.answer for pair in found.pairs.values()}
    return " ".join(text for answer, text in _MEANINGS.items() if answer in kinds)


def _measures(found: Comparison) -> dict[str, str]:
    """Return the measures that any answer has, name to form."""
    return {
        name: measure.form
        for pair in found.pairs.values()
        for name, measure in pair[0].score.measures().items()
    }


def _columns(measures: Mapping[str, str]) -> tuple[Column, ...]:
    columns = [
        Column("n", Form.COUNT),
        *_difference_columns("right", Form.SHARE),
        Column("only A", Form.COUNT),
        Column("only B", Form.COUNT),
        Column("McNemar p", Form.NUMBER),
    ]
    for name, form in measures.items():
        if form == "sum":
            columns += [Column("A", Form.COUNT, name), Column("B", Form.COUNT, name)]
            columns += _difference_columns(name, Form.NUMBER)[2:]
        else:
            columns += _difference_columns(name, Form(form))
    return tuple(columns)


def _difference_columns(group: str, form: Form) -> tuple[Column, ...]:
    return tuple(Column(name, form, group) for name in ("A", "B", "B - A", "low", "high"))


def _cells(pairs: Sequence[Pair], measures: Mapping[str, str]) -> tuple[Cell, ...]:
    """Return the figures of some samples, as `_columns` has them."""
    rights = [(Measure(a.score.right), Measure(b.score.right), a.map) for a, b in pairs]
    cells: tuple[Cell, ...] = (len(pairs), *_difference(rights), *_test(pairs))
    for name in measures:
        both = [
            (one, other, a.map)
            for a, b in pairs
            if (one := a.score.measures().get(name)) is not None
            and (other := b.score.measures().get(name)) is not None
            and one.value is not None
            and other.value is not None
        ]
        cells += _difference(both)
    return cells


def _difference(pairs: Sequence[tuple[Measure, Measure, str]]) -> tuple[Cell, ...]:
    """Return the means (or sums) of A and B, B less A, and the interval of that."""
    if not pairs:
        return (None,) * 5
    weights = [one.weight for one, _, _ in pairs]
    values = [(one.value or 0.0, other.value or 0.0) for one, other, _ in pairs]
    first, second = ([each[side] for each in values] for side in (0, 1))
    deltas = [b - a for a, b in zip(first, second, strict=True)]
    interval = mean_interval(deltas, [pair[2] for pair in pairs], weights=weights)
    told: tuple[Cell, ...] = (fmean(first, weights), fmean(second, weights))
    if pairs[0][0].form == "sum":
        told = (sum(first), sum(second))
    return (*told, fmean(deltas, weights), *(interval or (None, None)))


def _test(pairs: Sequence[Pair]) -> tuple[Cell, ...]:
    return mcnemar([a.score.right for a, _ in pairs], [b.score.right for _, b in pairs])


def _difficulty_of(pair: Pair) -> Sequence[str]:
    levels = pair[0].facts.levels
    return [] if levels is None else [f"{levels[0]}, {levels[1]}"]


def _capabilities_of(pair: Pair) -> Sequence[str]:
    kind = pair[0].kind
    return capabilities_of(kind.domain, kind.question_type) if kind.question_type else ()


def _languages(found: Comparison, known: Languages) -> dict[str, str]:
    """Return the languages of each map, where they are not told the script of its references."""
    texts: dict[str, str] = {}
    for answer, _ in found.pairs.values():
        texts[answer.map] = texts.get(answer.map, "") + answer.facts.names
    told = {name: known.get(name.rpartition("/")[2]) for name in texts}
    return {
        name: script_of(text) if (pair := told[name]) is None else f"{pair[0]}, {pair[1]}"
        for name, text in texts.items()
    }
