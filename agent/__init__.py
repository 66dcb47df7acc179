"""The LangGraph agent: state, planners, wiring, verification and repair."""
