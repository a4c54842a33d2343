"""Tenhou's game records read and checked against our engine, and its result lists read."""
