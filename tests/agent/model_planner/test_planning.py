"""A model that behaves: its calls run in the graph, verified and repaired as those of the rules."""

from __future__ import annotations

import base64
import io
import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from agent.system import AgentSystem, reply_of
from eval.mapbench.kinds import NAVIGATION
from eval.mapbench.queries import word_query
from eval.reasonmap.kinds import KINDS
from eval.reasonmap.wording import word_question
from tests.agent.model_planner.asking import (
    QUESTION,
    RIGHT,
    ask,
    map_task,
    picture,
    run,
    small_map,
    statuses,
    table_task,
    told,
)
from tests.agent.model_planner.policies import READING, Seen, call, sensible
from tests.agent.test_repairs import mix_tab
from tests.agent.truth_reader import TruthReader
from tests.eval.scripted_server import Say, Script, chat, says
from tools.reply import Outcome
from tools.ride import RideForm, read_ride
from tools.tables import Table
from tools.task import Task, TaskKind

SHORT = next(kind for kind in KINDS if kind.name == "short")


def in_turn(*steps: Say) -> Script:
    return says(*steps)


@pytest.mark.parametrize("mode", ["native", "json"])
def test_a_sensible_model_calls_what_the_rules_call_and_no_more(mode: str, tmp_path: Path) -> None:
    on_table = ask(sensible, table_task(), tool_calls=mode)
    assert (on_table.response, on_table.outcome, on_table.verified) == (RIGHT, "scored", True)
    assert statuses(on_table) == [("solve_route", "ran")]
    on_map = ask(sensible, map_task(picture(tmp_path)), tool_calls=mode)
    assert (on_map.response, on_map.verified) == (RIGHT, True)
    assert [tool for tool, _ in statuses(on_map)] == [*READING, "align_tables", "solve_route"]
    assert all(entry["needed"] for entry in on_map.trace["tool_use"]["calls"])


@pytest.mark.parametrize("mode", ["native", "json"])
@pytest.mark.parametrize(
    ("kind", "question", "steps"),
    [
        (SHORT, word_question("Alder", "Dune", RideForm.SHORT), ("build_lines", "plan_ride")),
        (NAVIGATION, word_query("Alder", "Dune"), ("build_scene", "plan_walk")),
    ],
    ids=["ride", "walk"],
)
def test_rides_and_walks_are_planned_with_their_own_tools(
    kind: TaskKind, question: str, steps: tuple[str, ...], mode: str, tmp_path: Path
) -> None:
    task = Task(question, kind, picture(tmp_path))
    reply = ask(sensible, task, tool_calls=mode)
    rules = AgentSystem(reader=TruthReader(lambda _: small_map())).answer(task)
    assert (reply.response, reply.verified) == (rules.response, True)
    assert [tool for tool, _ in statuses(reply)] == [*READING, *steps]
    assert all(entry["needed"] for entry in reply.trace["tool_use"]["calls"])
    assert read_ride(reply.response or "") if kind is SHORT else "->" in (reply.response or "")


def test_the_model_sees_question_and_tables_and_the_picture_where_it_has_vision(
    tmp_path: Path,
) -> None:
    task = table_task(image=picture(tmp_path))
    _, (blind, *_) = run(sensible, task)
    _, (sighted, *_) = run(sensible, task, vision=True)
    for body in (blind, sighted):
        seen = Seen(body)
        assert task.question in seen.task
        assert '"Edge":"Cedar-Dune"' in seen.task.replace(": ", ":")
        assert "look_closer" in seen.offered
    assert (Seen(blind).pictures, Seen(sighted).pictures) == (0, 1)
    assert "ask_about_map" in Seen(sighted).offered
    assert "ask_about_map" not in Seen(blind).offered
    assert not {"read_text", "look_closer"} & set(Seen(run(sensible, table_task())[1][0]).offered)


def test_several_calls_of_one_reply_are_run_in_order_without_asking_again(tmp_path: Path) -> None:
    names = [*READING, "align_tables"]
    calls = [{"id": name, "function": {"name": name, "arguments": "{}"}} for name in names]
    together = chat(None, finish="tool_calls", tool_calls=calls)
    end = call("solve_route", {"source": "Alder", "target": "Dune"})
    state, requests = run(in_turn(together, end), map_task(picture(tmp_path)))
    assert reply_of(state).response == RIGHT
    assert len(requests) == 2
    answers = [m for m in requests[1]["messages"] if m["role"] == "tool"]
    ids = [c["id"] for c in requests[1]["messages"][2]["tool_calls"]]
    assert [answer["tool_call_id"] for answer in answers] == ids
    assert len(set(ids)) == 4


