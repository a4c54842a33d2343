"""What Jancho is made of is listed whole, and what is known of it is said as it is."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.audit import audit_of, words_of
from tests.config.processes import ROOT
from tests.config.test_requirements import lock

SOUND = {"name": "django", "version": "5.2.19", "vulns": []}
WEAK = {
    "name": "django",
    "version": "5.2.1",
    "vulns": [{"id": "CVE-2025-1", "fix_versions": ["5.2.2"]}],
}
UNKNOWN = {"name": "amqp", "skip_reason": "not found"}


def words(*packages: dict[str, Any]) -> list[str]:
    return words_of(audit_of({"dependencies": list(packages)}))


def test_packages_without_a_known_weakness_pass() -> None:
    assert words(SOUND) == ["pip-audit: 1 packages looked up, 0 weaknesses"]


def test_a_known_weakness_is_named_with_the_version_that_mends_it() -> None:
    assert words(WEAK)[1:] == ["django 5.2.1: CVE-2025-1, mended in 5.2.2"]


def test_packages_that_could_not_be_looked_up_are_named() -> None:
    assert words(SOUND, UNKNOWN)[1:] == ["not looked up: amqp"]


def test_an_audit_without_data_does_not_look_like_a_clean_one() -> None:
    assert words(UNKNOWN) == ["pip-audit reached no data: of 1 packages none was looked up"]


def test_the_bill_of_materials_lists_every_package_with_its_hashes(tmp_path: Path) -> None:
    bill = tmp_path / "sbom.json"
    command = [sys.executable, "-W", "ignore::UserWarning", "-m", "cyclonedx_py", "requirements"]
    given = ["--output-reproducible", "--output-format", "JSON", "--output-file", str(bill)]
    subprocess.run([*command, *given, "requirements/runtime.txt"], cwd=ROOT, check=True)

    listed = json.loads(bill.read_text(encoding="utf-8"))["components"]
    pinned = {name: len(pins) for name, pins in lock("runtime").items()}
    assert {each["name"].lower() for each in listed} == set(pinned)
    assert all(each["externalReferences"][0]["hashes"] for each in listed)
