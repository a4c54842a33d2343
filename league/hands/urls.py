"""Addresses of the room ``hands``, below ``/c/<club>/``."""

from __future__ import annotations

from django.urls import path

from league.hands import condition_views, guide_views, practice, views

urlpatterns = [
    path("rules/<slug:set_slug>/<str:label>/yaku/", guide_views.rule_yaku, name="rule-yaku"),
    path("rules/<slug:set_slug>/<str:label>/fu/", guide_views.rule_fu, name="rule-fu"),
    path("rules/<slug:set_slug>/<str:label>/points/", guide_views.rule_points, name="rule-points"),
    # what a hand is worth
    path("calculator/", views.calculator, name="calculator"),
    path("practice/", practice.practice, name="practice"),
    # what each player needs of a hand
    path("conditions/", condition_views.conditions, name="conditions"),
]