def test_a_route_of_the_models_own_is_answered_if_it_holds() -> None:
    own = call("verify_route", {"stations": ["alder", "Birch", "Cedar", "Dune"]})
    reply = ask(in_turn(own), table_task())
    # Marks are worked out: the model need not know where the line changes.
    assert (reply.response, reply.verified) == (RIGHT, True)


def test_a_route_of_the_models_own_that_fails_is_never_answered() -> None:
    longer = call("verify_route", {"stations": ["Alder", "Elm", "Fir", "Gorse", "Dune"]})
    nowhere = call("verify_route", {"stations": ["Alder", "Dune"]})
    end = call("give_up", {"reason": "no idea"})
    reply = ask(in_turn(longer, nowhere, end), table_task())
    assert (reply.response, reply.outcome) == (None, Outcome.NO_ANSWER)
    assert "no idea" in reply.error
    verdicts = [json.loads(text)["result"] for text in told(reply)[:2]]
    assert [verdict["ok"] for verdict in verdicts] == [False, False]


def test_what_no_repair_mends_is_handed_back_and_ends_without_an_answer(tmp_path: Path) -> None:
    question = "How do I get from Alder to Zanzibar?"
    reply = ask(sensible, map_task(picture(tmp_path), question))
    assert (reply.response, reply.outcome) == (None, Outcome.NO_ANSWER)
    assert any("no repair is left" in text for text in told(reply))


def test_ends_that_no_rule_reads_are_taken_from_the_question_by_the_model() -> None:
    task = table_task()
    odd = Task(
        "My hotel is near Alder and my train leaves Dune, not Gorse!",
        task.kind,
        None,
        task.edge_table,
    )
    good = call("solve_route", {"source": "Alder", "target": "Dune"})
    other = call("solve_route", {"source": "Alder", "target": "Elm"})
    reply = ask(in_turn(other, good), odd)
    assert reply.response == RIGHT
    assert statuses(reply) == [("solve_route", "rejected"), ("solve_route", "ran")]
    assert "names no 'Elm'" in told(reply)[0]


def test_only_the_ends_that_the_question_asks_for_are_solved() -> None:
    back = call("solve_route", {"source": "Dune", "target": "Alder"})
    good = call("solve_route", {"source": "ALDER", "target": "dune"})
    reply = ask(in_turn(back, good), table_task())
    assert reply.response == RIGHT
    assert "from 'Alder' to 'Dune'" in told(reply)[0]


def price_question() -> Task:
    columns = ("Vertex", "Time", "Price")
    rows = (("Alder", 30.0, 40.0), ("Birch", 40.0, 25.0), ("Cedar", 10.0, 90.0))
    table = Table("Vertex_tab", "vertex.json", columns, rows)
    asked = "According to Vertex Table, what is the lowest Price among Alder, Birch and Cedar?"
    return Task(asked, QUESTION, vertex_table=table)


def test_a_question_is_answered_by_its_tool_or_by_a_number_that_is_confirmed() -> None:
    by_tool = ask(sensible, price_question())
    assert (by_tool.response, by_tool.verified) == ("<answer_begin>25<answer_end>", True)
    own = ask(in_turn(call("check_answer", {"value": 25})), price_question())
    assert (own.response, own.verified) == (by_tool.response, True)
    wrong = ask(in_turn(call("check_answer", {"value": 40}), call("give_up")), price_question())
    assert wrong.response is None
    assert "25" not in told(wrong)[0]  # the number is not given away
    tries = [call("check_answer", {"value": number}) for number in (0, 25)]
    guessed = ask(in_turn(*tries, call("give_up")), price_question())
    assert guessed.response is None
    assert statuses(guessed)[:2] == [("check_answer", "ran"), ("check_answer", "rejected")]
    mended = ask(in_turn(tries[0], call("aggregate")), price_question())
    assert mended.response == by_tool.response
    other = ask(in_turn(call("compare_rows"), call("aggregate")), price_question())
    assert statuses(other) == [("compare_rows", "rejected"), ("aggregate", "ran")]


def crop_size(body: dict[str, Any]) -> tuple[int, int]:
    (url,) = [
        part["image_url"]["url"]
        for part in body["messages"][-1]["content"]
        if part["type"] == "image_url"
    ]
    with Image.open(io.BytesIO(base64.b64decode(url.split(",")[1]))) as image:
        return image.size


