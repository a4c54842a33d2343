"""The addresses of a club's pages, all below ``/c/<club>/``."""

from __future__ import annotations

from django.urls import path

from league import keys  # noqa: F401 - addresses know what <key:...> is
from league.views import (
    adjustments,
    archives,
    calculator,
    calendars,
    cards,
    chances,
    change_progress,
    clubs,
    conditions,
    draft_clauses,
    draft_files,
    draft_headings,
    draft_try,
    drafts,
    entry,
    exports,
    games,
    games_edit,
    live,
    live_change,
    live_open,
    member_pages,
    members,
    month_closes,
    passes,
    practice,
    prizes,
    race,
    rankings,
    ratings,
    rule_adoption,
    rule_changes,
    rule_compare,
    rule_guides,
    rule_points,
    rules,
    rulings,
    season_settings,
    seasons,
    sessions,
    settings,
    sheet,
    sheet_import,
    teams,
    tenhou,
    texts,
    wall,
    what_if,
)

app_name = "league"

_LEAGUE = "settings/leagues/<slug:league_slug>/"
_SEASONS = f"{_LEAGUE}seasons/"
_SEASON = f"{_SEASONS}<key:season_id>/"
_TEAMS = f"{_LEAGUE}teams/"

urlpatterns = [
    path("", clubs.home, name="home"),
    # entering a result
    path("enter/", entry.enter, name="enter"),
    path("enter/check/", entry.check, name="enter-check"),
    path("enter/people/", entry.people, name="people"),
    # evenings and the score sheet
    path("sessions/", sessions.session_list, name="sessions"),
    path("sessions.ics", calendars.sessions_ics, name="sessions-ics"),
    path("sessions/calendar/", calendars.calendar, name="calendar"),
    path("sessions/new/", sessions.session_new, name="session-new"),
    path("sessions/<key:session_id>/", sessions.session_page, name="session"),
    path("sessions/<key:session_id>/edit/", sessions.session_edit, name="session-edit"),
    path("sessions/<key:session_id>/text/", texts.session_as_text, name="session-text"),
    path("sessions/<key:session_id>/attendance/", sessions.attendance, name="attendance"),
    path("sessions/<key:session_id>/options/", sessions.session_options, name="session-options"),
    path("sessions/<key:session_id>/sheet/", sheet.sheet, name="sheet"),
    path("sessions/<key:session_id>/sheet/check/", sheet.sheet_check, name="sheet-check"),
    path("sessions/<key:session_id>/passes/", passes.issue, name="pass-issue"),
    path("sessions/<key:session_id>/passes/<key:pass_id>/", passes.show, name="pass"),
    path(
        "sessions/<key:session_id>/passes/<key:pass_id>/revoke/", passes.revoke, name="pass-revoke"
    ),
    # everything there is, to take away
    path("archive/", archives.archive, name="archive"),
    path("games.csv", exports.games_csv, name="games-csv"),
    # one game
    path("games/<key:game_id>/", games.game_page, name="game"),
    path("games/<key:game_id>/edit/", games_edit.game_edit, name="game-edit"),
    path("games/<key:game_id>/edit/check/", games_edit.game_edit_check, name="game-edit-check"),
    path("games/<key:game_id>/void/", games.game_void, name="game-void"),
    path("games/<key:game_id>/restore/", games.game_restore, name="game-restore"),
    path("games/<key:game_id>/reopen/", live_open.game_reopen, name="game-reopen"),
    # tables that are kept hand by hand
    path("live/new/", live_open.live_new, name="live-new"),
    path("live/<key:live_id>/", live.live_table, name="live"),
    path("live/<key:live_id>/board/", live.live_board, name="live-board"),
    path("live/<key:live_id>/change/", live_change.live_change, name="live-change"),
    path("live/<key:live_id>/hand/", live.live_hand, name="live-hand"),
    # rankings
    path("ranking/", rankings.ranking_index, name="rankings"),
    path("ranking/<slug:league_slug>/", rankings.ranking, name="ranking"),
    path("ranking/<slug:league_slug>/export.csv", exports.ranking_csv, name="ranking-csv"),
    path("ranking/<slug:league_slug>/export.xlsx", exports.ranking_xlsx, name="ranking-xlsx"),
    path("ranking/<slug:league_slug>/text/", texts.ranking_as_text, name="ranking-text"),
    path("ranking/<slug:league_slug>/close/", month_closes.month_close, name="month-close"),
    path("ranking/<slug:league_slug>/closings/", month_closes.month_closes, name="month-closes"),
    path(
        "ranking/<slug:league_slug>/closings/<key:close_id>/",
        month_closes.month_closing,
        name="month-closing",
    ),
    path(
        "ranking/<slug:league_slug>/closings/<key:close_id>/reopen/",
        month_closes.month_reopen,
        name="month-reopen",
    ),
    path("ranking/<slug:league_slug>/rating/", ratings.rating, name="rating"),
    path("ranking/<slug:league_slug>/prizes/", prizes.prizes, name="prizes"),
    path("ranking/<slug:league_slug>/what-if/", what_if.what_if_page, name="what-if"),
    path("ranking/<slug:league_slug>/race/", race.race, name="race"),
    path("ranking/<slug:league_slug>/chances/", chances.chances_page, name="chances"),
    path("ranking/<slug:league_slug>/card/", cards.card, name="card"),
    path("ranking/<slug:league_slug>/card.svg", cards.card_svg, name="card-svg"),
    # the screen in the club's room
    path("wall/", wall.wall, name="wall"),
    path("wall/board/", wall.wall_board, name="wall-board"),
    # points apart from games
    path("ranking/<slug:league_slug>/adjustments/", adjustments.adjustments, name="adjustments"),
    path(
        "ranking/<slug:league_slug>/adjustments/new/",
        adjustments.adjustment_new,
        name="adjustment-new",
    ),
    path(
        "ranking/<slug:league_slug>/adjustments/<key:adjustment_id>/withdraw/",
        adjustments.adjustment_withdraw,
        name="adjustment-withdraw",
    ),
    # seasons as competitions
    path("seasons/", seasons.season_list, name="seasons"),
    path("seasons/<key:season_id>/", seasons.season_page, name="season"),
    # people
    path("members/", members.member_list, name="members"),
    path("members.csv", exports.members_csv, name="members-csv"),
    path("members/new/", members.member_new, name="member-new"),
    path("members/<key:member_id>/", members.member_page, name="member"),
    path("members/<key:member_id>/seats/", member_pages.member_seats, name="member-seats"),
    path(
        "members/<key:member_id>/opponents/",
        member_pages.member_opponents,
        name="member-opponents",
    ),
    path("members/<key:member_id>/hands/", member_pages.member_hands, name="member-hands"),
    path("members/<key:member_id>/edit/", members.member_edit, name="member-edit"),
    path("members/<key:member_id>/login/", members.member_login, name="member-login"),
    path("members/<key:member_id>/role/", members.member_role, name="member-role"),
    path("members/<key:member_id>/reset/", members.member_reset, name="member-reset"),
    # rules
    path("rules/", rules.rule_list, name="rules"),
    path("rules/adopt/", rule_adoption.adopt_list, name="rule-adopt"),
    path("rules/adopt/<slug:shipped_key>/", rule_adoption.adopt_set, name="rule-adopt-set"),
    path("rules/<slug:set_slug>/", rules.rule_set, name="rule-set"),
    path(
        "rules/<slug:set_slug>/drafts/<key:draft_id>/publish/",
        rule_changes.change_new,
        name="change-new",
    ),
    path("rules/<slug:set_slug>/changes/", change_progress.changes, name="changes"),
    path("rules/<slug:set_slug>/changes/<key:change_id>/", change_progress.change, name="change"),
    path(
        "rules/<slug:set_slug>/changes/<key:change_id>/stop/",
        change_progress.change_stop,
        name="change-stop",
    ),
    path(
        "rules/<slug:set_slug>/changes/<key:change_id>/resume/",
        change_progress.change_resume,
        name="change-resume",
    ),
    path(
        "rules/<slug:set_slug>/changes/<key:change_id>/give-up/",
        change_progress.change_give_up,
        name="change-give-up",
    ),
    path("rules/<slug:set_slug>/<str:label>/move/", rule_changes.change_move, name="change-move"),
    path(
        "rules/<slug:set_slug>/<str:label>/withdraw/",
        rule_changes.change_withdraw,
        name="change-withdraw",
    ),
    path("rules/<slug:set_slug>/drafts/new/", drafts.draft_new, name="draft-new"),
    path("rules/<slug:set_slug>/drafts/<key:draft_id>/", drafts.draft_edit, name="draft"),
    path("rules/<slug:set_slug>/drafts/<key:draft_id>/save/", drafts.draft_save, name="draft-save"),
    path(
        "rules/<slug:set_slug>/drafts/<key:draft_id>/check/", drafts.draft_check, name="draft-check"
    ),
    path("rules/<slug:set_slug>/drafts/<key:draft_id>/try/", draft_try.draft_try, name="draft-try"),
    path(
        "rules/<slug:set_slug>/drafts/<key:draft_id>/delete/",
        drafts.draft_delete,
        name="draft-delete",
    ),
    path(
        "rules/<slug:set_slug>/drafts/<key:draft_id>/clauses/",
        draft_clauses.draft_clauses,
        name="draft-clauses",
    ),
    path(
        "rules/<slug:set_slug>/drafts/<key:draft_id>/headings/",
        draft_headings.draft_headings,
        name="draft-headings",
    ),
    path("rules/<slug:set_slug>/import/", draft_files.rule_import, name="rule-import"),
    path("rules/<slug:set_slug>/<str:label>/export/", draft_files.rule_export, name="rule-export"),
    path("rules/<slug:set_slug>/<str:label>/", rules.rule_version, name="rule-version"),
    path(
        "rules/<slug:set_slug>/<str:label>/compare/",
        rule_compare.rule_compare,
        name="rule-compare",
    ),
    path("rules/<slug:set_slug>/<str:label>/yaku/", rule_guides.rule_yaku, name="rule-yaku"),
    path("rules/<slug:set_slug>/<str:label>/fu/", rule_guides.rule_fu, name="rule-fu"),
    path("rules/<slug:set_slug>/<str:label>/points/", rule_points.rule_points, name="rule-points"),
    # what a hand is worth
    path("calculator/", calculator.calculator, name="calculator"),
    path("practice/", practice.practice, name="practice"),
    # what each player needs of a hand
    path("conditions/", conditions.conditions, name="conditions"),
    # rulings
    path("rulings/", rulings.ruling_list, name="rulings"),
    path("rulings/new/", rulings.ruling_new, name="ruling-new"),
    path("rulings/<key:ruling_id>/", rulings.ruling_page, name="ruling"),
    path("rulings/<key:ruling_id>/correct/", rulings.ruling_correct, name="ruling-correct"),
    path("rulings/<key:ruling_id>/void/", rulings.ruling_void, name="ruling-void"),
    # games from elsewhere
    path("import/tenhou/", tenhou.tenhou, name="tenhou"),
    path("imports/sheet/", sheet_import.sheet_import, name="sheet-import"),
    # settings
    path("settings/", settings.club_settings, name="settings"),
    path("settings/leagues/new/", settings.league_new, name="league-new"),
    path("settings/leagues/<slug:league_slug>/move/", settings.league_move, name="league-move"),
    path("settings/leagues/<slug:league_slug>/", settings.league_settings, name="league-settings"),
    path(f"{_SEASONS}new/", season_settings.season_new, name="season-new"),
    path(f"{_SEASON}", season_settings.season_edit, name="season-edit"),
    path(f"{_SEASON}remove/", season_settings.season_remove, name="season-remove"),
    path(f"{_SEASON}stages/new/", season_settings.stage_new, name="stage-new"),
    path(f"{_SEASON}stages/<key:stage_id>/", season_settings.stage_edit, name="stage-edit"),
    path(
        f"{_SEASON}stages/<key:stage_id>/remove/",
        season_settings.stage_remove,
        name="stage-remove",
    ),
    # teams
    path(f"{_TEAMS}", teams.teams, name="teams"),
    path(f"{_TEAMS}names/", teams.teams_from_names, name="teams-from-names"),
    path(f"{_TEAMS}<key:team_id>/", teams.team_edit, name="team-edit"),
    path(f"{_TEAMS}<key:team_id>/join/", teams.team_join, name="team-join"),
    path(f"{_TEAMS}<key:team_id>/remove/", teams.team_remove, name="team-remove"),
    path(f"{_TEAMS}members/<key:membership_id>/", teams.membership, name="membership"),
    path(
        f"{_TEAMS}members/<key:membership_id>/remove/",
        teams.membership_remove,
        name="membership-remove",
    ),
    path("settings/check/", settings.check_standings, name="check-standings"),
]
