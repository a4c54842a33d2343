"""The form of a draft: every shipped rule goes through it unchanged, and nothing typed is lost."""

from __future__ import annotations

import html
import json

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils import translation

from league.rulebook.typed import lenient, sound, typed_values
from league.rulechanges.parameter_fields import NamesField, OneField, TableField
from rules.models import RuleVersion
from rules.parameters import FAMILIES, parameter_values
from rules.parameters.base import sections_of
from rules.presets import ShippedVersion, load, shipped_keys
from tests.league.rulechanges.changes import text
from tests.league.rulechanges.draft_forms import SET, filled, form_of, page_of, save, stored
from tests.pages import parsed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("on_the_evening")]

SHIPPED = [
    pytest.param(key, version, id=f"{key} {version.label}")
    for key in shipped_keys()
    for version in load(key).versions
]


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize(("key", "version"), SHIPPED)
def test_a_shipped_rule_comes_out_of_the_form_as_it_went_in(
    key: str, version: ShippedVersion, language: str
) -> None:
    family = load(key).family
    typed = typed_values(family, version.parameters.model_dump(mode="json"))
    posted = QueryDict(mutable=True)

    with translation.override(language):
        for name, texts in filled(family, typed).items():
            posted.setlist(name, texts)
        form = form_of(family, typed, data=posted)
        read = form.cleaned_data

    assert read == typed
    assert form.changed_data == []
    assert sound(family, read) == version.parameters


@pytest.mark.parametrize("family", FAMILIES)
def test_every_parameter_has_a_control_made_from_its_type(family: str) -> None:
    fields = form_of(family, parameter_values(FAMILIES[family]())).fields

    assert list(fields) == list(sections_of(FAMILIES[family]))
    assert {OneField, TableField, NamesField} <= set(map(type, fields.values()))


@pytest.mark.parametrize(
    ("field", "typed", "section", "name", "value"),
    [
        pytest.param("p__start_points", "27000", "game", "start_points", 27_000, id="plain"),
        pytest.param(
            "p__start_points", "２７，０００点", "game", "start_points", 27_000, id="wide"
        ),
        pytest.param("p__cap_points", "", "game", "cap_points", None, id="none where it may be"),
        pytest.param("p__start_points", "", "game", "start_points", "", id="empty is kept"),
        pytest.param(
            "p__start_points", "二万", "game", "start_points", "二万", id="words are kept"
        ),
        pytest.param("p__start_points", "25050", "game", "start_points", 25_050, id="no hundreds"),
        pytest.param("p__tie", "share_uma", "settlement", "tie", "share_uma", id="a choice"),
        pytest.param("p__tie", "dice", "settlement", "tie", "dice", id="no choice at all"),
        pytest.param("p__bust_ends_game", "no", "game", "bust_ends_game", False, id="no"),
        pytest.param("p__score_name", " 点 ", "ranking", "score_name", "点", id="a word"),
    ],
)
def test_what_is_typed_is_kept_as_it_was_meant_or_as_it_stands(
    organizer: Client,
    draft: RuleVersion,
    field: str,
    typed: str,
    section: str,
    name: str,
    value: object,
) -> None:
    answer = save(organizer, draft, shown=[name], **{field: typed})

    assert answer.status_code == 302
    kept = stored(draft, section, name)
    assert (kept, type(kept)) == (value, type(value))


def test_a_row_of_uma_takes_every_way_to_write_minus(organizer: Client, draft: RuleVersion) -> None:
    fields = {"p__uma__0": "20,000", "p__uma__1": "5000", "p__uma__2": "▲5000"}

    save(organizer, draft, shown=["uma"], **fields, p__uma__3="－20000")

    assert stored(draft, "settlement", "uma") == [20_000, 5_000, -5_000, -20_000]


BIG = [30_000, 10_000, -10_000, -30_000]


@pytest.mark.parametrize(
    ("typed", "at", "uma"),
    [
        pytest.param("30/10", 0, BIG, id="30/10"),
        pytest.param("30-10", 0, BIG, id="30-10"),
        pytest.param("10-30", 0, BIG, id="10-30"),
        pytest.param("１０－３０", 0, BIG, id="wide"),
        pytest.param("10ー30", 0, BIG, id="a long vowel for a dash"),
        pytest.param("ウマ 10〜30", 2, BIG, id="in another field"),
        pytest.param("30000/10000", 0, BIG, id="in points"),
        pytest.param("5-10", 0, [10_000, 5_000, -5_000, -10_000], id="5-10"),
        pytest.param("3,000/1,000", 0, [3_000, 1_000, -1_000, -3_000], id="a small one in points"),
        pytest.param("12/4/▲4/▲12", 3, [12_000, 4_000, -4_000, -12_000], id="all four"),
        pytest.param("20/10/0/-30", 0, [20_000, 10_000, 0, -30_000], id="all four, lopsided"),
    ],
)
def test_an_uma_is_typed_the_way_people_write_it(
    organizer: Client, draft: RuleVersion, typed: str, at: int, uma: list[int]
) -> None:
    fields = {f"p-uma-{place}": "5,000" for place in range(4)} | {f"p-uma-{at}": typed}
    form = {"shown": ["uma"], "revision": "0", **fields}

    checked = organizer.post(page_of(draft, "check/"), form)
    saved = organizer.post(page_of(draft, "save/"), form, follow=True)

    assert stored(draft, "settlement", "uma") == uma
    for answer in (checked, saved):
        assert f"“{typed}” is read as Place 1: {uma[0]:,}," in text(answer)
    filled_in = json.loads(
        html.unescape(checked.content.decode().split('data-fill="')[1].split('"')[0])
    )
    assert filled_in == [at, typed, *map("{:,}".format, uma)]


