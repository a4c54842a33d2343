"""Addresses of the room ``members``, below ``/c/<club>/``."""

from __future__ import annotations

from django.urls import path

from league.members import account_views, merge_views, record_views, views

urlpatterns = [
    # people
    path("members/", views.member_list, name="members"),
    path("members/new/", views.member_new, name="member-new"),
    path("members/accounts/", account_views.member_accounts, name="member-accounts"),
    path("members/paste/", views.member_paste, name="member-paste"),
    path("members/<key:member_id>/", views.member_page, name="member"),
    path("members/<key:member_id>/seats/", record_views.member_seats, name="member-seats"),
    path(
        "members/<key:member_id>/opponents/",
        record_views.member_opponents,
        name="member-opponents",
    ),
    path("members/<key:member_id>/hands/", record_views.member_hands, name="member-hands"),
    path("members/<key:member_id>/edit/", views.member_edit, name="member-edit"),
    path("members/<key:member_id>/kind/", views.member_kind, name="member-kind"),
    path("members/<key:member_id>/presence/", views.member_presence, name="member-presence"),
    path("members/<key:member_id>/name/", views.member_name, name="member-name"),
    path("members/<key:member_id>/remove/", views.member_remove, name="member-remove"),
    path("members/<key:member_id>/merge/", merge_views.member_merge, name="member-merge"),
    path("members/<key:member_id>/unmerge/", merge_views.member_unmerge, name="member-unmerge"),
    path("members/<key:member_id>/login/", views.member_login, name="member-login"),
    path("members/<key:member_id>/role/", views.member_role, name="member-role"),
    path("members/<key:member_id>/reset/", views.member_reset, name="member-reset"),
]
