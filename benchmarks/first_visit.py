"""How heavy a first visit is, and how soon a slow phone shows it and takes a tap.

``python -m benchmarks.first_visit [--rounds 3]``

`manage.py serve` with the demo club, as `make run` starts it, is asked by Chromium for each page
with nothing kept in the browser: a processor four times slower, 1.6 Mbit/s, and 150 ms until each
answer begins (for setting up a connection nothing is counted). Bytes are those on the wire, headers
among them. A page is drawn at its first contentful paint, and usable once its scripts have run. The
best of the rounds has to keep the limits: others who use the machine make a page slower, never
faster.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

from benchmarks.load import ROOT, free_port, until_it_answers
from tests.machine import chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

#: bytes on the wire of a whole page, and milliseconds until it is drawn and usable
MOST_BYTES: Final = 60_000
DRAWN, USABLE = 1_000, 1_500
PAGES: Final = {
    "first page": "/",
    "home": "/c/demo/",
    "ranking": "/c/demo/ranking/main/",
    "entry": "/c/demo/enter/",
}
PHONE: Final = {"width": 390, "height": 844}
SLOWER: Final = 4
NETWORK: Final = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
#: waits for the paint, which is told after the page has loaded
_TIMES: Final = """() => new Promise((tell) => new PerformanceObserver((list) => {
  const paint = list.getEntriesByName("first-contentful-paint")[0];
  const page = performance.getEntriesByType("navigation")[0];
  if (paint) tell([paint.startTime, page.domContentLoadedEventEnd]);
}).observe({ type: "paint", buffered: true }))"""


@dataclass(slots=True)
class Visit:
    """One first visit: bytes by kind of file, and when the page was drawn and usable, in ms."""

    bytes: Counter[str] = field(default_factory=Counter)
    drawn: float = 0.0
    usable: float = 0.0


def weigh(page: Page, url: str, *, slow: bool = False) -> Visit:
    """Open a page in a browser that keeps nothing yet, and weigh what comes."""
    visit, kinds = Visit(), {}
    wire: Any = page.context.new_cdp_session(page)
    wire.on(
        "Network.responseReceived", lambda said: kinds.update({said["requestId"]: said["type"]})
    )
    wire.on(
        "Network.loadingFinished",
        lambda it: visit.bytes.update(
            {kinds.get(it["requestId"], "Other"): int(it["encodedDataLength"])}
        ),
    )
    wire.send("Network.enable")
    if slow:
        wire.send("Network.emulateNetworkConditions", NETWORK)
        wire.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(url, wait_until="load")
    page.wait_for_load_state("networkidle")
    visit.drawn, visit.usable = page.evaluate(_TIMES)
    wire.detach()
    return visit


def main(arguments: list[str] | None = None) -> int:
    """Measure, print, and say 1 when even the best round of a page is beyond a limit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args(arguments)
    from playwright.sync_api import sync_playwright

    beyond = False
    with TemporaryDirectory() as folder, _served(folder) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox", "--disable-background-networking"]
        )
        cookies = _logged_in(browser, site)
        for name, path in PAGES.items():
            known = None if path == "/" else cookies
            visits = [_first_visit(browser, site + path, known) for _ in range(options.rounds)]
            beyond |= _print(name, visits)
        browser.close()
    return int(beyond)


def _print(name: str, visits: list[Visit]) -> bool:
    """Print a page's line; whether it is beyond a limit."""
    most = max(sum(visit.bytes.values()) for visit in visits)
    drawn, usable = min(v.drawn for v in visits), min(v.usable for v in visits)
    kinds = ", ".join(f"{kind} {size:,}" for kind, size in sorted(visits[0].bytes.items()))
    print(f"{name}: {most:,} bytes (limit {MOST_BYTES:,}: {kinds})")
    for what, times, limit in (
        ("drawn", [v.drawn for v in visits], DRAWN),
        ("usable", [v.usable for v in visits], USABLE),
    ):
        print(f"  {what} after {min(times):.0f} ms [..{max(times):.0f}], limit {limit:,}")
    return most > MOST_BYTES or drawn > DRAWN or usable > USABLE


def _first_visit(browser: Browser, url: str, cookies: Any) -> Visit:
    context: BrowserContext = browser.new_context(
        viewport=PHONE, device_scale_factor=3, locale="ja-JP", storage_state=cookies
    )
    try:
        return weigh(context.new_page(), url, slow=True)
    finally:
        context.close()


def _logged_in(browser: Browser, site: str) -> Any:
    """Log in as the demo's scorer, who may enter results, and read each page once.

    What is measured is a visit, not the first time that this server makes anything.
    """
    context = browser.new_context(locale="ja-JP")
    page = context.new_page()
    page.goto(f"{site}/")
    page.click("button[name=role][value=scorer]")
    page.wait_for_url("**/c/demo/**")
    for path in PAGES.values():
        page.goto(site + path)
    state = context.storage_state()
    context.close()
    return state


@contextmanager
def _served(folder: str) -> Iterator[str]:
    """Serve a demo club of its own as `make run` does; yields the address."""
    port = free_port()
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings.local",
        "DATABASE_URL": f"sqlite:///{folder}/jancho.sqlite3",
        "JANCHO_VAR": folder,
    }
    for command in (["compile_translations"], ["migrate", "--no-input"], ["load_demo"]):
        subprocess.run(
            [sys.executable, "manage.py", *command, "-v0"],
            cwd=ROOT,
            env=environment,
            check=True,
            stdout=subprocess.DEVNULL,
        )
    process = subprocess.Popen(
        [sys.executable, "manage.py", "serve", "--port", str(port)],
        cwd=ROOT,
        env=environment,
        start_new_session=True,
        stdout=subprocess.DEVNULL,
    )
    try:
        until_it_answers(port)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


if __name__ == "__main__":
    sys.exit(main())
