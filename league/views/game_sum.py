"""One game's sum in words, and what was noted with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from league.models import Hanchan
from league.score_words import result_name
from league.selectors.game_story import GameStory, Step
from league.selectors.options import options_in_words
from league.templatetags.points import score as written_score
from league.templatetags.points import score_spoken
from league.views.game_words import penalty_name, yakuman_words
from league.yakuman import yakuman_name
from scoring.tenhou.log_ids import log_id_in


def sum_words(
    steps: Sequence[Step], *, result: str = "", by_yakuman: bool = False
) -> list[dict[str, Any]]:
    """A seat's sum, line by line as it is printed and spoken.

    Args:
        steps: the lines.
        result: of a game of Boo, what its top made.
        by_yakuman: whether a yakuman ended it.
    """
    # where the sum begins with what was held, it is shown to the hundred all the way
    decimals = 1 if any(step.kind == "held" for step in steps) else 0
    maru = _maru_label(result, by_yakuman=by_yakuman)
    return [_step_words(step, maru, decimals) for step in steps]


def _step_words(step: Step, maru: str, decimals: int) -> dict[str, Any]:
    labels = {
        "held": _("Points at the end"),
        "return": _("Return points"),
        "sticks": _("Riichi sticks at the end"),
        "below_zero": _("Below zero"),
        "rounding": _("Rounding"),
        "uma": _("Uma"),
        "oka": _("Oka"),
        "chips": _("Chips"),
        "bust": _("Bust bonus"),
        "yakitori": _("Yakitori"),
        "yakuman": _("Yakuman prize"),
        "penalty": _("Penalty"),
        "maru": maru,
        "dabu_ken": _("Right to double"),
        "pao": _("Responsible (pao)"),
        "points": _("Total at the end"),
        "given": _("Score as it came with the game"),
    }
    text = written_score(step.points, decimals)
    return {
        "label": labels.get(step.kind, step.kind),
        "step": step,
        # what was held begins the sum: no sign, unless below zero
        "text": text.lstrip("+") if step.kind == "held" else text,
        "spoken": score_spoken(step.points, decimals) if step.points < 0 else "",
    }


def _maru_label(result: str, *, by_yakuman: bool) -> str:
    """What the first step pays for: with the right to double, the maru-A that it doubles."""
    if by_yakuman and result == "double_maru_a":
        return _("Yakuman: double maru-A")
    return result_name("maru_a" if result == "double_maru_a" else result)


def noted_facts(game: Hanchan, story: GameStory) -> list[tuple[str, str]]:
    """What else was noted, as names and values; only what there is."""
    who = {seat.seat: seat.name for seat in story.seats}
    nobody = _("nobody")
    facts = [
        (_("Result"), result_name(story.result)),
    ]
    if story.version is not None:
        facts += options_in_words(game.options, [story.version.value])
    if story.right is not None:
        facts += [
            (_("Right to double before"), _(", ").join(story.right.before) or nobody),
            (_("Right to double after"), _(", ").join(story.right.after) or nobody),
        ]
    facts += [
        (_("Riichi sticks at the end"), f"{game.sticks:,}" if game.sticks else ""),
        (_("Chips"), _chips(story)),
        (_("No win (yakitori)"), _(", ").join(s.name for s in story.seats if s.is_yakitori)),
    ]
    facts += [
        (
            penalty_name(taken.kind),
            f"{who.get(taken.seat, '')} ×{taken.count} {taken.reason}".strip(),
        )
        for taken in game.penalties.all()
    ]
    for won in game.yakuman.all():
        words = {"who": who.get(won.seat, ""), "yaku": yakuman_name(won.name)}
        loser = "" if won.discarder is None else who.get(won.discarder, "")
        responsible = "" if won.pao is None else who.get(won.pao, "")
        facts.append((_("Yakuman"), yakuman_words(words, loser, responsible)))
    facts.append((_("Scores in the record"), _record_scores(game, who)))
    facts.append((_("Tenhou log"), log_id_in(game.outside_id)))
    facts.append((_("Ended by time"), _("yes") if game.ended_by_time else ""))
    facts.append((_("Remark"), game.remark))
    return [(name, value) for name, value in facts if value]


def _record_scores(game: Hanchan, who: dict[int, str]) -> str:
    """The scores that came with a game which the league's rules settle."""
    if game.scores_are_given:
        return ""
    came = [seat for seat in game.seats.all() if seat.given_score is not None]
    return _(", ").join(f"{who[seat.seat]} {written_score(seat.given_score)}" for seat in came)


def _chips(story: GameStory) -> str:
    if not any(seat.chips for seat in story.seats):
        return ""
    counted = (f"{seat.name} {seat.chips:+d}".replace("-", "▲") for seat in story.seats)
    return _(", ").join(counted)
