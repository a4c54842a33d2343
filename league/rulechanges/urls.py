"""Addresses of the room ``rulechanges``, below ``/c/<club>/``."""

from __future__ import annotations

from django.urls import path

from league.rulechanges import draft_views, progress_views, text_views, trial, views, what_if

urlpatterns = [
    path("ranking/<slug:league_slug>/what-if/", what_if.what_if_page, name="what-if"),
    path(
        "rules/<slug:set_slug>/drafts/<key:draft_id>/publish/",
        views.change_new,
        name="change-new",
    ),
    path("rules/<slug:set_slug>/changes/", progress_views.changes, name="changes"),
    path("rules/<slug:set_slug>/changes/<key:change_id>/", progress_views.change, name="change"),
    path(
        "rules/<slug:set_slug>/changes/<key:change_id>/stop/",
        progress_views.change_stop,
        name="change-stop",
    ),
    path(
        "rules/<slug:set_slug>/changes/<key:change_id>/resume/",
        progress_views.change_resume,
        name="change-resume",
    ),
    path(
        "rules/<slug:set_slug>/changes/<key:change_id>/give-up/",
        progress_views.change_give_up,
        name="change-give-up",
    ),
    path("rules/<slug:set_slug>/<str:label>/move/", views.change_move, name="change-move"),
    path(
        "rules/<slug:set_slug>/<str:label>/withdraw/",
        views.change_withdraw,
        name="change-withdraw",
    ),
    path("rules/<slug:set_slug>/drafts/new/", draft_views.draft_new, name="draft-new"),
    path("rules/<slug:set_slug>/drafts/<key:draft_id>/", draft_views.draft_edit, name="draft"),
    path(
        "rules/<slug:set_slug>/drafts/<key:draft_id>/save/",
        draft_views.draft_save,
        name="draft-save",
    ),
    path(
        "rules/<slug:set_slug>/drafts/<key:draft_id>/check/",
        draft_views.draft_check,
        name="draft-check",
    ),
    path("rules/<slug:set_slug>/drafts/<key:draft_id>/try/", trial.draft_try, name="draft-try"),
    path(
        "rules/<slug:set_slug>/drafts/<key:draft_id>/delete/",
        draft_views.draft_delete,
        name="draft-delete",
    ),
    path(
        "rules/<slug:set_slug>/drafts/<key:draft_id>/clauses/",
        text_views.draft_clauses,
        name="draft-clauses",
    ),
    path(
        "rules/<slug:set_slug>/drafts/<key:draft_id>/headings/",
        text_views.draft_headings,
        name="draft-headings",
    ),
    path("rules/<slug:set_slug>/import/", draft_views.rule_import, name="rule-import"),
    path("rules/<slug:set_slug>/<str:label>/export/", draft_views.rule_export, name="rule-export"),
]