@pytest.mark.parametrize("typed", ["1-3", "3/1", "１－３", "ウマ1〜3", "1ー3"])
def test_an_uma_of_single_figures_is_asked_about(
    organizer: Client, draft: RuleVersion, typed: str
) -> None:
    fields = {f"p-uma-{place}": "0" for place in range(1, 4)} | {"p-uma-0": typed}
    form = {"shown": ["uma"], "revision": "0", **fields}

    checked = organizer.post(page_of(draft, "check/"), form)
    saved = organizer.post(page_of(draft, "save/"), form, follow=True)

    assert stored(draft, "settlement", "uma") == [typed, 0, 0, 0]
    asked = f"Does “{typed}” mean 30,000/10,000 or 3,000/1,000?"
    assert asked in text(checked)
    assert "is read as" not in text(checked)
    page = organizer.get(page_of(draft, "?section=settlement"))
    assert asked in text(page)
    assert "is read as" not in text(saved)


@pytest.mark.parametrize("typed", ["30/10/0", "30//10", "3/4", "30と10", "-30"])
def test_what_is_no_uma_stays_as_it_was_typed(
    organizer: Client, draft: RuleVersion, typed: str
) -> None:
    fields = {f"p-uma-{place}": "0" for place in range(1, 4)} | {"p-uma-0": typed}
    places = ["p-uma-0", "p-uma-1", "p-uma-2"] if typed == "3/4" else list(fields)

    organizer.post(
        page_of(draft, "save/"),
        {"shown": ["uma"], "revision": "0", **{name: fields[name] for name in places}},
    )

    assert stored(draft, "settlement", "uma")[0] in (typed, -30)


def test_the_fields_of_an_uma_are_called_by_their_place(
    organizer: Client, draft: RuleVersion
) -> None:
    organizer.cookies["django_language"] = "ja"
    page = organizer.get(page_of(draft, "?section=settlement"))

    found = parsed(page).all("label")
    labels = [each.words for each in found if each["for"].startswith("p-uma-")]
    assert labels == [
        "1着",
        "2着",
        "3着",
        "4着",
    ]


def test_an_emptied_row_of_uma_is_no_uma(organizer: Client, draft: RuleVersion) -> None:
    save(organizer, draft, shown=["uma"], **{f"p__uma__{at}": "" for at in range(4)})

    assert stored(draft, "settlement", "uma") == []


def test_a_penalty_is_added_in_an_empty_row_and_taken_out_by_emptying_it(
    organizer: Client, draft: RuleVersion
) -> None:
    family, typed = "riichi", typed_values("riichi", draft.parameters)
    form = filled(family, typed, ["penalty_table"])
    form |= {"p-penalty_table-1-0": ["遅刻"], "p-penalty_table-1-1": ["5,000"]}
    form |= {"p-penalty_table-1-2": ["nobody"], "revision": ["0"]}

    organizer.post(page_of(draft, "save/"), form)

    rows = stored(draft, "penalties", "penalty_table")
    assert rows[1:] == [{"kind": "遅刻", "amount": 5_000, "paid_to": "nobody"}]

    form = filled(family, typed_values(family, draft.parameters), ["penalty_table"])
    form |= {"p-penalty_table-0-0": [""], "p-penalty_table-0-1": [""], "revision": ["1"]}
    organizer.post(page_of(draft, "save/"), form)

    assert stored(draft, "penalties", "penalty_table") == rows[1:]


def test_values_that_contradict_each_other_are_kept_and_said_beside_their_field(
    organizer: Client, draft: RuleVersion
) -> None:
    save(organizer, draft, shown=["start_points"], p__start_points="35000")

    page = organizer.get(page_of(draft, "?section=settlement"))

    assert stored(draft, "game", "start_points") == 35_000
    assert "Must not be below “Starting points”." in text(page)
    assert b'id="p-return_points"' in page.content
    assert b'aria-invalid="true"' in page.content


def test_a_value_without_meaning_is_hidden_and_kept(organizer: Client, draft: RuleVersion) -> None:
    page = organizer.get(page_of(draft, "?section=game")).content.decode()

    assert 'id="row-overtime_target" data-parameter="overtime_target" hidden' in page
    whole = organizer.get(page_of(draft, "?section=game&idle=1")).content.decode()
    assert 'id="row-overtime_target" data-parameter="overtime_target" data-always' in whole

    save(organizer, draft, shown=["overtime"], p__overtime="sudden_death")

    page = organizer.get(page_of(draft, "?section=game")).content.decode()
    assert 'id="row-overtime_target" data-parameter="overtime_target">' in page
    assert stored(draft, "game", "overtime_target") == 30_000


