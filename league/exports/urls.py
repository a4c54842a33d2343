"""Addresses of the room ``exports``, below ``/c/<club>/``."""

from __future__ import annotations

from django.urls import path

from league.exports import calendars, download_views, views

urlpatterns = [
    path("sessions.ics", calendars.sessions_ics, name="sessions-ics"),
    path("sessions/calendar/", calendars.calendar, name="calendar"),
    path("sessions/<key:session_id>/text/", views.session_as_text, name="session-text"),
    path("games.csv", views.games_csv, name="games-csv"),
    path("ranking/<slug:league_slug>/export.csv", views.ranking_csv, name="ranking-csv"),
    path("ranking/<slug:league_slug>/export.xlsx", views.ranking_xlsx, name="ranking-xlsx"),
    path("ranking/<slug:league_slug>/text/", views.ranking_as_text, name="ranking-text"),
    path("downloads/", download_views.downloads, name="downloads"),
    path("downloads/<uuid:download_key>/", download_views.download_page, name="download"),
    path("downloads/<uuid:download_key>/file", download_views.download_file, name="download-file"),
    path("members.csv", views.members_csv, name="members-csv"),
]
