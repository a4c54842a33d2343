"""The addresses below ``/api/v1/``; none ends in a slash."""

from __future__ import annotations

from django.urls import path, re_path

from league.api import (
    adjustments,
    base,
    calculations,
    closings,
    club_settings,
    competitions,
    description,
    evenings,
    exports,
    hanchan,
    leagues,
    live,
    members,
    people,
    rankings,
    rule_changes,
    rule_drafts,
    rule_library,
    rule_sets,
    rule_texts,
    rule_trials,
    rulings,
    seasons,
    sheet_imports,
    standings_check,
    teams,
    tenhou_imports,
)
from league.core import numbers as keys  # noqa: F401 - addresses know what <key:...> is

app_name = "api"

_CLUB = "clubs/<slug:club_slug>"
_LEAGUE = f"{_CLUB}/leagues/<slug:league_slug>"
_MEMBER = f"{_CLUB}/members/<key:member_id>"
_EVENING = f"{_CLUB}/sessions/<key:session_id>"
_SEASON = f"{_LEAGUE}/seasons/<key:season_id>"
_STAGE = f"{_SEASON}/stages/<key:stage_id>"
_TEAM = f"{_LEAGUE}/teams/<key:team_id>"
_ADJUSTMENT = f"{_LEAGUE}/adjustments/<key:adjustment_id>"
_DOWNLOAD = f"{_CLUB}/downloads/<uuid:download_key>"
_SHEET = f"{_CLUB}/sheet-imports/<key:sheet_import_id>"
_TENHOU = f"{_CLUB}/tenhou-imports/<key:tenhou_import_id>"
_SHIPPED = "rule-sets/<slug:shipped_key>/versions/<str:shipped_label>"
_SET = f"{_CLUB}/rule-sets/<slug:set_slug>"
_VERSION = f"{_SET}/versions/<str:label>"
_DRAFT = f"{_SET}/drafts/<key:draft_id>"
_RULING = f"{_CLUB}/rulings/<key:ruling_id>"
_CHANGE = f"{_SET}/changes/<key:change_id>"

