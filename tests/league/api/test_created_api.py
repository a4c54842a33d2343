"""What a call creates is answered with where it is, and with the tag that a read there gets."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from tests.league.api.document import Call, bodies, described
from tests.league.api.prepared import Prepared, prepared

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("on_the_evening")]

#: the calls that create something which can be read with a tag
CREATING = [
    key
    for key, found in described().items()
    if key[0] == "POST" and "headers" in found["responses"].get("201", {})
]


@pytest.fixture
def club() -> Prepared:
    return prepared()


def test_there_are_such_calls() -> None:
    assert len(CREATING) >= 14


@pytest.mark.parametrize("key", CREATING, ids=lambda key: key[1])
def test_what_was_created_can_be_changed_by_its_tag_without_reading_it_again(
    club: Prepared, key: tuple[str, str]
) -> None:
    call = Call(*key)
    sent: list[Any] = [each.body for each in bodies() if each.call == call]

    answer = club.send(call, sent[0] if sent else None)

    assert answer.status_code == 201, answer.content.decode()
    read = club.owner.get(answer["Location"])
    assert answer.json() == read.json()
    assert answer["ETag"] == read["ETag"]


def test_the_tag_of_the_answer_counts_until_somebody_else_changes_it(club: Prepared) -> None:
    slug = club.world.club.slug
    added = club.owner.post(
        reverse("api:members", args=[slug]),
        {"display_name": "東野"},
        content_type="application/json",
    )

    def change(kana: str) -> int:
        answer = club.owner.patch(
            added["Location"],
            {"kana": kana},
            content_type="application/json",
            headers={"If-Match": added["ETag"]},
        )
        return int(answer.status_code)

    assert [change("ひがしの"), change("とうの")] == [200, 412]
