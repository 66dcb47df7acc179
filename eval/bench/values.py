"""Values of tables, drawn in MapTab's published ranges (appendix E.1)."""

from __future__ import annotations

from random import Random
from typing import Final

DAYS: Final = 365


class UniformValues:
    """Every value of a range as likely as any other; each call draws the next one.

    Metromap: minutes, prices, comfort and reliability from 0 to 1. Travelmap: comfort from 1 to 5,
    reliability as a share of the days of a year.

    Parameters
    ----------
    random : Random
        Source of all choices.
    """

    def __init__(self, random: Random) -> None:
        self._random = random

    def ride_time(self) -> float:
        """Metromap edge: 2.00 to 3.00 minutes."""
        return self._hundredths(200, 300)

    def ride_price(self) -> float:
        """Metromap edge: 0.00 to 1.50."""
        return self._hundredths(0, 150)

    def share(self) -> float:
        """Metromap comfort of edges and stations: 0.00 to 1.00."""
        return self._hundredths(0, 100)

    def stop_time(self) -> float:
        """Metromap station: 0.50 to 2.00 minutes."""
        return self._hundredths(50, 200)

    def stop_reliability(self) -> float:
        """Metromap station: 0.50 to 1.00."""
        return self._hundredths(50, 100)

    def transfer_time(self) -> int:
        """Metromap station of several lines: 5 to 15 minutes."""
        return self._random.randint(5, 15)

    def way_time(self) -> float:
        """Travelmap edge without a printed time or distance: 10 to 60 minutes."""
        return float(self._random.randint(10, 60))

    def way_price(self) -> float:
        """Travelmap edge: 10 to 80."""
        return float(self._random.randint(10, 80))

    def rating(self) -> float:
        """Travelmap comfort of edges and spots: 1.0 to 5.0."""
        return self._random.randint(10, 50) / 10

    def way_reliability(self) -> float:
        """Travelmap edge: 36 to 365 days of a year."""
        return of_a_year(self._random.randint(36, DAYS))

    def visit_time(self) -> float:
        """Travelmap spot: 30 to 180 minutes."""
        return float(self._random.randint(30, 180))

    def visit_price(self) -> float:
        """Travelmap spot: 10 to 200 in steps of 5."""
        return 5.0 * self._random.randint(2, 40)

    def visit_reliability(self) -> float:
        """Travelmap spot: as its edges."""
        return self.way_reliability()

    def hub_price(self) -> float:
        """Airports and railway stations: 100, 200 or 300."""
        return 100.0 * self._random.randint(1, 3)

    def _hundredths(self, low: int, high: int) -> float:
        return self._random.randint(low, high) / 100


class PublishedValues(UniformValues):
    """The published distributions: uniform, but for the biases of travel maps.

    Low prices of edges are likelier (the lower of two draws: three quarters lie in the lower half
    of the range); three of four ratings are 3.0 or more; three of four reliabilities are above 180
    days. Within each part all values are alike.
    """

    def way_price(self) -> float:
        """Travelmap edge: 10 to 80, low ones likelier."""
        return min(super().way_price(), super().way_price())

    def rating(self) -> float:
        """Travelmap comfort: 1.0 to 5.0, three of four from 3.0."""
        low, high = (30, 50) if self._likely() else (10, 29)
        return self._random.randint(low, high) / 10

    def way_reliability(self) -> float:
        """Travelmap edge: 1 to 365 days, three of four above 180."""
        return self._days(1)

    def visit_reliability(self) -> float:
        """Travelmap spot: 60 to 365 days, three of four above 180."""
        return self._days(60)

    def _likely(self) -> bool:
        return self._random.random() < 0.75

    def _days(self, least: int) -> float:
        low, high = (181, DAYS) if self._likely() else (least, 180)
        return of_a_year(self._random.randint(low, high))


def of_a_year(days: int) -> float:
    """Return days as a share of a year, to six decimals.

    >>> of_a_year(181)
    0.49589
    """
    return round(days / DAYS, 6)


def time_of_distance(metres: float) -> float:
    """Return the minutes that a printed distance takes: 60 km/h from one kilometre, else 4 m/s.

    Less than a minute counts as one; to two decimals.

    >>> time_of_distance(12_500), time_of_distance(600), time_of_distance(100)
    (12.5, 2.5, 1.0)
    """
    minutes = metres / 1000 if metres >= 1000 else metres / (4 * 60)
    return max(round(minutes, 2), 1.0)
