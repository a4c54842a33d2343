"""Clubs as earlier releases left them, and the proof that this one scores them equally."""
