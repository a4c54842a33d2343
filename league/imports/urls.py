"""Addresses of the room ``imports``, below ``/c/<club>/``."""

from __future__ import annotations

from django.urls import path

from league.imports.spreadsheets import views as spreadsheets
from league.imports.tenhou import views as tenhou

urlpatterns = [
    # games from elsewhere
    path("import/tenhou/", tenhou.tenhou, name="tenhou"),
    path("imports/sheet/", spreadsheets.sheet_import, name="sheet-import"),
]
