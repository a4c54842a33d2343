"""Each step has a name and one purpose."""
