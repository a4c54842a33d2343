"""Games imported from elsewhere, and whom their names mean."""
