"""What the proxy of docker-compose.yml does by itself, and what it lets through to Jancho."""

from __future__ import annotations

import http.client
import re
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from config.bodies import FILES, MOST
from tests.config.processes import ROOT, free_port, running, status, surroundings, until
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


def openly(site: Site, host: str) -> tuple[int, str]:
    """What plain http answers whoever asks for such a host."""
    connection = http.client.HTTPConnection("127.0.0.1", site.http, timeout=30)
    connection.request("GET", "/rules/?q=tanyao", headers={"Host": host})
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.status, answer.headers.get("Location", "")


def test_plain_http_leads_to_https(site: Site) -> None:
    assert openly(site, "localhost") == (301, "https://localhost/rules/?q=tanyao")


@pytest.mark.parametrize("host", ["elsewhere.example", "localhost.elsewhere.example", "127.0.0.1"])
def test_plain_http_leads_to_no_other_s_host(site: Site, host: str) -> None:
    assert openly(site, host) == (400, "")


#: requests under way that one address may have, as docs/running.md has it
AT_ONCE = 100


@contextmanager
def under_way(site: Site, many: int, address: str, size: int = 9) -> Iterator[None]:
    """Requests of one address whose bodies are still to come, each one counted by the proxy.

    It asks for a body once it has let the request in: without waiting for that, whoever comes after
    could be let in first, and one of these be refused.
    """
    port = urlsplit(site.https).port
    with ExitStack() as stack:
        for _number in range(many):
            plain = socket.create_connection(("127.0.0.1", port), 30, (address, 0))
            secured = site.trust.wrap_socket(
                stack.enter_context(plain), server_hostname="localhost"
            )
            stack.enter_context(secured).sendall(
                b"POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\n"
                b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n" % size
            )
            assert secured.recv(1000).startswith(b"HTTP/1.1 100 "), "refused"
        yield


def read_from(site: Site, address: str) -> tuple[int, str, str]:
    """Status, words and time to wait of a page that somebody at that address asks for."""
    place = urlsplit(site.https)
    connection = http.client.HTTPSConnection(
        "localhost", place.port, timeout=30, context=site.trust, source_address=(address, 0)
    )
    connection.request("GET", "/rules/")
    answer = connection.getresponse()
    words = answer.read().decode()
    connection.close()
    return answer.status, words, answer.headers.get("Retry-After", "")


def test_an_address_that_asks_for_too_much_at_once_waits_and_no_other_does(site: Site) -> None:
    greedy, other = "127.0.0.2", "127.0.0.3"
    with under_way(site, AT_ONCE, greedy):
        code, words, seconds = read_from(site, greedy)

        assert (code, seconds) == (429, "5")
        assert "数秒待ってから" in words
        assert "wait a few seconds" in words
        assert read_from(site, other)[0] == 200
    assert until(lambda: read_from(site, greedy)[0] == 200), "it waits no longer than it asks"


def sent_from(site: Site, address: str, size: int) -> int:
    """Status of a form of that size."""
    place = urlsplit(site.https)
    connection = http.client.HTTPSConnection(
        "localhost", place.port, timeout=30, context=site.trust, source_address=(address, 0)
    )
    connection.request("POST", "/accounts/login/", body=b"x" * size)
    status = connection.getresponse().status
    connection.close()
    return status


def test_of_large_bodies_that_never_end_an_address_has_few_and_small_forms_go_through(
    site: Site,
) -> None:
    # What the proxy lets through Jancho refuses, as it comes without a cookie: in words, or before
    # it has read it all.
    large, refused_by_jancho = 200_000, {403, 502}
    with under_way(site, 4, "127.0.0.5", large):
        assert sent_from(site, "127.0.0.5", large) == 429
        assert sent_from(site, "127.0.0.5", 9_000) in refused_by_jancho
        assert sent_from(site, "127.0.0.6", large) in refused_by_jancho


def test_a_network_of_ipv6_counts_as_one_address(tmp_path: Path) -> None:
    [counting] = re.findall(r"    map \$binary_remote_addr \$caller \{.*?\n    \}", CONF, re.DOTALL)
    port = free_port()
    (tmp_path / "nginx.conf").write_text(
        f"""
        daemon off; pid {tmp_path}/pid; error_log {tmp_path}/error.log; events {{}}
        http {{
            access_log off; set_real_ip_from 127.0.0.1; real_ip_header X-Address;
            {counting}
            limit_req_zone $caller zone=one:1m rate=1r/m;
            server {{
                listen 127.0.0.1:{port};
                location / {{ root {tmp_path}; limit_req zone=one; }}
            }}
        }}
        """,
        encoding="utf-8",
    )
    (tmp_path / "page").write_text("page", encoding="utf-8")

    def ask(address: str) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        connection.request("GET", "/page", headers={"X-Address": address})
        status = connection.getresponse().status
        connection.close()
        return status

    own = ["nginx", "-g", "user root;", "-c", str(tmp_path / "nginx.conf")]
    with running(own, surroundings(), tmp_path / "nginx.log"):
        until(lambda: status(f"http://127.0.0.1:{port}/") is not None)
        # in the second there are bytes that end a line
        for first, same, other in (
            ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::2"),
            ("2001:db8:a0a:d::1", "2001:db8:a0a:d:ffff::2", "2001:db8:a0a:e::1"),
            ("192.0.2.1", "192.0.2.1", "192.0.2.2"),
        ):
            assert [ask(each) for each in (first, same, other)] == [200, 503, 200]


def test_a_club_room_behind_one_address_is_not_too_much(site: Site) -> None:
    # A page counts until the proxy has put it away, a moment after its reader has it.
    with under_way(site, AT_ONCE - 10, "127.0.0.4"):
        assert [read_from(site, "127.0.0.4")[0] for _again in range(20)] == [200] * 20


def test_a_distribution_s_nginx_takes_the_file_as_the_page_rewrites_it(
    site: Site, tmp_path: Path
) -> None:
    page = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")
    recipe = re.search(r"^```\n(sed .*?) > /etc/nginx/nginx.conf$", page, re.MULTILINE | re.DOTALL)
    assert recipe
    made = subprocess.run(
        ["bash", "-c", recipe[1]], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    for place in ("/run/secrets", "web:8000", "/tmp/", "/dev/std", "listen 8"):
        assert place not in re.sub("listen 80;", "", made)
    assert "listen 443 ssl" in made

    places = {
        "/etc/ssl/league.pem": f"{site.folder}/certificate",
        "/etc/ssl/private/league.key": f"{site.folder}/key",
        **dict.fromkeys(("/var/lib/nginx", "/var/log/nginx", "/run/nginx.pid"), f"{tmp_path}/x"),
    }
    for place, here in places.items():
        assert place in made
        made = made.replace(place, here)
    (tmp_path / "x").mkdir()
    file = tmp_path / "nginx.conf"
    file.write_text(made.replace(f"pid {tmp_path}/x", f"pid {tmp_path}/pid"), encoding="utf-8")
    tried = subprocess.run(["nginx", "-t", "-c", str(file)], capture_output=True, text=True)
    assert tried.returncode == 0, tried.stderr


def test_the_limits_are_jancho_s_own() -> None:
    sizes = sorted(int(size) * 1000 for size in re.findall(r"client_max_body_size (\d+)k", CONF))
    larger = sorted(int(size) for size in re.findall(r"client_max_body_size (\d+)m", CONF))

    assert sizes == [MOST - MOST % 1000]
    assert larger == sorted(files // 1_000_000 + 1 for files in FILES.values())
