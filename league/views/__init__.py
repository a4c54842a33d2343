"""The HTML edge: parse, call one service or selector, answer."""
