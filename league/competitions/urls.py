"""Addresses of the room ``competitions``, below ``/c/<club>/``."""

from __future__ import annotations

from django.urls import path

from league.competitions import season_views, team_views, views

_LEAGUE = "settings/leagues/<slug:league_slug>/"
_SEASONS = f"{_LEAGUE}seasons/"
_SEASON = f"{_SEASONS}<key:season_id>/"
_TEAMS = f"{_LEAGUE}teams/"

urlpatterns = [
    # seasons as competitions
    path("seasons/", views.season_list, name="seasons"),
    path("seasons/<key:season_id>/", views.season_page, name="season"),
    path(f"{_SEASONS}new/", season_views.season_new, name="season-new"),
    path(f"{_SEASON}", season_views.season_edit, name="season-edit"),
    path(f"{_SEASON}remove/", season_views.season_remove, name="season-remove"),
    path(f"{_SEASON}stages/new/", season_views.stage_new, name="stage-new"),
    path(f"{_SEASON}stages/<key:stage_id>/", season_views.stage_edit, name="stage-edit"),
    path(
        f"{_SEASON}stages/<key:stage_id>/remove/",
        season_views.stage_remove,
        name="stage-remove",
    ),
    # teams
    path(f"{_TEAMS}", team_views.teams, name="teams"),
    path(f"{_TEAMS}names/", team_views.teams_from_names, name="teams-from-names"),
    path(f"{_TEAMS}<key:team_id>/", team_views.team_edit, name="team-edit"),
    path(f"{_TEAMS}<key:team_id>/join/", team_views.team_join, name="team-join"),
    path(f"{_TEAMS}<key:team_id>/remove/", team_views.team_remove, name="team-remove"),
    path(f"{_TEAMS}members/<key:membership_id>/", team_views.membership, name="membership"),
    path(
        f"{_TEAMS}members/<key:membership_id>/remove/",
        team_views.membership_remove,
        name="membership-remove",
    ),
]
