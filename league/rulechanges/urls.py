"""Addresses of the room ``rulechanges``, below ``/c/<club>/``."""

from __future__ import annotations

from django.urls import path

from league.rulechanges import draft_views, progress_views, text_views, trial, views, what_if

_SET = "rules/<slug:set_slug>"
_DRAFT = f"{_SET}/drafts/<key:draft_id>"
_CHANGE = f"{_SET}/changes/<key:change_id>"
_VERSION = f"{_SET}/<str:label>"

urlpatterns = [
    path("ranking/<slug:league_slug>/what-if/", what_if.what_if_page, name="what-if"),
    path(f"{_DRAFT}/publish/", views.change_new, name="change-new"),
    path(f"{_SET}/changes/", progress_views.changes, name="changes"),
    path(f"{_CHANGE}/", progress_views.change, name="change"),
    path(f"{_CHANGE}/stop/", progress_views.change_stop, name="change-stop"),
    path(f"{_CHANGE}/resume/", progress_views.change_resume, name="change-resume"),
    path(f"{_CHANGE}/give-up/", progress_views.change_give_up, name="change-give-up"),
    path(f"{_VERSION}/move/", views.change_move, name="change-move"),
    path(f"{_VERSION}/withdraw/", views.change_withdraw, name="change-withdraw"),
    path(f"{_SET}/drafts/new/", draft_views.draft_new, name="draft-new"),
    path(f"{_DRAFT}/", draft_views.draft_edit, name="draft"),
    path(f"{_DRAFT}/save/", draft_views.draft_save, name="draft-save"),
    path(f"{_DRAFT}/check/", draft_views.draft_check, name="draft-check"),
    path(f"{_DRAFT}/try/", trial.draft_try, name="draft-try"),
    path(f"{_DRAFT}/delete/", draft_views.draft_delete, name="draft-delete"),
    path(f"{_DRAFT}/clauses/", text_views.draft_clauses, name="draft-clauses"),
    path(f"{_DRAFT}/headings/", text_views.draft_headings, name="draft-headings"),
    path(f"{_SET}/import/", draft_views.rule_import, name="rule-import"),
    path(f"{_VERSION}/export/", draft_views.rule_export, name="rule-export"),
]
