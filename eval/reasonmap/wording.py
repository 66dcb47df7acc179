"""ReasonMap's questions in words of our own, for records that are built here."""

from __future__ import annotations

from typing import Final

from tools.ride import RideForm

_EXTRA: Final = {
    RideForm.SHORT: "",
    RideForm.COUNTS: "\nNumber of Via Stops: how many stops lie between the two",
    RideForm.NAMES: "\nVia Stops: the stops between the two in order, parted by commas",
}


def word_question(source: str, target: str, form: RideForm) -> str:
    """Return a question with the form of its answer.

    Examples
    --------
    >>> "Number of Via Stops:" in word_question("A Station", "B Station", RideForm.COUNTS)
    True
    """
    return (
        f'How do I ride from "{source}" to "{target}"? Give one route with as few transfers as '
        "possible, and nothing else: one block for each line that is ridden, in order, blocks "
        "parted by a line with `--`. Write lines and stops as they are named here or on the map. "
        "Each block has this form:\n"
        "Route Name: the line\n"
        "Departure Stop: where it is boarded\n"
        f"Arrival Stop: where it is left{_EXTRA[form]}"
    )
