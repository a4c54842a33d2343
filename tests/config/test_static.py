"""Static files as they are gathered, and pages as they are sent."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import Any
from wsgiref.headers import Headers

import pytest
from django.conf import settings
from django.contrib.staticfiles.finders import find
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.test import Client, RequestFactory

from config.compression import CompressionMiddleware
from config.static import (
    EmbeddedStorage,
    StaticMiddleware,
    headers_of_a_file,
    joined,
    shrunk_sheet,
)
from league.management.gathering import gather_static_files

SHEET = settings.BASE_DIR / "static/css/site.css"
PAGE = b"<p>" + b"results " * 200


@pytest.fixture
def root(tmp_path: Path, settings: Any) -> Path:
    settings.STATIC_ROOT = tmp_path / "static"
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "config.static.EmbeddedStorage"},
    }
    return tmp_path / "static"


def test_the_one_sheet_holds_every_shared_sheet_in_the_order_of_its_imports() -> None:
    text = joined(SHEET)
    names = re.findall(r'@import "(\S+)"', SHEET.read_text("utf-8"))
    places = [text.index(SHEET.with_name(name).read_text("utf-8")) for name in names]

    assert len(names) == 8
    assert places == sorted(places)
    assert "@import" not in text
    assert text.count("@media print {\n/* A4") == 1


def test_gathered_files_are_compressed_and_modules_load_each_other_once(root: Path) -> None:
    gather_static_files()

    url = staticfiles_storage.url("css/site.css")
    found = re.fullmatch(r"/static/(css/site\.[0-9a-f]{12}\.css)", url)
    assert found
    sheet = (root / found[1]).read_bytes()
    assert gzip.decompress((root / f"{found[1]}.gz").read_bytes()) == sheet
    assert b"@import" not in sheet
    own = Path(staticfiles_storage.url("js/ui.js")).name
    score_sheet = root / staticfiles_storage.url("js/pages/games-sheet.js").removeprefix("/static/")
    assert f'from "../{own}"' in score_sheet.read_text("utf-8")


def test_our_own_files_go_out_without_comments_and_packages_files_as_they_are(root: Path) -> None:
    gather_static_files()

    def sent(name: str) -> str:
        return (root / staticfiles_storage.url(name).removeprefix("/static/")).read_text("utf-8")

    assert "// " not in sent("js/kept.js")
    assert "/*" not in sent("css/site.css")
    package = Path(str(find("django_htmx/htmx-2.min.js")))
    assert sent("django_htmx/htmx-2.min.js") == package.read_text("utf-8")


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        (
            "a { color: red; }  /* why */\n\nb,\ni { margin: 0 auto; }",
            "a{color:red;}b,i{margin:0 auto;}",
        ),
        (
            "@layer x {\n  .table :is(th, td) { width: calc(1px + 2px); }\n}",
            "@layer x{.table :is(th,td){width:calc(1px + 2px);}}",
        ),
        ('a::after { content: ", /* { */ "; }', 'a::after{content:", /* { */ ";}'),
    ],
    ids=["comments and lines", "a space before a colon chooses another element", "a string"],
)
def test_a_sheet_loses_only_what_says_nothing(written: str, sent: str) -> None:
    assert shrunk_sheet(written) == sent


def test_a_static_file_says_no_more_than_what_counts() -> None:
    script, picture = Headers([]), Headers([])

    headers_of_a_file(script, "/static/js/ui.js", "")
    headers_of_a_file(picture, "/static/img/logo.svg", "")

    assert script.items() == [("X-Content-Type-Options", "nosniff")]
    assert picture["Content-Security-Policy"] == "default-src 'none'"


def test_files_are_gathered_again_only_where_something_has_changed(root: Path) -> None:
    gather_static_files()
    first = (root / "staticfiles.json").stat().st_mtime_ns
    gather_static_files()
    assert (root / "staticfiles.json").stat().st_mtime_ns == first

    (root / "gathered").write_text("of another release", "utf-8")
    gather_static_files()
    assert (root / "staticfiles.json").stat().st_mtime_ns != first


def test_files_are_sent_and_the_list_of_them_is_not(root: Path, settings: Any) -> None:
    settings.WHITENOISE_AUTOREFRESH = False  # as everywhere but here
    gather_static_files()

    sent = {Path(url).name for url in StaticMiddleware(lambda _request: HttpResponse()).files}

    assert {"staticfiles.json", "gathered"} <= {file.name for file in root.iterdir()}
    assert Path(staticfiles_storage.url("css/site.css")).name in sent
    assert not {"staticfiles.json", "gathered"} & sent


def test_without_gathered_files_names_stay_plain(root: Path) -> None:
    assert EmbeddedStorage().url("css/site.css") == "/static/css/site.css"


@pytest.mark.parametrize(
    ("response", "is_compressed"),
    [
        (HttpResponse(PAGE), True),
        (HttpResponse(PAGE, content_type="application/json"), True),
        (HttpResponse(PAGE, content_type="application/zip"), False),
        (StreamingHttpResponse([PAGE, PAGE], content_type="text/csv"), False),
    ],
    ids=["page", "answer of the API", "file that is compressed already", "streamed table"],
)
def test_what_is_there_in_full_is_compressed(
    response: HttpResponseBase, is_compressed: bool
) -> None:
    request = RequestFactory().get("/", headers={"Accept-Encoding": "gzip"})
    sent = CompressionMiddleware(lambda _request: response).process_response(request, response)

    assert (sent.get("Content-Encoding") == "gzip") == is_compressed
    assert ("Accept-Encoding" in sent.get("Vary", "")) == is_compressed


@pytest.mark.django_db
def test_a_page_is_compressed_for_whoever_takes_it_and_plain_for_others(client: Client) -> None:
    plain = client.get("/")
    small = client.get("/", headers={"Accept-Encoding": "gzip, deflate"})

    assert "Content-Encoding" not in plain
    assert gzip.decompress(small.content).startswith(b"<!doctype html>")
    assert len(small.content) < len(plain.content) / 2
