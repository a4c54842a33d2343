"""What the documents' tables say, cell by cell, read off the rulebook's page in words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest

from rules.words import applies
from tests.league.rulebook.rulebooks import OpenedBook, Shelf, shelf_of
from tests.rules import test_game_tables as game
from tests.rules import test_hand_tables as hand
from tests.rules.tables import COLUMNS, by_set, latest

pytestmark = pytest.mark.django_db

THREE = ("3a", "3b", "yakyu 3p", "tenhou 3p")
HOUSE = ("4a", "4b", "3a", "3b")
ONLINE = ("yakyu 4p", "yakyu 3p", "tenhou 4p", "tenhou 3p")
NO_FU = ("4b", "3b")
YAKYU, ROOMS = ("yakyu 4p", "yakyu 3p"), ("tenhou 4p", "tenhou 3p")
CONCEALED = "among the concealed tiles only"
#: said nowhere: it means nothing in these games
SILENT = ""


@pytest.fixture(scope="module")
def shelf(django_db_setup: None, django_db_blocker: Any) -> Iterator[Shelf]:
    with shelf_of(django_db_blocker) as opened:
        yield opened


Row = dict[str, str]


def row(usual: str, *others: tuple[tuple[str, ...] | str, str]) -> Row:
    """A row of a table: what most say, and who says something else."""
    text = dict.fromkeys(COLUMNS, usual)
    for columns, words in others:
        text |= dict.fromkeys([columns] if isinstance(columns, str) else columns, words)
    return text


GAME: dict[str, Row] = {
    "players": row("four", (THREE, "three")),
    "overtime": row(
        "none",
        (
            ("4a", "3a", *ONLINE),
            "until the hand in which somebody reaches the target",
        ),
        ("boo", SILENT),
    ),
    "overtime_target": row(
        SILENT,
        (("4a", "yakyu 4p", "tenhou 4p"), "30,000 points"),
        (("3a", "yakyu 3p", "tenhou 3p"), "40,000 points"),
    ),
    "overtime_sticks": row(SILENT, (("4a", "3a", *ONLINE), "not counted")),
    "start_points": row("25,000 points", (THREE, "35,000 points"), ("boo", "8,000 points")),
    "return_points": row("30,000 points", (THREE, "40,000 points"), ("boo", SILENT)),
    "rounding": row(
        "not rounded",
        ("boo", SILENT),
        ("kinyoukai", "500 down, 600 up"),
        (YAKYU, "400 down, 500 up"),
    ),
    "tie": row("nearer to the first East places higher"),
    "bust_ends_game": row("the game ends below 0"),
    "cap_points": row(
        "none", ("4b", "60,000 points"), ("boo", "16,000 points"), ("super-tonpu", "65,000 points")
    ),
    "below_zero": row("counted as they are", ("boo", SILENT)),
    "last_dealer_stop": row(
        "always when the dealer is top",
        ("boo", "never; the dealer plays on"),
        (("kinyoukai", "super-tonpu"), "if the dealer likes"),
        (ONLINE, "always when the dealer is top at the return points"),
    ),
    "last_dealer_stops_after": row(
        "a win, or tenpai at a draw", ("boo", SILENT), (("kinyoukai", *YAKYU), "a win only")
    ),
    "dealer_stays_in_east": row(
        "after a win, or tenpai at a draw", (("boo", "kinyoukai"), "after a win")
    ),
    "dealer_stays_after_east": row("after a win, or tenpai at a draw", ("boo", "after a win")),
    "dealer_may_give_up": row("not allowed", ("super-tonpu", "allowed")),
    "honba_ron": row(
        "300 points",
        (("4b", "boo", "super-tonpu"), "1,500 points"),
        (("3a", "yakyu 3p", "tenhou 3p"), "200 points"),
        ("3b", "1,000 points"),
    ),
    "honba_tsumo_each": row(
        "100 points", (("4b", "boo", "super-tonpu"), "500 points"), ("3b", "1,000 points")
    ),
    "noten_payment": row("3,000 points", (THREE, "2,000 points"), ("boo", "none")),
    "riichi_stick": row("1,000 points", ("boo", "100 points")),
    "riichi_below_stick": row("not allowed", ((*HOUSE, "boo"), "allowed for all one has")),
    "riichi_at_zero": row("not allowed", ((*HOUSE, "boo"), "allowed without a stick")),
    "noten_riichi_allowed": row("an offence", ("boo", "allowed")),
    "leftover_sticks": row("to the top", ("boo", "nobody takes them")),
    "double_ron": row("both win", (("boo", "super-tonpu"), "the first in turn order only")),
    "triple_ron": row(
        "all three win",
        (THREE, SILENT),
        (("boo", "super-tonpu"), "the first in turn order only"),
        (("kinyoukai", "yakyu 4p", "tenhou 4p"), "the hand is aborted"),
    ),
    "several_ron_sticks": row("the first after the discarder", (("boo", "super-tonpu"), SILENT)),
    "several_ron_honba": row("the first after the discarder", (("boo", "super-tonpu"), SILENT)),
    "several_ron_dealer": row(
        "whenever the dealer is among them",
        (HOUSE, "only as the first after the discarder"),
        (("boo", "super-tonpu"), SILENT),
    ),
    "abort_kyuushu": row("a draw; the dealer stays", ("super-tonpu", "no draw")),
    "abort_suufon": row(
        "a draw; the dealer stays",
        (THREE, SILENT),
        (("4b", "super-tonpu"), "no draw"),
        ("kinyoukai", "a draw; the dealer moves on"),
    ),
    "abort_suukan": row("a draw; the dealer stays", (("4b", "3b", "super-tonpu"), "no draw")),
    "abort_suurii": row(
        "a draw; the dealer stays", (THREE, SILENT), (("4b", "super-tonpu"), "no draw")
    ),
    "nagashi": row("a mangan", ("3b", "a yakuman"), ("boo", "none")),
    "nagashi_form": row("a draw", ("boo", SILENT), ("kinyoukai", "a win by tsumo")),
    "nagashi_dealer": row(
        "stays if tenpai",
        ("boo", SILENT),
        ("kinyoukai", "stays if the nagashi is the dealer's own"),
    ),
    "nagashi_winners": row("the first from the dealer", ("boo", SILENT), (ONLINE, "all of them")),
    "chombo_payment": row(
        "not laid down",
        (("4a", "4b", "kinyoukai"), "3,000 points"),
        (("3a", "3b"), "6,000 points"),
        ("boo", "1,500 points"),
        ("super-tonpu", "2,000 points"),
    ),
    "penalty_table": row(
        "none",
        (("4a", "4b", "kinyoukai"), "chombo 3 pt (to each other player)"),
        (("3a", "3b"), "chombo 6 pt (to each other player)"),
        ("boo", "chombo 1 victory point (to each other player)"),
        ("super-tonpu", "chombo 2 pt (to each other player)"),
    ),
}
HANDS: dict[str, Row] = {
    "counting": row("by han and fu", (NO_FU, "by a table of han alone")),
    "tsumo_loss": row(SILENT, (("3a", "yakyu 3p", "tenhou 3p"), "yes"), ("3b", "no")),
    "raised_mangan": row(
        "not raised", (("4a", "3a", "super-tonpu"), "raised to a mangan"), (NO_FU, SILENT)
    ),
    "double_wind_pair_fu": row("4 fu", (NO_FU, SILENT), ("super-tonpu", "2 fu")),
    "pinfu_tsumo": row("counts", ("boo", "does not count")),
    "highest_hand": row(
        "as many yakuman as the hand has", (HOUSE, "one yakuman"), ("boo", "a mangan")
    ),
    "counted_yakuman": row("yes, from 13 han", ("boo", SILENT)),
    "minimum_han": row("1 han", ("boo", "none")),
    "open_tanyao": row("yes", ("boo", "no")),
    "kuikae_pon": row("not allowed", (NO_FU, "allowed")),
    "kuikae_chi_same": row("not allowed", (THREE, SILENT), ("4b", "allowed")),
    "chi": row("allowed", (THREE, "not allowed")),
    "red_pin": row(
        "1 tile",
        ("3b", "4 tiles"),
        ("super-tonpu", "2 tiles"),
        (("yakyu 4p", "yakyu 3p"), SILENT),
    ),
    "bonus_tiles": row("none", (("3a", "yakyu 3p", "tenhou 3p"), "norths"), ("3b", "flowers")),
    "white_pocchi": row("none", (NO_FU, "one tile")),
    "first_indicators": row("one", ("super-tonpu", "two")),
    "kan_dora_open": row(
        "just before the discard",
        (("4a", "3a", "kinyoukai"), "after the discard"),
        (("4b", "3b", "super-tonpu"), "at once"),
        ("boo", SILENT),
    ),
    "han_pinfu": row("1 han, closed only", ("boo", "1 han")),
    "han_chanta": row("2 han, 1 when open", ("3b", "4 han, 2 when open")),
    "han_open_riichi": row("not played", ("3b", "2 han, closed only")),
    "yakuman_renhou": row("not played", ((*HOUSE, "boo", "kinyoukai"), "a yakuman")),
    "chiitoi_four_alike": row("not allowed", ((*NO_FU, "boo"), "two pairs")),
    "dora_payment_ron": row("none", ("boo", "1,500 points")),
    "yakuless_takes_honba": row(SILENT, ("boo", "not paid")),
    "pao_suukantsu": row("applies", (("kinyoukai", *ONLINE), "does not apply")),
    "pao_ron": row(
        "the responsible player and the discarder pay half each", ("boo", "9 victory points")
    ),
    "chip_ippatsu": row("none", (HOUSE, "1 chip"), ("boo", SILENT)),
    "chip_yakuman_ron": row("none", (HOUSE, "10 chips"), ("boo", SILENT)),
    "furiten_covers": row("all waits", ("boo", "that tile only")),
    "fifth_tile_tenpai": row("tenpai", (("super-tonpu", *ROOMS), "noten")),
    "fifth_tile_where": row(SILENT, ("super-tonpu", "anywhere, melds too"), (ROOMS, CONCEALED)),
    "dead_wall": row("14 tiles", ("3a", "18 tiles"), ("3b", "none")),
}
OWN: dict[str, dict[str, str]] = {
    "nekohouse-4a": {"length": "East and South", "uma": "+30 / +10 / −10 / −30"},
    "nekohouse-4b": {"length": "East and South", "uma": "+30 / +10 / −10 / −30"},
    "nekohouse-3a": {"length": "East and South", "uma": "+30 / 0 / −30"},
    "nekohouse-3b": {"length": "East and South", "uma": "+30 / 0 / −30"},
    "kinyoukai": {"length": "East and South", "uma": "+10 / +5 / −5 / −10"},
    "super-tonpu": {"length": "East only", "uma": "+30 / +10 / −10 / −30"},
    "yakyu-4p-tonnan": {"length": "East and South", "uma": "+20 / +10 / −10 / −20"},
    "yakyu-4p-tonpu": {"length": "East only", "uma": "+10 / +5 / −5 / −10"},
    "yakyu-3p-tonnan": {"length": "East and South", "uma": "+20 / 0 / −20"},
    "yakyu-3p-tonpu": {"length": "East only", "uma": "+10 / 0 / −10"},
    "tenhou-4p-tonnan": {"length": "East and South", "uma": "+20 / +10 / −10 / −20"},
    "tenhou-4p-tonpu": {"length": "East only", "uma": "+20 / +10 / −10 / −20"},
    "tenhou-3p-tonnan": {"length": "East and South", "uma": "+20 / 0 / −20"},
    "tenhou-3p-tonpu": {"length": "East only", "uma": "+20 / 0 / −20"},
    "nekohouse-boo": {
        "yakuman_ends_game": "ends it as a double maru-A",
        "floating_line": "8,000 points",
        "double_maru_a": "6 victory points",
        "maru_a": "3 victory points",
        "maru_b": "2 victory points",
        "maru_c": "1 victory point",
        "double_right": "yes",
    },
}


def values_in_text(book: OpenedBook) -> dict[str, set[str]]:
    """What a rulebook says of each parameter."""
    text: dict[str, set[str]] = defaultdict(set)
    for line in book.lines:
        text[line.parameter].add(line.value)
    return text


def wanted_of(key: str) -> dict[str, str]:
    """The words that the document's tables have for a set, by parameter."""
    columns = [column for column, keys in COLUMNS.items() if key in keys]
    rows = (GAME | HANDS).items()
    return {name: row_[column] for name, row_ in rows for column in columns} | OWN[key]


