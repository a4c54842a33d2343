"""Rulings: what was decided on a case, under which clause; corrected later, never deleted."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from html import unescape

import pytest
import time_machine
from django.db import IntegrityError, connection, transaction
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from league.core.door import forget_sessions
from league.core.errors import LeagueError
from league.demo.loading import record_rulings
from league.models import AuditEvent, Club, Hanchan, League, RuleChange, Ruling, User
from league.rulebook.rulings import A_PAGE, chain_of, rulings_by_clause, rulings_page
from league.rulings.write import Case, Decision, correct_ruling, record_ruling, void_ruling
from rules.models import Clause, RuleVersion
from tests.factories import (
    ADMIN,
    EVENING,
    league_of,
    logged_in,
    make_club,
    make_login,
    make_members,
    make_session,
    record,
)
from tests.pages import parsed

pytestmark = pytest.mark.django_db
Status = RuleVersion.Status

NINE_PM = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)  # of the evening, in Tokyo
PON = Decision(clause="G-9", facts="空ポンを打牌前に取り消した。", outcome="1,000点を供託。")
HARSH = Decision(clause="G-10", facts="空ポン。", outcome="和了放棄とした。")
RIGHT = Decision(clause="G-9", facts="空ポン。", outcome="1,000点の供託が正しかった。")


@pytest.fixture(autouse=True)
def _on_the_evening() -> object:
    with time_machine.travel(NINE_PM, tick=False):
        yield


@pytest.fixture
def game(league: League) -> Hanchan:
    return record(league, make_members(league.club))


@pytest.fixture
def organizer(club: Club) -> Client:
    return in_english(logged_in(User.objects.get(username="owner")))


def in_english(client: Client) -> Client:
    client.cookies["django_language"] = "en"
    return client


def case_on(league: League, day: date = EVENING) -> Case:
    return Case(rule_set=league.rule_set, day=day)


def ruled(league: League, decision: Decision = PON, day: date = EVENING) -> Ruling:
    return record_ruling(
        club=league.club, case=case_on(league, day), decision=decision, actor=ADMIN
    )


def text_of(html: str) -> str:
    return parsed(html).words


def read(browser: Client, path: str, *, status: int = 200) -> str:
    response = browser.get(f"/c/tonan/{path}")

    assert response.status_code == status
    return text_of(response.content.decode())


def posted(clause: str = "G-9", **changes: str) -> dict[str, str]:
    return {"clause": clause, "facts": "空ポン。", "outcome": "1,000点を供託。", **changes}


# --- recording ---


def test_a_ruling_on_a_game_takes_the_game_s_day_and_its_league_s_rules(
    league: League, game: Hanchan, organizer: Client
) -> None:
    response = organizer.post(f"/c/tonan/rulings/new/?game={game.pk}", posted())

    ruling = Ruling.objects.for_club(league.club).get()
    assert response.headers["Location"] == f"/c/tonan/rulings/{ruling.pk}/"
    assert (ruling.hanchan, ruling.session, ruling.day) == (game, None, EVENING)
    assert (ruling.rule_set, ruling.clause) == (league.rule_set, "G-9")
    assert ruling.created_by_name == "owner"


def test_a_ruling_on_an_evening_takes_its_day(league: League, organizer: Client) -> None:
    session = make_session(league.club, date(2026, 11, 6))

    organizer.post(f"/c/tonan/rulings/new/?session={session.pk}", posted())

    ruling = Ruling.objects.for_club(league.club).get()
    assert (ruling.session, ruling.hanchan, ruling.day) == (session, None, date(2026, 11, 6))


def test_a_ruling_on_neither_has_a_day_alone(league: League, organizer: Client) -> None:
    organizer.post("/c/tonan/rulings/new/", posted(day="2015-04-04"))

    ruling = Ruling.objects.for_club(league.club).get()
    assert (ruling.session, ruling.hanchan, ruling.day) == (None, None, date(2015, 4, 4))


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        pytest.param(" g-9 ", "G-9", id="small letters"),
        pytest.param("G-9", "G-9", id="wide letters"),
    ],
)
def test_a_clause_is_spelled_as_the_book_of_that_day_spells_it(
    league: League, typed: str, kept: str
) -> None:
    made = ruled(league, Decision(clause=typed, facts="空ポン。", outcome="供託。"))

    assert made.clause == kept


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        pytest.param("G-99", "Did you mean G-9?", id="near others"),
        pytest.param("g9", "Did you mean G-9?", id="without its dash"),
        pytest.param("申し合わせ3", "the version's rulebook contains them all", id="near none"),
    ],
)
def test_a_clause_that_the_book_of_the_day_has_not_is_refused_beside_its_field(
    league: League, organizer: Client, typed: str, words: str
) -> None:
    response = organizer.post("/c/tonan/rulings/new/", posted(typed, day="2026-11-20"))

    assert response.status_code == 422
    beside = response.content.decode().partition('id="id_clause_error"')[2].partition("</ul>")[0]
    assert "Version 2015-04-10 has no clause" in beside
    assert words in unescape(beside)
    assert f'value="{typed}"' in response.content.decode()
    assert "1,000点を供託。" in response.content.decode()
    assert not Ruling.objects.for_club(league.club).exists()


def test_a_correction_is_under_a_clause_of_its_day_s_book_too(
    league: League, organizer: Client
) -> None:
    first = ruled(league, HARSH)

    response = organizer.post(f"/c/tonan/rulings/{first.pk}/correct/", posted("Z-9"))

    assert response.status_code == 422
    assert "has no clause “Z-9”" in text_of(response.content.decode())
    assert Ruling.objects.for_club(league.club).count() == 1


def test_a_version_without_clauses_asks_for_one_first(league: League) -> None:
    Clause.objects.filter(version__rule_set=league.rule_set.rule_set).delete()

    with pytest.raises(LeagueError, match="2015-04-10") as refused:
        ruled(league)

    assert refused.value.field == "clause"


def test_the_clauses_on_offer_are_those_of_the_version_in_force_on_the_day(
    league: League, organizer: Client
) -> None:
    before = read(organizer, "rulings/new/?day=2015-04-04&clause=g-11")
    after = read(organizer, "rulings/new/?day=2015-04-10&clause=g-11")

    assert "2015-04-01" in before
    assert "4月10日から" in before or "10 April" in before  # the text that held on the 4th
    assert "2015-04-10" in after
    assert "10 April" not in after


def test_changing_the_day_swaps_the_clauses_alone(league: League, organizer: Client) -> None:
    response = organizer.get(
        "/c/tonan/rulings/new/?day=2015-04-04&clause=G-99", headers={"HX-Request": "true"}
    )

    part = response.content.decode()
    assert part.lstrip().startswith('<div id="ruling-clause"')
    assert '<option value="G-9">' in part
    assert "This version has no clause G-99. Similar codes: G-9" in text_of(part)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        pytest.param({"clause": ""}, "Under which clause was it decided?", id="no clause"),
        pytest.param({"facts": " "}, "Please describe it", id="nothing happened"),
        pytest.param({"outcome": ""}, "Please describe it", id="nothing decided"),
        pytest.param({"day": ""}, "This field is required", id="no day"),
        pytest.param({"day": "1800-01-01"}, "choose a day from 1950", id="no club's calendar"),
        pytest.param(
            {"day": "1999-12-31"}, "No version of these rules was in force", id="before the rules"
        ),
        pytest.param({"facts": "あ" * 2001}, "2000", id="too long"),
    ],
)
def test_what_is_missing_is_said_and_nothing_is_recorded(
    club: Club, organizer: Client, changes: dict[str, str], words: str
) -> None:
    values = {**posted(day="2026-11-20"), **changes}

    response = organizer.post("/c/tonan/rulings/new/", values)

    assert response.status_code == 422
    assert words in text_of(response.content.decode())
    assert values["outcome"] in response.content.decode()  # what was typed is kept
    assert not Ruling.objects.for_club(club).exists()


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        pytest.param({"clause": "  "}, "clause", id="no clause"),
        pytest.param({"clause": "G" * 25}, "clause", id="a clause too long"),
        pytest.param({"facts": "\n"}, "facts", id="no facts"),
        pytest.param({"outcome": "あ" * 2001}, "outcome", id="an outcome too long"),
    ],
)
def test_the_service_refuses_what_the_form_refuses(
    league: League, changes: dict[str, str], field: str
) -> None:
    decision = Decision(**{**posted(), **changes})

    with pytest.raises(LeagueError) as refused:
        ruled(league, decision)

    assert refused.value.field == field


@pytest.mark.parametrize("asked", ["game=999999", "session=999999", "game=x", "session="])
def test_a_game_or_evening_that_is_not_there_is_not_found(
    club: Club, organizer: Client, asked: str
) -> None:
    assert organizer.get(f"/c/tonan/rulings/new/?{asked}").status_code == 404


def test_a_game_and_rules_of_another_club_are_not_there(club: Club, organizer: Client) -> None:
    abroad = league_of(make_club("seihoku", rule="super-tonpu", owner="owner2"))
    game = record(abroad, make_members(abroad.club))

    pages = [
        f"rulings/new/?game={game.pk}",
        f"rulings/new/?session={game.session_id}",
        f"rulings/?rules={abroad.rule_set.slug}",
    ]

    assert [organizer.get(f"/c/tonan/{page}").status_code for page in pages] == [404, 404, 404]


# --- correcting and voiding ---


def test_a_correction_stands_beside_what_it_corrects(league: League, organizer: Client) -> None:
    first = ruled(league, HARSH, date(2015, 4, 4))

    response = organizer.post(
        f"/c/tonan/rulings/{first.pk}/correct/", posted(outcome="供託が正しかった。")
    )

    second = Ruling.objects.for_club(league.club).get(corrects=first)
    assert response.headers["Location"] == f"/c/tonan/rulings/{second.pk}/"
    assert (second.day, second.rule_set) == (first.day, first.rule_set)
    page = read(organizer, f"rulings/{first.pk}/")
    assert "Corrected later, under G-9" in page
    assert "和了放棄とした。" in page
    assert "供託が正しかった。" in page
    assert "Corrects an earlier ruling" in read(organizer, f"rulings/{second.pk}/")


def test_what_is_corrected_is_not_corrected_or_voided_once_more(
    league: League, organizer: Client
) -> None:
    first = ruled(league, HARSH)
    correct_ruling(ruling=first, decision=RIGHT, actor=ADMIN)

    again = organizer.post(f"/c/tonan/rulings/{first.pk}/correct/", posted())
    void = organizer.post(f"/c/tonan/rulings/{first.pk}/void/", {"reason": "取り違え"})

    assert (again.status_code, void.status_code) == (409, 409)
    assert "already been corrected" in again.content.decode()
    assert "Void that one instead" in void.content.decode()
    assert "/correct/" not in organizer.get(f"/c/tonan/rulings/{first.pk}/").content.decode()


def test_a_correction_taken_back_lets_the_earlier_ruling_stand_and_be_corrected_anew(
    league: League,
) -> None:
    first = ruled(league, HARSH)
    slip = correct_ruling(ruling=first, decision=PON, actor=ADMIN)
    void_ruling(ruling=slip, reason="別の件", actor=ADMIN)

    right = correct_ruling(ruling=first, decision=RIGHT, actor=ADMIN)

    case = chain_of(right)
    assert [(found.ruling, found.stands) for found in case] == [
        (first, False),
        (slip, False),
        (right, True),
    ]
    assert case[0].correction == right


def test_before_a_correction_is_voided_it_is_said_that_the_earlier_ruling_stands_again(
    league: League, organizer: Client
) -> None:
    first = ruled(league, HARSH, date(2015, 4, 4))
    second = correct_ruling(ruling=first, decision=RIGHT, actor=ADMIN)

    before = organizer.get(f"/c/tonan/rulings/{second.pk}/void/").content.decode()
    after = organizer.post(
        f"/c/tonan/rulings/{second.pk}/void/", {"reason": "別の件"}, follow=True
    ).content.decode()

    day = "2015-04-04"
    told_before = f"the earlier ruling of {day} under G-10 becomes valid again"
    assert told_before in text_of(before)
    assert f'href="/c/tonan/rulings/{first.pk}/"' in before
    assert f"The earlier ruling of {day} under G-10 is valid again." in text_of(after)


def test_voiding_a_ruling_that_corrects_nothing_brings_nothing_back(
    league: League, organizer: Client
) -> None:
    ruling = ruled(league)

    before = read(organizer, f"rulings/{ruling.pk}/void/")
    after = organizer.post(
        f"/c/tonan/rulings/{ruling.pk}/void/", {"reason": "取り違え"}, follow=True
    )

    assert "valid again" not in before
    assert "valid again" not in after.content.decode()


def test_a_voided_ruling_stays_readable_with_its_reason(league: League, organizer: Client) -> None:
    ruling = ruled(league)

    organizer.post(f"/c/tonan/rulings/{ruling.pk}/void/", {"reason": "別の卓の件だった"})

    page = read(organizer, f"rulings/{ruling.pk}/")
    assert "別の卓の件だった" in page
    assert "1,000点を供託。" in page
    assert rulings_by_clause(league.rule_set) == {}


@pytest.mark.parametrize("reason", ["", "  ", "あ" * 201])
def test_voiding_asks_for_a_reason_of_a_line(
    league: League, organizer: Client, reason: str
) -> None:
    ruling = ruled(league)

    response = organizer.post(f"/c/tonan/rulings/{ruling.pk}/void/", {"reason": reason})

    assert response.status_code == 422
    with pytest.raises(LeagueError):
        void_ruling(ruling=ruling, reason=reason, actor=ADMIN)
    ruling.refresh_from_db()
    assert not ruling.is_voided


def test_a_voided_ruling_is_neither_voided_again_nor_corrected(league: League) -> None:
    ruling = ruled(league)
    void_ruling(ruling=ruling, reason="取り違え", actor=ADMIN)

    with pytest.raises(LeagueError):
        void_ruling(ruling=ruling, reason="もう一度", actor=ADMIN)
    with pytest.raises(LeagueError):
        correct_ruling(ruling=ruling, decision=RIGHT, actor=ADMIN)


def test_the_database_itself_lets_one_correction_count(league: League) -> None:
    first = ruled(league, HARSH)
    correct_ruling(ruling=first, decision=RIGHT, actor=ADMIN)
    values = {"club": league.club, "rule_set": league.rule_set, "day": EVENING, "clause": "G-9"}

    with pytest.raises(IntegrityError), transaction.atomic():
        Ruling.objects.create(corrects=first, facts="…", outcome="…", **values)


def test_every_step_leaves_one_event_in_the_trail(league: League) -> None:
    before = AuditEvent.objects.for_club(league.club).count()
    first = ruled(league, HARSH)
    second = correct_ruling(ruling=first, decision=RIGHT, actor=ADMIN)
    void_ruling(ruling=second, reason="別の件", actor=ADMIN)

    events = list(AuditEvent.objects.for_club(league.club).order_by("pk"))[before:]

    assert [(event.type, event.object_id) for event in events] == [
        ("ruling.recorded", first.pk),
        ("ruling.corrected", second.pk),
        ("ruling.voided", second.pk),
    ]
    assert events[1].before["outcome"] == "和了放棄とした。"  # type: ignore[index]
    assert events[1].after["outcome"] == "1,000点の供託が正しかった。"  # type: ignore[index]
    assert events[2].reason == "別の件"


HANDS = 8


def at_once(work: Callable[[], Ruling]) -> list[Ruling | Exception]:
    """Let eight hands begin at the same moment, each on a connection of its own."""
    barrier = threading.Barrier(HANDS)

    def hand(_number: int) -> Ruling | Exception:
        barrier.wait()
        try:
            return work()
        except (LeagueError, IntegrityError) as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(HANDS) as pool:
        return list(pool.map(hand, range(HANDS)))


@pytest.mark.django_db(transaction=True)
def test_eight_corrections_at_once_make_one_and_seven_are_told() -> None:
    league = league_of(make_club())
    first = ruled(league, HARSH)

    answers = at_once(lambda: correct_ruling(ruling=first, decision=RIGHT, actor=ADMIN))

    assert sum(isinstance(answer, Ruling) for answer in answers) == 1
    assert sum(isinstance(answer, LeagueError) for answer in answers) == HANDS - 1


@pytest.mark.django_db(transaction=True)
def test_a_ruling_that_eight_hands_record_in_the_same_words_at_once_is_one() -> None:
    league = league_of(make_club())

    answers = at_once(lambda: ruled(league))

    assert {answer.pk for answer in answers if isinstance(answer, Ruling)} == {
        Ruling.objects.for_club(league.club).get().pk
    }
    assert AuditEvent.objects.for_club(league.club).filter(type="ruling.recorded").count() == 1


@pytest.mark.django_db(transaction=True)
def test_control_looking_for_the_same_words_and_storing_then_makes_several() -> None:
    league = league_of(make_club())

    def naive() -> Ruling:
        found = Ruling.objects.for_club(league.club).first()
        time.sleep(0.1)
        return found or Ruling.objects.create(
            club=league.club,
            rule_set=league.rule_set,
            day=EVENING,
            clause="G-9",
            facts="空ポン。",
            outcome="供託。",
        )

    at_once(naive)

    assert Ruling.objects.for_club(league.club).count() > 1


def test_a_button_pressed_twice_records_one_ruling(league: League, organizer: Client) -> None:
    first, second = (
        organizer.post("/c/tonan/rulings/new/", posted(day="2015-04-04")) for _ in "12"
    )

    assert second.headers["Location"] == first.headers["Location"]
    assert Ruling.objects.for_club(league.club).count() == 1


def test_the_same_words_again_after_the_first_was_voided_are_another_ruling(
    league: League,
) -> None:
    first = ruled(league)
    void_ruling(ruling=first, reason="誤記", actor=ADMIN)

    assert ruled(league) != first


@pytest.mark.django_db(transaction=True)
def test_control_looking_first_and_storing_then_runs_into_the_constraint() -> None:
    league = league_of(make_club())
    first = ruled(league, HARSH)

    def naive() -> Ruling:
        rulings = Ruling.objects.for_club(league.club)
        if rulings.filter(corrects=first).exists():
            raise LeagueError("told")
        time.sleep(0.1)
        return Ruling.objects.create(
            club=league.club,
            rule_set=league.rule_set,
            day=EVENING,
            clause="G-9",
            facts="空ポン。",
            outcome="供託。",
            corrects=first,
        )

    answers = at_once(naive)

    assert any(isinstance(answer, IntegrityError) for answer in answers)


# --- reading ---


def test_the_list_is_filtered_by_clause_and_rule_set(league: League, organizer: Client) -> None:
    ruled(league, PON)
    ruled(league, Decision(clause="G-2", facts="ノーテンリーチ。", outcome="チョンボ。"))

    assert "チョンボ。" in read(organizer, "rulings/")
    assert "チョンボ。" not in read(organizer, "rulings/?clause=G-9")
    assert "1,000点を供託。" in read(organizer, "rulings/?rules=kinyoukai&clause=G-9")
    assert "No matching rulings" in read(organizer, "rulings/?clause=H-1")


def test_the_list_begins_with_the_newest_day_and_has_pages(
    league: League, organizer: Client
) -> None:
    for number in range(A_PAGE + 1):
        facts = f"件{number:02d}。"
        ruled(league, Decision(clause="G-9", facts=facts, outcome="供託。"), date(2026, 10, 1))
    ruled(league, PON, date(2026, 11, 1))

    first, second = read(organizer, "rulings/"), read(organizer, "rulings/?page=2")

    assert first.index("空ポンを打牌前に") < first.index("件30。")
    assert "件01。" not in first
    assert "件01。" in second
    assert "件00。" in second


@pytest.mark.parametrize("page", ["0", "-1", "x", "²", "9" * 30])
def test_a_page_that_is_none_is_answered(league: League, organizer: Client, page: str) -> None:
    ruled(league)

    read(organizer, f"rulings/?page={page}")


def test_a_ruling_is_read_on_its_game_on_its_evening_and_under_its_clause(
    league: League, game: Hanchan, organizer: Client
) -> None:
    case = Case(rule_set=league.rule_set, day=game.day, hanchan=game)
    made = record_ruling(club=league.club, case=case, decision=PON, actor=ADMIN)

    link = f"/c/tonan/rulings/{made.pk}/"
    for path in (f"games/{game.pk}/", f"sessions/{game.session_id}/"):
        page = organizer.get(f"/c/tonan/{path}").content.decode()
        assert link in page
        assert "空ポンを打牌前に取り消した。" in page
    assert [found.ruling for found in rulings_by_clause(league.rule_set)["G-9"]] == [made]


def test_members_read_rulings_and_are_offered_no_change(league: League, game: Hanchan) -> None:
    ruling = ruled(league)
    member = in_english(make_login(league.club, "member"))

    pages = [f"rulings/{ruling.pk}/", "rulings/", f"games/{game.pk}/"]

    for path in pages:
        html = member.get(f"/c/tonan/{path}").content.decode()
        assert "rulings/new/" not in html
        assert f"rulings/{ruling.pk}/void/" not in html


@pytest.mark.parametrize("kind", ["withdraw", "correct"])
def test_a_ruling_stays_under_the_version_that_it_was_decided_under(
    league: League, organizer: Client, kind: str
) -> None:
    versions = league.rule_set.rule_set.versions
    held = versions.get(effective_from=date(2015, 4, 10))
    versions.update(published_at=datetime(2015, 3, 1, tzinfo=UTC))
    made = ruled(league)
    RuleChange.objects.create(
        club=league.club,
        rule_set=league.rule_set,
        kind=kind,
        state=RuleChange.State.APPLIED,
        leaving=held,
        closed_at=datetime(2026, 11, 21, tzinfo=UTC),
    )
    left = {"withdraw": Status.WITHDRAWN, "correct": Status.SUPERSEDED}[kind]
    versions.filter(pk=held.pk).update(status=left)
    with time_machine.travel(datetime(2026, 11, 22, tzinfo=UTC), tick=False):
        later = ruled(league, HARSH)

    text = {each.ruling: each for each in rulings_page(league.club).rulings}
    page = organizer.get(f"/c/tonan/rulings/{made.pk}/").content.decode()

    assert [text[each].version.label for each in (made, later)] == ["2015-04-10", "2015-04-01"]  # type: ignore[union-attr]
    assert text[made].clause is not None
    assert 'href="/c/tonan/rules/kinyoukai/2015-04-10/#clause-G-9"' in page
    assert "decided under version 2015-04-10" in text_of(page)
    assert "Version 2015-04-01 now applies to that day." in text_of(page)
    assert "counts for it" not in read(organizer, f"rulings/{later.pk}/")


def test_a_version_published_later_for_the_day_is_not_the_one_it_was_decided_under(
    league: League,
) -> None:
    versions = league.rule_set.rule_set.versions
    versions.update(published_at=datetime(2015, 3, 1, tzinfo=UTC))
    made = ruled(league)
    versions.filter(effective_from=date(2015, 4, 10)).update(
        published_at=datetime(2026, 11, 21, tzinfo=UTC)
    )

    text = rulings_page(league.club).rulings[0]

    assert text.ruling == made
    assert text.version is not None
    assert text.present is not None
    assert (text.version.label, text.present.label) == ("2015-04-01", "2015-04-10")


def test_a_ruling_keeps_its_clause_when_the_version_has_it_no_more(league: League) -> None:
    made = ruled(league)
    Clause.objects.filter(code="G-9").delete()

    text = rulings_page(league.club).rulings[0]

    assert (text.ruling, text.clause) == (made, None)
    assert text.version is not None


def test_thirty_rulings_take_as_many_queries_as_one(
    league: League, organizer: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    # login session; user, club, membership at once; sets, rulings, corrections, versions, clauses,
    # codes
    queries = 8
    ruled(league)
    forget_sessions()
    with django_assert_num_queries(queries):
        read(organizer, "rulings/")
    for _number in range(29):
        ruled(league)
    forget_sessions()
    with django_assert_num_queries(queries):
        read(organizer, "rulings/")


def test_the_two_rulings_of_4_april_2015_and_the_later_correction(league: League) -> None:
    session = make_session(league.club, date(2015, 4, 4))

    record_rulings(in_club=league.rule_set, session=session, actor=ADMIN)

    by_clause = rulings_by_clause(league.rule_set)
    assert {code: [answer.stands for answer in found] for code, found in by_clause.items()} == {
        "G-10": [False],
        "G-9": [True],
        "G-2": [True],
    }
    assert by_clause["G-10"][0].correction == by_clause["G-9"][0].ruling
    assert all(
        answer.version is not None and answer.version.label == "2015-04-01"
        for found in by_clause.values()
        for answer in found
    )
