"""A second referee: it knows the documents alone, and nothing of how the product values hands."""
