"""Scores by native and printed language (MapTab, Table 11)."""

from __future__ import annotations

from collections.abc import Iterable

from eval.ablation.studies.difficulty import rates
from eval.comparison.answers import Answer
from eval.map_languages import UNTOLD, Languages, script_of
from eval.report.report_table import Column, Form, ReportTable


def language_table(answers: Iterable[Answer], languages: Languages | None = None) -> ReportTable:
    """Return scores by native and printed language of the map.

    Parameters
    ----------
    answers : iterable of Answer
        Of routes and questions.
    languages : dict, optional
        Of the maps, by picture's name. A map that it lacks is told by the script of its
        references, its native language by nothing.
    """
    known = languages or {}
    answers = list(answers)
    printed: dict[str, str] = {}
    for answer in answers:
        routes = answer.record.get("routes")
        if isinstance(routes, list):
            printed[answer.map] = printed.get(answer.map, "") + " ".join(map(str, routes))
    groups: dict[tuple[str, str, str], list[Answer]] = {}
    for answer in answers:
        native, of_print = known.get(answer.key[1].rpartition("/")[2], (UNTOLD, ""))
        text = printed.get(answer.map, "").replace("(transfer)", "")
        groups.setdefault((answer.kind.id, native, of_print or script_of(text)), []).append(answer)
    return ReportTable(
        "languages",
        "Native and printed language",
        (
            Column("task"),
            Column("native"),
            Column("printed"),
            Column("n", Form.COUNT),
            Column("right", Form.SHARE),
            Column("PMA", Form.SHARE),
        ),
        tuple((*key, *rates(found)) for key, found in sorted(groups.items())),
        "Where no file tells the printed language, the script of the names stands for it.",
    )
