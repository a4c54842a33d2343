"""A body is refused by its length and address, before a byte of it is read or anybody logs in."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from config.bodies import FILES, MOST
from league.models import Club

pytestmark = pytest.mark.django_db
FORM = "multipart/form-data; boundary=x"


class Body:
    """Counts how often it is asked for a piece."""

    reads = 0

    def read(self, *_size: Any) -> bytes:
        self.reads += 1
        return b""

    readline = read


def post(client: Client, path: str, length: object, body: Body, **more: Any) -> Any:
    sent: dict[str, Any] = {"wsgi.input": body, "CONTENT_LENGTH": str(length), "CONTENT_TYPE": FORM}
    return client.generic("POST", path, **sent | more)


@pytest.mark.parametrize("path", ["/accounts/login/", "/language/", "/clubs/new/", "/"])
def test_three_hundred_megabytes_are_refused_before_the_login(path: str) -> None:
    body = Body()
    response = post(Client(), path, 300_000_000, body)

    assert (response.status_code, body.reads) == (413, 0)
    assert "大きすぎ" in response.content.decode()


def test_a_form_may_be_as_long_as_before(club: Club) -> None:
    body = Body()

    assert post(Client(), "/accounts/login/", MOST, body).status_code != 413
    assert body.reads


@pytest.mark.parametrize("path", ["import/tenhou/", "imports/sheet/"])
def test_files_are_taken_from_whoever_is_logged_in(
    club: Club, organizer: Client, path: str
) -> None:
    address = f"/c/{club.slug}/{path}"
    most = FILES["league:tenhou" if "tenhou" in path else "league:sheet-import"]

    taken, refused = Body(), Body()
    assert post(organizer, address, most, taken).status_code != 413
    assert post(organizer, address, most + 2_000_000, refused).status_code == 413
    assert taken.reads
    assert not refused.reads


def test_a_stranger_with_a_large_file_logs_in_first(club: Club) -> None:
    address = f"/c/{club.slug}/imports/sheet/"
    response = post(Client(), address, FILES["league:sheet-import"], body := Body())

    assert (response.status_code, body.reads) == (302, 0)
    assert response["Location"] == f"/accounts/login/?next={address}"


def test_a_call_is_refused_in_the_shape_of_the_api(club: Club) -> None:
    response = post(Client(), "/api/v1/settle", MOST + 1, Body())

    assert response.status_code == 413
    assert json.loads(response.content)["error"]["code"] == "too-big"


def test_a_body_of_unknown_length_is_refused() -> None:
    response = post(Client(), "/accounts/login/", "", Body(), HTTP_TRANSFER_ENCODING="chunked")

    assert response.status_code == 411


def test_a_length_that_is_no_number_reads_nothing() -> None:
    assert post(Client(), "/accounts/login/", "viele", Body()).status_code == 422
