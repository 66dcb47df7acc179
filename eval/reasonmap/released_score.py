"""What the released evaluator does otherwise than the paper, so that its figures can be made again.

- A segment's line has to be a key of the Metro Data, character by character; 八通 stands for Line 1
  and 大兴 for Line 4.
- Each field ends with its line, and the arrival of a short answer is all that follows it.
- In China the reference's line is "Line" and the first number in its name. Elsewhere it is derived
  from the *answer's* name: its first one or two letters or digits, after Metro or Linea where the
  answer has them.
- The reference's arrival is its departure where that ends in its ending (站 or Station), except for
  long questions in China.
- The error of a number of stops is divided by the reference's number alone.
- Names of stops between count only where the answer has 站 among them, split at commas, not
  stripped; in China only.
- Of equal plans the last one gives the parts.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from eval.reasonmap.records import RideLabel
from eval.reasonmap.ride_score import VIA_CAP, Parts, Quality, best_quality
from tools.ride import SEPARATOR, Ride, RideForm, Segment
from tools.stop_names import clean_name

_FIELDS: Final = ("Route Name:", "Departure Stop:", "Arrival Stop:")
_DERIVED: Final = (
    r"Metro\s+([A-Z0-9]{1,2})[-\s]?Line",
    r"Metro\s+([A-Z0-9]{1,2})",
    r"Linea\s+([A-Z0-9]{1,2})",
    r"([A-Z0-9]{1,2})",
)


def read_released(response: str, form: RideForm) -> Ride:
    """Read an answer as the released evaluator does."""
    found = []
    for block in response.split(SEPARATOR):
        if not all(field in block for field in _FIELDS):
            continue
        line = re.search(r"Route Name: (.*?)\n", block)
        departure = re.search(r"Departure Stop: (.*?)\n", block)
        arrival = re.search(r"Arrival Stop: (.*?)\n", block)
        if form is RideForm.SHORT:
            end = block.split("Arrival Stop:")[-1].strip()
        else:
            end = arrival[1] if arrival else "Wrong"
        via: tuple[str, ...] = ()
        count = None
        if form is RideForm.COUNTS:
            number = re.search(r"\d+", block.split("Number of Via Stops: ")[-1].strip())
            count = int(number[0]) if number else 0
        elif form is RideForm.NAMES:
            names = block.split("Via Stops: ")[-1].strip()
            via = tuple(names.split(",")) if "站" in names else ()
        found.append(
            Segment(
                line[1].strip() if line else "Wrong",
                departure[1] if departure else "Wrong",
                end,
                via,
                count,
            )
        )
    return tuple(found)


def is_correct(answer: Ride, label: RideLabel) -> bool:
    """Whether an answer is correct, lines compared character by character."""
    if not answer or not _ends_right(answer, label):
        return False
    listed = {line.name: {stop.key for stop in line.stops} for line in label.metro.lines}
    for place, segment in enumerate(answer):
        name = segment.line
        name = "Line 1" if "八通" in name else name
        name = "Line 4" if "大兴" in name else name
        ends = {clean_name(segment.departure), clean_name(segment.arrival)}
        if name not in listed or not ends <= listed[name]:
            return False
        if place + 1 < len(answer):
            following = clean_name(answer[place + 1].departure)
            if clean_name(segment.arrival) != following:
                return False
    return True


def quality(answer: Ride, label: RideLabel, form: RideForm, *, correct: bool) -> Quality:
    """Return the map score as the released evaluator gives it."""
    if not answer or not _ends_right(answer, label):
        return Quality()
    found = [_compare(answer, plan, label, form) for plan in label.plans]
    return best_quality(found[::-1], form, correct)


def _ends_right(answer: Ride, label: RideLabel) -> bool:
    return clean_name(answer[0].departure) == clean_name(label.source) and (
        clean_name(answer[-1].arrival) == clean_name(label.target)
    )


def _compare(answer: Ride, plan: Ride, label: RideLabel, form: RideForm) -> Parts:
    chinese = label.country == "china"
    lines = stops = counts = matched = 0.0
    union: set[str] = set()
    common: set[str] = set()
    for given, wanted in zip(answer, plan, strict=False):
        line = _reference_line(given, wanted, label)
        departure, arrival = _reference_ends(wanted, chinese, form)
        same = clean_name(line) == clean_name(given.line)
        lines += 2.0 * same
        stops += clean_name(departure) == clean_name(given.departure)
        stops += clean_name(arrival) == clean_name(given.arrival)
        if form is RideForm.COUNTS:
            counts += _count_points(given.via_count or 0, wanted.via_count or 0)
        elif form is RideForm.NAMES and chinese:
            right = [stop if stop.endswith("站") else f"{stop}站" for stop in wanted.via]
            matched += sum(stop in right for stop in given.via)
            if same:
                union |= {*right, *given.via}
                common |= {*right} & {*given.via}
    parts = Parts(ends=1.0, lines=lines, stops=stops)
    if form is RideForm.COUNTS:
        return replace(parts, via_count=min(VIA_CAP, counts))
    if form is RideForm.NAMES:
        overlap = len(common) / len(union) if union else 0.0
        return replace(parts, via_names=(10.0 * overlap + min(VIA_CAP, matched)) / 2)
    return parts


def _reference_line(given: Segment, wanted: Segment, label: RideLabel) -> str:
    if label.country == "china":
        if number := re.search(r"(\d+)", wanted.line):
            return f"Line {int(number[1])}"
        return re.sub(r"\(.*?\)", "", wanted.line).replace("地铁", "")
    for pattern in _DERIVED:
        if match := re.search(pattern, given.line, re.IGNORECASE):
            short = "B" if match[1] == "B1" and label.city == "rome" else match[1]
            return f"Line {short}"
    return given.line


def _reference_ends(wanted: Segment, chinese: bool, form: RideForm) -> tuple[str, str]:
    ending, mark = ("站", "站") if chinese else (" Station", "Station")
    departure, arrival = wanted.departure, wanted.arrival
    if chinese and form is not RideForm.SHORT:
        full = arrival if arrival.endswith(mark) else arrival + ending
    else:
        full = departure if departure.endswith(mark) else arrival + ending
    return (departure if departure.endswith(mark) else departure + ending), full


def _count_points(told: int, right: int) -> float:
    if told == right:
        return 4.0
    return max(0.0, 4.0 - abs(told - right) / right * 4.0) if right else 0.0
