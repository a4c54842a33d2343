"""The addresses below ``/api/v1/``; none ends in a slash."""

from __future__ import annotations

from django.urls import path, re_path

from league.api.base import MissingView
from league.api.calculations import ReplayView, SettleView, ValueView
from league.api.competitions import AdjustmentsView, SeasonsView, SeasonView, TeamsView
from league.api.hanchan import HanchanListView, HanchanView
from league.api.lists import MembersView, SessionsView
from league.api.live import LiveChangesView, LiveListView, LiveView
from league.api.members import (
    MemberHandsView,
    MemberOpponentsView,
    MemberRatingView,
    MemberRecordView,
    MemberSeatsView,
    RatingView,
)
from league.api.rankings import RankingView, WhatIfView
from league.api.rule_changes import (
    ChangesView,
    ChangeView,
    GiveUpView,
    MoveView,
    PreviewView,
    PublishView,
    ResumeView,
    StopView,
    WithdrawView,
)
from league.api.rule_drafts import DraftsView, DraftView
from league.api.rule_sets import (
    CompareView,
    DeparturesView,
    RulebookView,
    RuleSetDetailView,
    RuleSetsView,
    ShippedSetsView,
    ShippedVersionView,
    VersionView,
)
from league.api.rulings import RulingsView
from league.core import numbers as keys  # noqa: F401 - addresses know what <key:...> is

app_name = "api"

_LEAGUE = "clubs/<slug:club_slug>/leagues/<slug:league_slug>"
_MEMBER = "clubs/<slug:club_slug>/members/<key:member_id>"
_SET = "clubs/<slug:club_slug>/rule-sets/<slug:set_slug>"
_VERSION = f"{_SET}/versions/<str:label>"
_DRAFT = f"{_SET}/drafts/<key:draft_id>"
_CHANGE = f"{_SET}/changes/<key:change_id>"

urlpatterns = [
    path("settle", SettleView.as_view(), name="settle"),
    path("value", ValueView.as_view(), name="value"),
    path("replay", ReplayView.as_view(), name="replay"),
    path("clubs/<slug:club_slug>/hanchan", HanchanListView.as_view(), name="hanchan-list"),
    path("clubs/<slug:club_slug>/hanchan/<key:game_id>", HanchanView.as_view(), name="hanchan"),
    path("clubs/<slug:club_slug>/sessions", SessionsView.as_view(), name="sessions"),
    path("clubs/<slug:club_slug>/members", MembersView.as_view(), name="members"),
    path("clubs/<slug:club_slug>/live", LiveListView.as_view(), name="live-list"),
    path("clubs/<slug:club_slug>/live/<key:live_id>", LiveView.as_view(), name="live"),
    path(
        "clubs/<slug:club_slug>/live/<key:live_id>/changes",
        LiveChangesView.as_view(),
        name="live-changes",
    ),
    path(
        "clubs/<slug:club_slug>/leagues/<slug:league_slug>/ranking",
        RankingView.as_view(),
        name="ranking",
    ),
    path(
        "clubs/<slug:club_slug>/leagues/<slug:league_slug>/what-if",
        WhatIfView.as_view(),
        name="what-if",
    ),
    path(f"{_LEAGUE}/seasons", SeasonsView.as_view(), name="seasons"),
    path(f"{_LEAGUE}/teams", TeamsView.as_view(), name="teams"),
    path(f"{_LEAGUE}/adjustments", AdjustmentsView.as_view(), name="adjustments"),
    path("clubs/<slug:club_slug>/seasons/<key:season_id>", SeasonView.as_view(), name="season"),
    path(
        "clubs/<slug:club_slug>/leagues/<slug:league_slug>/rating",
        RatingView.as_view(),
        name="rating",
    ),
    path(f"{_MEMBER}/record", MemberRecordView.as_view(), name="member-record"),
    path(f"{_MEMBER}/seats", MemberSeatsView.as_view(), name="member-seats"),
    path(f"{_MEMBER}/opponents", MemberOpponentsView.as_view(), name="member-opponents"),
    path(f"{_MEMBER}/hands", MemberHandsView.as_view(), name="member-hands"),
    path(f"{_MEMBER}/rating", MemberRatingView.as_view(), name="member-rating"),
    # rules: what is shipped, what the club uses
    path("rule-sets", ShippedSetsView.as_view(), name="shipped-sets"),
    path(
        "rule-sets/<slug:shipped_key>/versions/<str:shipped_label>",
        ShippedVersionView.as_view(),
        name="shipped-version",
    ),
    path("clubs/<slug:club_slug>/rule-sets", RuleSetsView.as_view(), name="rule-sets"),
    path(_SET, RuleSetDetailView.as_view(), name="rule-set"),
    path(_VERSION, VersionView.as_view(), name="rule-version"),
    path(f"{_VERSION}/rulebook", RulebookView.as_view(), name="rulebook"),
    path(f"{_VERSION}/compare", CompareView.as_view(), name="rule-compare"),
    path(f"{_VERSION}/departures", DeparturesView.as_view(), name="rule-departures"),
    path("clubs/<slug:club_slug>/rulings", RulingsView.as_view(), name="rulings"),
    # rules: drafts, and how they come into force
    path(f"{_SET}/drafts", DraftsView.as_view(), name="rule-drafts"),
    path(_DRAFT, DraftView.as_view(), name="rule-draft"),
    path(f"{_DRAFT}/preview", PreviewView.as_view(), name="rule-preview"),
    path(f"{_DRAFT}/publish", PublishView.as_view(), name="rule-publish"),
    path(f"{_VERSION}/move", MoveView.as_view(), name="rule-move"),
    path(f"{_VERSION}/withdraw", WithdrawView.as_view(), name="rule-withdraw"),
    path(f"{_SET}/changes", ChangesView.as_view(), name="rule-changes"),
    path(_CHANGE, ChangeView.as_view(), name="rule-change"),
    path(f"{_CHANGE}/stop", StopView.as_view(), name="rule-change-stop"),
    path(f"{_CHANGE}/resume", ResumeView.as_view(), name="rule-change-resume"),
    path(f"{_CHANGE}/give-up", GiveUpView.as_view(), name="rule-change-give-up"),
    re_path(r"", MissingView.as_view()),
]
