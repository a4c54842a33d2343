"""Every write, seen from the database."""
