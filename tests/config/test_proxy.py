"""What the proxy of docker-compose.yml does by itself, and what it lets through to Jancho."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from config.bodies import FILES, MOST
from tests.config.processes import until
from tests.config.proxied import CONF, Site, proxied

pytestmark = pytest.mark.services


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with proxied(tmp_path_factory.mktemp("proxy")) as site:
        yield site


def test_the_first_page_comes_by_https_compressed_and_under_the_proxy_s_id(site: Site) -> None:
    code, headers = site.ask(
        "/", headers={"Accept-Encoding": "gzip", "X-Request-ID": "said-by-anybody"}
    )

    assert code == 200
    assert headers["Content-Encoding"] == "gzip"
    assert re.fullmatch("[0-9a-f]{32}", headers["X-Request-ID"])
    assert "max-age" in headers["Strict-Transport-Security"]
    until(lambda: f'"{headers["X-Request-ID"]}"' in (site.folder / "nginx.log").read_text("utf-8"))


def test_static_files_are_kept_by_proxy_and_browser(site: Site) -> None:
    gathered = site.folder / "gathered"
    hashed = [file for file in gathered.rglob("*.css") if "." in file.stem]
    name = hashed[0].relative_to(gathered).as_posix()
    first, again = (site.ask(f"/static/{name}") for _ in range(2))

    assert (first[0], again[0]) == (200, 200)
    assert "immutable" in again[1]["Cache-Control"]
    log = (site.folder / "web.log").read_text("utf-8").splitlines()
    asked = [line for line in log if name in line]
    assert len(asked) == 1, "the second time the proxy answers by itself"


def test_nobody_gives_an_address_of_another_s(site: Site) -> None:
    site.ask("/rules/", headers={"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "http"})

    until(lambda: '"/rules/"' in (site.folder / "web.log").read_text("utf-8"))
    assert "203.0.113.9" not in (site.folder / "web.log").read_text("utf-8")


def test_a_body_that_is_too_large_is_refused_before_jancho_has_it(site: Site) -> None:
    code, headers = site.ask("/accounts/login/", b"x" * 2_600_000)

    assert code == 413
    assert "X-Request-ID" not in headers, "answered by Jancho"


def test_metrics_are_nobody_s_outside(site: Site) -> None:
    assert site.ask("/metrics")[0] == 404


def test_the_limits_are_jancho_s_own() -> None:
    sizes = sorted(int(size) * 1000 for size in re.findall(r"client_max_body_size (\d+)k", CONF))
    larger = sorted(int(size) for size in re.findall(r"client_max_body_size (\d+)m", CONF))

    assert sizes == [MOST - MOST % 1000]
    assert larger == sorted(files // 1_000_000 + 1 for files in FILES.values())
