"""The native baseline: what is sent, and how each way a call can end is recorded."""

from __future__ import annotations

import base64
import io
import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from pydantic import ValidationError

from eval.native.options import NativeOptions
from eval.native.system import NativeSystem
from eval.systems import Outcome, Reply
from perception.errors import ConfigError
from tests.eval.scripted_server import Say, Script, ScriptedServer, chat, failure, says
from tools.tables import Table
from tools.task import Task, TaskKind

ONLY_TAB = TaskKind("metromap", "only_tab", "only_tab", uses_edge_tab=True)
ONLY_MAP = TaskKind("metromap", "only_map", "only_map", uses_map=True)
EDGES = Table(
    "Edge_tab", "edge.json", ("Edge", "Line"), (("A-B", ("Red",)), ("B-C", ("Red", "Blue")))
)
QUESTION = "According to Edge Table, what is the path with the fewest stations from A to C?"


@pytest.fixture(autouse=True)
def _no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MAPCLEW_API_KEY", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)


def table_task() -> Task:
    return Task(QUESTION, ONLY_TAB, edge_table=EDGES)


def ask(script: Script, task: Task, **options: Any) -> tuple[Reply, list[dict[str, Any]]]:
    with ScriptedServer(script) as server:
        settings = {
            "model": "asked-model",
            "base_url": server.url,
            "backoff": 0.0,
            "timeout": 5.0,
            **options,
        }
        reply = NativeSystem(NativeOptions(**settings)).answer(task)
        return reply, server.requests


def test_answer_is_kept_as_given() -> None:
    reply, requests = ask(says(chat("  A-B-C\n")), table_task())
    assert (reply.response, reply.outcome, reply.error) == ("  A-B-C\n", Outcome.SCORED, "")
    assert reply.trace["server"]["model"] == "served-model"
    assert reply.trace["server"]["usage"]["completion_tokens"] == 3
    assert [a["status"] for a in reply.trace["attempts"]] == [200]
    (body,) = requests
    assert body["model"] == "asked-model"
    assert (body["temperature"], body["max_tokens"], body["seed"]) == (0.0, 2048, 42)
    text = body["messages"][0]["content"]
    assert QUESTION in text
    rows = json.loads(text[text.index("[\n") : text.rindex("\n]") + 2])
    assert rows[1] == {"Edge": "B-C", "Line": ["Red", "Blue"]}


@pytest.mark.parametrize(
    ("say", "outcome", "response"),
    [
        (chat("A-B-C", finish=None), Outcome.SCORED, "A-B-C"),
        (chat(""), Outcome.NO_ANSWER, None),
        (chat(None), Outcome.NO_ANSWER, None),
        (chat(" \n"), Outcome.NO_ANSWER, None),
        (Say(payload={"choices": []}), Outcome.NO_ANSWER, None),
        (chat("A-B-C then", finish="length"), Outcome.LIMIT, "A-B-C then"),
        (chat("", finish="length"), Outcome.LIMIT, None),
        (chat(None, refusal="I will not"), Outcome.REFUSED, None),
        (chat("I can", finish="content_filter"), Outcome.REFUSED, None),
        (failure(400, "context too long"), Outcome.ERROR, None),
        (failure(500, "boom"), Outcome.ERROR, None),
        (Say(raw=b"not json"), Outcome.ERROR, None),
        (
            Say(400, {"error": {"message": "filtered", "code": "content_filter"}}),
            Outcome.REFUSED,
            None,
        ),
    ],
)
def test_every_ending_has_its_outcome(say: Say, outcome: Outcome, response: str | None) -> None:
    reply, _ = ask(says(say), table_task(), attempts=2)
    assert (reply.outcome, reply.response) == (outcome, response)
    assert bool(reply.error) == (outcome is not Outcome.SCORED)


def test_failed_call_keeps_its_attempts() -> None:
    reply, _ = ask(says(failure(429, "slow down"), failure(400, "now bad")), table_task())
    assert [(a["status"], a["error"]) for a in reply.trace["attempts"]] == [
        (429, "status 429: slow down"),
        (400, "status 400: now bad"),
    ]


def test_refusal_text_is_traced_not_answered() -> None:
    reply, _ = ask(says(chat(None, refusal="I will not")), table_task())
    assert reply.trace["refusal"] == "I will not"


def test_reasoning_is_traced_apart() -> None:
    reply, _ = ask(says(chat("A-B", reasoning_content="first A, then B")), table_task())
    assert reply.response == "A-B"
    assert reply.trace["reasoning"] == "first A, then B"


def test_extra_body_adds_and_removes_fields() -> None:
    _, requests = ask(
        says(chat()),
        table_task(),
        extra_body={"thinking": {"budget": 9}, "max_tokens": None, "max_completion_tokens": 5},
    )
    assert requests[0]["thinking"] == {"budget": 9}
    assert requests[0]["max_completion_tokens"] == 5
    assert "max_tokens" not in requests[0]


