"""The tools for questions as the graph calls them, and what they are answered from."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from agent.problem import mix_names
from agent.state import AgentState, ToolCall
from agent.work import Update, Work
from perception.errors import BadQuestion, ConfigError, UnknownLine
from tools.answer_question import ANSWERING_TOOLS, answer_question
from tools.check_answer import Evidence, check_answer
from tools.facts import Facts, facts_of_tables
from tools.find_names import READ_WRITING, KnownNames
from tools.identity_memo import IdentityMemo
from tools.line_names import line_by_color, line_by_ends
from tools.map_facts import facts_of_map, line_colors
from tools.question import Answer, Asked, Question
from tools.read_question import read_question
from tools.recorded_call import ToolResult
from tools.task import FREE_QUESTION, Task
from tools.verify_route import Verification

_TOLD_BY_LINES = frozenset({Asked.LONGEST_STOP_TIME, Asked.SHORTEST_TRANSFER})
"""Questions that a vertex table with its lines answers alone."""


class QuestionTools:
    """Reads questions, answers and checks them; remembers what maps and tables tell."""

    def __init__(self) -> None:
        self._facts = IdentityMemo()
        self.tools: dict[str, Callable[[ToolCall, AgentState], Work]] = {
            "read_question": self._read_question,
            "check_answer": self._check_answer,
            **dict.fromkeys(ANSWERING_TOOLS, self._answer),
        }

    def facts(self, state: AgentState) -> Facts:
        """Return what the inputs of a question tell.

        Raises
        ------
        ConfigError
            The map is not read yet, or not aligned.
        BadTable
            There is no input.
        """
        task, graph, alignment = state.task, state.map_graph, state.alignment
        table = task.vertex_table
        if not needs_map(task, state.question):
            found, _ = self._facts.get(
                (task.edge_table, table), (), lambda: facts_of_tables(task.edge_table, table)
            )
            return found
        if graph is None or (table is not None and alignment is None):
            raise ConfigError(
                "the map is not read and aligned yet",
                field="question",
                mend="call build_graph and align_tables first",
            )
        found, _ = self._facts.get(
            (graph, alignment, table), (), lambda: facts_of_map(graph, alignment, table)
        )
        return found

    def _read_question(self, call: ToolCall, state: AgentState) -> Work:
        task, facts = state.task, self.facts(state)

        def work() -> ToolResult[Question]:
            known = known_names(facts, state)
            question = _read(task, known)
            return ToolResult(question, question_summary(question))

        return {"question": task.question}, work, lambda found: {"question": found}

    def _answer(self, call: ToolCall, state: AgentState) -> Work:
        question, facts = _require_question(state), self.facts(state)

        def work() -> ToolResult[Answer]:
            answer = answer_question(facts, question)
            return ToolResult(answer, {"answer": str(answer), "because": answer.because})

        return question_summary(question), work, lambda found: {"answer": found}

    def _check_answer(self, call: ToolCall, state: AgentState) -> Work:
        question, answer = _require_question(state), state.answer
        proposed = "value" in call.arguments
        if proposed:
            answer = Answer(float(call.arguments["value"]), "the planner's own number")
        if answer is None:
            raise ConfigError("there is no answer yet", field="check_answer", mend="answer first")
        evidence = Evidence(
            question, state.task.edge_table, state.task.vertex_table, self.facts(state)
        )

        def work() -> ToolResult[Verification]:
            found = check_answer(evidence, answer)
            return ToolResult(found, {"ok": found.ok, "why": found.why})

        def update(found: Verification) -> Update:
            if proposed:
                return {"answer": answer} if found.ok else {}
            return {"verification": found}

        return {"answer": str(answer)}, work, update


def given(task: Task) -> frozenset[str]:
    """Return what a question may be answered from: "map", "edges", "vertices"."""
    inputs = {
        "map": task.kind.uses_map,
        "edges": task.edge_table is not None,
        "vertices": task.vertex_table is not None,
    }
    return frozenset(name for name, is_given in inputs.items() if is_given)


def known_names(facts: Facts, state: AgentState) -> KnownNames:
    """Return the names that a question about these inputs may hold."""
    if state.map_graph is None:
        return KnownNames(facts.stations, facts.lines, facts.place, facts.file)
    colors = {
        line: color for line, color in line_colors(state.map_graph).items() if line in facts.stops
    }
    return KnownNames(
        facts.stations,
        facts.lines,
        facts.place,
        facts.file,
        other_line=partial(_line_by_looks, colors=colors, facts=facts),
        least=READ_WRITING,
    )


def _line_by_looks(name: str, colors: dict[str, str], facts: Facts) -> str | None:
    return line_by_ends(name, facts.stops) or line_by_color(name, colors)


def question_summary(question: Question) -> dict[str, Any]:
    """Return a question as JSON values, without what it does not name."""
    fields = {
        "stations": list(question.stations),
        "lines": list(question.lines),
        "column": question.column,
        "limit": question.limit,
    }
    return {"asked": question.asked.value, **{k: v for k, v in fields.items() if v}}


def needs_map(task: Task, question: Question | None) -> bool:
    """Return whether the picture has to be read for a question: not where a table tells all."""
    if not task.kind.uses_map:
        return False
    tells_lines = task.vertex_table is not None and "Line" in task.vertex_table.columns
    return question is None or not (tells_lines and question.asked in _TOLD_BY_LINES)


def question_names(task: Task, question: Question | None) -> tuple[str, ...]:
    """Return the names that a map is to be read with: Mix_tab's, which lists all there are.

    None where the map is to show how many there are.
    """
    if not task.kind.uses_mix_tab or (question and question.asked is Asked.SAME_COUNT):
        return ()
    return mix_names(task)


def table_question(task: Task) -> Question | None:
    """Read a question by the names of its tables; None where only the map tells its names.

    Raises
    ------
    BadQuestion, UnknownStation, UnknownLine
        See `read_question`.
    """
    if task.edge_table is None and task.vertex_table is None:
        return None
    facts = facts_of_tables(task.edge_table, task.vertex_table)
    known = KnownNames(facts.stations, facts.lines, facts.place, facts.file)
    try:
        return _read(task, known)
    except (BadQuestion, UnknownLine):
        if task.kind.uses_map and not facts.lines:
            return None
        raise


def _read(task: Task, known: KnownNames) -> Question:
    free = task.kind.question_type == FREE_QUESTION
    return read_question(task.question, task.kind.domain, given(task), known, free=free)


def _require_question(state: AgentState) -> Question:
    if state.question is None:
        raise ConfigError("the question is not read yet", field="question", mend="read it first")
    return state.question
