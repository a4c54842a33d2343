"""Addresses of the room ``live``, below ``/c/<club>/``."""

from __future__ import annotations

from django.urls import path

from league.live import change_views, views

urlpatterns = [
    path("games/<key:game_id>/reopen/", views.game_reopen, name="game-reopen"),
    # tables that are kept hand by hand
    path("live/new/", views.live_new, name="live-new"),
    path("live/<key:live_id>/", views.live_table, name="live"),
    path("live/<key:live_id>/board/", views.live_board, name="live-board"),
    path("live/<key:live_id>/change/", change_views.live_change, name="live-change"),
    path("live/<key:live_id>/hand/", views.live_hand, name="live-hand"),
]
