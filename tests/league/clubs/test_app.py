"""Jancho as an app on a phone: what its manifest and its worker say."""

from __future__ import annotations

import json

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

pytestmark = pytest.mark.django_db


def test_the_manifest_has_a_japanese_name_and_icons_that_are_there() -> None:
    response = Client().get("/manifest.webmanifest")

    assert response.headers["Content-Type"] == "application/manifest+json"
    assert "public" in response.headers["Cache-Control"]
    said = json.loads(response.content)
    assert (said["lang"], said["short_name"], said["display"]) == ("ja", "雀帳", "standalone")
    sizes = {(icon["sizes"], icon["purpose"]) for icon in said["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} == sizes
    for icon in said["icons"]:
        assert finders.find(icon["src"].removeprefix("/static/")) is not None


def test_the_worker_is_a_script_of_the_whole_site_and_asked_for_anew() -> None:
    response = Client().get("/sw.js")

    assert response.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert response.headers["Cache-Control"] == "no-cache"
    assert b'import "/static/js/worker.js";' in response.content
    assert "worker-src 'self'" in response.headers["Content-Security-Policy"]
