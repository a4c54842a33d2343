"""The addresses below ``/api/v1/``; none ends in a slash."""

from __future__ import annotations

from django.urls import path, re_path

from league.api.base import MissingView
from league.api.hanchan import HanchanListView, HanchanView
from league.api.rankings import RankingView
from league.api.settle import SettleView

app_name = "api"

urlpatterns = [
    path("settle", SettleView.as_view(), name="settle"),
    path("clubs/<slug:club_slug>/hanchan", HanchanListView.as_view(), name="hanchan-list"),
    path("clubs/<slug:club_slug>/hanchan/<int:game_id>", HanchanView.as_view(), name="hanchan"),
    path(
        "clubs/<slug:club_slug>/leagues/<slug:league_slug>/ranking",
        RankingView.as_view(),
        name="ranking",
    ),
    re_path(r"", MissingView.as_view()),
]
