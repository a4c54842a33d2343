"""Addresses of the room ``rankings``, below ``/c/<club>/``."""

from __future__ import annotations

from django.urls import path

from league.rankings import card_views, organizer_views, views

urlpatterns = [
    # rankings
    path("ranking/", views.ranking_index, name="rankings"),
    path("ranking/<slug:league_slug>/", views.ranking, name="ranking"),
    path("ranking/<slug:league_slug>/close/", organizer_views.month_close, name="month-close"),
    path("ranking/<slug:league_slug>/closings/", organizer_views.month_closes, name="month-closes"),
    path(
        "ranking/<slug:league_slug>/closings/<key:close_id>/",
        organizer_views.month_closing,
        name="month-closing",
    ),
    path(
        "ranking/<slug:league_slug>/closings/<key:close_id>/reopen/",
        organizer_views.month_reopen,
        name="month-reopen",
    ),
    path("ranking/<slug:league_slug>/rating/", views.rating, name="rating"),
    path("ranking/<slug:league_slug>/prizes/", organizer_views.prizes, name="prizes"),
    path("ranking/<slug:league_slug>/race/", views.race, name="race"),
    path("ranking/<slug:league_slug>/chances/", views.chances_page, name="chances"),
    path("ranking/<slug:league_slug>/card/", card_views.card, name="card"),
    path("ranking/<slug:league_slug>/card.svg", card_views.card_svg, name="card-svg"),
    # points apart from games
    path(
        "ranking/<slug:league_slug>/adjustments/", organizer_views.adjustments, name="adjustments"
    ),
    path(
        "ranking/<slug:league_slug>/adjustments/new/",
        organizer_views.adjustment_new,
        name="adjustment-new",
    ),
    path(
        "ranking/<slug:league_slug>/adjustments/<key:adjustment_id>/withdraw/",
        organizer_views.adjustment_withdraw,
        name="adjustment-withdraw",
    ),
]
