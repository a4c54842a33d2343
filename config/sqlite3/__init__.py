"""SQLite as Django has it, but for how a transaction waits until it may write."""
