"""Each requirement of ASVS 5.0.0, level 1, has a line in docs/security.md that leads somewhere."""

import re
from collections.abc import Iterator

from tests.config.processes import ROOT

#: chapter and section -> the requirements of level 1 in it
LEVEL_1 = {
    "1.2": (1, 2, 3, 4, 5),
    "1.3": (1, 2),
    "1.5": (1,),
    "2.1": (1,),
    "2.2": (1, 2),
    "2.3": (1,),
    "3.2": (1, 2),
    "3.3": (1,),
    "3.4": (1, 2),
    "3.5": (1, 2, 3),
    "4.1": (1,),
    "4.4": (1,),
    "5.2": (1, 2),
    "5.3": (1, 2),
    "6.1": (1,),
    "6.2": (1, 2, 3, 4, 5, 6, 7, 8),
    "6.3": (1, 2),
    "6.4": (1, 2),
    "7.2": (1, 2, 3, 4),
    "7.4": (1, 2),
    "8.1": (1,),
    "8.2": (1, 2),
    "8.3": (1,),
    "9.1": (1, 2, 3),
    "9.2": (1,),
    "10.4": (1, 2, 3, 4, 5),
    "11.3": (1, 2),
    "11.4": (1,),
    "12.1": (1,),
    "12.2": (1, 2),
    "13.4": (1,),
    "14.2": (1,),
    "14.3": (1,),
    "15.1": (1,),
    "15.2": (1,),
    "15.3": (1,),
}


def rows() -> Iterator[tuple[str, str]]:
    text = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    for number, _asks, here in re.findall(r"^\| (\d+\.\d+\.\d+) \| (.+?) \| (.+?) \|$", text, re.M):
        yield number, here


def test_all_seventy_requirements_have_one_line_each() -> None:
    wanted = [f"{section}.{each}" for section, numbers in LEVEL_1.items() for each in numbers]

    assert len(wanted) == 70
    assert [number for number, _here in rows()] == wanted


def test_each_line_names_a_test_that_exists_or_a_reason() -> None:
    for number, here in rows():
        named = re.findall(r"`(tests/[^`]+)`", here)
        assert all((ROOT / name).exists() for name in named), (number, named)
        assert named or len(here.split()) >= 3, number
