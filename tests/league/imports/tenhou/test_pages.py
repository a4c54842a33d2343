"""The pages of an import: upload, dry run, storing, result; nothing typed is lost."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.core.throttles import UploadThrottle, turn_to_compute
from league.imports import open_imports
from league.imports.tenhou import write as tenhou_import
from league.models import Club, Job, League, Member, TenhouImport
from tests.factories import league_of, make_login
from tests.league.evenings import english, writes_of
from tests.league.imports.tenhou.imports import (
    URL,
    carried_out,
    games_of,
    line,
    listed,
    opened,
    people,
    posted,
    record,
    tenhou_club,
    text_of,
    zipped,
)
from tests.league.rulechanges.rescoring_help import worker_is_away
from tests.pages import parsed

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return tenhou_club()


@pytest.fixture
def client(club: Club) -> Client:
    return english(make_login(club, "organizer", Member.Role.ORGANIZER))


def address(batch: TenhouImport) -> str:
    return f"{URL}?import={batch.pk}"


def the_import(club: Club) -> TenhouImport:
    return TenhouImport.objects.for_club(club).get()


def asked(batch: TenhouImport, **more: Any) -> dict[str, Any]:
    league = batch.league.slug if batch.league else ""
    day = batch.day.isoformat() if batch.day else ""
    return {"import": batch.pk, "league": league, "day": day, "lobby": batch.lobby, **more}


def test_pasted_lines_are_looked_at_and_stored_and_known_the_next_time(
    club: Club, client: Client
) -> None:
    looked = posted(client, text=line(), day="2021-11-20")

    assert "1 new, 0 already stored, 0 that cannot be stored" in text_of(looked)
    assert games_of(club) == []
    stored = posted(client, **asked(the_import(club), do="store", others="guests"))
    assert "1 stored, 0 already stored, 0 not stored" in text_of(stored)
    assert len(games_of(club)) == 1
    again = posted(client, text=line(), day="2021-11-20")
    assert "0 new, 1 already stored" in text_of(again)


def test_files_of_every_kind_come_in_one_upload(club: Club, client: Client) -> None:
    files = [
        SimpleUploadedFile("all.zip", zipped(a__xml=record())),
        SimpleUploadedFile("sca20211120.log", line().encode()),
        SimpleUploadedFile("cut.xml", record()[:400]),
    ]

    text = text_of(posted(client, upload=files, day="2021-11-20"))

    assert "2 new, 0 already stored, 1 that cannot be stored" in text
    assert "The record is broken or cut off: it is not complete XML." in text


def test_nothing_chosen_is_asked_for_again(client: Client) -> None:
    answer = client.post(URL, {"text": "  "})

    assert answer.status_code == 422
    assert "Choose a file, or paste something." in text_of(answer)


def test_more_than_twenty_megabytes_are_refused_kindly(
    club: Club, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("league.imports.tenhou.forms.MOST_BYTES", 1_000_000)

    answer = client.post(URL, {"upload": SimpleUploadedFile("a.log", b"x" * 1_000_001)})

    assert answer.status_code == 422
    assert "more than 1 MB" in text_of(answer)
    assert not TenhouImport.objects.for_club(club).exists()


def test_who_sends_one_upload_after_the_other_is_asked_to_wait_and_keeps_what_was_pasted(
    club: Club, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(UploadThrottle, "rate", "1/min")
    assert client.post(URL, {"text": line()}).status_code == 302

    answer = client.post(URL, {"text": line()})

    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0
    assert parsed(answer).sent["text"].strip() == line().strip()
    assert TenhouImport.objects.for_club(club).count() == 1


@pytest.mark.parametrize(
    ("field", "typed", "says"),
    [
        ("day", "2026-13-01", "Enter a valid date."),
        ("day", "1850-01-01", "Please choose a day"),
        ("lobby", "lounge", "A lobby is a number"),
        ("league", "none", "Select a valid choice"),
    ],
)
def test_a_slip_in_the_form_keeps_what_was_pasted(
    client: Client, field: str, typed: str, says: str
) -> None:
    answer = client.post(URL, {"text": line(), field: typed})

    assert answer.status_code == 422
    assert says in text_of(answer)
    assert "かわせみ(+52.0)" in text_of(answer)


def test_the_dry_run_shows_who_is_who_and_takes_another_word_for_it(
    club: Club, client: Client
) -> None:
    listed(club, "カワセミ")
    member = listed(club, "鷺沢")
    batch = opened(
        club, ("", line("かわせみ(+52.0)", "新人(+6.0)", "c(-24.0)", "d(-34.0)").encode())
    )
    shown = text_of(client.get(address(batch)))
    assert "カワセミ (similar spelling)" in shown
    assert "not on the list" in shown

    answer = posted(client, **asked(batch, do="plan", **{"name-0": "新人", "who-0": "鷺沢"}))

    assert "鷺沢 (your choice)" in text_of(answer)
    said = {"name-0": "新人", "who-0": "鷺沢", "names": "1", "remembers": "on", "others": "guests"}
    posted(client, **asked(batch, do="store", **said))
    assert people(games_of(club)[0]) == ["カワセミ", "鷺沢", "c", "d"]
    member.refresh_from_db()
    assert member.tenhou_names == ["新人"]


def test_two_names_that_were_said_to_be_one_member_can_be_said_anew(
    club: Club, client: Client
) -> None:
    listed(club, "鷺沢")
    batch = opened(club, ("", line("a(+52.0)", "b(+6.0)", "c(-24.0)", "d(-34.0)").encode()))
    both = {"name-0": "a", "who-0": "鷺沢", "name-1": "b", "who-1": "鷺沢"}

    answer = posted(client, **asked(batch, do="plan", others="guests", **both))

    shown = text_of(answer)
    assert "new guest: that member is in another seat" in shown
    sent = parsed(answer).sent
    assert (sent["name-0"], sent["name-1"]) == ("a", "b")
    assert (sent["who-0"], sent["who-1"]) == ("鷺沢", "鷺沢")
    posted(client, **asked(batch, do="store", others="guests", **both | {"who-1": ""}))
    assert people(games_of(club)[0]) == ["鷺沢", "b", "c", "d"]


def test_names_are_remembered_though_the_first_look_had_none(club: Club, client: Client) -> None:
    batch = opened(club, ("", line().encode()), day=None)
    first = text_of(client.get(address(batch)))
    assert 'name="remembers"' not in first  # the day was not known, nobody was shown

    again = posted(client, **asked(batch, do="plan") | {"day": "2021-11-20"})

    assert 'name="remembers" checked' in text_of(again)
    unticked = posted(client, **asked(the_import(club), do="plan", names="1"))
    assert 'name="remembers"> <' in text_of(unticked)


@pytest.mark.parametrize("name", ["a\0b", "\u202ea", " "], ids=["a zero", "turned", "blank"])
def test_a_name_that_no_game_can_have_is_not_taken_from_a_form(
    club: Club, client: Client, name: str
) -> None:
    listed(club, "鷺沢")
    batch = opened(club, ("", line().encode()))

    answer = posted(client, **asked(batch, do="plan", **{"name-0": name, "who-0": "鷺沢"}))

    assert answer.status_code == 200
    assert the_import(club).choices == {}


def test_a_listed_name_may_be_somebody_elses_here(club: Club, client: Client) -> None:
    listed(club, "かわせみ")
    batch = opened(club, ("", line().encode()))

    said = {"name-0": "かわせみ", "as-0": "else", "others": "guests"}
    posted(client, **asked(batch, do="store", **said))

    assert people(games_of(club)[0])[0] == "かわせみ 2"


def test_a_person_who_is_not_listed_is_told_beside_the_name_and_stays_typed(
    club: Club, client: Client
) -> None:
    batch = opened(club, ("", line().encode()))

    answer = client.post(URL, asked(batch, do="store", **{"name-0": "かわせみ", "who-0": "誰か"}))

    assert answer.status_code == 422
    assert "That name does not match exactly one person on the list." in text_of(answer)
    assert 'value="誰か"' in text_of(answer)
    assert games_of(club) == []


def test_a_name_that_is_refused_is_told_at_the_head_of_the_page(club: Club, client: Client) -> None:
    batch = opened(club, ("", line().encode()))
    assert "names-errors" not in text_of(client.get(address(batch)))

    answer = posted(client, **asked(batch, do="store", **{"name-0": "かわせみ", "who-0": "だれか"}))

    head = parsed(answer).words.split("League, day and lobby")[0]
    assert "かわせみ : That name does not match exactly one person on the list." in head
    assert parsed(answer).links["かわせみ"].startswith("#who-")


def test_a_name_of_several_members_waits_for_a_word(club: Club, client: Client) -> None:
    listed(club, "カワセミ")
    listed(club, "別人", aliases=["かワセミ"])
    batch = opened(club, ("", line().encode()))

    shown = text_of(client.get(address(batch)))

    assert "0 new, 0 already stored, 1 that cannot be stored" in shown
    assert "Possible match: カワセミ, 別人" in shown
    answer = posted(client, **asked(batch, do="plan", **{"name-0": "かわせみ", "who-0": "別人"}))
    assert "1 new" in text_of(answer)


def test_another_league_day_or_lobby_is_looked_at_again(club: Club, client: Client) -> None:
    batch = opened(club, ("", line().encode()), day=None)
    assert "Some games have no date. Enter the day" in text_of(client.get(address(batch)))

    with_day = posted(client, **asked(batch, do="plan") | {"day": "2021-11-20"})
    other_lobby = posted(client, **asked(batch, do="plan") | {"day": "2021-11-20", "lobby": "L2"})

    assert "1 new" in text_of(with_day)
    assert "Another lobby: L1001." in text_of(other_lobby)


def test_what_our_engine_and_the_rules_say_otherwise_stands_beside_the_game(
    club: Club, client: Client
) -> None:
    odd = record().replace(b'ten="30,48000,5"', b'ten="30,47000,5"')
    assert odd != record()
    batch = opened(club, ("a.xml", odd), ("b.txt", line(rule="四般東－－－").encode()))

    shown = text_of(client.get(address(batch)))

    assert "2 differences from Jancho's own calculation" in shown
    assert "points 48,000, the record says 47,000" in shown
    assert "4 players · East and South · open tanyao · red fives" in shown
    assert "The game is East only, the rules are East and South." in shown


def test_lines_can_be_looked_at_by_what_becomes_of_them(club: Club, client: Client) -> None:
    batch = opened(club, ("", f"{line()}\nrubbish".encode()))

    only = text_of(client.get(f"{address(batch)}&show=cannot"))
    odd = client.get(f"{address(batch)}&show=nothing&page=99999")

    assert "pasted, line 2" in only
    assert "pasted, line 1<" not in only
    assert odd.status_code == 200


def test_an_import_is_thrown_away_as_long_as_nothing_of_it_is_being_stored(
    club: Club, client: Client
) -> None:
    batch = opened(club, ("", line().encode()))
    TenhouImport.objects.for_club(club).update(state="storing")
    kept = posted(client, **{"import": batch.pk, "do": "drop"})
    assert "already being stored" in text_of(kept)

    TenhouImport.objects.for_club(club).update(state="ready")
    posted(client, **{"import": batch.pk, "do": "drop"})

    assert not TenhouImport.objects.for_club(club).exists()


def test_an_import_that_is_stored_is_not_said_to_be_thrown_away(club: Club, client: Client) -> None:
    batch = carried_out(club, ("", line().encode()))

    answer = posted(client, **{"import": batch.pk, "do": "drop"})  # of a page that was open before

    assert "Nothing was stored" not in text_of(answer)
    assert "already being stored" in text_of(answer)
    assert the_import(club).state == TenhouImport.State.DONE


def test_storing_twice_stores_once(club: Club, client: Client) -> None:
    batch = opened(club, ("", line().encode()))
    posted(client, **asked(batch, do="store", others="guests"))

    again = posted(client, **asked(batch, do="store", others="guests"))

    assert again.status_code == 200
    assert len(games_of(club)) == 1


def test_while_two_costly_pages_are_made_a_third_waits_and_changes_nothing(
    club: Club, client: Client
) -> None:
    batch = opened(club, ("", line().encode()))
    stores = asked(batch, do="store", others="guests")
    with turn_to_compute(), turn_to_compute():
        busy = [client.get(address(batch)), client.post(URL, stores)]

    assert [(each.status_code, each["Retry-After"]) for each in busy] == [(429, "5")] * 2
    assert games_of(club) == []
    assert "1 stored" in text_of(posted(client, **stores))


def test_while_a_worker_is_at_it_the_page_says_how_far_it_is(
    club: Club, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tenhou_import, "AT_ONCE_SECONDS", 0.0)
    worker_is_away(monkeypatch)
    batch = opened(club, ("", f"{line()}\n{line(time='22:00')}".encode()))
    TenhouImport.objects.for_club(club).update(state="storing")
    tenhou_import.resume_import(batch=batch)
    Job.objects.for_club(club).update(done=1, total=2)

    page = text_of(client.get(address(batch)))
    part = client.get(f"{address(batch)}&part=1", HTTP_HX_REQUEST="true")

    assert "1 of 2" in page
    assert b" ".join(part.content.split()).startswith(b'<div class="stack" id="import-state"')
    Job.objects.for_club(club).update(state=Job.State.FAILED, error="boom")
    assert "The import has stopped" in text_of(client.get(address(batch)))
    posted(client, **{"import": batch.pk, "do": "resume"})
    assert Job.objects.for_club(club).get().state == Job.State.WAITING
    TenhouImport.objects.for_club(club).update(state="done")
    over = client.get(f"{address(batch)}&part=1", HTTP_HX_REQUEST="true")
    assert over.headers["HX-Redirect"] == address(batch)


def test_looking_at_an_import_writes_nothing(club: Club, client: Client) -> None:
    ready, done = opened(club, ("", line().encode())), carried_out(club, ("", line().encode()))

    assert writes_of(client, address(ready)) == []
    assert writes_of(client, address(done)) == []


def test_an_import_of_another_club_is_not_there(club: Club, client: Client) -> None:
    other = opened(tenhou_club("seihoku"), ("", line().encode()))

    assert client.get(address(other)).status_code == 404
    assert client.post(URL, {"import": other.pk, "do": "drop"}).status_code == 404
    for odd in ("x", "９", "9" * 30):
        assert client.get(f"{URL}?import={odd}").status_code == 404
    assert TenhouImport.objects.for_club(other.club_id).exists()


def test_a_player_may_not_bring_games_in(club: Club) -> None:
    scorer = make_login(club, "scorer", Member.Role.SCORER)

    assert scorer.get(URL).status_code == 403


def test_a_games_page_says_where_it_came_from_and_what_is_not_known(
    club: Club, client: Client
) -> None:
    carried_out(club, ("", line().encode()), ("", record()))
    lobby, tenhou = games_of(club)

    first = text_of(client.get(f"/c/tonan/games/{lobby.pk}/"))
    second = text_of(client.get(f"/c/tonan/games/{tenhou.pk}/"))

    assert "Tenhou result list" in first
    assert "Imported score" in first
    assert "–" in [cell.words for cell in parsed(first).all("td", css="num")]
    assert "Tenhou record" in second
    assert "Scores in the record" in second
    assert "121,300" in second


def test_points_that_are_not_known_are_a_dash_on_sheets_and_with_members(
    club: Club, client: Client
) -> None:
    carried_out(club, ("", line().encode()))
    [game] = games_of(club)
    member = game.seats.all()[0].member

    assert "–" in text_of(client.get(f"/c/tonan/members/{member.pk}/"))
    assert client.get(f"/c/tonan/sessions/{game.session_id}/").status_code == 200
    assert client.get(f"/c/tonan/sessions/{game.session_id}/sheet/").status_code == 200
    assert client.get(f"/c/tonan/games/{game.pk}/edit/").status_code == 200


def test_a_league_says_which_scores_of_a_record_count(club: Club, client: Client) -> None:
    league = league_of(club)
    url = f"/c/tonan/settings/leagues/{league.slug}/"
    values = {"name": league.name, "minimum_games": 0, "is_active": "on"}

    client.post(url, {**values, "record_scores": "record"})
    assert League.objects.for_club(club).get().record_scores == "record"
    client.post(url, values)

    assert League.objects.for_club(club).get().record_scores == "record"
    assert 'value="record"' in text_of(client.get(url))


def test_a_club_with_many_imports_to_review_finishes_or_discards_one_first(
    club: Club, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_imports, "MOST_OPEN", 2)
    first, _second = opened(club, ("", line().encode())), opened(club, ("", line().encode()))

    refused = posted(client, text=line(), day="2021-11-20")

    assert refused.status_code == 422
    assert "2 imports are waiting for review. Please finish or discard one" in text_of(refused)
    assert "かわせみ" in refused.text
    posted(client, **{"import": first.pk, "do": "drop"})
    assert posted(client, text=line(), day="2021-11-20").status_code == 200


def test_an_open_import_is_listed_however_many_came_after_it(club: Club, client: Client) -> None:
    still_open = opened(club, ("", line().encode()))
    for _later in range(12):
        done = opened(club, ("", line().encode()))
        TenhouImport.objects.for_club(club).filter(pk=done.pk).update(state="done")

    shown = client.get(URL).text

    assert shown.count("?import=") == 11
    assert f"?import={still_open.pk}" in shown
