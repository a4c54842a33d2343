"""docker-compose.yml and the image, read as they are written: there need not be an engine here."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

from tests.config.processes import BIN, ROOT, manage

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = {name: service for name, service in SERVICES.items() if "build" in service}
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")


def test_a_cluster_has_eight_services() -> None:
    beside = {"postgres", "redis", "cache", "proxy"}
    assert set(SERVICES) == beside | {"migrate", "web", "worker", "beat"}
    assert set(OURS) == {"migrate", "web", "worker", "beat"}


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_has_a_health_check_or_runs_once(name: str) -> None:
    service = SERVICES[name]

    assert ("healthcheck" in service) != (service["restart"] == "no")


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
    assert environment["CACHE_URL"].startswith("redis://cache:")


def test_what_is_stored_lies_in_named_volumes() -> None:
    mounted = [volume for service in SERVICES.values() for volume in service.get("volumes", [])]
    used = {volume.split(":")[0] for volume in mounted if not volume.startswith(".")}

    assert used == set(COMPOSE["volumes"]) == {"backups", "postgres", "redis"}


def test_every_variable_is_explained_in_the_example() -> None:
    content = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
    asked = set(re.findall(r"\$\{([A-Z_]+)", content))
    example = (ROOT / ".env.example").read_text(encoding="utf-8")

    assert asked == set(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE))


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
