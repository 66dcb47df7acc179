"""The compiled graph as `langgraph.json` names it, for LangGraph's server and Studio.

Its input is `{"task": {...}}` with the fields of `tools.task.Task` as JSON values.
"""

from __future__ import annotations

from agent.graph import build_agent

graph = build_agent()
