"""Jancho as people meet it: a real server, a real browser, a phone's width."""
