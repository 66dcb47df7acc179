"""What a record of a results file says was answered, and whether that can be scored at all."""

from __future__ import annotations

from collections.abc import Mapping

from eval.systems import Outcome


def stated_answer(record: object) -> tuple[object, Outcome | None]:
    """Return the response of a record, and the outcome that it states where it has none.

    Where there is no `response`, `raw_response` counts, as the released evaluator does.
    """
    if not isinstance(record, Mapping):
        return None, None
    response = record.get("response")
    if response is None:
        response = record.get("raw_response")
    stated = record.get("outcome")
    if isinstance(stated, str) and stated in [each.value for each in Outcome] and not response:
        return response, Outcome(stated)
    return response, None


def unscorable(response: object, outcome: Outcome | None) -> tuple[Outcome, str] | None:
    """Return how an answer ended that cannot be scored, and its fault; None where it can.

    Parameters
    ----------
    response : object
        As the record holds it.
    outcome : Outcome or None
        How the sample ended, where that is known.
    """
    if outcome not in (None, Outcome.SCORED):
        return outcome, ""
    if response is None or (isinstance(response, str) and not response.strip()):
        return Outcome.NO_ANSWER, ""
    if not isinstance(response, str):
        return Outcome.BAD_RECORD, f"response is {type(response).__name__}, not text"
    return None
