"""A name that is listed with さん is not called さんさん."""

from __future__ import annotations

import pytest
from django.template import Context, Template
from django.utils.translation import gettext, gettext_lazy, override

_ADDED = "%(name)s was added to the list."


@pytest.mark.parametrize(
    ("listed", "called"),
    [
        ("森田", "森田さん"),
        ("森田さん", "森田さん"),
        ("田中様", "田中様"),
        ("ももちゃん", "ももちゃん"),
        ("健くん", "健くん"),
        ("野口氏", "野口氏"),
    ],
)
def test_a_sentence_calls_nobody_san_twice(listed: str, called: str) -> None:
    with override("ja"):
        assert gettext(_ADDED) % {"name": listed} == f"{called}を名簿に加えました。"
        assert gettext_lazy(_ADDED) % {"name": listed} == f"{called}を名簿に加えました。"


def test_a_page_calls_nobody_san_twice() -> None:
    page = Template(
        "{% load i18n %}{% blocktranslate with name=name %}Let {{ name }} stay instead"
        "{% endblocktranslate %}"
    )
    with override("ja"):
        assert page.render(Context({"name": "<森田>さん"})) == "&lt;森田&gt;さんのほうを残す"


def test_english_leaves_a_name_as_it_is_listed() -> None:
    with override("en"):
        assert gettext(_ADDED) % {"name": "森田さん"} == "森田さん was added to the list."