def test_looking_closer_shows_a_part_at_full_resolution_or_the_text_in_it(tmp_path: Path) -> None:
    look = call("look_closer", {"x": 300, "y": 100, "width": 200, "height": 50})
    end = call("give_up")
    image = picture(tmp_path)
    _, requests = run(in_turn(look, end), map_task(image), vision=True, picture={"max_pixels": 999})
    assert crop_size(requests[1]) == (44, 22)  # 100 x 50 px within the limit of pixels
    _, requests = run(in_turn(look, end), map_task(image), vision=True)
    assert crop_size(requests[1]) == (100, 50)
    state, _ = run(in_turn(look, end), map_task(image))
    (record,) = state.calls
    assert record.result["box"] == [300, 100, 100, 50]
    outside = call("look_closer", {"x": 4000, "y": 0, "width": 50, "height": 50})
    reply = ask(in_turn(outside, end), map_task(image))
    assert "0 to 400 across" in told(reply)[0]


def test_a_model_is_asked_about_a_part_of_the_map(tmp_path: Path) -> None:
    def script(body: dict[str, Any], number: int) -> Say:
        if body["model"] == "eyes":
            return chat("There is a red bar.")
        if Seen(body).results:
            return call("give_up")
        part = {"x": 90, "y": 90, "width": 60, "height": 40}
        return call("ask_about_map", {"question": "What is there?", "part": part})

    state, requests = run(script, map_task(picture(tmp_path)), vision_model="eyes")
    assert [body["model"] for body in requests] == ["m", "eyes", "m"]
    assert "What is there?" in json.dumps(requests[1])
    assert Seen(requests[2]).results[0]["result"] == {"answer": "There is a red bar."}
    assert state.calls[0].result["usage"]["requests"] == 1
    assert reply_of(state).trace["usage"]["requests"] == 3


def test_calculations_and_their_faults_are_told() -> None:
    steps = (
        call("calculate", {"expression": "2 * (3 + 4)"}),
        call("calculate", {"expression": "__import__('os')"}),
        call("solve_route", {"source": "Alder", "target": "Dune"}),
    )
    reply = ask(in_turn(*steps), table_task())
    assert reply.response == RIGHT
    assert json.loads(told(reply)[0])["result"] == {"value": 14.0}
    assert "cannot be worked out" in told(reply)[1]
    assert [entry["redundant"] for entry in reply.trace["tool_use"]["calls"]] == [True, True, False]


def test_without_the_solver_routes_are_the_models_own() -> None:
    own = call("verify_route", {"stations": ["Alder", "Birch", "Cedar", "Dune"]})
    state, requests = run(in_turn(own), table_task(), without=("solver",))
    assert "solve_route" not in Seen(requests[0]).offered
    assert reply_of(state).response == RIGHT


def test_without_the_solver_the_best_route_that_was_proposed_is_answered_unverified() -> None:
    longer = ["Alder", "Elm", "Fir", "Gorse", "Dune"]
    other_ends, no_way = ["Birch", "Cedar"], ["Alder", "Cedar", "Dune"]
    tries = [call("verify_route", {"stations": one}) for one in (other_ends, no_way, longer)]
    reply = ask(in_turn(*tries, call("give_up")), table_task(), without=("solver",))
    assert reply.response == "-".join(longer)
    assert (reply.verified, reply.outcome) == (False, Outcome.SCORED)
    assert "not the best" in told(reply)[2]
    assert "Birch" not in told(reply)[2]
    use = reply.trace["tool_use"]
    assert (use["checks"], use["failed_checks"]) == (3, 3)
    none = ask(in_turn(*tries[:2], call("give_up")), table_task(), without=("solver",))
    assert (none.response, none.outcome) == (None, Outcome.NO_ANSWER)
    kept = ask(in_turn(tries[2], call("give_up")), table_task())
    assert kept.response is None  # with a solver a proposal that fails is dropped


def test_a_call_that_comes_too_early_is_told_and_may_come_again(tmp_path: Path) -> None:
    ends = {"source": "Alder", "target": "Dune"}
    steps = ("solve_route", "build_graph", "align_tables", "solve_route")
    script = in_turn(*(call(step, ends if step == "solve_route" else None) for step in steps))
    reply = ask(script, map_task(picture(tmp_path)))
    assert reply.response == RIGHT
    assert statuses(reply)[0] == ("solve_route", "rejected")
    assert "call build_graph and align_tables first" in told(reply)[0]


def test_mix_tab_is_aligned_and_weighed(tmp_path: Path) -> None:
    kind = TaskKind("metromap", "only_vertex2", "", uses_map=True, uses_mix_tab=True, weighted=True)
    names = ("Alder", "Birch", "Cedar", "Dune", "Elm", "Fir")
    task = Task(
        "How do I get from Alder to Dune?",
        kind,
        picture(tmp_path),
        vertex_table=mix_tab(*names),
        weights=(0.25, 0.25, 0.25, 0.25),
    )
    reply = ask(sensible, task, graph=small_map())
    assert (reply.response, reply.verified) == (RIGHT, True)
