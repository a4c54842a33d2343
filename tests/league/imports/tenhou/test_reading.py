"""Uploads are read piece by piece: every good game is found, everything else says what is wrong."""

from __future__ import annotations

import tracemalloc
from datetime import date
from itertools import islice
from urllib.parse import quote

import pytest
from django.utils.translation import override

from league.imports.tenhou.reading import pieces_of
from league.wording.errors import stored_words
from scoring.game.lines import replay_request
from scoring.tenhou.reading import read_record, records_in
from tests.league.imports.tenhou.imports import (
    DAY,
    LOG,
    NAMES,
    POINTS,
    SCORES,
    TODAY,
    found,
    gzipped,
    line,
    pieces,
    record,
    zipped,
)
from tests.league.imports.tenhou.replayed import as_replay
from tests.scoring.tenhou.games import short_game, simple_ron
from tests.scoring.tenhou.made import JUNK, Game, Hand


def error(data: bytes | str, name: str = "") -> str:
    [piece] = pieces(data, name)
    assert piece.found is None
    return piece.error


def test_a_record_tells_points_scores_names_and_every_hand() -> None:
    [piece] = pieces(record())

    assert piece.found is not None
    assert piece.found.names == NAMES
    assert (piece.found.points, piece.found.scores) == (POINTS, SCORES)
    assert piece.differences == ()
    assert [hand["result"] for hand in piece.kyoku] == ["tsumo", "tsumo"]
    assert piece.kyoku[1]["deltas"] == [48_300, -16_100, -16_100, -16_100]
    assert piece.kyoku[0]["told"]["wins"][0]["yaku"] == {"tenhou": 13}


def test_a_record_says_the_same_in_both_formats() -> None:
    xml, json = found(short_game().xml(names=NAMES)), found(short_game().json(name=[*NAMES]))

    assert xml.digest == json.digest
    assert [p.kyoku for p in pieces(short_game().xml())] == [
        p.kyoku for p in pieces(short_game().json())
    ]


def test_the_hands_of_a_record_replay_to_its_end() -> None:
    [piece] = pieces(record())

    hands = [as_replay(hand["told"]) for hand in piece.kyoku]
    answer = replay_request({"rule": "tenhou-4p-tonnan", "hands": hands}, today=TODAY)

    assert answer["over"]
    assert tuple(answer["points"]) == POINTS
    assert tuple(answer["scores"]) == SCORES


@pytest.mark.parametrize("form", ["xml", "json"])
def test_a_closed_kan_is_no_call_and_an_open_one_is(form: str) -> None:
    closed = Hand("2222888m345p456s", *JUNK[1:]).draw(0, "9p").closed_kan(0, "2222m")
    pon = Hand(JUNK[0], "8p345678p678s222s", JUNK[2], JUNK[1], number=1)
    pon.draw(1, "4p").cut(1).draw(2, "4s").cut(2).draw(3, "2s").cut(3).open_kan(1, "222s")
    pon.draw(1, "6s").cut(1)
    game = Game(closed.no_win("kyuushu"), pon.no_win("kyuushu"))

    record = read_record(game.xml() if form == "xml" else game.json(), "kan")
    assert [kyoku.called for kyoku in record.kyoku] == [(), (1,)]


def test_the_day_comes_from_the_log_in_the_files_name() -> None:
    game = found(record(), f"{LOG}.mjlog")

    assert (game.day, game.log_id) == (DAY, LOG)
    assert game.outside_id(DAY) == LOG


def test_the_day_of_a_list_comes_from_its_name_and_of_a_line_from_its_link_first() -> None:
    link = f'<a href="http://tenhou.net/0/?log={LOG}">牌譜</a>'
    linked = f"20:08 | 四般南喰赤－ | {link} | a(+1.0) b(0.0) c(0.0) d(-1.0)"
    plain, other = pieces(f"{line()}\n{linked}", "sca20251214.log")

    assert plain.found is not None
    assert other.found is not None
    assert plain.found.day == date(2025, 12, 14)
    assert (other.found.day, other.found.log_id) == (DAY, LOG)


def test_a_line_that_tells_no_day_leaves_it_open() -> None:
    assert found(line()).day is None


def test_lines_are_read_each_for_itself_with_their_numbers() -> None:
    answer = pieces(f"\n{line()}\nrubbish\n\n{line(time='22:10')}\n")

    assert [(piece.line, bool(piece.found)) for piece in answer] == [
        (2, True),
        (3, False),
        (5, True),
    ]


def test_html_entities_brackets_and_signs_in_names_stay_what_they_are() -> None:
    game = found(
        line("m9(-Д-)(+52.0)", "Fir&lt;&amp;&gt;(+6.0)", "a,b（三麻）(-24.0)", "みる＠声優(-34.0)")
    )

    assert game.names == ("m9(-Д-)", "Fir<&>", "a,b（三麻）", "みる＠声優")


def test_control_characters_and_halves_of_letters_are_dropped_from_names() -> None:
    names = rb'["a\u0000b", "\ud800x", "c\u202ed", "e"]'
    answer = b", ".join(b'"%s"' % each.encode() for each in NAMES)
    data = short_game().json(name=[*NAMES]).replace(b"[" + answer + b"]", names)

    assert found(data).names == ("ab", "?x", "cd", "e")


def test_several_records_a_line_each_are_several_games() -> None:
    one = short_game().json().replace(b"\n", b"")
    answer = pieces(b"\n".join([one, one]))

    assert [piece.line for piece in answer] == [1, 2]
    assert all(piece.found for piece in answer)