@pytest.mark.parametrize("key", OWN)
def test_the_rulebook_says_what_the_document_says(shelf: Shelf, key: str) -> None:
    text = values_in_text(shelf.book(key))
    wanted = {name: {words} if words else set() for name, words in wanted_of(key).items()}

    assert {name: text[name] for name, words in wanted.items() if text[name] != words} == {}


@pytest.mark.parametrize("key", OWN)
def test_who_takes_the_oka_and_how_much_is_said_together(shelf: Shelf, key: str) -> None:
    text = values_in_text(shelf.book(key))["oka_to"]
    if key != "nekohouse-boo":  # it has none
        oka = {"3": "+15 to the top", "4": "+20 to the top"}
        players = str(latest(key).parameters.game.players)
        assert text == {oka[players]}
    else:
        assert text == set()


WHOLE_TABLES = (game.GAME, game.PLAY, game.DRAWS, hand.TILES, hand.CALLS, hand.HANDS)
CELLS = by_set(*WHOLE_TABLES)


def is_in_text(words: set[str], value: object) -> bool:
    """Whether the words name a number that is too big to be there by chance."""
    if not words or not isinstance(value, int) or isinstance(value, bool) or value <= 20:
        return True
    either = f"{value:,}", f"{value // 1_000} victory"
    return any(number in each for each in words for number in either)


@pytest.mark.parametrize("key", CELLS)
def test_every_figure_of_the_tables_stands_in_the_rulebook(shelf: Shelf, key: str) -> None:
    text, parameters = values_in_text(shelf.book(key)), latest(key).parameters

    assert {
        name: text[name]
        for name, value in CELLS[key].items()
        if len(text[name]) != int(applies(parameters, name)) or not is_in_text(text[name], value)
    } == {}


def test_sets_that_differ_in_a_rule_say_it_in_different_words(shelf: Shelf) -> None:
    meant: dict[tuple[str, str], set[str]] = defaultdict(set)
    for key, cells in CELLS.items():
        text = values_in_text(shelf.book(key))
        for name, value in cells.items():
            for words in text[name]:
                meant[name, words].add(repr(value))

    assert {each: values for each, values in meant.items() if len(values) != 1} == {}
