"""One base, and what a place overrides: local (embedded), production, test."""
