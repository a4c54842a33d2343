"""The HTTP API: shapes, rights, and what it makes of bad bodies."""
