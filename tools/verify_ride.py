"""Check a ride against the lists of stops, and that no ride has fewer transfers."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from itertools import pairwise

from tools.plan_ride import RidePlan, find_stations
from tools.ride_network import RideNetwork
from tools.stop_names import clean_name


@dataclass(frozen=True, slots=True)
class RideCheck:
    """The verdict on a ride: whether it holds, and what was found."""

    ok: bool
    findings: tuple[str, ...]


def verify_ride(network: RideNetwork, plan: RidePlan, source: str, target: str) -> RideCheck:
    """Check a ride by other means than the planner's.

    Its ends are those asked for; each leg runs on one line over joined stops; each leg starts where
    the last ended; and a search over whole lines finds no ride with fewer transfers.
    """
    found: list[str] = []
    ride = plan.ride
    if not ride or clean_name(ride[0].departure) not in _keys(network, source):
        found.append(f"the ride does not start at {source!r}")
    if not ride or clean_name(ride[-1].arrival) not in _keys(network, target):
        found.append(f"the ride does not end at {target!r}")
    for number, stations in plan.legs:
        line = network.lines[number]
        for one, other in pairwise(stations):
            if other not in line.joins.get(one, ()):
                found.append(
                    f"{line.name} does not join {line.names.get(one)!r} and "
                    f"{line.names.get(other)!r}"
                )
    for (_, before), (_, after) in pairwise(plan.legs):
        if before[-1] != after[0]:
            found.append("a leg does not start where the last ended")
    if not found:
        fewest = fewest_transfers(network, source, target)
        if fewest is not None and plan.transfers > fewest:
            found.append(f"{fewest} transfers are enough, the ride has {plan.transfers}")
    return RideCheck(not found, tuple(found))


def _keys(network: RideNetwork, name: str) -> set[str]:
    wanted = set(find_stations(network, name))
    return {key for key, stations in network.by_key.items() if wanted & set(stations)}


def fewest_transfers(network: RideNetwork, source: str, target: str) -> int | None:
    """Return how many changes of line are needed: a breadth-first search over whole lines."""
    targets = {line for s in find_stations(network, target) for line in network.lines_at[s]}
    depth = {line: 0 for s in find_stations(network, source) for line in network.lines_at[s]}
    queue = deque(depth)
    while queue:
        line = queue.popleft()
        if line in targets:
            return depth[line]
        for station in network.lines[line].joins:
            for other in network.lines_at[station]:
                if other not in depth:
                    depth[other] = depth[line] + 1
                    queue.append(other)
    return None
