"""Rule sets of a club: versions in force, options, the book, comparisons, rule files."""
