"""The planner behind which a chat model stands."""
