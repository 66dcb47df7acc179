"""All repairs, in the order in which they are tried: cheapest and likeliest first."""

from __future__ import annotations

from agent.repairs.alternatives import (
    drop_contradicted,
    move_end,
    read_openly,
    take_joins,
    take_likeliest_way,
)
from agent.repairs.change import Rule
from agent.repairs.names import lower_min_score, match_writing, take_runner_up
from agent.repairs.route import recompute_marks, search_longer
from agent.repairs.topology import admit_unpaired, bridge_parts, join_names, use_weak_edges

REPAIRS: tuple[Rule, ...] = (
    match_writing,
    lower_min_score,
    take_runner_up,
    drop_contradicted,
    join_names,
    move_end,
    take_likeliest_way,
    take_joins,
    use_weak_edges,
    admit_unpaired,
    read_openly,
    bridge_parts,
    search_longer,
    recompute_marks,
)