@pytest.mark.parametrize("field", ["model", "messages", "stream", "n"])
def test_extra_body_may_not_change_the_call(field: str) -> None:
    with pytest.raises(ValidationError, match=field):
        NativeOptions(model="m", extra_body={field: 1})


@pytest.mark.parametrize(
    "url", ["ftp://host/v1", "models.example/v1", "https://me:pw@host/v1", "https://host/v1?key=1"]
)
def test_base_url_is_plain(url: str) -> None:
    with pytest.raises(ValidationError):
        NativeOptions(model="m", base_url=url)


def test_table_format_can_be_forced() -> None:
    _, requests = ask(says(chat()), table_task(), table_format="csv")
    assert 'Edge,Line\nA-B,Red\nB-C,"Red, Blue"' in requests[0]["messages"][0]["content"]


def test_csv_twin_gets_csv() -> None:
    kind = TaskKind("metromap", "only_csv", "only_csv", uses_edge_tab=True, table_format="csv")
    _, requests = ask(says(chat()), Task(QUESTION, kind, edge_table=EDGES))
    assert "Edge,Line\nA-B,Red" in requests[0]["messages"][0]["content"]


def test_picture_goes_before_the_text(tmp_path: Path) -> None:
    file = tmp_path / "map.png"
    Image.new("RGB", (40, 30), (200, 10, 10)).save(file)
    reply, requests = ask(says(chat("A-B")), Task("From A to B?", ONLY_MAP, image=file))
    image, text = requests[0]["messages"][0]["content"]
    sent = base64.b64decode(image["image_url"]["url"].split(",", 1)[1])
    assert sent == file.read_bytes()
    assert Image.open(io.BytesIO(sent)).size == (40, 30)
    assert "From A to B?" in text["text"]
    assert (reply.trace["picture"]["width"], reply.trace["picture"]["height"]) == (40, 30)


@pytest.mark.parametrize("content", [None, b"", b"no picture at all"])
def test_bad_picture_is_an_error_that_names_it(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / "broken map.png"
    if content is not None:
        file.write_bytes(content)
    reply, requests = ask(says(chat()), Task("From A to B?", ONLY_MAP, image=file))
    assert (reply.response, reply.outcome) == (None, Outcome.ERROR)
    assert "broken map.png" in reply.error
    assert requests == []


def test_missing_figure_is_an_error() -> None:
    reply, requests = ask(says(chat()), Task("From A to B?", ONLY_MAP))
    assert reply.outcome is Outcome.ERROR
    assert requests == []


def test_request_hash_follows_prompt_picture_and_settings(tmp_path: Path) -> None:
    first, second = tmp_path / "1.png", tmp_path / "2.png"
    Image.new("RGB", (40, 30), (200, 10, 10)).save(first)
    Image.new("RGB", (40, 30), (200, 10, 11)).save(second)

    def hashed(question: str = "From A to B?", image: Path = first, **options: Any) -> str:
        reply, _ = ask(says(chat()), Task(question, ONLY_MAP, image=image), **options)
        return str(reply.trace["request_sha256"])

    assert hashed() == hashed()
    different = [
        hashed(),
        hashed("From B to A?"),
        hashed(image=second),
        hashed(temperature=1.0),
        hashed(extra_body={"top_k": 1}),
    ]
    assert len(set(different)) == len(different)


def test_description_leaves_out_what_cannot_change_an_answer() -> None:
    def described(**options: Any) -> dict[str, Any]:
        settings = {"model": "m", "base_url": "http://127.0.0.1:9/v1", **options}
        return NativeSystem(NativeOptions(**settings)).describe()

    assert described() == described(attempts=1, timeout=3.0, backoff=9.0)
    assert described() != described(seed=1)
    assert described() != described(objective="averaged")


def test_foreign_prompts_are_used_and_said_to_be(tmp_path: Path) -> None:
    (tmp_path / "metromap_only_tab.txt").write_text("Q {question} T {edge_tab} {keep: me}")
    with ScriptedServer(says(chat())) as server:
        options = NativeOptions(model="m", base_url=server.url, prompts=tmp_path)
        system = NativeSystem(options)
        system.check([ONLY_TAB])
        system.answer(table_task())
        text = server.requests[0]["messages"][0]["content"]
    assert text.startswith(f"Q {QUESTION} T [")
    assert text.endswith("{keep: me}")
    described = system.describe()["prompts"]
    assert described["origin"] == "foreign"
    assert described["files"]["metromap/only_tab"]["appended"] == []


def test_missing_foreign_prompt_is_named_before_the_run(tmp_path: Path) -> None:
    options = NativeOptions(model="m", base_url="http://127.0.0.1:9/v1", prompts=tmp_path)
    with pytest.raises(ConfigError, match=r"metromap_only_map\.txt"):
        NativeSystem(options).check([ONLY_MAP])


def test_missing_folder_of_prompts_is_a_config_error(tmp_path: Path) -> None:
    options = NativeOptions(
        model="m", base_url="http://127.0.0.1:9/v1", prompts=tmp_path / "nowhere"
    )
    with pytest.raises(ConfigError, match="nowhere"):
        NativeSystem(options)
