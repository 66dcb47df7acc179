"""All repairs, in the order in which they are tried: cheapest and likeliest first."""

from __future__ import annotations

from agent.repairs.change import Rule
from agent.repairs.names import lower_min_score, match_writing, take_runner_up
from agent.repairs.route import recompute_marks, search_longer
from agent.repairs.topology import admit_unpaired, bridge_parts, join_names, use_weak_edges

REPAIRS: tuple[Rule, ...] = (
    match_writing,
    lower_min_score,
    take_runner_up,
    join_names,
    use_weak_edges,
    admit_unpaired,
    bridge_parts,
    search_longer,
    recompute_marks,
)
