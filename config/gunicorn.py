"""How gunicorn runs: ``gunicorn config.wsgi --config python:config.gunicorn``.

Its own options and GUNICORN_CMD_ARGS still count, and PORT and WEB_CONCURRENCY as it reads them.
"""

from __future__ import annotations

import logging
import os
import re
import shutil
import sys
import tempfile
from datetime import timedelta
from typing import Any, Final

from gunicorn.glogging import Logger as GunicornLogger

from config import env
from config.logs import JsonFormatter, scrubbed

worker_class = "gthread"
# They take turns (config/turns.py): one is at a page, two may be at something costly
# (core/throttles.py) or at a slow visitor.
threads = 3
# A connection stays with the process that took it: kept ones would make some processes queue while
# others idle. What waits is with the system until a thread of any process is free (post_fork).
keepalive = 0
# Seconds that a thread with an answer of the database waits at most for one that computes something
# costly. Python's own five milliseconds add up: an entry asks two dozen times.
sys.setswitchinterval(0.001)
# In memory where the system has such a folder: on a slow disk a heartbeat would block a worker.
worker_tmp_dir = env.text("WORKER_TMP_DIR", "") or None
control_socket_disable = True
# A worker that ends has so long for what it has begun; longer than any page may take.
graceful_timeout = 60
accesslog = "-"
logger_class = "config.gunicorn.Logger"

_COUNTED: Final = "jancho-metrics-"
if env.text("METRICS_TOKEN", "") and "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
    # Where all processes count; set before any of them loads prometheus_client.
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix=_COUNTED)


def on_exit(_server: Any) -> None:
    """Remove what the processes counted in, if it is a folder of ours."""
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR", "")
    if os.path.basename(folder).startswith(_COUNTED):
        shutil.rmtree(folder, ignore_errors=True)


def post_fork(server: Any, worker: Any) -> None:
    """Let a web process take what its threads can answer, and load the code as it is now.

    The first process has loaded what this module imports, and a fork has what it had: after an
    upgrade and a HUP it would mix two releases.
    """
    if not server.cfg.keepalive:  # no connection is open that is not being answered
        worker.worker_connections = server.cfg.threads
    if server.cfg.preload_app:
        return  # all was loaded on purpose
    for name in [name for name in sys.modules if name.partition(".")[0] in _OURS]:
        del sys.modules[name]
    from config.logs import JsonFormatter as Formatter

    for log in (worker.log.error_log, worker.log.access_log):
        for handler in log.handlers:
            handler.setFormatter(Formatter())


#: the packages of which this module's imports have loaded something
_OURS: Final = ("config", "league")
_WHOSE: Final = re.compile(r"\bip=\S+?(?=:? )")
_MILLISECOND: Final = timedelta(milliseconds=1)
#: health is asked every few seconds, by nobody who reads
_UNLOGGED: Final = ("/healthz", "/readyz", "/metrics")


class Logger(GunicornLogger):  # type: ignore[misc]  # gunicorn is not typed
    """Writes gunicorn's lines and those of requests as config.logs writes all others."""

    def setup(self, cfg: Any) -> None:
        """Send both of gunicorn's logs to standard output, as JSON."""
        super().setup(cfg)
        logging.captureWarnings(True)
        handler = logging.StreamHandler()
        handler.setFormatter(JsonFormatter())
        self.error_log.handlers = [handler]
        self.access_log.handlers = [handler]
        self.with_addresses = env.flag("LOG_ADDRESSES", default=False)

    def warning(self, msg: str, *args: Any, **kwargs: Any) -> None:
        """Warn of a request that is none, without whose it is, unless that is wanted."""
        if not self.with_addresses:
            msg = _WHOSE.sub("ip=…", msg)
        super().warning(msg, *args, **kwargs)

    def access(self, resp: Any, req: Any, environ: dict[str, Any], request_time: timedelta) -> None:
        """Write a line of a request: neither its query, nor who asked, unless that is wanted."""
        path = environ["PATH_INFO"]
        if path in _UNLOGGED or not self.access_log_enabled:
            return
        said = {name.lower(): value for name, value in resp.headers}
        line: dict[str, Any] = {
            "method": environ["REQUEST_METHOD"],
            "path": scrubbed(path),
            "status": resp.status_code,
            "milliseconds": request_time // _MILLISECOND,
            "size": resp.sent,
            "request_id": said.get("x-request-id", ""),
        }
        if self.with_addresses:
            line["address"] = environ.get("HTTP_X_FORWARDED_FOR") or environ.get("REMOTE_ADDR")
        self.access_log.info("%s %s", line["method"], line["path"], extra=line)
