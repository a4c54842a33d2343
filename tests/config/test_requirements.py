"""The locks hold what pyproject.toml asks for, by hash, and not where it was fetched from."""

import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.config.processes import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
GROUPS = {
    "runtime": PROJECT["project"]["dependencies"],
    "test": PROJECT["dependency-groups"]["test"],
    "browser": PROJECT["dependency-groups"]["browser"],
    "compose": PROJECT["dependency-groups"]["compose"],
}


def lock(name: str) -> dict[str, list[str]]:
    """Return what a lock pins: by package the lines of its versions, hashes left out."""
    content = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    pins: dict[str, list[str]] = {}
    for line in re.sub(r" \\\n", " ", content).splitlines():
        pin, *hashes = line.split(" --hash=")
        assert hashes, f"{pin} has no hash"
        pins.setdefault(canonicalize_name(Requirement(pin).name), []).append(pin.strip())
    return pins


@pytest.mark.parametrize("name", GROUPS)
def test_a_lock_names_no_address(name: str) -> None:
    content = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")

    assert not re.search(r"://|@|--(extra-)?index-url|--find-links", content)


@pytest.mark.parametrize("name", GROUPS)
def test_a_lock_holds_what_the_project_asks_for(name: str) -> None:
    pins = lock(name)
    for wanted in map(Requirement, GROUPS[name]):
        versions = [Requirement(pin) for pin in pins[canonicalize_name(wanted.name)]]

        assert all(
            wanted.specifier.contains(str(pin.specifier).removeprefix("==")) for pin in versions
        ), wanted


@pytest.mark.parametrize(("smaller", "larger"), [("runtime", "test"), ("test", "browser")])
def test_the_larger_environment_holds_the_smaller_one(smaller: str, larger: str) -> None:
    assert lock(smaller).items() <= lock(larger).items()
