"""Wiring only: settings, URLs, Celery, WSGI. No rule and no query lives here."""
