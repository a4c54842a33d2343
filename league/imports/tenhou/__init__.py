"""Tenhou's game records and result lists."""
