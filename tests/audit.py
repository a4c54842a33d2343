"""``make audit``: whether a package that runs on a server has a weakness that is published.

pip-audit asks for each pinned package. It passes those it could not look up; here they are counted
and named, so that a machine without its data does not look like a clean bill of health.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

LOCK = "requirements/runtime.txt"
#: how requests names what keeps it from a server
_UNREACHED = ("ConnectionError", "SSLError", "ProxyError", "Timeout")


@dataclass(frozen=True, slots=True)
class Audit:
    looked_up: int
    unknown: list[str]
    #: package, version, number of the weakness, versions that mend it
    weak: list[str]


def audit_of(report: dict[str, Any]) -> Audit:
    """Read pip-audit's report."""
    packages = report["dependencies"]
    unknown = [each["name"] for each in packages if "skip_reason" in each]
    weak = [
        f"{each['name']} {each['version']}: {found['id']}, mended in "
        f"{', '.join(found['fix_versions']) or 'no version yet'}"
        for each in packages
        for found in each.get("vulns", [])
    ]
    return Audit(len(packages) - len(unknown), unknown, weak)


def words_of(audit: Audit) -> list[str]:
    """Say what came of it, a line each."""
    if not audit.looked_up:
        count = len(audit.unknown)
        return [f"pip-audit reached no data: of {count} packages none was looked up"]
    lines = [f"pip-audit: {audit.looked_up} packages looked up, {len(audit.weak)} weaknesses"]
    if audit.unknown:
        lines.append(f"not looked up: {', '.join(audit.unknown)}")
    return lines + audit.weak


def main() -> int:
    """Ask, print, and return 1 if a weakness is known or pip-audit itself failed."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", LOCK, "--format", "json"]
    ended = subprocess.run(
        [*command, "--no-deps", "--disable-pip", "--progress-spinner", "off"],
        capture_output=True,
        text=True,
        check=False,
    )
    try:
        audit = audit_of(json.loads(ended.stdout))
    except ValueError:
        # without a network it ends before it reports
        sys.stderr.write(f"pip-audit gave no report: {ended.stderr.strip()[-300:]}\n")
        return 0 if any(name in ended.stderr for name in _UNREACHED) else 1
    sys.stdout.write("\n".join([*words_of(audit), ""]))
    return 1 if audit.weak else 0


if __name__ == "__main__":
    sys.exit(main())
