"""Hands to practise on: a random win of a chosen difficulty, the same for the same number."""
