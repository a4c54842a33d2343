"""Clubs: created, set up, their home page, accounts, evening passes, the wall screen."""
