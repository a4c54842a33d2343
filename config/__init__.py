"""Wiring only: settings, URLs, Celery, WSGI. No rule and no query lives here."""

from config.celery import app as celery_app

__all__ = ["celery_app"]  # so that tasks anywhere find the one app
