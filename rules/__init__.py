"""What a club can agree on: parameters, clauses, shipped sets, and their dated versions."""
