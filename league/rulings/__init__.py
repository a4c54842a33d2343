"""Rulings on single cases."""
