"""The shipped sets: their history, their clauses, and what stands in their files."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

import rules.presets
from rules.clauses import ASSUMED
from rules.errors import NoVersionError, UnknownRuleSetError
from rules.parameters import RiichiParameters, parameter_names
from rules.presets import ShippedSet, ShippedVersion, load, shipped_keys

NO_DAY = "2000-01-01"
YAKYU_4P = [NO_DAY, "2007-03-01", "2007-07-17", "2007-11-29", "2009-07-04"]
YAKYU_3P = [NO_DAY, "2007-03-01", "2007-07-17", "2007-11-29", "2008-02-25", "2009-07-04"]
OPENING = ["2006-08-01", "2007-03-01", "2007-07-17", "2007-11-29"]
HISTORY = {
    "tenhou-4p-tonnan": [*OPENING, "2015-06-28", "2022-01-31"],
    "tenhou-4p-tonpu": [*OPENING, "2009-12-02", "2015-06-28", "2022-01-31"],
    "tenhou-3p-tonnan": [*OPENING, "2008-02-25", "2015-06-28", "2022-01-31"],
    "tenhou-3p-tonpu": [*OPENING, "2008-02-25", "2009-12-02", "2015-06-28", "2022-01-31"],
    "kinyoukai": ["2015-04-01", "2015-04-10"],
    "m-league": ["2018-10-01"],
    "mahjong-soul-4p": ["2020-01-01"],
    "mahjong-soul-3p": ["2020-01-01"],
    "saikouisen": ["1997-04-01"],
    "jpml": ["2012-06-02", "2026-04-01"],
    "jpml-wrc": ["2017-01-01"],
    "jpml-wrc-r": ["2022-12-01"],
    "npm": ["2001-07-01"],
    "rmu-a": ["2007-06-01"],
    "rmu-b": ["2007-06-01"],
    "rmu-m": ["2007-06-01"],
    "mu": ["1996-04-01"],
    "ema": ["2008-06-21", "2012-01-01", "2016-04-01", "2025-09-01"],
    "wrc": ["2014-01-22", "2015-06-16", "2022-07-08", "2025-05-26"],
    "rrc": ["2016-01-01"],
    "yakyu-4p-tonnan": YAKYU_4P,
    "yakyu-4p-tonpu": YAKYU_4P,
    "yakyu-3p-tonnan": YAKYU_3P,
    "yakyu-3p-tonpu": YAKYU_3P,
}
ALL_VERSIONS = [
    pytest.param(load(key), version, id=f"{key} {version.label}")
    for key in shipped_keys()
    for version in load(key).versions
]


def test_every_set_is_shipped_once_and_has_its_file() -> None:
    folder = Path(rules.presets.__file__).parent
    files = {path.stem for path in folder.glob("*.toml") if not path.stem.startswith("_")}

    assert len(shipped_keys()) == len(set(shipped_keys()))
    assert files == set(shipped_keys())


@pytest.mark.parametrize("key", shipped_keys())
def test_a_set_has_the_history_that_its_document_states(key: str) -> None:
    assert [version.label for version in load(key).versions] == HISTORY.get(key, [NO_DAY])


@pytest.mark.parametrize("key", shipped_keys())
def test_a_set_has_names_and_a_source_in_both_languages(key: str) -> None:
    shipped = load(key)

    assert shipped.key == key
    assert all((shipped.name_ja, shipped.name_en, shipped.source_ja, shipped.source_en))
    assert shipped.family == shipped.versions[0].parameters.family
    assert [load(other).name_ja for other in shipped_keys()].count(shipped.name_ja) == 1


@pytest.mark.parametrize(("shipped", "version"), ALL_VERSIONS)
def test_every_parameter_is_stated_by_a_clause_or_marked_assumed(
    shipped: ShippedSet, version: ShippedVersion
) -> None:
    codes = {clause.code for clause in version.clauses}
    stating = [name for clause in version.clauses for name in clause.states]

    assert tuple(version.stated_by) == parameter_names(type(version.value))
    assert set(version.stated_by.values()) <= codes | {ASSUMED}
    assert len(stating) == len(set(stating)), "two clauses state one parameter"
    assert set(stating) == {name for name, by in version.stated_by.items() if by != ASSUMED}
    assert len(codes) == len(version.clauses)


@pytest.mark.parametrize(("shipped", "version"), ALL_VERSIONS)
def test_every_version_says_what_changed_and_every_clause_speaks_both_languages(
    shipped: ShippedSet, version: ShippedVersion
) -> None:
    assert version.changes_ja
    assert version.changes_en
    for clause in version.clauses:
        assert all((clause.title_ja, clause.title_en, clause.text_ja, clause.text_en))


@pytest.mark.parametrize(
    ("key", "day", "codes"),
    [
        (
            "kinyoukai",
            date(2015, 4, 1),
            [
                *("A-6", "A-9", "A-12", "B-8", "B-11", "D-3", "E-3", "F-4", "F-5"),
                *("G-6", "G-7", "G-8", "G-10", "G-12", "H-1", "H-8", "K※5"),
            ],
        ),
        ("kinyoukai", date(2015, 4, 10), ["G-9", "G-11", "I-4"]),
        ("yakyu-4p-tonpu", date(2007, 3, 1), ["C-16", "C-21", "C-35"]),
        ("yakyu-4p-tonpu", date(2007, 7, 17), ["C-7", "C-36"]),
        ("yakyu-4p-tonpu", date(2007, 11, 29), ["C-5", "C-28", "C-37"]),
        ("yakyu-3p-tonpu", date(2008, 2, 25), ["F-2", "F-14"]),
        ("yakyu-3p-tonnan", date(2009, 7, 4), ["C-10", "C-38"]),
    ],
)
def test_a_version_marks_the_clauses_that_are_new_or_different(
    key: str, day: date, codes: list[str]
) -> None:
    version = load(key).version_on(day)

    assert [clause.code for clause in version.clauses if clause.changed] == codes


def test_clauses_come_in_the_document_order() -> None:
    codes = [clause.code for clause in load("kinyoukai").versions[-1].clauses]

    assert codes.index("A-6") < codes.index("D-6") < codes.index("G-9") < codes.index("G-11")


def test_a_game_is_played_under_the_version_in_force_on_its_day() -> None:
    kinyoukai = load("kinyoukai")

    assert kinyoukai.version_on(date(2015, 4, 1)).label == "2015-04-01"
    assert kinyoukai.version_on(date(2015, 4, 9)).label == "2015-04-01"
    assert kinyoukai.version_on(date(2015, 4, 10)).label == "2015-04-10"
    assert kinyoukai.version_on(date(2099, 1, 1)).label == "2015-04-10"


def test_a_day_before_the_first_version_is_told_the_first_day() -> None:
    with pytest.raises(NoVersionError, match="the first takes effect on 2015-04-01") as caught:
        load("kinyoukai").version_on(date(2015, 3, 31))

    assert caught.value.code == "no-version"
    assert caught.value.first == date(2015, 4, 1)
    assert caught.value.day == date(2015, 3, 31)


@pytest.mark.parametrize("key", ["yakyu-3p-tonnan", "yakyu-3p-tonpu"])
def test_the_floating_uma_of_three_player_yakyu_was_never_handed_down(key: str) -> None:
    end = date(2008, 2, 25)
    before, after = (load(key).version_on(day).parameters for day in (end - timedelta(days=1), end))

    assert isinstance(before, RiichiParameters)
    assert isinstance(after, RiichiParameters)
    assert before.settlement.uma_kind == "not_stated"
    assert after.settlement.uma_kind == "by_place"


@pytest.mark.parametrize("players", ["3p", "4p"])
def test_tenhou_plays_tonpu_with_the_uma_of_tonnan_today(players: str) -> None:
    tonnan, tonpu = (
        load(f"tenhou-{players}-{length}").versions[-1].parameters for length in ("tonnan", "tonpu")
    )

    assert isinstance(tonnan, RiichiParameters)
    assert isinstance(tonpu, RiichiParameters)
    assert tonnan.settlement == tonpu.settlement
    assert (tonnan.game.length, tonpu.game.length) == ("tonnan", "tonpu")


def test_the_longest_game_of_yakyu_is_assumed_until_the_day_it_is_stated() -> None:
    yakyu = load("yakyu-4p-tonnan")

    assert yakyu.version_on(date(2009, 7, 3)).stated_by["overtime_rounds"] == ASSUMED
    assert yakyu.version_on(date(2009, 7, 4)).stated_by["overtime_rounds"] == "C-10"


@pytest.mark.parametrize(
    ("key", "near"),
    [("kinyokai", "kinyoukai"), ("tenhou-4p-tonnnan", "tenhou-4p-tonnan"), ("boo", None)],
)
def test_an_unknown_key_is_refused_with_its_nearest_matches(key: str, near: str | None) -> None:
    with pytest.raises(UnknownRuleSetError, match=key) as caught:
        load(key)

    assert (caught.value.near[:1] or (None,))[0] == near
    assert caught.value.code == "unknown-rule"


@pytest.mark.parametrize("key", ["_yakyu", "../presets/kinyoukai", "kinyoukai.toml", ""])
def test_only_keys_open_files(key: str) -> None:
    with pytest.raises(UnknownRuleSetError):
        load(key)


def test_a_set_is_read_once() -> None:
    assert load("kinyoukai") is load("kinyoukai")


def test_zung_jung_editions_differ_in_their_payment() -> None:
    document, later = (load(key).versions[0].parameters for key in ("zung-jung", "zung-jung-v33"))

    assert document.model_dump()["settlement"]["payment_base"] == 30
    assert later.model_dump()["settlement"]["payment_base"] == 25


def test_boo_pays_by_the_number_of_sunk_players() -> None:
    table = load("nekohouse-boo").versions[0].parameters.model_dump()["settlement"]

    # the top's +18, +9, +4 and +1 are what three, three, two and one sunk players pay
    assert table["double_maru_a"] * 3 == 18_000
    assert table["maru_a"] * 3 == 9_000
    assert table["maru_b"] * 2 == 4_000
    assert table["maru_c"] * 1 == 1_000
