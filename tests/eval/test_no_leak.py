"""No label can be reached from what a system sees."""

from __future__ import annotations

import dataclasses
import gc
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest

from eval.maptab.dataset import MapTabData, Sample
from eval.maptab.kinds import ALL_KINDS
from eval.maptab.masks import column_mask
from tests.eval.tiny_maptab import ANSWER, ROUTES, TOTALS, WEIGHTS, write_data
from tools.task import Task

SECRET_FIELDS = ("station_1", "station_2", "spot_1", "spot_2", "routes", "Map_Difficulty")


def reachable(root: object) -> Iterator[object]:
    """Everything that references lead to: attributes, items, closures, defaults.

    Classes and modules are the program, shared by all samples; nothing of a sample is kept there.
    """
    stack, seen = [root], set[int]()
    while stack:
        found = stack.pop()
        if id(found) in seen or isinstance(found, type | ModuleType | CodeType):
            continue
        seen.add(id(found))
        yield found
        if isinstance(found, FunctionType):
            stack += [cell.cell_contents for cell in found.__closure__ or ()]
            stack += [found.__defaults__, found.__kwdefaults__]
        else:
            stack += gc.get_referents(found)


def all_samples(data: MapTabData) -> list[Sample]:
    samples = [sample for kind in data.kinds() for sample in data.samples(kind)]
    sound = [sample for sample in samples if isinstance(sample, Sample)]
    assert len(sound) == len(samples) > 0
    return sound


def assert_hidden(sample: Sample) -> None:
    task = sample.task()
    found = list(reachable(task))
    ids = {id(each) for each in found}
    assert id(sample) not in ids
    assert id(sample.record) not in ids
    assert id(sample.label) not in ids
    for route in sample.record.get("routes", ()):
        assert not any(route in text for text in found if isinstance(text, str))
    secrets: list[Any] = [sample.record[name] for name in SECRET_FIELDS if name in sample.record]
    assert not any(id(secret) in ids for secret in secrets)


def test_a_task_has_no_other_fields() -> None:
    assert {field.name for field in dataclasses.fields(Task)} == {
        "question",
        "kind",
        "image",
        "edge_table",
        "vertex_table",
        "weights",
        "metro",
        "scene",
    }


def test_the_walk_finds_what_is_hidden_in_closures_and_attributes() -> None:
    secret = "".join(["a", " secret"])

    class Holder:
        def __init__(self) -> None:
            self.hidden = {"deep": [lambda: secret]}

    assert any(each is secret for each in reachable(Holder()))


@pytest.mark.parametrize("layout", ["original", "normalized"])
def test_nothing_of_a_label_is_reachable(tmp_path: Path, layout: str) -> None:
    data = MapTabData(write_data(tmp_path, layout=layout))
    samples = all_samples(data)
    assert len(samples) == len(ALL_KINDS)
    for sample in samples:
        assert_hidden(sample)
        found = list(reachable(sample.task()))
        texts = [each for each in found if isinstance(each, str)]
        numbers = [each for each in found if isinstance(each, float)]
        assert not set(numbers) & {*TOTALS.values(), ANSWER}
        assert not any(route in text for route in ROUTES[sample.kind.domain] for text in texts)
        assert not {"Hard", "Medium", "hard", "medium"} & set(texts)
        assert not set(texts) & set(SECRET_FIELDS)


def test_only_the_inputs_of_the_kind_are_there_masked(tmp_path: Path) -> None:
    data = MapTabData(write_data(tmp_path))
    for sample in all_samples(data):
        task, kind = sample.task(), sample.kind
        assert task.kind == kind
        assert task.question == sample.record["question"]
        assert (task.image is not None) == kind.uses_map
        assert (task.edge_table is not None) == kind.uses_edge_tab
        assert (task.vertex_table is not None) == (kind.uses_vertex_tab or kind.uses_mix_tab)
        assert task.weights == (tuple(WEIGHTS) if kind.weighted else None)
        assert task.metro is None and task.scene is None
        mask = column_mask(kind)
        for table, hidden in ((task.edge_table, mask.edge), (task.vertex_table, mask.vertex)):
            if table is not None:
                assert not hidden & set(table.columns)
                assert all(len(row) == len(table.columns) for row in table.rows)
                assert all(len(row) == len(table.columns) for row in table.written)
        # No unmasked table hides behind the masked one.
        columns = {
            column
            for table in (task.edge_table, task.vertex_table)
            if table is not None
            for column in table.columns
        }
        texts = {each for each in reachable(task) if isinstance(each, str)}
        hidden_everywhere = (mask.edge | mask.vertex) - columns
        assert not texts & hidden_everywhere


@pytest.mark.shared
def test_nothing_of_a_label_is_reachable_in_the_sample(shared: Path) -> None:
    for sample in all_samples(MapTabData(shared / "datasets/maptab_sample")):
        assert_hidden(sample)
