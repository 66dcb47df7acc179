"""How questions are worded: five styles, all 24 types, our own sentences.

`{a}` to `{d}` stand for stations or spots, or for edges "A-B" where a type asks about edges;
`{x}` and `{y}` for lines; `{column}` for a column.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

STYLES: Final = ("direct", "conversational", "formal", "technical", "concise")

_METRO: Final[tuple[tuple[str, str, str, str, str], ...]] = (
    (
        "How many metro lines does the map show in total?",
        "I am looking at this metro map: how many lines are there altogether?",
        "Please state the total number of metro lines depicted on the map.",
        "Determine the number of distinct metro lines of the depicted network.",
        "Total number of lines on the map?",
    ),
    (
        "How many stations lie between {a} and {b} on their common line?",
        "If I ride from {a} to {b} without changing, how many stations come in between?",
        "Please state the number of stations strictly between {a} and {b} on the line they share.",
        "Determine the number of intermediate stations between {a} and {b} on their common line.",
        "Number of stations between {a} and {b} on the same line?",
    ),
    (
        "Does {a} lie on {x}?",
        "Would I find {a} on {x}?",
        "Please verify whether the station {a} belongs to {x}.",
        "Is the station {a} an element of the line {x}?",
        "{a} on {x}: yes or no?",
    ),
    (
        "How many stations does the longest line in the table have?",
        "Which is the longest line here, and how many stations does it have?",
        "Please state the number of stations served by the longest line.",
        "Determine the number of distinct stations of the line that has the most stations.",
        "Number of stations on the longest line?",
    ),
    (
        "What {column} does the table give for the edge {a}?",
        "Can you look up the {column} of the edge {a} for me?",
        "Please state the {column} recorded for the edge {a}.",
        "Return the value of the attribute {column} of the edge {a}.",
        "{column} of edge {a}?",
    ),
    (
        "How many edges are listed between the edge {a} and the edge {b}?",
        "Going through the table, how many rows are there between {a} and {b}?",
        "Please state the number of edges that lie between the edge {a} and the edge {b}.",
        "Determine the number of rows strictly between the edges {a} and {b}.",
        "Number of rows between edge {a} and edge {b}?",
    ),
    (
        "How many transfer stations does the table list?",
        "Looking at the whole table, how many transfer stations do you count?",
        "Please state the total number of transfer stations in the table.",
        "Determine how many transfer stations the complete table contains.",
        "Total number of transfer stations?",
    ),
    (
        "How many transfer stations are on {x}?",
        "If I travel all along {x}, how many transfer stations do I come through?",
        "Please state the number of transfer stations located on {x}.",
        "Determine the number of transfer stations of the line {x}.",
        "Number of transfer stations on {x}?",
    ),
    (
        "Do {a} and {b} lie on the same line?",
        "Can I go from {a} to {b} and stay on the same line?",
        "Please verify whether {a} and {b} belong to the same line.",
        "Is there a common line of the stations {a} and {b}?",
        "{a} and {b} on the same line?",
    ),
    (
        "What is the total stop time of the line whose stop times add up to the most?",
        "Adding up the stop times along each line, what is the largest total?",
        "Please state the largest total stop time of any line.",
        "Determine the maximum over all lines of the sum of the stop times of their stations.",
        "Largest total stop time of a line?",
    ),
    (
        "What is the average reliability of the stations from {a} to {b} on their line?",
        "If I ride from {a} to {b} on one line, how reliable are the stations on average?",
        "Please state the mean reliability of the stations from {a} to {b} along the same line.",
        "Compute the mean reliability over the stations from {a} to {b} on their common line.",
        "Average reliability from {a} to {b} on the same line?",
    ),
    (
        "What is the shortest transfer time between {x} and {y}, or 0 if they share no transfer "
        "station and 1 if there is only one line?",
        "I want to change from {x} to {y}: how short can the transfer time be? Say 0 if I cannot "
        "and 1 if there is only one line.",
        "Please state the shortest transfer time at a transfer station of {x} and {y}; if there is "
        "none, state 0, and if there is only one line, state 1.",
        "Return the minimum transfer time over the transfer stations of {x} and {y}, 0 if there "
        "are none, 1 if there is only one line.",
        "Shortest transfer time between {x} and {y} (none: 0, only one line: 1)?",
    ),
)
_TRAVEL: Final[tuple[tuple[str, str, str, str, str], ...]] = (
    (
        "How many attractions does the map show in total?",
        "How many places to visit are there on this map altogether?",
        "Please state the total number of attractions depicted on the map.",
        "Determine the total number of attractions named on the map.",
        "Total number of attractions?",
    ),
    (
        "Does {a} lie on the circular route?",
        "Would I pass {a} if I walked the circular route?",
        "Please verify whether {a} is situated on the circular route.",
        "Is the spot {a} an element of the circular route?",
        "{a} on the circular route: yes or no?",
    ),
    (
        "How many spots are adjacent to {a}?",
        "Standing at {a}, how many adjacent spots could I walk to?",
        "Please state the number of scenic spots adjacent to {a}.",
        "Determine the number of spots that are adjacent to {a}.",
        "Number of spots adjacent to {a}?",
    ),
    (
        "How many times does the table name the spot that appears most often?",
        "Which spot comes up most often in the table, and how many times?",
        "Please state how often the most frequent spot occurs in the table.",
        "Determine the number of occurrences of the most frequent spot.",
        "Number of occurrences of the most frequent spot?",
    ),
    (
        "What {column} does the table give for {a}?",
        "Can you look up the {column} of {a} for me?",
        "Please state the {column} recorded for {a}.",
        "Return the value of the attribute {column} of the edge {a}.",
        "{column} of {a}?",
    ),
    (
        "Is the shortest distance between {a} and {b} less than 5 edges?",
        "Is the shortest way from {a} to {b} less than 5 edges long?",
        "Please verify whether the shortest distance from {a} to {b} is less than 5.",
        "Is the length of the shortest path between {a} and {b} less than 5?",
        "Shortest distance between {a} and {b} less than 5?",
    ),
    (
        "How many spots in the table have a Time of less than 30?",
        "How many of the spots take a Time of less than 30?",
        "Please state the number of spots in the table whose Time is less than 30.",
        "Determine the number of spots with Time < 30.",
        "Number of spots with Time below 30?",
    ),
    (
        "What is the price of the cheapest of {a}, {b}, {c} and {d}?",
        "I could visit {a}, {b}, {c} or {d}: how much does the cheapest one cost?",
        "Please state the lowest price among {a}, {b}, {c} and {d}.",
        "Return the minimum price over the spots {a}, {b}, {c} and {d}.",
        "Lowest price among {a}, {b}, {c} and {d}?",
    ),
    (
        "Is {a} above {b} in the table?",
        "Reading the table from the top, does {a} come above {b}?",
        "Please verify whether {a} is listed above {b} in the table.",
        "Is the row of {a} located above the row of {b}?",
        "{a} above {b} in the table?",
    ),
    (
        "Does the table have the same number of spots as the map?",
        "Are there as many spots in the table as on the map, the same number?",
        "Please verify whether the number of spots in the table is the same as on the map.",
        "Is the number of rows of the table equal to the number of spots on the map?",
        "Same number of spots in table and map?",
    ),
    (
        "Is there any spot with a Time of less than 30 on any shortest path from {a} to {b}?",
        "If I take any shortest path from {a} to {b}, is there a spot with Time less than 30?",
        "Please verify whether any spot on a shortest path from {a} to {b} has a Time of less "
        "than 30.",
        "Does any spot on the shortest paths from {a} to {b}, ends included, satisfy Time < 30?",
        "Any spot with Time below 30 on the shortest paths from {a} to {b}?",
    ),
    (
        "What is the lowest price among the spots adjacent to {a}?",
        "From {a}, how much does the cheapest adjacent spot cost?",
        "Please state the price of the cheapest spot adjacent to {a}.",
        "Return the minimum price over the spots adjacent to {a}.",
        "Lowest price among spots adjacent to {a}?",
    ),
)
QUESTIONS: Final[Mapping[str, tuple[tuple[str, str, str, str, str], ...]]] = {
    "metromap": _METRO,
    "travelmap": _TRAVEL,
}
"""Of each domain, by type and then by style."""


def word_type(domain: str, number: int, style: str, names: Mapping[str, str]) -> str:
    """Return the question of a type (from 1) in a style.

    >>> word_type("travelmap", 5, "concise", {"a": "Fort-Lake", "column": "Price"})
    'Price of Fort-Lake?'
    """
    return QUESTIONS[domain][number - 1][STYLES.index(style)].format(**names)
