"""Data sets, metrics, the native baseline, runner, reports and command line."""
