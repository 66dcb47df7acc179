"""Read what a question asks for: from its wording, what is given with it, and the known names."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

from perception.errors import BadQuestion, UnknownLine, UnknownStation
from tools.find_names import KnownNames
from tools.free_forms import free_form
from tools.name_runs import NamedText, NameRun, find_runs
from tools.question import Asked, Question
from tools.question_forms import (
    COLUMN_CUES,
    DEFAULT_LIMITS,
    FORMS,
    LIMIT,
    NAME_SIGN,
    REVERSED,
    Form,
)

_INPUTS = {"map": "the map", "edges": "an Edge_tab", "vertices": "a Vertex_tab"}
_BEFORE_A_LINE = frozenset(("on", "along", "of", "to"))


def read_question(
    text: str, domain: str, gives: Collection[str], known: KnownNames, *, free: bool = False
) -> Question:
    """Read a question.

    Parameters
    ----------
    text : str
        As worded.
    domain : str
        "metromap" or "travelmap".
    gives : collection of str
        What is given with it, of "map", "edges", "vertices".
    known : KnownNames
        The names that there are.
    free : bool
        Whether it may be of any kind that the inputs can answer, not only of MapTab's types for
        these inputs; its wording then has to tell which.

    Returns
    -------
    Question
        Its names as `known` writes them.

    Raises
    ------
    UnknownStation, UnknownLine
        It names one that is not there; the message says which.
    BadQuestion
        It asks for nothing that what is given can answer, or lacks a name.

    Examples
    --------
    >>> known = KnownNames(("A1", "B1"))
    >>> found = read_question("Is B1 above A1?", "travelmap", {"vertices"}, known)
    >>> found.asked.value, found.stations
    ('is_above', ('B1', 'A1'))
    """
    if not text.strip():
        raise BadQuestion("the question is empty", field="question", mend="ask something")
    named = find_runs(text, known.stations, known.lines, NAME_SIGN)
    form = free_form_of(named, domain, gives) if free else form_of(named, domain, gives)
    found_stations, found_lines = _names(named, form, known)
    question = Question(form.asked, found_stations, found_lines)
    if form.asked is Asked.EDGE_VALUE:
        return replace(question, column=_column(named.wording))
    if form.asked in DEFAULT_LIMITS:
        match = LIMIT.search(named.wording)
        limit = float(match[1]) if match else DEFAULT_LIMITS[form.asked]
        return replace(question, limit=limit)
    if form.asked is Asked.IS_ABOVE and REVERSED.search(named.wording):
        return replace(question, stations=found_stations[::-1])
    return question


def form_of(named: NamedText, domain: str, gives: Collection[str]) -> Form:
    """Return which kind of question a wording is.

    Raises
    ------
    BadQuestion
        Nothing that is given answers any kind of question.
    """
    forms = [form for form in FORMS if form.domain == domain and form.gives <= set(gives)]
    # With map and table given, what needs both comes before what needs one.
    forms.sort(key=lambda form: -len(form.gives))
    for form in forms:
        wording = named.bare if form.asked is Asked.LINES_AT else named.wording
        if form.fits(wording, sum(run.sure for run in named.runs)):
            return form
    raise BadQuestion(
        f"nothing is given that answers {named.wording!r}",
        field="question",
        mend="give the map, the tables or both",
    )


def free_form_of(named: NamedText, domain: str, gives: Collection[str]) -> Form:
    """Return which kind of question a wording is, of all there are.

    Raises
    ------
    BadQuestion
        It is of none, or of one that what is given cannot answer.
    """
    found = free_form(domain, named.wording, sum(run.sure for run in named.runs))
    if found is None or found[0].asked is Asked.LINE_COUNT:
        # Names in small letters that nothing knows: they have to be refused by name.
        unsure = free_form(domain, named.bare, len(named.runs))
        found = (
            unsure if found is None or (unsure and unsure[0].lines + unsure[0].stations) else found
        )
    if found is None:
        raise BadQuestion(
            "no kind of question that has an answer here",
            field="question",
            mend="ask for a route from A to B, or for one of the numbers in docs/questions.md, "
            "with names as the map or the tables write them",
        )
    form, enough = found
    if not any(inputs <= set(gives) for inputs in enough):
        needed = " or ".join(" and ".join(_INPUTS[i] for i in sorted(e)) for e in enough)
        raise BadQuestion(
            f"{form.asked.value.replace('_', ' ')} is not told by what is given",
            field="question",
            mend=f"give {needed}",
        )
    return form


def _column(wording: str) -> str:
    for column, cue in COLUMN_CUES:
        if re.search(cue, wording):
            return column
    raise BadQuestion(
        "no column is named",
        field="question",
        mend="ask for Time, Price, Comfort Level or Reliability",
    )


def _names(
    named: NamedText, form: Form, known: KnownNames
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    runs = list(named.runs)
    if (
        form.asked is Asked.SHORTEST_TRANSFER
        and len(known.lines) == 1
        and (not runs or any(_may_be_line(run.text, known) for run in runs))
    ):
        # The answer is then the same whatever the question calls the other line.
        return (), known.lines * 2
    line_runs = _line_runs(runs, form, known)
    found_lines = tuple(known.line(run.text) for run in line_runs)
    rest = [run for run in runs if run not in line_runs]
    many = form.asked is Asked.CHEAPEST_OF
    listed = [run for run in rest if run.known == "station"]
    enough = form.stations and len(listed) >= form.stations
    chosen = listed if enough and not many else _sure_first(rest, form.stations, known)
    if not many:
        chosen = chosen[: form.stations]
    found = tuple(known.station(run.text) for run in chosen)
    if len(found) < form.stations:
        raise BadQuestion(
            f"names {len(found)} of {form.stations} stations or spots",
            field="question",
            mend="name them as the map or the table does",
        )
    return found, found_lines


def _sure_first(runs: list[NameRun], count: int, known: KnownNames) -> list[NameRun]:
    """Return the sure names; where they are too few, with words that may be names, in order."""
    sure = [run for run in runs if run.sure]
    missing = count - len(sure)
    if missing <= 0:
        return sure
    others = [run for run in runs if not run.sure]
    others.sort(key=lambda run: not _may_be_station(run.text, known))
    return sorted(sure + others[:missing], key=lambda run: run.start)


def _line_runs(runs: list[NameRun], form: Form, known: KnownNames) -> list[NameRun]:
    """Return the names that stand for lines: called so, known so, else those that may be."""
    if not form.lines:
        return []
    called = [run for run in runs if run.by_line or run.known == "line"]
    others = [run for run in runs if run not in called and not run.known]
    others.sort(
        key=lambda run: (
            not _may_be_line(run.text, known),
            run.before not in _BEFORE_A_LINE,
            not run.sure,
        )
    )
    only_lines = not form.stations
    if only_lines:
        others += [run for run in runs if run.known == "station" and run not in called]
    if (
        form.stations
        and sum(run.sure for run in others) + sum(run.known == "station" for run in runs)
        <= form.stations
    ):
        # The names are those of the stations; one that stands as a line does is a line none knows.
        others = [
            run for run in others if run.before in _BEFORE_A_LINE or _may_be_line(run.text, known)
        ]
    chosen = (called + others)[: form.lines]
    if len(chosen) < form.lines:
        raise BadQuestion(
            f"names {len(chosen)} of {form.lines} lines",
            field="question",
            mend='call them "line ..."',
        )
    return sorted(chosen, key=lambda run: run.start)


def _may_be_line(text: str, known: KnownNames) -> bool:
    try:
        known.line(text)
    except UnknownLine:
        return False
    return True


def _may_be_station(text: str, known: KnownNames) -> bool:
    try:
        known.station(text)
    except UnknownStation:
        return False
    return True
