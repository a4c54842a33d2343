"""The demo's rulings on the evening of 4 April 2015. Who decided them is invented."""

from __future__ import annotations

from typing import Final

from league.actors import Actor
from league.models import ClubRuleSet, Ruling, Session
from league.services.rulings import Case, Decision, correct_ruling, record_ruling

_EMPTY_PON: Final = Decision(
    clause="G-10",
    facts=(
        "2卓の南2局。柴田さんが「ポン」と声を出したが、同じ牌は1枚しかなかった。"
        "打牌の前に自分で気づき、すぐに取り消した。手牌は見せていない。(デモのための架空の記録)"
    ),
    outcome="空ポンをそのほかの錯誤とみて、柴田さんはこの局の和了放棄とした。",
)
_EMPTY_PON_PUT_RIGHT: Final = Decision(
    clause="G-9",
    facts=_EMPTY_PON.facts,
    outcome=(
        "先の裁定を改める。打牌が済む前の取り消しなので、1,000点を供託してそのまま続けるのが"
        "正しかった。和了放棄は重すぎた。裁定した小野寺から柴田さんと同卓のみなさんにお詫びします。"
    ),
)
_RIICHI_TAKEN_BACK: Final = Decision(
    clause="G-2",
    facts=(
        "1卓の東4局。永井さんがリーチと声を出して牌を切り、下家がツモる前に「やっぱりやめる」と"
        "言った。流局して手を開けると、テンパイしていなかった。(デモのための架空の記録)"
    ),
    outcome=(
        "切ったあとのリーチは取り消せず、リーチのまま。流局時に見つかったノーテンリーチなので、"
        "チョンボとした。"
    ),
)


def record_rulings(*, in_club: ClubRuleSet, session: Session, actor: Actor) -> list[Ruling]:
    """Record the evening's two rulings, and the later one that corrects the first."""
    case = Case(rule_set=in_club, day=session.day, session=session)
    club = in_club.club
    pon = record_ruling(club=club, case=case, decision=_EMPTY_PON, actor=actor)
    riichi = record_ruling(club=club, case=case, decision=_RIICHI_TAKEN_BACK, actor=actor)
    put_right = correct_ruling(ruling=pon, decision=_EMPTY_PON_PUT_RIGHT, actor=actor)
    return [pon, riichi, put_right]
