"""The HTTP API: JSON in, JSON out, with the same rights and the same services as the pages."""
