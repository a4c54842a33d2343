"""The addresses of a club's pages, all below ``/c/<club>/``: one ``urls.py`` for each room."""

from __future__ import annotations

from django.urls import include, path

from league.core import numbers  # noqa: F401 - addresses know what <key:...> is

app_name = "league"

urlpatterns = [
    path("", include("league.clubs.urls")),
    path("", include("league.games.urls")),
    path("", include("league.exports.urls")),
    path("", include("league.archive.urls")),
    path("", include("league.live.urls")),
    path("", include("league.rankings.urls")),
    path("", include("league.rulechanges.urls")),
    path("", include("league.competitions.urls")),
    path("", include("league.members.urls")),
    path("", include("league.rulebook.urls")),
    path("", include("league.hands.urls")),
    path("", include("league.rulings.urls")),
    path("", include("league.imports.urls")),
]
