"""Rewards for reinforcement fine-tuning on ReasonMap, as plain functions.

They have the calling convention of the usual libraries: one call for a batch, `completions` first,
the columns of the data set as keyword arguments of the same length, one number back for each
completion. A completion is its text, or a chat of messages whose last one is the answer.

Nothing is learnt from a record without sound labels: all its completions get the same reward.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from eval.reasonmap.names import Names
from eval.reasonmap.records import parse_label
from eval.reasonmap.ride_score import is_correct
from perception.errors import BadRecord, ConfigError
from tools.ride import SEPARATOR, RideForm, final_answer, read_ride, ride_form

Completion = str | Sequence[Mapping[str, Any]]
RIGHT_FORM: Final = 1.0
WRONG_FORM: Final = -1.0
_NO_NAMES: Final = Names()


def accuracy_reward(
    completions: Sequence[Completion], *, names: Names = _NO_NAMES, **fields: Any
) -> list[float]:
    r"""Return 1 for each correct answer, else 0 (Algorithm 1).

    Parameters
    ----------
    completions : sequence
        Answers.
    names : Names, optional
        Translations of stops and lines.
    **fields
        Columns `station_1`, `station_2`, `json` and `routes` of the answers' records; others are
        passed over.

    Raises
    ------
    ConfigError
        A column is missing or of another length.

    Examples
    --------
    >>> text = "Route Name: 1\nDeparture Stop: A\nArrival Stop: B"
    >>> plan = [{"route_name": "1", "departure_stop": "A", "arrival_stop": "B"}]
    >>> record = {"station_1": "A", "station_2": "B", "json": {"1": ["A", "B"]}, "routes": [plan]}
    >>> accuracy_reward([text, "?"], **{name: [value] * 2 for name, value in record.items()})
    [1.0, 0.0]
    """
    columns = _columns(fields, ("station_1", "station_2", "json", "routes"), len(completions))
    rewards = []
    for place, completion in enumerate(completions):
        record = {name: column[place] for name, column in columns.items()}
        try:
            label = parse_label(record)
        except BadRecord:
            rewards.append(0.0)
            continue
        rewards.append(float(is_correct(read_ride(text_of(completion)), label, names)))
    return rewards


def format_reward(completions: Sequence[Completion], **fields: Any) -> list[float]:
    """Return 1 for each answer in the required form, else -1.

    Nothing but blocks, each with its three fields; where the column `question` (or `prompts`) asks
    for numbers or names of the stops between, each block has these too.

    Raises
    ------
    ConfigError
        A column is of another length.
    """
    questions: Sequence[Any] = [""] * len(completions)
    for name in ("question", "prompts"):
        if fields.get(name) is not None:
            questions = _columns(fields, (name,), len(completions))[name]
            break
    return [
        RIGHT_FORM if _is_formed(text_of(completion), text_of(question)) else WRONG_FORM
        for completion, question in zip(completions, questions, strict=True)
    ]


def text_of(completion: object) -> str:
    """Return the text of a completion: itself, or that of a chat's last message."""
    if isinstance(completion, str):
        return completion
    if isinstance(completion, Sequence) and completion:
        completion = completion[-1]
    if not isinstance(completion, Mapping):
        return ""
    content = completion.get("content")
    if isinstance(content, Sequence) and not isinstance(content, str):
        parts = [part.get("text", "") for part in content if isinstance(part, Mapping)]
        return "".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else ""


def _is_formed(answer: str, question: str) -> bool:
    form = ride_form(question)
    blocks = final_answer(answer).split(SEPARATOR)
    segments = [read_ride(block) for block in blocks]
    if not all(len(found) == 1 for found in segments):
        return False
    extra = {RideForm.COUNTS: "number of via stops", RideForm.NAMES: "via stops"}.get(form)
    lines = 4 if extra else 3
    for block in blocks:
        written = [line for line in block.strip().splitlines() if line.strip()]
        if len(written) != lines or (extra and not _starts(written[-1], extra)):
            return False
    return True


def _starts(line: str, field: str) -> bool:
    return line.strip().strip("*").lower().startswith(field)


def _columns(
    fields: Mapping[str, Any], names: Sequence[str], count: int
) -> dict[str, Sequence[Any]]:
    found = {}
    for name in names:
        column = fields.get(name)
        if column is None or isinstance(column, str) or len(column) != count:
            size = "missing" if column is None else f"of {len(column)} values"
            raise ConfigError(
                f"the column is {size} for {count} completions",
                field=name,
                mend="keep the data set's columns in the batch",
            )
        found[name] = column
    return found
