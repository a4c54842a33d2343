"""The demo's own, invented version of its rules: a bigger uma from the middle of a month."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Final

from league.actors import Actor
from league.models import ClubRuleSet
from league.services.rule_sets import publish_version
from rules.models import RuleVersion
from rules.parameters import override
from rules.presets import load

MAIN_SET: Final = "kinyoukai"
THREE_PLAYER_SET: Final = "nekohouse-3a"

_UMA: Final = (20_000, 10_000, -10_000, -20_000)
_CLAUSE: Final = "A-3"
_TEXT_JA: Final = (
    "25,000点持ち30,000点返し。千点未満は五捨六入。"
    "ウマは1位+20、2位+10、3位-10、4位-20。オカはトップの取り分とする(推定)。"
)
_TEXT_EN: Final = (
    "Start with 25,000, return 30,000. Round to thousands, 500 down and 600 up. "
    "Uma +20, +10, -10, -20 by place. The oka goes to the top (assumed)."
)


def publish_bigger_uma(in_club: ClubRuleSet, day: date, actor: Actor) -> RuleVersion:
    """Put the demo's own version in force from ``day``: uma 5-10 becomes 10-20."""
    before = load(MAIN_SET).versions[-1]
    clauses = (
        replace(clause, text_ja=_TEXT_JA, text_en=_TEXT_EN, changed=True)
        if clause.code == _CLAUSE
        else replace(clause, changed=False)
        for clause in before.clauses
    )
    return publish_version(
        in_club=in_club,
        day=day,
        parameters=override(before.parameters, {"uma": _UMA}),
        stated_by=before.stated_by,
        sections=before.sections,
        clauses=clauses,
        changes_ja="A-3: ウマを5-10から10-20に改める(デモのための架空の改定)。",
        changes_en="A-3: uma 5-10 becomes 10-20 (invented for this demo).",
        actor=actor,
    )
