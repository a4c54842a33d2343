"""Addresses of the built-in rule sets, below ``/rules/``: they belong to no club."""

from __future__ import annotations

from django.urls import path

from league.rulebook import library_views as views

urlpatterns = [
    path("", views.rule_library, name="rule-library"),
    path("compare/", views.rule_library_compare, name="rule-library-compare"),
    path("<slug:shipped_key>/", views.rule_library_set, name="rule-library-set"),
    path(
        "<slug:shipped_key>/<str:shipped_label>/",
        views.rule_library_version,
        name="rule-library-version",
    ),
]
