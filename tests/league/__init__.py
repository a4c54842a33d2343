"""Pages, services and the database of the league app."""
