"""The functional core: values in, values out; no Django, no clock, no chance of its own."""
