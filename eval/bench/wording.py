"""How queries are worded: five styles, every category, our own sentences."""

from __future__ import annotations

from dataclasses import dataclass

STYLES = (
    "direct",
    "graph-theoretic",
    "instruction-seeking",
    "user-oriented",
    "constraint-explicit",
)


@dataclass(frozen=True, slots=True)
class Goal:
    """What a route is to achieve, in the forms that the sentences need.

    Attributes
    ----------
    verb : str
        "which route ... from A to B?"
    path : str
        "find the ... between A and B."
    wish : str
        "... with ..."
    measure : str
        "the only criterion is ..."
    """

    verb: str
    path: str
    wish: str
    measure: str


SHORTEST = Goal(
    "passes the fewest {stops}",
    "path with the fewest {stops}",
    "as few {stops} as possible",
    "the number of {stops} on the way",
)


def _balance(criteria: str) -> Goal:
    return Goal(
        f"is the best compromise of {criteria}",
        f"path that is optimal in {criteria} taken together",
        f"{criteria} weighed against one another",
        f"the weighted sum of {criteria}",
    )


GOALS: dict[str, Goal] = {
    "1": Goal(
        "takes the least time",
        "path of least total time",
        "as little time spent as possible",
        "the time needed",
    ),
    "2": Goal(
        "costs the least money",
        "path of least total price",
        "as little to pay as possible",
        "the price",
    ),
    "3": Goal(
        "offers the highest comfort",
        "path of greatest comfort",
        "as much comfort as possible",
        "the comfort level",
    ),
    "4": Goal(
        "is the most reliable one",
        "path of greatest reliability",
        "as little risk of disruption as possible",
        "the reliability",
    ),
    "1_2_4": _balance("time, price and reliability"),
    "1_3_4": _balance("time, comfort and reliability"),
    "2_3_4": _balance("price, comfort and reliability"),
    "1_2_3_4": _balance("time, price, comfort and reliability"),
}
"""Goal of each set of criteria (1 time, 2 price, 3 comfort, 4 reliability)."""

SENTENCES: dict[str, str] = {
    "direct": "{Sources}, which route {verb} from {a} to {b}?",
    "graph-theoretic": "{Sources}, find the {path} between {a} and {b}.",
    "instruction-seeking": "{Sources}, how do I get to {b} from {a} with {wish}?",
    "user-oriented": "{Sources}, I would like {wish}: which way should I travel from {a} to {b}?",
    "constraint-explicit": "{Sources}, if {measure} is all that counts, what is the best route "
    "from {a} to {b}?",
}

WORDS = {
    "metromap": {"map": "the metro map", "stops": "stations"},
    "travelmap": {"map": "the visitor map", "stops": "spots"},
}


def word_question(
    domain: str, sources: tuple[str, ...], criteria: str, style: str, source: str, target: str
) -> str:
    """Return one question.

    Parameters
    ----------
    domain : str
        "metromap" or "travelmap".
    sources : tuple of str
        What the reader is given: "map", "Edge Table", "Vertex Table".
    criteria : str
        Key of `GOALS`; empty for the fewest stations.
    style : str
        One of `STYLES`.
    source, target : str
        Names as in the tables.
    """
    words = WORDS[domain]
    goal = GOALS[criteria] if criteria else SHORTEST
    named = [words["map"] if name == "map" else f"the {name}" for name in sources]
    listed = " and ".join([", ".join(named[:-1]), named[-1]] if len(named) > 1 else named)
    forms = {
        form: getattr(goal, form).format(stops=words["stops"])
        for form in ("verb", "path", "wish", "measure")
    }
    return SENTENCES[style].format(Sources=f"Based on {listed}", a=source, b=target, **forms)