@pytest.mark.parametrize("first", [0, 1], ids=["the record first", "the line first"])
def test_records_and_lines_may_be_pasted_together(first: int) -> None:
    both = [record().replace(b"\n", b""), line().encode()]

    answer = pieces(b"\n".join([both[first], both[1 - first]]))

    assert [piece.line for piece in answer] == [1, 2]
    assert [piece.found and piece.found.is_record for piece in answer] == [first == 0, first == 1]


@pytest.mark.parametrize("viewer", ["6", "5"])
@pytest.mark.parametrize("hand", ["", "&ts=0", "&ts=11"])
def test_a_shared_address_with_the_record_in_it_is_read_without_fetching_it(
    viewer: str, hand: str
) -> None:
    address = f"https://tenhou.net/{viewer}/#json=" + quote(short_game().json().decode()) + hand

    assert found(address).scores == SCORES


def test_a_log_that_is_told_as_an_address_tells_the_day_as_well() -> None:
    game = found(short_game().json(ref=f"https://tenhou.net/0/?log={LOG}&tw=1"))

    assert (game.log_id, game.day) == (LOG, DAY)


def test_lists_that_were_put_together_as_gzip_files_are_all_read() -> None:
    [(_name, data)] = records_in(gzipped(f"{line()}\n".encode()) * 2, "sca20211120.log.gz")

    assert len(pieces(data)) == 2


@pytest.mark.parametrize("code", ["utf-16", "cp932"])
def test_a_record_in_another_code_is_not_called_broken(code: str) -> None:
    refusal = error(short_game().json(name=["かわせみ", "b", "c", "d"]).decode().encode(code))

    with override("en"):
        assert stored_words(refusal) == "This file is not UTF-8. Save it as UTF-8."


def test_a_zip_gives_all_its_games_and_says_which_file_is_none() -> None:
    data = zipped(
        a__xml=record(), b__txt=line().encode(), c__bin=b"\0\1\2", d__gz=gzipped(record())
    )

    answer = [
        (name, piece)
        for name, inner in records_in(data, "all.zip")
        for piece in pieces(inner, name)
    ]

    assert [(name, bool(piece.found)) for name, piece in answer] == [
        ("a.xml", True),
        ("b.txt", True),
        ("c.bin", False),
        ("d.gz", True),
    ]


def _cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        pytest.param(_cut(record()), "not complete XML", id="XML that is cut off"),
        pytest.param(_cut(short_game().json()), "not complete JSON", id="JSON that is cut off"),
        pytest.param(
            b"\0\1\2\3", "neither a game record nor a result list", id="neither text nor record"
        ),
        pytest.param(
            b'<!DOCTYPE x [<!ENTITY a "aaaa">]><mjloggm>&a;</mjloggm>',
            "a document type",
            id="entity bomb",
        ),
        pytest.param(b"<html><body>404</body></html>", "a different kind of file", id="a web page"),
        pytest.param(
            line().encode("shift_jis", "replace"), "This line is not UTF-8", id="Shift_JIS"
        ),
        pytest.param("http://tenhou.net/0/?log=" + LOG, "only a link", id="only a link"),
        pytest.param(
            line("a(+4.0)", "b(0.0)", "c(0.0)", "d(0.0)", "e(-4.0)"),
            "5 players are listed",
            id="five players",
        ),
        pytest.param(
            line(rule="四謎南喰赤－"), "not the rule of a known room", id="an unknown room"
        ),
        pytest.param(
            line("a(+5.0)", "b(0.0)", "c(0.0)", "d(-4.0)"),
            "must add up to 0",
            id="scores that do not add up",
        ),
        pytest.param(Game(simple_ron()).xml(), "does not say how the game ended", id="no end"),
    ],
)
def test_what_cannot_be_read_says_why(data: bytes | str, says: str) -> None:
    with override("en"):
        assert says in stored_words(error(data))
    with override("ja"):
        assert says not in stored_words(error(data))


def test_a_record_whose_points_do_not_follow_contradicts_itself() -> None:
    wrong = record().replace(b'ten="730,90,90,90"', b'ten="720,100,90,90"')
    assert wrong != record()

    with override("en"):
        assert stored_words(error(wrong)).startswith(
            "The record contradicts itself: after E1.0 the players should have "
            "73,000 9,000 9,000 9,000"
        )


def test_a_record_that_ends_where_its_hands_do_not_lead_contradicts_itself() -> None:
    wrong = record().replace(b'owari="1213,131.0,-71,', b'owari="1203,131.0,-61,')

    assert "its hands add up to" in error(wrong)


def test_a_record_without_names_has_nameless_players() -> None:
    assert found(short_game().json().replace(b'"name"', b'"nome"')).names == ("", "", "", "")


def test_an_object_that_is_no_record_says_what_it_lacks() -> None:
    with override("en"):
        assert stored_words(error("{}")) == "log: This must be a list."


def test_lines_keep_their_numbers_whatever_is_empty_between_them() -> None:
    text = "\n\nnothing\n\n\n \nneither\n"
    for data in (text.encode(), text.encode("utf-16"), b"\xef\xbb\xbf" + text.encode()):
        found = list(pieces_of("list.txt", data, today=date(2026, 11, 1)))

        assert [piece.line for piece in found] == [3, 7]


@pytest.mark.parametrize(
    "line", [b"\n", b" \n", b"a\n", b"L1001 | 21:03 | x | y\n", b'{"log":[]}\n', b"\xff\n"]
)
def test_four_megabytes_of_short_lines_are_read_without_holding_them_all(line: bytes) -> None:
    data = line * (4_000_000 // len(line))
    tracemalloc.start()
    try:
        for _piece in islice(pieces_of("list.txt", data, today=date(2026, 11, 1)), 100):
            pass
        _now, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert most < 12_000_000
