"""Commands of manage.py: edges that parse, call one function and say what came of it."""
