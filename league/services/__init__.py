"""Every write: atomic, audited, callable from a page, the API, a command or a task alike."""
