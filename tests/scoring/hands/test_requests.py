"""A value request becomes a hand."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from scoring.hands.errors import BadHandError
from scoring.hands.hand import FLAGS, MELD_KINDS, Hand, Meld, flags_of
from scoring.hands.requests import HandRequest, ZungJungRequest, hand_of
from scoring.requests import BadValueError, read_as

COMMANDS = (Path(__file__).parents[3] / "docs" / "commands.md").read_text(encoding="utf-8")
TABLE = COMMANDS.partition("## value")[2].partition("| key |")[2].partition("\n\n")[0]
LEAST: dict[str, Any] = {"rule": "x", "hand": "1m", "win": "1m", "how": "ron", "seat": "E"}


def read(**more: Any) -> Hand:
    return hand_of(read_as(HandRequest, {**LEAST, "round": "E", **more}))


def test_the_documented_keys_are_those_that_are_read() -> None:
    keys = [
        key for cell in re.findall(r"\n\| (`.*?) \|", TABLE) for key in re.findall(r"\w+", cell)
    ]
    names = {field.alias or name for name, field in HandRequest.model_fields.items()}

    assert sorted(keys) == sorted(names)
    assert ZungJungRequest.model_fields.keys() - HandRequest.model_fields.keys() == {"responsible"}


def test_the_documented_flags_are_those_that_are_read() -> None:
    [row] = re.findall(r"\n\| `flags` \| (.*?);", TABLE)

    assert re.findall(r"\w+", row) == list(FLAGS)


def test_the_documented_calls_are_those_that_are_read() -> None:
    assert re.findall(r"`(\w+):", TABLE) == list(MELD_KINDS)


def test_of_a_hand_only_its_tiles_its_win_and_the_winds_must_be_said() -> None:
    assert read() == Hand(concealed=(0,), win=0, tsumo=False)


def test_all_that_may_be_said_is_read() -> None:
    answer = read(
        hand="10m9s",
        win="0z",
        how="tsumo",
        melds=["chi:123p", "ankan:7777z"],
        seat="N",
        round="S",
        flags=["riichi", "haitei"],
        dora_indicators="1s4f",
        ura_indicators="5z",
        nuki=2,
        honba=3,
        sticks=1_000,
    )

    assert answer == Hand(
        concealed=(0, 34, 26),
        win=41,
        tsumo=True,
        melds=(Meld("chi", (9, 10, 11)), Meld("ankan", (33, 33, 33, 33))),
        seat=3,
        round=1,
        flags=flags_of(["riichi", "haitei"]),
        dora_indicators=(18, 40),
        ura_indicators=(31,),
        nuki=2,
        honba=3,
        sticks=1_000,
    )


def test_long_lists_are_not_looked_through_but_ten_calls_and_thirty_flags_are() -> None:
    answer = read(melds=["chi:123m"] * 10, flags=["riichi"] * 30)

    assert (len(answer.melds), answer.flags) == (10, flags_of(["riichi"]))


def test_zung_jung_has_no_round_and_somebody_is_responsible_unless_said() -> None:
    asked = read_as(ZungJungRequest, LEAST)

    assert asked.responsible is True
    assert hand_of(asked) == read()
    assert read_as(ZungJungRequest, {**LEAST, "responsible": False}).responsible is False


@pytest.mark.parametrize("field", ["melds", "flags"])
def test_of_many_entries_that_are_no_text_only_the_first_is_named(field: str) -> None:
    with pytest.raises(BadValueError) as raised:
        read(**{field: [1] * 50})

    assert str(raised.value).startswith(f"{field}.0: ")
    assert "; " not in str(raised.value)


@pytest.mark.parametrize(
    ("more", "field", "reason"),
    [
        ({"hand": "1"}, "hand", "no-tile"),
        ({"hand": "1m" * 33}, "hand", "too-long"),
        ({"win": "11m"}, "win", "win"),
        ({"win": ""}, "win", "win"),
        ({"win": "5x"}, "win", "no-tile"),
        ({"melds": ["chi:12"]}, "melds", "no-tile"),
        ({"melds": [":123m"]}, "melds", "no-meld"),
        ({"melds": ["chi:123m"] * 11}, "melds", "many-melds"),
        ({"flags": ["Riichi"]}, "flags", "no-flag"),
        ({"flags": ["riichi"] * 31}, "flags", "many-flags"),
        ({"dora_indicators": "9z"}, "dora_indicators", "no-tile"),
        ({"ura_indicators": "東"}, "ura_indicators", "no-tile"),
    ],
)
def test_what_cannot_be_read_names_its_field(more: dict[str, Any], field: str, reason: str) -> None:
    with pytest.raises(BadHandError) as raised:
        read(**more)

    assert (raised.value.field, raised.value.reason) == (field, reason)
    assert str(raised.value).startswith(f"{field}: ")
