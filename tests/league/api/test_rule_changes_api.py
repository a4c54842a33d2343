"""Rules put in force, corrected, moved and withdrawn through the API, and the work behind it."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from league.core.jobs import perform_job
from league.models import AuditEvent, Club, Hanchan, Job, Member, RuleChange
from rules.models import RuleVersion
from tests.factories import league_of, make_club, make_draft, make_login, make_members, record
from tests.league.api.calls import error_of, get, post
from tests.league.api.rule_calls import SET, case, new_draft, parameter, queries_of, read, send

pytestmark = pytest.mark.django_db

CHANGES = f"{SET}/changes"
OLD = f"{SET}/versions/2015-04-01"
VERSION = f"{SET}/versions/2015-04-10"
STEEP = [20_000, 10_000, -10_000, -20_000]
NOVEMBER = "2026-11-01"


@pytest.fixture
def organizer(club: Club) -> Client:
    return make_login(club, "organizer", Member.Role.ORGANIZER)


@pytest.fixture
def reader(club: Club) -> Client:
    return make_login(club, "reader")


@pytest.fixture
def four(club: Club) -> list[Member]:
    return make_members(club)


@pytest.fixture
def game(club: Club, four: list[Member]) -> Hanchan:
    return record(league_of(club), four)


@pytest.fixture
def draft(organizer: Client) -> Any:
    """A draft with a steeper uma, saved once."""
    begun = new_draft(organizer)
    saved = send(
        organizer,
        "PATCH",
        f"{SET}/drafts/{begun['id']}",
        {"draft_revision": 0, "parameters": {"uma": STEEP}},
    )
    assert saved.status_code == 200
    return saved.json()


def publish(client: Client, draft: Any, day: str = NOVEMBER, **more: Any) -> Any:
    body = {"draft_revision": draft["draft_revision"], "effective_from": day, **more}
    return post(client, f"{SET}/drafts/{draft['id']}/publish", body)


def preview(client: Client, draft: Any, day: str = NOVEMBER, **more: Any) -> Any:
    return post(client, f"{SET}/drafts/{draft['id']}/preview", {"effective_from": day, **more})


def carry_out() -> None:
    """What the worker does."""
    for job in Job.objects.across_clubs().filter(state=Job.State.WAITING):
        perform_job(job.pk)


def scores(client: Client, game: Hanchan) -> Any:
    body = read(client, f"clubs/tonan/hanchan/{game.pk}")
    return body["version"], body["scores"]


BEFORE = [41_000, 5_000, -11_000, -35_000]
AFTER = [51_000, 10_000, -16_000, -45_000]


# previews


def test_a_preview_tells_which_games_and_ranks_would_be_others_and_writes_nothing(
    organizer: Client, four: list[Member], game: Hanchan, draft: Any, club: Club
) -> None:
    record(league_of(club), four, (36_000, 27_000, 10_000, 27_000))
    found = AuditEvent.objects.for_club(club).count()

    body = preview(organizer, draft).json()

    assert (body["kind"], body["touched"], body["altered"]) == ("publish", 2, 2)
    assert body["days"] == [{"from": NOVEMBER, "to": None}]
    assert (body["looked_at"], body["since"]) == (2, None)
    first = body["games"][0]
    assert (first["game"], first["league"], first["day"]) == (game.pk, "main", "2026-11-20")
    assert first["seats"][0] == {
        "name": "佐藤 健一",
        "place_before": 1,
        "place_after": 1,
        "score_before": 41_000,
        "score_after": 51_000,
    }
    (month,) = body["months"]
    assert (month["league"], month["month"], month["games"]) == ("main", "2026-11", 2)
    assert month["closed"] is False
    assert (body["impossible"], body["cannot_stand"]) == (0, [])
    assert scores(organizer, game) == ("2015-04-10", BEFORE)
    assert not RuleChange.objects.for_club(club).exists()
    assert AuditEvent.objects.for_club(club).count() == found


def test_a_preview_names_those_whose_rank_would_be_another(
    organizer: Client, club: Club, four: list[Member], draft: Any
) -> None:
    league = league_of(club)
    record(league, four, (60_000, 20_000, 15_000, 5_000))
    for _ in range(3):
        record(league, four, (22_000, 26_000, 27_000, 25_000))

    (month,) = preview(organizer, draft).json()["months"]

    assert [(turn["name"], turn["rank_before"], turn["rank_after"]) for turn in month["ranks"]] == [
        ("鈴木 翔", 3, 2),
        ("佐藤 健一", 2, 3),
    ]
    assert [(turn["score_before"], turn["score_after"]) for turn in month["ranks"]] == [
        (-2_000, 18_000),
        (6_000, -14_000),
    ]
    assert [turn["member"] for turn in month["ranks"]] == [four[1].pk, four[0].pk]


def test_games_that_cannot_stand_are_named_in_the_preview_and_refused_by_the_deed(
    organizer: Client, club: Club, game: Hanchan
) -> None:
    stored = make_draft(league_of(club), start_points=30_000)
    draft = {"id": stored.pk, "draft_revision": 0}

    body = preview(organizer, draft).json()
    refused = publish(organizer, draft)

    assert (body["impossible"], body["cannot_stand"][0]["game"]) == (1, game.pk)
    assert "2026-11-20" in body["cannot_stand"][0]["why"]
    assert refused.status_code == 422
    assert error_of(refused)["code"] == "games-cannot-stand"
    assert error_of(refused)["games"] == [body["cannot_stand"][0]["why"]]
    assert not RuleChange.objects.for_club(club).exists()


# publishing


def test_a_published_draft_counts_once_its_work_is_done_and_not_before(
    organizer: Client, reader: Client, game: Hanchan, draft: Any
) -> None:
    response = publish(organizer, draft)

    change = response.json()
    assert response.status_code == 202
    assert response["Location"] == f"/api/v1/{CHANGES}/{change['id']}"
    assert (change["kind"], change["state"]) == ("publish", "waiting")
    assert (change["arriving"], change["leaving"]) == (NOVEMBER, None)
    assert (change["done"], change["total"], change["altered"]) == (0, 1, 0)
    assert (change["job"], change["error"], change["created_by"]) == ("waiting", None, "organizer")
    assert scores(reader, game) == ("2015-04-10", BEFORE)

    carry_out()

    done = read(reader, f"{CHANGES}/{change['id']}")
    assert (done["state"], done["job"], done["altered"]) == ("applied", "done", 1)
    assert (done["done"], done["total"]) == (1, 1)
    assert scores(reader, game) == (NOVEMBER, AFTER)
    assert parameter(read(reader, f"{SET}/versions/{NOVEMBER}"), "uma") == STEEP


def test_an_applied_change_says_what_it_altered_as_its_preview_did(
    organizer: Client, reader: Client, game: Hanchan, draft: Any
) -> None:
    shown = preview(organizer, draft).json()["games"]
    path = f"{CHANGES}/{publish(organizer, draft).json()['id']}"
    waiting = read(reader, path)

    carry_out()

    done = read(reader, path)
    assert (waiting["games"], waiting["months"]) == ([], [])
    assert [each["game"] for each in shown] == [game.pk]
    assert done["games"] == shown
    assert done["months"] == [{"league": "main", "month": "2026-11", "games": 1}]


def test_where_no_game_is_touched_a_draft_is_in_force_at_once(
    organizer: Client, game: Hanchan, draft: Any
) -> None:
    change = publish(organizer, draft, "2027-01-01").json()

    assert (change["state"], change["total"]) == ("applied", 0)
    assert get(organizer, f"{SET}/drafts/{draft['id']}").status_code == 404
    assert read(organizer, SET)["versions"][0]["label"] == "2027-01-01"


def test_a_draft_that_was_published_is_told_as_what_when_the_call_is_sent_again(
    organizer: Client, game: Hanchan, draft: Any
) -> None:
    change = publish(organizer, draft).json()

    for state in ("waiting", "applied"):
        again = publish(organizer, draft)
        error = error_of(again)
        assert (again.status_code, error["code"]) == (409, "published-already")
        assert (error["version"], error["change"]) == (NOVEMBER, change["id"])
        assert NOVEMBER in error["message"]
        assert read(organizer, f"{CHANGES}/{change['id']}")["state"] == state
        carry_out()

    path = f"{SET}/drafts/{draft['id']}"
    for method in ("PATCH", "DELETE"):
        answer = send(organizer, method, path, {"draft_revision": draft["draft_revision"]})
        assert error_of(answer)["code"] == "published-already"
    assert error_of(preview(organizer, draft))["code"] == "published-already"
    assert RuleChange.objects.across_clubs().count() == 1


def test_a_draft_whose_publication_was_given_up_can_be_published_again(
    organizer: Client, game: Hanchan, draft: Any
) -> None:
    change = publish(organizer, draft).json()
    assert post(organizer, f"{CHANGES}/{change['id']}/give-up", {}).status_code == 200

    kept = read(organizer, f"{SET}/drafts/{draft['id']}")

    assert publish(organizer, kept).status_code == 202


def test_a_version_is_corrected_by_naming_it_and_saying_why(
    organizer: Client, game: Hanchan, draft: Any
) -> None:
    day = "2015-04-10"
    refusals = [
        publish(organizer, draft, day),
        publish(organizer, draft, day, corrects=day),
        publish(organizer, draft, day, corrects="2015-04-01", reason="誤記"),
        publish(organizer, draft, "2020-01-01", corrects=day, reason="誤記"),
        publish(organizer, draft, day, corrects="2016-01-01", reason="誤記"),
    ]
    assert [answer.status_code for answer in refusals] == [422] * 5
    assert [list(error_of(answer)["fields"]) for answer in refusals] == [
        *(["effective_from"], ["reason"], ["effective_from"], ["effective_from"], ["corrects"]),
    ]

    change = publish(organizer, draft, day, corrects=day, reason="誤記").json()
    carry_out()

    assert (change["kind"], change["leaving"], change["reason"]) == ("correct", day, "誤記")
    assert scores(organizer, game) == ("2015-04-10.2", AFTER)
    versions = {v["label"]: v for v in read(organizer, SET)["versions"]}
    assert versions["2015-04-10"]["status"] == "superseded"
    assert versions["2015-04-10"]["left_by"] == change["id"]
    assert versions["2015-04-10.2"]["in_force"]


def test_a_draft_that_somebody_saved_meanwhile_is_not_published(
    organizer: Client, club: Club, draft: Any
) -> None:
    other = make_login(club, "other", Member.Role.ORGANIZER)
    path = f"{SET}/drafts/{draft['id']}"
    send(other, "PATCH", path, {"draft_revision": 1, "parameters": {"tie": "share_uma"}})

    response = publish(organizer, draft)

    error = error_of(response)
    assert (response.status_code, error["code"], error["by"]) == (409, "draft-changed", ["other"])
    assert error["parameters"] == {"tie": {"was": "seat", "now": "share_uma"}}
    assert not RuleChange.objects.for_club(club).exists()


def test_a_draft_that_contradicts_itself_says_where_and_stays_a_draft(
    organizer: Client, club: Club
) -> None:
    stored = make_draft(league_of(club))
    stored.parameters["settlement"]["uma"] = [1000, 0, 0, 0]
    stored.save()
    draft = {"id": stored.pk, "draft_revision": 0}

    for answer in (preview(organizer, draft), publish(organizer, draft)):
        assert answer.status_code == 422
        assert list(error_of(answer)["fields"]) == ["uma"]
    assert RuleVersion.objects.get(pk=stored.pk).status == "draft"


def test_a_second_change_waits_for_the_first(
    organizer: Client, game: Hanchan, draft: Any, club: Club
) -> None:
    first = publish(organizer, draft).json()
    second = make_draft(league_of(club))
    answers = [
        publish(organizer, {"id": second.pk, "draft_revision": 0}, "2026-10-01"),
        post(organizer, f"{OLD}/move", {"effective_from": "2015-04-02", "reason": "誤記"}),
        post(organizer, f"{OLD}/withdraw", {"reason": "誤記"}),
    ]

    assert [answer.status_code for answer in answers] == [409] * 3
    for answer in answers:
        assert error_of(answer)["code"] == "change-under-way"
        assert error_of(answer)["change"] == first["id"]
    assert read(organizer, SET)["open_change"]["id"] == first["id"]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        case({}, "effective_from", id="nothing"),
        case({"effective_from": None}, "effective_from", id="no day"),
        case({"effective_from": "2026-02-30"}, "effective_from", id="a day that is none"),
        case({"effective_from": 20261101}, "effective_from", id="a day as a number"),
        case({"effective_from": "0001-01-01"}, "effective_from", id="the first of all days"),
        case({"effective_from": NOVEMBER, "corrects": 3}, "corrects", id="a label as a number"),
        case({"effective_from": NOVEMBER, "colour": "red"}, "colour", id="unknown key"),
        case([], "", id="a list"),
    ],
)
def test_a_body_of_the_wrong_shape_neither_shows_nor_publishes(
    organizer: Client, club: Club, draft: Any, body: Any, field: str
) -> None:
    path = f"{SET}/drafts/{draft['id']}"
    whole = {**body, "draft_revision": 1} if isinstance(body, dict) else body
    answers = [post(organizer, f"{path}/preview", body), post(organizer, f"{path}/publish", whole)]

    assert [answer.status_code for answer in answers] == [400] * 2
    assert all(field in error_of(answer)["fields"] for answer in answers)
    assert not RuleChange.objects.for_club(club).exists()


@pytest.mark.parametrize("day", ["1949-12-31", "1900-01-01"])
def test_rules_begin_on_no_day_that_no_club_has(organizer: Client, draft: Any, day: str) -> None:
    move = {"effective_from": day, "preview": True}
    answers = [
        preview(organizer, draft, day),
        publish(organizer, draft, day),
        post(organizer, f"{VERSION}/move", move),
        post(organizer, f"{VERSION}/move", move | {"preview": False, "reason": "誤記"}),
    ]

    assert [answer.status_code for answer in answers] == [400] * 4
    assert all(list(error_of(answer)["fields"]) == ["effective_from"] for answer in answers)


def test_a_publication_says_which_revision_of_the_draft_is_meant(
    organizer: Client, draft: Any
) -> None:
    path = f"{SET}/drafts/{draft['id']}/publish"
    response = post(organizer, path, {"effective_from": NOVEMBER})

    assert response.status_code == 400
    assert list(error_of(response)["fields"]) == ["draft_revision"]


# moving and withdrawing


def test_a_version_is_moved_to_another_day_after_a_look_at_what_that_does(
    organizer: Client, club: Club, four: list[Member], draft: Any
) -> None:
    publish(organizer, draft, "2026-12-01")
    game = record(league_of(club), four)
    path = f"{SET}/versions/2026-12-01/move"

    shown = post(organizer, path, {"effective_from": NOVEMBER, "preview": True})
    assert (shown.status_code, shown.json()["kind"], shown.json()["altered"]) == (200, "move", 1)
    assert scores(organizer, game) == ("2015-04-10", BEFORE)

    begun = post(organizer, path, {"effective_from": NOVEMBER, "reason": "十一月から"})
    carry_out()

    assert begun.status_code == 202
    assert (begun.json()["arriving"], begun.json()["leaving"]) == (NOVEMBER, "2026-12-01")
    assert scores(organizer, game) == (NOVEMBER, AFTER)
    versions = {v["label"]: v["status"] for v in read(organizer, SET)["versions"]}
    assert (versions[NOVEMBER], versions["2026-12-01"]) == ("published", "withdrawn")


def test_a_version_is_withdrawn_after_a_look_at_what_that_does(
    organizer: Client, club: Club, four: list[Member], draft: Any
) -> None:
    publish(organizer, draft, NOVEMBER)
    game = record(league_of(club), four)
    path = f"{SET}/versions/{NOVEMBER}/withdraw"
    assert scores(organizer, game) == (NOVEMBER, AFTER)

    shown = post(organizer, path, {"preview": True}).json()
    assert (shown["kind"], shown["altered"]) == ("withdraw", 1)

    begun = post(organizer, path, {"reason": "総会で否決"})
    carry_out()

    assert (begun.status_code, begun.json()["kind"]) == (202, "withdraw")
    assert scores(organizer, game) == ("2015-04-10", BEFORE)


@pytest.mark.parametrize(
    ("body", "status", "field"),
    [
        pytest.param({}, 400, "effective_from", id="nothing"),
        pytest.param({"effective_from": NOVEMBER}, 422, "reason", id="no reason"),
        pytest.param({"effective_from": NOVEMBER, "reason": 3}, 400, "reason", id="a number"),
        pytest.param(
            {"effective_from": NOVEMBER, "reason": "x" * 201}, 400, "reason", id="a long reason"
        ),
        pytest.param(
            {"effective_from": NOVEMBER, "preview": "yes"}, 400, "preview", id="yes in words"
        ),
        pytest.param(
            {"effective_from": "2015-04-10", "preview": True}, 422, "effective_from", id="its day"
        ),
        pytest.param(
            {"effective_from": "2015-04-01", "preview": True}, 422, "effective_from", id="taken"
        ),
        pytest.param(
            {"effective_from": "2015-04-01", "reason": "誤記"},
            422,
            "effective_from",
            id="taken too",
        ),
        pytest.param({"effective_from": NOVEMBER, "to": "x"}, 400, "to", id="unknown key"),
    ],
)
def test_a_move_that_cannot_be_is_refused_beside_its_field(
    organizer: Client, club: Club, body: Any, status: int, field: str
) -> None:
    response = post(organizer, f"{VERSION}/move", body)

    assert response.status_code == status
    assert list(error_of(response)["fields"]) == [field]
    assert not RuleChange.objects.for_club(club).exists()


def test_a_withdrawal_whose_answer_was_lost_and_is_sent_again_names_the_change_that_did_it(
    organizer: Client, draft: Any
) -> None:
    publish(organizer, draft, NOVEMBER)
    version = f"{SET}/versions/{NOVEMBER}"
    first = post(organizer, f"{version}/withdraw", {"reason": "誤記"}).json()

    for action in ("withdraw", "move"):
        again = post(
            organizer, f"{version}/{action}", {"effective_from": "2026-12-24", "reason": "誤記"}
        )
        assert again.status_code == 409
        assert error_of(again)["code"] == "not-in-force"
        assert error_of(again)["change"] == first["id"]


def test_nothing_is_withdrawn_without_a_reason(organizer: Client, club: Club) -> None:
    response = post(organizer, f"{VERSION}/withdraw", {})

    assert response.status_code == 422
    assert list(error_of(response)["fields"]) == ["reason"]
    assert not RuleChange.objects.for_club(club).exists()


@pytest.mark.parametrize("label", ["2016-01-01", "draft-1", "%00"])
def test_what_is_not_published_is_neither_moved_nor_withdrawn(
    organizer: Client, label: str
) -> None:
    for action in ("move", "withdraw"):
        body = {"effective_from": NOVEMBER, "reason": "誤記"}
        assert post(organizer, f"{SET}/versions/{label}/{action}", body).status_code == 404


# how far it is


def test_work_is_stopped_gone_on_with_and_given_up(
    organizer: Client, game: Hanchan, draft: Any
) -> None:
    change = publish(organizer, draft).json()
    path = f"{CHANGES}/{change['id']}"

    assert post(organizer, f"{path}/stop", {}).json()["state"] == "stopped"
    assert post(organizer, f"{path}/resume", {}).json()["state"] == "waiting"
    given_up = post(organizer, f"{path}/give-up", {"reason": "来年に回す"})

    assert (given_up.status_code, given_up.json()["state"]) == (200, "given_up")
    assert scores(organizer, game) == ("2015-04-10", BEFORE)
    assert read(organizer, f"{SET}/drafts/{draft['id']}")["draft_revision"] == 1


def test_what_cannot_be_done_any_more_is_a_conflict_and_leaves_no_mark(
    organizer: Client, game: Hanchan, draft: Any, club: Club
) -> None:
    change = publish(organizer, draft).json()
    carry_out()
    found = AuditEvent.objects.for_club(club).count()

    for action in ("stop", "resume", "give-up"):
        response = post(organizer, f"{CHANGES}/{change['id']}/{action}", {})
        assert (response.status_code, error_of(response)["code"]) == (409, "not-now")
    assert read(organizer, f"{CHANGES}/{change['id']}")["state"] == "applied"
    assert AuditEvent.objects.for_club(club).count() == found


@pytest.mark.parametrize(
    ("result", "words"),
    [
        pytest.param({"said": "2026-11-20: no"}, "2026-11-20: no", id="games that cannot stand"),
        pytest.param(None, "Nothing has taken effect yet.", id="a mishap of the machine"),
    ],
)
def test_failed_work_says_why_and_shows_no_inner_workings(
    organizer: Client, game: Hanchan, draft: Any, result: Any, words: str
) -> None:
    change = publish(organizer, draft).json()
    jobs = Job.objects.across_clubs().filter(change=change["id"])
    jobs.update(state=Job.State.FAILED, error="KeyError('inner')", result=result)

    body = read(organizer, f"{CHANGES}/{change['id']}?lang=en")

    assert (body["state"], body["job"]) == ("failed", "failed")
    assert body["error"].startswith(words)
    assert "KeyError" not in str(body)


def test_the_changes_of_a_set_are_listed_newest_first_for_every_reader(
    organizer: Client, reader: Client, draft: Any
) -> None:
    first = publish(organizer, draft, "2027-01-01").json()
    second = post(organizer, f"{SET}/versions/2027-01-01/withdraw", {"reason": "取消"}).json()

    listed = read(reader, CHANGES)["changes"]

    assert [(each["id"], each["kind"]) for each in listed] == [
        (second["id"], "withdraw"),
        (first["id"], "publish"),
    ]


def test_a_change_that_was_given_up_says_why_and_has_altered_nothing(
    organizer: Client, reader: Client, game: Hanchan, draft: Any
) -> None:
    change = publish(organizer, draft, reason="総会で決定").json()
    RuleChange.objects.across_clubs().filter(pk=change["id"]).update(altered=111)
    post(organizer, f"{CHANGES}/{change['id']}/give-up", {"reason": "来年に回す"})

    body = read(reader, f"{CHANGES}/{change['id']}")

    assert (change["gave_up"], body["state"], body["altered"]) == (None, "given_up", 0)
    assert (body["reason"], body["gave_up"]["reason"]) == ("総会で決定", "来年に回す")
    assert (body["gave_up"]["by"], body["gave_up"]["at"]) == ("organizer", body["closed_at"])
    (listed,) = read(reader, CHANGES)["changes"]
    assert {**listed, "games": [], "months": []} == body


@pytest.mark.parametrize("action", ["stop", "resume", "give-up"])
@pytest.mark.parametrize("body", ['{"now": true}', "[]", "null", '{"reason": 3}'])
def test_a_deed_takes_no_other_words(
    organizer: Client, game: Hanchan, draft: Any, action: str, body: str
) -> None:
    change = publish(organizer, draft).json()
    response = send(organizer, "POST", f"{CHANGES}/{change['id']}/{action}", body)

    assert response.status_code == 400
    assert read(organizer, f"{CHANGES}/{change['id']}")["state"] == "waiting"


def test_a_longer_list_of_changes_takes_no_more_queries(organizer: Client, club: Club) -> None:
    def some(count: int) -> None:
        in_club = league_of(club).rule_set
        for _ in range(count):
            change = RuleChange.objects.create(
                club=club,
                rule_set=in_club,
                kind=RuleChange.Kind.PUBLISH,
                state=RuleChange.State.APPLIED,
                closed_at=timezone.now(),
                arriving=in_club.rule_set.versions.all()[0],
            )
            Job.objects.create(club=club, kind=Job.Kind.RESCORE, change=change, state="done")

    some(1)
    few = queries_of(organizer, CHANGES)
    some(6)

    assert queries_of(organizer, CHANGES) == few


# rights


def test_readers_see_changes_and_make_none(
    organizer: Client, club: Club, game: Hanchan, draft: Any
) -> None:
    change = publish(organizer, draft).json()
    scorer = make_login(club, "scorer", Member.Role.SCORER)
    actions = [
        *(f"{SET}/drafts/{draft['id']}/preview", f"{SET}/drafts/{draft['id']}/publish"),
        *(f"{VERSION}/move", f"{VERSION}/withdraw"),
        *(f"{CHANGES}/{change['id']}/{action}" for action in ("stop", "resume", "give-up")),
    ]

    assert [post(scorer, path, {}).status_code for path in actions] == [403] * len(actions)
    assert get(scorer, f"{CHANGES}/{change['id']}").status_code == 200


def test_a_change_of_another_club_is_not_there(
    organizer: Client, club: Club, game: Hanchan
) -> None:
    there = league_of(make_club("seihoku", owner="other"))
    version = there.rule_set.rule_set.versions.all()[0]
    change = RuleChange.objects.create(
        club=there.club, rule_set=there.rule_set, kind="withdraw", leaving=version
    )
    draft = make_draft(there)

    assert get(organizer, f"{CHANGES}/{change.pk}").status_code == 404
    for action in ("stop", "resume", "give-up"):
        assert post(organizer, f"{CHANGES}/{change.pk}/{action}", {}).status_code == 404
    for action in ("preview", "publish"):
        body = {"effective_from": NOVEMBER, "draft_revision": 0}
        assert post(organizer, f"{SET}/drafts/{draft.pk}/{action}", body).status_code == 404
    assert (
        get(organizer, f"clubs/seihoku/rule-sets/kinyoukai/changes/{change.pk}").status_code == 404
    )
