"""A club goes out as a document and comes back from it."""
