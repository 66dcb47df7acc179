"""Whether the stations that a record names are those that its question asks of."""

from __future__ import annotations

from eval.maptab.records import Label
from perception.errors import BadQuestion, BadRecord
from tools.name_folding import fold_name
from tools.name_matching import name_similarity
from tools.parse_question import parse_question

# Less alike than this are two stations; a name written in another way is more.
_ALIKE = 0.5


def check_ends(question: str, label: Label, *, file: str = "", index: int = 0) -> None:
    """Refuse a record whose question clearly asks of other stations than the record names.

    Only what leaves no doubt is refused: a name that does not stand in the question in any writing,
    while the wording gives two ends that are both unlike it.

    Parameters
    ----------
    question : str
        As worded.
    label : Label
        Of the same record; an end that it lacks is passed over.
    file, index
        Place of the record, for the message.

    Raises
    ------
    BadRecord
        At the first such field.
    """
    text = fold_name(question).flat
    for field, name in label.ends.items():
        if not name or not name.strip() or fold_name(name).flat in text:
            continue
        try:
            asked = parse_question(question)
        except BadQuestion:
            return
        if max(name_similarity(name, end) for end in (asked.source, asked.target)) < _ALIKE:
            raise BadRecord(
                f"is {name!r}, but the question asks of {asked.source!r} and {asked.target!r}",
                file=file,
                field=f"record {index}, {field}",
                mend="mend the question or the field",
            )
