"""The first page shows what Jancho is for."""

from __future__ import annotations

import re

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_it_explains_a_score_step_by_step_each_with_the_clause_that_says_so() -> None:
    page = Client(headers={"Accept-Language": "en"}).get("/").text

    figure = page[page.index("<figure") : page.index("</figure>")]
    lines = [
        " ".join(re.sub(r"<[^>]*>", " ", line).split())
        for line in re.findall(r"<dt>(.*?)</dd>", figure, re.DOTALL)
    ]
    assert [line.split()[0] for line in lines] == [
        *("Final", "Return", "Rounding", "Uma", "Oka", "score"),
    ]
    assert "41.4" in lines[0]
    assert "+41" in lines[-1]
    address, clause = re.findall(r'href="(/rules/[^"#]*)#([^"]*)"', figure)[0]
    assert f'id="{clause}"' in Client().get(address).text
