"""Addresses of the room ``archive``, below ``/c/<club>/``."""

from __future__ import annotations

from django.urls import path

from league.archive import document

urlpatterns = [
    # everything there is, to take away
    path("archive/", document.archive, name="archive"),
]
