"""The addresses of a club's pages, all below ``/c/<club>/``."""

from __future__ import annotations

from django.urls import path

from league.views import (
    clubs,
    entry,
    games,
    games_edit,
    members,
    passes,
    rankings,
    rules,
    sessions,
    settings,
    sheet,
)

app_name = "league"

urlpatterns = [
    path("", clubs.home, name="home"),
    # entering a result
    path("enter/", entry.enter, name="enter"),
    path("enter/check/", entry.check, name="enter-check"),
    path("enter/people/", entry.people, name="people"),
    # evenings and the score sheet
    path("sessions/", sessions.session_list, name="sessions"),
    path("sessions/new/", sessions.session_new, name="session-new"),
    path("sessions/<int:session_id>/", sessions.session_page, name="session"),
    path("sessions/<int:session_id>/attendance/", sessions.attendance, name="attendance"),
    path("sessions/<int:session_id>/sheet/", sheet.sheet, name="sheet"),
    path("sessions/<int:session_id>/sheet/check/", sheet.sheet_check, name="sheet-check"),
    path("sessions/<int:session_id>/passes/", passes.issue, name="pass-issue"),
    path("sessions/<int:session_id>/passes/<int:pass_id>/", passes.show, name="pass"),
    path(
        "sessions/<int:session_id>/passes/<int:pass_id>/revoke/", passes.revoke, name="pass-revoke"
    ),
    # one game
    path("games/<int:game_id>/", games.game_page, name="game"),
    path("games/<int:game_id>/edit/", games_edit.game_edit, name="game-edit"),
    path("games/<int:game_id>/edit/check/", games_edit.game_edit_check, name="game-edit-check"),
    path("games/<int:game_id>/void/", games.game_void, name="game-void"),
    path("games/<int:game_id>/restore/", games.game_restore, name="game-restore"),
    # rankings
    path("ranking/", rankings.ranking_index, name="rankings"),
    path("ranking/<slug:league_slug>/", rankings.ranking, name="ranking"),
    # people
    path("members/", members.member_list, name="members"),
    path("members/new/", members.member_new, name="member-new"),
    path("members/<int:member_id>/", members.member_page, name="member"),
    path("members/<int:member_id>/edit/", members.member_edit, name="member-edit"),
    path("members/<int:member_id>/login/", members.member_login, name="member-login"),
    path("members/<int:member_id>/role/", members.member_role, name="member-role"),
    path("members/<int:member_id>/reset/", members.member_reset, name="member-reset"),
    # rules
    path("rules/", rules.rule_list, name="rules"),
    path("rules/<slug:set_slug>/<str:label>/", rules.rule_version, name="rule-version"),
    # settings
    path("settings/", settings.club_settings, name="settings"),
    path("settings/leagues/<slug:league_slug>/", settings.league_settings, name="league-settings"),
    path(
        "settings/leagues/<slug:league_slug>/seasons/new/", settings.season_new, name="season-new"
    ),
    path("settings/check/", settings.check_standings, name="check-standings"),
]
