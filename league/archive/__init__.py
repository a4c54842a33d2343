"""A club as one JSON document, out and in again."""
