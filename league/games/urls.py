"""Addresses of the room ``games``, below ``/c/<club>/``."""

from __future__ import annotations

from django.urls import path

from league.games import entry_views, evening_views, views

urlpatterns = [
    # entering a result
    path("enter/", entry_views.enter, name="enter"),
    path("enter/check/", entry_views.check, name="enter-check"),
    path("enter/people/", entry_views.people, name="people"),
    # evenings and the score sheet
    path("sessions/", evening_views.session_list, name="sessions"),
    path("sessions/new/", evening_views.session_new, name="session-new"),
    path("sessions/<key:session_id>/", evening_views.session_page, name="session"),
    path("sessions/<key:session_id>/edit/", evening_views.session_edit, name="session-edit"),
    path("sessions/<key:session_id>/attendance/", evening_views.attendance, name="attendance"),
    path(
        "sessions/<key:session_id>/options/", evening_views.session_options, name="session-options"
    ),
    path("sessions/<key:session_id>/sheet/", evening_views.sheet, name="sheet"),
    path("sessions/<key:session_id>/sheet/check/", evening_views.sheet_check, name="sheet-check"),
    # one game
    path("games/<key:game_id>/", views.game_page, name="game"),
    path("games/<key:game_id>/edit/", views.game_edit, name="game-edit"),
    path("games/<key:game_id>/edit/check/", views.game_edit_check, name="game-edit-check"),
    path("games/<key:game_id>/void/", views.game_void, name="game-void"),
    path("games/<key:game_id>/restore/", views.game_restore, name="game-restore"),
]
