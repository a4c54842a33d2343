"""Seasons as competitions: stages and teams."""
