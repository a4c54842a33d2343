"""docker-compose.yml and the image, read as they are written: there need not be an engine here."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

from config import gunicorn
from tests.config.processes import BIN, ROOT, manage
from tests.machine import compose_program

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = {name: service for name, service in SERVICES.items() if "build" in service}
EXAMPLE = dict(
    re.findall(
        r"^([A-Z_]+)=(.*)$", (ROOT / ".env.example").read_text(encoding="utf-8"), re.MULTILINE
    )
)
#: what starts anywhere: a limit above the machine's own processors is refused by the engine
ONE_PROCESSOR = 1.0
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")


def test_a_cluster_has_eight_services() -> None:
    beside = {"postgres", "redis", "cache", "proxy"}
    assert set(SERVICES) == beside | {"migrate", "web", "worker", "beat"}
    assert set(OURS) == {"migrate", "web", "worker", "beat"}


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_has_a_health_check_or_runs_once(name: str) -> None:
    service = SERVICES[name]

    assert ("healthcheck" in service) != (service["restart"] == "no")


def said(value: str) -> str:
    """What a value is where .env says nothing."""
    return re.sub(r"\$\{[A-Z_]+:-([^}]*)\}", r"\1", str(value))


def seconds(text: str) -> float:
    number, unit = re.fullmatch(r"(\d+)([sm])", text).groups()  # type: ignore[union-attr]
    return int(number) * {"s": 1, "m": 60}[unit]


def megabytes(text: str) -> int:
    number, unit = re.fullmatch(r"(\d+)([mg])b?", text).groups()  # type: ignore[union-attr]
    return int(number) * {"m": 1, "g": 1024}[unit]


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_has_limits_that_every_machine_can_keep_and_a_host_can_alter(name: str) -> None:
    service = SERVICES[name]

    assert 128 <= megabytes(said(service["mem_limit"])) <= 1024
    assert 0 < float(said(service["cpus"])) <= ONE_PROCESSOR
    assert service["mem_limit"].startswith("${")
    assert service["cpus"].startswith("${")


def test_the_cache_makes_room_before_it_reaches_its_limit() -> None:
    command = SERVICES["cache"]["command"]
    kept = megabytes(said(command[command.index("--maxmemory") + 1]))

    assert megabytes(said(SERVICES["cache"]["mem_limit"])) > kept


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_is_started_again_and_only_the_migrations_are_not(name: str) -> None:
    assert SERVICES[name]["restart"] == ("no" if name == "migrate" else "unless-stopped")


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("web", gunicorn.graceful_timeout + 1),
        ("proxy", gunicorn.graceful_timeout + 1),
        ("worker", 60),
        ("migrate", 60),
        ("beat", 10),
        ("postgres", 60),
        ("redis", 10),
        ("cache", 10),
    ],
)
def test_a_service_may_end_what_it_has_begun(name: str, least: int) -> None:
    assert seconds(said(SERVICES[name]["stop_grace_period"])) >= least


def test_only_the_proxy_is_reached_from_outside_and_the_web_server_from_this_machine() -> None:
    published = {name: service["ports"] for name, service in SERVICES.items() if "ports" in service}

    assert set(published) == {"proxy", "web"}
    assert [said(port) for port in published["web"]] == ["127.0.0.1:8000:8000"]
    assert not any("network_mode" in service for service in SERVICES.values())


def test_the_example_says_what_would_be_without_it() -> None:
    content = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
    here = dict(re.findall(r"\$\{([A-Z_]+):-([^}]*)\}", content))
    own = {"CSRF_TRUSTED_ORIGINS"}

    assert {name: EXAMPLE[name] for name in here if name not in own} == {
        name: value for name, value in here.items() if name not in own
    }


def resolved(folder: Path, **values: str) -> subprocess.CompletedProcess[str]:
    """What docker compose makes of the file with such an .env."""
    program = compose_program()
    assert program is not None
    shutil.copy(ROOT / "docker-compose.yml", folder)
    lines = [f"{name}={value}\n" for name, value in (EXAMPLE | values).items()]
    (folder / ".env").write_text("".join(lines), encoding="utf-8")
    return subprocess.run(
        [*program, "config", "--format", "json"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.compose
def test_docker_compose_reads_what_was_meant(tmp_path: Path) -> None:
    done = resolved(tmp_path, WORKER_MEMORY="3g", WEB_CPUS="2.5", WEB_STOP="2m", HTTPS="8443")

    assert done.stderr == ""
    assert done.returncode == 0
    services = json.loads(done.stdout)["services"]
    assert set(services) == set(SERVICES)
    assert int(services["worker"]["mem_limit"]) == 3 * 1024**3
    assert services["web"]["cpus"] == 2.5
    assert services["web"]["stop_grace_period"] == "2m0s"
    assert {port["published"] for port in services["proxy"]["ports"]} == {"80", "8443"}
    assert [port["host_ip"] for port in services["web"]["ports"]] == ["127.0.0.1"]
    # Ours have each other's settings by anchors: they must have come along.
    assert services["worker"]["environment"]["BACKUP_DIR"] == "/backups"
    assert (
        services["beat"]["depends_on"]["migrate"]["condition"] == "service_completed_successfully"
    )


@pytest.mark.compose
@pytest.mark.parametrize(
    ("values", "named"),
    [({"ALLOWED_HOSTS": ""}, "ALLOWED_HOSTS"), ({"WEB_CPUS": "many"}, "web.cpus")],
)
def test_control_docker_compose_refuses_what_it_cannot_use(
    tmp_path: Path, values: dict[str, str], named: str
) -> None:
    done = resolved(tmp_path, **values)

    assert done.returncode != 0
    assert named in done.stderr


@pytest.mark.parametrize("name", SERVICES)
def test_secrets_come_from_files(name: str) -> None:
    service = SERVICES[name]
    for variable, value in service.get("environment", {}).items():
        if re.search("PASSWORD|SECRET|KEY", variable):
            secret = str(value).removeprefix("/run/secrets/")

            assert variable.endswith("_FILE")
            assert secret in service["secrets"]
            assert COMPOSE["secrets"][secret]["file"].startswith("./secrets/")
        else:
            assert not re.search(r"://[^/]*:[^/]*@", str(value)), "a password in an address"


@pytest.mark.parametrize("name", OURS)
def test_a_container_of_ours_can_change_nothing_but_tmp_and_the_backups(name: str) -> None:
    service = OURS[name]

    assert service["read_only"] is True
    assert service["tmpfs"] == ["/tmp"]
    assert service["volumes"] == ["backups:/backups"]
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]


def test_the_image_does_not_run_as_root() -> None:
    users = re.findall(r"^USER (.+)$", DOCKERFILE, re.MULTILINE)

    assert users == ["10001:10001"]


def test_the_image_has_the_database_s_own_programs_and_a_place_for_backups() -> None:
    [version] = re.findall(r"^postgres:(\d+)$", SERVICES["postgres"]["image"])

    assert f"postgresql-client-{version} " in DOCKERFILE
    assert "install -d -m 0700 -o 10001 -g 10001 /backups" in DOCKERFILE
    assert OURS["worker"]["environment"]["BACKUP_DIR"] == "/backups"


def test_the_image_holds_the_runtime_lock_by_hash_and_no_secret() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()

    assert "--require-hashes -r /tmp/runtime.txt" in DOCKERFILE
    assert "*" in ignored
    assert not {"!.env", "!secrets", "!var"} & set(ignored)
    for name in re.findall(r"^!(.+)$", "\n".join(ignored), re.MULTILINE):
        assert (ROOT / name).exists(), name


@pytest.mark.parametrize("name", OURS)
def test_a_command_exists(name: str) -> None:
    first, *rest = OURS[name]["command"]

    assert (BIN / first).exists()
    if first == "python":
        assert rest[1] in get_commands()


def test_everything_waits_for_the_migrations() -> None:
    for name in ("web", "worker", "beat"):
        after = {key: value["condition"] for key, value in OURS[name]["depends_on"].items()}

        assert after == {
            "postgres": "service_healthy",
            "redis": "service_healthy",
            "cache": "service_started",
            "migrate": "service_completed_successfully",
        }


def test_the_queue_never_makes_room_and_the_cache_has_its_own_bounds() -> None:
    queue, cache = SERVICES["redis"]["command"], SERVICES["cache"]["command"]
    environment = OURS["web"]["environment"]

    assert queue[queue.index("--maxmemory-policy") + 1] == "noeviction"
    assert cache[cache.index("--maxmemory-policy") + 1] == "allkeys-lru"
    assert cache[cache.index("--maxmemory") + 1] == "${CACHE_MEMORY:-128mb}"
    assert environment["BROKER_URL"].startswith("redis://redis:")
    # pages alone: attempts are counted beside the queue
    assert environment["CACHE_URL"].startswith("redis://cache:")


def test_what_is_stored_lies_in_named_volumes() -> None:
    mounted = [volume for service in SERVICES.values() for volume in service.get("volumes", [])]
    used = {volume.split(":")[0] for volume in mounted if not volume.startswith(".")}

    assert used == set(COMPOSE["volumes"]) == {"backups", "bodies", "postgres", "redis"}


def test_every_variable_is_explained_in_the_example() -> None:
    content = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
    asked = set(re.findall(r"\$\{([A-Z_]+)", content))

    assert asked == set(EXAMPLE)


def test_production_starts_with_what_the_file_says(tmp_path: Path) -> None:
    values = {"ALLOWED_HOSTS": "league.example.org", "DJANGO_SETTINGS_MODULE": ""}
    for variable, value in OURS["migrate"]["environment"].items():
        if variable.endswith("_FILE"):
            file = tmp_path / variable
            file.write_text("Zq7-" * 16 + "0123456789abc", encoding="utf-8")
            values[variable] = str(file)
        elif not str(value).startswith("${"):
            values[variable] = str(value)
    values["DJANGO_SETTINGS_MODULE"] = "config.settings.production"
    result = manage("check", "--deploy", "--fail-level", "WARNING", **values, BEHIND_PROXY="1")

    assert result.stderr == ""
    assert result.returncode == 0