@pytest.mark.parametrize(
    ("search", "found", "absent"),
    [
        pytest.param("red five", "red_pin", "uma", id="English words"),
        pytest.param("ウマ", "floating_uma", "red_pin", id="Japanese words"),
        pytest.param("うま", "uma", "red_pin", id="in hiragana"),
        pytest.param("start_points", "start_points", "uma", id="the parameter's own name"),
    ],
)
def test_a_rule_is_found_by_a_word(
    organizer: Client, draft: RuleVersion, search: str, found: str, absent: str
) -> None:
    page = organizer.get(page_of(draft), {"q": search, "idle": "1"}).content.decode()

    assert f'id="row-{found}"' in page
    assert f'id="row-{absent}"' not in page


def test_only_what_differs_is_shown_with_the_value_before(
    organizer: Client, draft: RuleVersion
) -> None:
    page = organizer.get(page_of(draft, "?only=changed"))

    assert page.content.decode().count('class="draft-row"') == 1
    assert "Before: +10 / +5 / −5 / −10" in text(page)


def test_the_engine_gives_the_examples(organizer: Client, draft: RuleVersion) -> None:
    page = text(organizer.get(page_of(draft, "?section=settlement")))

    assert "24,500 counts as 24,000 24,600 counts as 25,000 −1,500 counts as −1,000" in page
    assert "40,000: place 1, +61" in page

    save(organizer, draft, shown=["rounding"], p__rounding="shi_sha_go_nyu")

    page = text(organizer.get(page_of(draft, "?section=settlement")))
    assert "24,500 counts as 25,000" in page


def test_checking_while_typing_says_what_is_wrong_and_stores_nothing(
    organizer: Client, draft: RuleVersion
) -> None:
    fields = {"shown": ["uma"], "p-uma-0": "1000", "revision": "0"}
    rest = {"p-uma-1": "0", "p-uma-2": "0", "p-uma-3": "0"}

    answer = organizer.post(page_of(draft, "check/"), {**fields, **rest})

    assert "The values must add up to 0; they add up to 1,000." in text(answer)
    assert stored(draft, "settlement", "uma") == [30_000, 10_000, -10_000, -30_000]
    assert draft.draft_revision == 0


def test_for_three_players_the_form_has_three_places(organizer: Client, draft: RuleVersion) -> None:
    save(organizer, draft, shown=["players"], p__players="3")

    page = organizer.get(page_of(draft, "?section=settlement&idle=1")).content.decode()

    assert 'id="p-floating_uma-3-2"' in page
    assert 'id="p-floating_uma-3-3"' not in page
    assert 'id="p-uma-3"' in page  # the fourth stays until it is emptied: nothing typed is lost


def test_showing_copes_with_values_that_are_none() -> None:
    typed = {**parameter_values(FAMILIES["riichi"]()), "uma": "half", "players": 7, "chi": "yes"}

    shown = lenient("riichi", typed)

    assert parameter_values(shown)["chi"] is True
    assert sound("riichi", typed) is None


def test_what_no_database_keeps_is_left_out(organizer: Client, draft: RuleVersion) -> None:
    fields = {"p__open_options": ["uma\0", "", "tie\0"], "p__score_name": "p\0t" + "x" * 99}

    save(organizer, draft, shown=["open_options", "score_name"], **fields)

    assert stored(draft, "event", "open_options") == ["uma", "tie"]
    assert stored(draft, "ranking", "score_name") == ("pt" + "x" * 99)[:60]


@pytest.mark.parametrize("where", ["", "?section=game", "?only=wrong", "try/", "clauses/"])
def test_every_page_copes_with_a_draft_in_which_nothing_is_sound(
    organizer: Client, draft: RuleVersion, where: str
) -> None:
    broken = {name: dict.fromkeys(draft.parameters[name], "?") for name in ("game", "settlement")}
    RuleVersion.objects.filter(pk=draft.pk).update(parameters={**draft.parameters, **broken})

    assert organizer.get(page_of(draft, where)).status_code == 200
    assert organizer.get(f"{SET}draft-{draft.pk}/export/").status_code == 200


def test_a_value_that_is_none_is_told_as_it_was_typed(
    organizer: Client, draft: RuleVersion
) -> None:
    save(organizer, draft, shown=["start_points"], p__start_points="二万五千")
    row = {f"p__uma__{at}": typed for at, typed in enumerate(("10,050", "5000", "x", ""))}
    save(organizer, draft, 1, shown=["uma"], **row)

    page = text(organizer.get(page_of(draft)))

    assert "was: 25,000 points → now: “二万五千”" in page
    assert "now: “10050 / 5000 / x”" in page
