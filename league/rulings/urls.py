"""Addresses of the room ``rulings``, below ``/c/<club>/``."""

from __future__ import annotations

from django.urls import path

from league.rulings import views

urlpatterns = [
    path("rulings/", views.ruling_list, name="rulings"),
    path("rulings/new/", views.ruling_new, name="ruling-new"),
    path("rulings/<key:ruling_id>/", views.ruling_page, name="ruling"),
    path("rulings/<key:ruling_id>/correct/", views.ruling_correct, name="ruling-correct"),
    path("rulings/<key:ruling_id>/void/", views.ruling_void, name="ruling-void"),
]
