"""JSON in, JSON out: the ``replay`` format of scripts, the command and the API."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from functools import partial
from typing import Any

from scoring.errors import ScoringError
from scoring.game.engine import Game
from scoring.game.requests import BooReplayRequest, ReplayHeading, read_game, read_hand
from scoring.game.table_hands import TableHandReader
from scoring.game.values import GameState, HandPlayed
from scoring.json_lines import Lines, answer_lines
from scoring.requests import read_heading
from scoring.settlement import settle
from scoring.versions import ClubVersion, changed, version_of


def replay_lines(
    lines: Iterable[Lines], *, today: date, club_version: ClubVersion | None = None
) -> Iterator[tuple[str, bool]]:
    """Replay a stream of JSON Lines, one answer for each line in order; blank lines are skipped.

    Yields:
        The answer as JSON without a line end, and whether the game could be replayed.
    """
    answering = partial(replay_request, today=today, club_version=club_version)
    return answer_lines(lines, answering)


def replay_request(
    obj: object, *, today: date, club_version: ClubVersion | None = None
) -> dict[str, Any]:
    """Replay one game as it stands in a line of JSON.

    Args:
        obj: what ``json.loads`` made of the line: anything.
        today: the day of play when the line names none.
        club_version: finds a club's own version; without it only shipped sets are known.

    Returns:
        ``hands``, ``over``, ``why``, ``points``, ``places`` and ``scores``; ``chips`` where any
        have moved, and of a finished game of Boo its ``result`` and ``victory_points``.

    Raises:
        RuleError: no such rule, no version of that day, parameters that cannot stand.
        ScoringError: a request of the wrong shape, or a hand that cannot have been played.
    """
    heading = read_heading(obj, ReplayHeading)
    version = version_of(heading, today=today, club_version=club_version)
    rule = changed(version, heading).parameters
    asked = read_game(obj, rule.family)
    game = Game(rule)
    assert isinstance(obj, dict)  # or it would have no heading
    reader = TableHandReader(rule, obj)
    state, played = game.start(), []
    for at, data in enumerate(asked.hands):
        try:
            hand = reader.read(read_hand(data, rule.family), state)
            played.append(game.play(state, hand))
        except ScoringError as error:
            raise error.within(f"hands[{at}]") from error.__cause__
        state = played[-1].after
    dabu_ken = asked.dabu_ken if isinstance(asked, BooReplayRequest) else None
    return {
        "hands": [_hand(each) for each in played],
        "over": state.is_over,
        "why": state.why,
        "points": list(state.points),
        **_settled(game, state, dabu_ken),
    }


def _hand(played: HandPlayed) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "at": played.at,
        "honba": played.honba,
        "sticks": played.sticks,
        "dealer": played.dealer,
        "deltas": list(played.deltas),
        "points": list(played.after.points),
    }
    if any(played.chips):
        answer["chips"] = list(played.chips)
    return answer


def _settled(game: Game, state: GameState, dabu_ken: int | None) -> dict[str, Any]:
    """Places and scores, once there are any, and chips."""
    answer: dict[str, Any] = {"places": None, "scores": None}
    if state.is_over:
        settled = settle(game.result(state, dabu_ken=dabu_ken), game.rule)
        answer = {"places": list(settled.places), "scores": list(settled.scores)}
        if settled.result is not None:
            answer["result"] = settled.result
            answer["victory_points"] = list(settled.victory_points)
    if any(state.chips):
        answer["chips"] = list(state.chips)
    return answer
