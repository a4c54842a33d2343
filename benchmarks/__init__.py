"""Measurements as ratios: two things by turns in one run, so that a busy machine slows both."""
