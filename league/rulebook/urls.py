"""Addresses of the room ``rulebook``, below ``/c/<club>/``."""

from __future__ import annotations

from django.urls import path

from league.rulebook import views

urlpatterns = [
    # rules
    path("rules/", views.rule_list, name="rules"),
    path("rules/<slug:set_slug>/", views.rule_set, name="rule-set"),
    path("rules/<slug:set_slug>/<str:label>/", views.rule_version, name="rule-version"),
    path(
        "rules/<slug:set_slug>/<str:label>/compare/",
        views.rule_compare,
        name="rule-compare",
    ),
]
