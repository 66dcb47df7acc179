"""The `mapclew` command: one module a subcommand."""
