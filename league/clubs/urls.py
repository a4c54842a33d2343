"""Addresses of the room ``clubs``, below ``/c/<club>/``."""

from __future__ import annotations

from django.urls import path

from league.clubs import (
    app_views,
    invitation_views,
    link_views,
    pass_views,
    settings_views,
    token_views,
    views,
    wall,
)

_PASSES = "sessions/<key:session_id>/passes/"
_LEAGUES = "settings/leagues/"

urlpatterns = [
    path("", views.home, name="home"),
    path("reader/", app_views.reader, name="reader"),
    path("guide/put-away/", views.put_away, name="guide-put-away"),
    path("news/seen/", views.news_seen, name="news-seen"),
    path(_PASSES, pass_views.issue, name="pass-issue"),
    path(f"{_PASSES}<key:pass_id>/", pass_views.show, name="pass"),
    path(f"{_PASSES}<key:pass_id>/revoke/", pass_views.revoke, name="pass-revoke"),
    # the screen in the club's room
    path("wall/", wall.wall, name="wall"),
    path("wall/board/", wall.wall_board, name="wall-board"),
    path("rules/adopt/", views.adopt_list, name="rule-adopt"),
    path("rules/adopt/<slug:shipped_key>/", views.adopt_set, name="rule-adopt-set"),
    path("invitations/", invitation_views.invitations, name="invitations"),
    path(
        "invitations/<key:invitation_id>/revoke/",
        invitation_views.invitation_revoke,
        name="invitation-revoke",
    ),
    path("links/", link_views.links, name="reading-links"),
    path("links/<key:link_id>/end/", link_views.end, name="reading-link-end"),
    path("tokens/", token_views.tokens, name="tokens"),
    path("tokens/<key:token_id>/revoke/", token_views.revoke, name="token-revoke"),
    # settings
    path("settings/", settings_views.club_settings, name="settings"),
    path(f"{_LEAGUES}new/", settings_views.league_new, name="league-new"),
    path(f"{_LEAGUES}<slug:league_slug>/move/", settings_views.league_move, name="league-move"),
    path(f"{_LEAGUES}<slug:league_slug>/", settings_views.league_settings, name="league-settings"),
    path("settings/check/", settings_views.check_standings, name="check-standings"),
]
