"""A club's old spreadsheet as plain values: cells, what they say, and the games that they tell.

Nothing here knows the framework, the clock or the database.
"""
