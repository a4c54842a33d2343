"""Boo-mahjong from the table to the ranking."""