urlpatterns = [
    path("docs", description.docs, name="docs"),
    path("schema", description.SchemaView.as_view(), name="schema"),
    path("settle", calculations.SettleView.as_view(), name="settle"),
    path("value", calculations.ValueView.as_view(), name="value"),
    path("replay", calculations.ReplayView.as_view(), name="replay"),
    path(f"{_CLUB}/hanchan", hanchan.HanchanListView.as_view(), name="hanchan-list"),
    path(f"{_CLUB}/hanchan/<key:game_id>", hanchan.HanchanView.as_view(), name="hanchan"),
    path(f"{_CLUB}/hanchan/<key:game_id>/void", hanchan.VoidView.as_view(), name="hanchan-void"),
    path(
        f"{_CLUB}/hanchan/<key:game_id>/restore",
        hanchan.RestoreView.as_view(),
        name="hanchan-restore",
    ),
    path(
        f"{_CLUB}/hanchan/<key:game_id>/reopen",
        live.GameReopenView.as_view(),
        name="hanchan-reopen",
    ),
    path(f"{_CLUB}/sessions", evenings.SessionsView.as_view(), name="sessions"),
    path(_EVENING, evenings.SessionView.as_view(), name="session"),
    path(f"{_EVENING}/restore", evenings.SessionRestoreView.as_view(), name="session-restore"),
    path(f"{_EVENING}/options", evenings.SessionOptionsView.as_view(), name="session-options"),
    path(f"{_EVENING}/attendance", evenings.AttendanceView.as_view(), name="attendance"),
    path(f"{_EVENING}/passes", evenings.PassesView.as_view(), name="passes"),
    path(f"{_EVENING}/passes/<key:pass_id>", evenings.PassView.as_view(), name="pass"),
    path(f"{_CLUB}/members", people.MembersView.as_view(), name="members"),
    path(_MEMBER, people.MemberView.as_view(), name="member"),
    path(f"{_MEMBER}/merge", people.MemberMergeView.as_view(), name="member-merge"),
    path(f"{_MEMBER}/login", people.MemberLoginView.as_view(), name="member-login"),
    path(
        f"{_MEMBER}/password-link",
        people.MemberPasswordLinkView.as_view(),
        name="member-password-link",
    ),
    path(f"{_MEMBER}/role", people.MemberRoleView.as_view(), name="member-role"),
    path(f"{_CLUB}/live", live.LiveListView.as_view(), name="live-list"),
    path(f"{_CLUB}/live/<key:live_id>", live.LiveView.as_view(), name="live"),
    path(
        f"{_CLUB}/live/<key:live_id>/changes", live.LiveChangesView.as_view(), name="live-changes"
    ),
    path(f"{_LEAGUE}/ranking", rankings.RankingView.as_view(), name="ranking"),
    path(f"{_LEAGUE}/closings", closings.ClosingsView.as_view(), name="closings"),
    path(f"{_LEAGUE}/closings/<key:close_id>/reopen", closings.ReopenView.as_view(), name="reopen"),
    path(f"{_LEAGUE}/prizes", closings.PrizesView.as_view(), name="prizes"),
    path(f"{_LEAGUE}/what-if", rankings.WhatIfView.as_view(), name="what-if"),
    path(f"{_CLUB}/seasons/<key:season_id>", competitions.SeasonView.as_view(), name="season"),
    # what organizers set
    path(f"{_CLUB}/settings", club_settings.ClubSettingsView.as_view(), name="settings"),
    path(
        f"{_CLUB}/standings-check",
        standings_check.StandingsCheckView.as_view(),
        name="standings-check",
    ),
    path(f"{_CLUB}/leagues", leagues.LeaguesView.as_view(), name="leagues"),
    path(_LEAGUE, leagues.LeagueView.as_view(), name="league"),
    path(f"{_LEAGUE}/move", leagues.LeagueMoveView.as_view(), name="league-move"),
    path(f"{_LEAGUE}/seasons", seasons.SeasonsView.as_view(), name="seasons"),
    path(_SEASON, seasons.SeasonSettingsView.as_view(), name="season-settings"),
    path(f"{_SEASON}/stages", seasons.StagesView.as_view(), name="stages"),
    path(_STAGE, seasons.StageView.as_view(), name="stage"),
    path(f"{_LEAGUE}/teams", teams.TeamsView.as_view(), name="teams"),
    path(f"{_LEAGUE}/teams/from-names", teams.TeamNamesView.as_view(), name="teams-from-names"),
    path(_TEAM, teams.TeamView.as_view(), name="team"),
    path(f"{_TEAM}/members", teams.TeamMembersView.as_view(), name="team-members"),
    path(
        f"{_LEAGUE}/memberships/<key:membership_id>",
        teams.MembershipView.as_view(),
        name="membership",
    ),
    path(f"{_LEAGUE}/adjustments", adjustments.AdjustmentsView.as_view(), name="adjustments"),
    path(_ADJUSTMENT, adjustments.AdjustmentView.as_view(), name="adjustment"),
    path(
        f"{_ADJUSTMENT}/withdraw",
        adjustments.AdjustmentWithdrawView.as_view(),
        name="adjustment-withdraw",
    ),
    # to take away
    path(f"{_CLUB}/exports/games.csv", exports.GamesFileView.as_view(), name="games-file"),
    path(f"{_CLUB}/exports/members.csv", exports.MembersFileView.as_view(), name="members-file"),
    path(f"{_CLUB}/exports/sessions.ics", exports.CalendarFileView.as_view(), name="calendar-file"),
    path(f"{_CLUB}/exports/archive.json", exports.ArchiveFileView.as_view(), name="archive-file"),
    path(f"{_EVENING}/text", exports.EveningTextView.as_view(), name="session-text"),
    path(f"{_LEAGUE}/ranking.csv", exports.RankingTableView.as_view(), name="ranking-table"),
    path(f"{_LEAGUE}/ranking.xlsx", exports.RankingWorkbookView.as_view(), name="ranking-workbook"),
    path(f"{_LEAGUE}/ranking.txt", exports.RankingTextView.as_view(), name="ranking-text"),
    path(f"{_CLUB}/downloads", exports.DownloadsView.as_view(), name="downloads"),
    path(_DOWNLOAD, exports.DownloadView.as_view(), name="download"),
    path(f"{_DOWNLOAD}/file", exports.DownloadFileView.as_view(), name="download-file"),
    # games from elsewhere
    path(f"{_CLUB}/sheet-imports", sheet_imports.SheetImportsView.as_view(), name="sheet-imports"),
    path(_SHEET, sheet_imports.SheetImportView.as_view(), name="sheet-import"),
    path(f"{_SHEET}/games", sheet_imports.SheetLinesView.as_view(), name="sheet-import-games"),
    path(f"{_SHEET}/store", sheet_imports.SheetStoreView.as_view(), name="sheet-import-store"),
    path(f"{_SHEET}/undo", sheet_imports.SheetUndoView.as_view(), name="sheet-import-undo"),
    path(
        f"{_CLUB}/tenhou-imports",
        tenhou_imports.TenhouImportsView.as_view(),
        name="tenhou-imports",
    ),
    path(_TENHOU, tenhou_imports.TenhouImportView.as_view(), name="tenhou-import"),
    path(f"{_TENHOU}/games", tenhou_imports.TenhouLinesView.as_view(), name="tenhou-import-games"),
    path(f"{_TENHOU}/store", tenhou_imports.TenhouStoreView.as_view(), name="tenhou-import-store"),
    path(
        f"{_TENHOU}/resume",
        tenhou_imports.TenhouResumeView.as_view(),
        name="tenhou-import-resume",
    ),
    path(f"{_LEAGUE}/rating", members.RatingView.as_view(), name="rating"),
    path(f"{_MEMBER}/record", members.MemberRecordView.as_view(), name="member-record"),
    path(f"{_MEMBER}/seats", members.MemberSeatsView.as_view(), name="member-seats"),
    path(f"{_MEMBER}/opponents", members.MemberOpponentsView.as_view(), name="member-opponents"),
    path(f"{_MEMBER}/hands", members.MemberHandsView.as_view(), name="member-hands"),
    path(f"{_MEMBER}/rating", members.MemberRatingView.as_view(), name="member-rating"),
    # rules: what is shipped, what the club uses
    path("rule-sets", rule_sets.ShippedSetsView.as_view(), name="shipped-sets"),
    path(_SHIPPED, rule_sets.ShippedVersionView.as_view(), name="shipped-version"),
    path(f"{_SHIPPED}/rulebook", rule_library.ShippedBookView.as_view(), name="shipped-rulebook"),
    path(f"{_SHIPPED}/compare", rule_library.ShippedCompareView.as_view(), name="shipped-compare"),
    path(f"{_CLUB}/rule-sets", rule_sets.RuleSetsView.as_view(), name="rule-sets"),
    path(_SET, rule_sets.RuleSetDetailView.as_view(), name="rule-set"),
    path(_VERSION, rule_sets.VersionView.as_view(), name="rule-version"),
    path(f"{_VERSION}/rulebook", rule_sets.RulebookView.as_view(), name="rulebook"),
    path(f"{_VERSION}/compare", rule_sets.CompareView.as_view(), name="rule-compare"),
    path(f"{_VERSION}/departures", rule_sets.DeparturesView.as_view(), name="rule-departures"),
    path(f"{_CLUB}/rulings", rulings.RulingsView.as_view(), name="rulings"),
    path(_RULING, rulings.RulingView.as_view(), name="ruling"),
    path(f"{_RULING}/correct", rulings.RulingCorrectView.as_view(), name="ruling-correct"),
    path(f"{_RULING}/void", rulings.RulingVoidView.as_view(), name="ruling-void"),
    # rules: drafts, and how they come into force
    path(f"{_SET}/drafts", rule_drafts.DraftsView.as_view(), name="rule-drafts"),
    path(_DRAFT, rule_drafts.DraftView.as_view(), name="rule-draft"),
    path(f"{_DRAFT}/clauses", rule_texts.ClausesView.as_view(), name="rule-clauses"),
    path(f"{_DRAFT}/clauses/<key:clause_id>", rule_texts.ClauseView.as_view(), name="rule-clause"),
    path(f"{_DRAFT}/headings", rule_texts.HeadingsView.as_view(), name="rule-headings"),
    path(
        f"{_DRAFT}/headings/<key:heading_id>",
        rule_texts.HeadingView.as_view(),
        name="rule-heading",
    ),
    path(f"{_DRAFT}/try", rule_trials.TryView.as_view(), name="rule-try"),
    path(f"{_DRAFT}/preview", rule_changes.PreviewView.as_view(), name="rule-preview"),
    path(f"{_DRAFT}/publish", rule_changes.PublishView.as_view(), name="rule-publish"),
    path(f"{_VERSION}/move", rule_changes.MoveView.as_view(), name="rule-move"),
    path(f"{_VERSION}/withdraw", rule_changes.WithdrawView.as_view(), name="rule-withdraw"),
    path(f"{_SET}/changes", rule_changes.ChangesView.as_view(), name="rule-changes"),
    path(_CHANGE, rule_changes.ChangeView.as_view(), name="rule-change"),
    path(f"{_CHANGE}/stop", rule_changes.StopView.as_view(), name="rule-change-stop"),
    path(f"{_CHANGE}/resume", rule_changes.ResumeView.as_view(), name="rule-change-resume"),
    path(f"{_CHANGE}/give-up", rule_changes.GiveUpView.as_view(), name="rule-change-give-up"),
    re_path(r"", base.MissingView.as_view()),
]
