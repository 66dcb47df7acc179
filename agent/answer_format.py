"""A route or a number as the text that is scored."""

from __future__ import annotations

from dataclasses import replace

from agent.problem import Problem
from tools.label_style import learn_style
from tools.question import Answer
from tools.route import Route, format_totals


def as_written(route: Route, problem: Problem) -> Route:
    """Return a route with its stations as the answer writes them.

    Stations of a table keep the table's name. Where only the map names them, the ends are written
    as the question does, the others as it would.

    Parameters
    ----------
    route : Route
        Its stations are vertices of the network.
    problem : Problem
        It was solved for.
    """
    if not problem.labels:
        return route
    labels = [problem.labels.get(vertex, vertex) for vertex in route.stations]
    examples = [
        (labels[place], problem.asked[route.stations[place]])
        for place in (0, -1)
        if route.stations[place] in problem.asked
    ]
    if examples:
        style = learn_style(examples)
        labels = [
            problem.asked.get(vertex) or style.write(label)
            for vertex, label in zip(route.stations, labels, strict=True)
        ]
    return replace(route, stations=tuple(labels))


def write_answer(route: Route, with_totals: bool) -> str:
    """Write a route as MapTab answers it.

    Parameters
    ----------
    route : Route
        Stations as written.
    with_totals : bool
        Whether route and totals are wrapped in the tags of the route-with-totals tasks; a total
        that no table gives is left out.

    Examples
    --------
    >>> write_answer(Route(("A", "B"), (False, False)), with_totals=False)
    'A-B'
    """
    if not with_totals:
        return str(route)
    totals = format_totals(route.totals) if route.totals else {}
    return "\n".join(
        f"<{name}_begin>{value}<{name}_end>"
        for name, value in {"route": str(route), **totals}.items()
    )


def write_number(answer: Answer) -> str:
    """Write the answer to a question as MapTab answers it.

    Examples
    --------
    >>> write_number(Answer(0.835, "the mean"))
    '<answer_begin>0.83<answer_end>'
    """
    return f"<answer_begin>{answer}<answer_end>"
