"""Addresses of the room ``clubs``, below ``/c/<club>/``."""

from __future__ import annotations

from django.urls import path

from league.clubs import (
    pass_views,
    settings_views,
    views,
    wall,
)
from league.clubs import views as adoption_views

urlpatterns = [
    path("", views.home, name="home"),
    path("sessions/<key:session_id>/passes/", pass_views.issue, name="pass-issue"),
    path("sessions/<key:session_id>/passes/<key:pass_id>/", pass_views.show, name="pass"),
    path(
        "sessions/<key:session_id>/passes/<key:pass_id>/revoke/",
        pass_views.revoke,
        name="pass-revoke",
    ),
    # the screen in the club's room
    path("wall/", wall.wall, name="wall"),
    path("wall/board/", wall.wall_board, name="wall-board"),
    path("rules/adopt/", adoption_views.adopt_list, name="rule-adopt"),
    path("rules/adopt/<slug:shipped_key>/", adoption_views.adopt_set, name="rule-adopt-set"),
    # settings
    path("settings/", settings_views.club_settings, name="settings"),
    path("settings/leagues/new/", settings_views.league_new, name="league-new"),
    path(
        "settings/leagues/<slug:league_slug>/move/", settings_views.league_move, name="league-move"
    ),
    path(
        "settings/leagues/<slug:league_slug>/",
        settings_views.league_settings,
        name="league-settings",
    ),
    path("settings/check/", settings_views.check_standings, name="check-standings"),
]
