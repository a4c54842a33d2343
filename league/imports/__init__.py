"""Games brought in from elsewhere, and whom their names mean."""
