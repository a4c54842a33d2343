"""What the templates of a live table show around the game."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _

from league.access import Visit
from league.forms.live_hand import LiveHandForm
from league.forms.live_open import new_live_key
from league.forms.live_wins import YAKUMAN_SAID
from league.live_game import Told
from league.live_texts import seats_told
from league.selectors.conditions import conditions_context
from league.selectors.live import LivePage
from rules.parameters import ZungJungParameters

_TYPED = ("hand", "win", "melds", "dora_indicators", "ura_indicators")
_TILES = ("hand", "win", "dora_indicators", "ura_indicators")


def page_context(
    request: HttpRequest, visit: Visit, page: LivePage, *, form: LiveHandForm | None = None
) -> dict[str, Any]:
    """What every part of the page needs; ``form`` is a hand as it was tapped."""
    live = page.live
    may_keep = visit.may_keep(day=live.session.day, session_id=live.session_id)
    if form is None and page.offers is not None and may_keep:
        form = LiveHandForm(offers=page.offers, names=page.names)
    view = _view(request, len(page.names))
    game = page.game
    is_last = game is not None and game.game.is_last_hand(game.state)
    return {
        "page": page,
        "live": live,
        "may_keep": may_keep,
        "form": form,
        "wins": wins_of(form) if form else [],
        "keyboard": keyboard_of(page) if form else None,
        "key": new_live_key(),
        "view": view,
        "around": around(page, view),
        "is_last": is_last,
        "answer": _conditions(page) if is_last and page.takes_hands else None,
        "newest_first": list(reversed(page.hands)),
    }


def _conditions(page: LivePage) -> dict[str, Any] | None:
    """What everybody needs in the last hand; no rule of Zung Jung has anything to need."""
    game = page.game
    if game is None or isinstance(game.rule, ZungJungParameters):
        return None
    riichi = [seat.seat for seat in page.seats if seat.riichi and seat.may_riichi]
    return conditions_context(game.rule, game.state, riichi, page.names)


def keyboard_of(page: LivePage) -> dict[str, Any] | None:
    """Tiles to tap, and the fields of a win that a tapped one goes to."""
    if page.offers is None:
        return None
    offer = page.offers.tiles
    calls = {
        "chi": _("Chi"),
        "pon": _("Pon"),
        "minkan": _("Open kan"),
        "ankan": _("Closed kan"),
        "kakan": _("Added kan"),
    }
    modes = [("hand", _("Hand")), ("win", _("Winning tile"))]
    modes += [(call, calls[call]) for call in offer.calls]
    if offer.has_dora:
        modes.append(("dora_indicators", _("Dora indicator")))
    if offer.has_ura:
        modes.append(("ura_indicators", _("Ura indicator")))
    return {"rows": offer.rows, "modes": modes}


def _view(request: HttpRequest, players: int) -> int:
    """The seat that is nearest, as the address or the form says."""
    said = request.GET.get("view", "") or request.POST.get("view", "")
    return int(said) if said in ("0", "1", "2", "3")[:players] else 0


def around(page: LivePage, view: int) -> list[tuple[str, Any]]:
    """The seats with their sides of the table, counter-clockwise as people sit."""
    sides = ("bottom", "right", "top", "left")
    players = len(page.seats)
    return [(sides[at], page.seats[(view + at) % players]) for at in range(players) if page.seats]


def wins_of(form: LiveHandForm) -> list[dict[str, Any]]:
    """The fields of each seat's win, as the template walks them."""

    def field(name: str, seat: int) -> Any:
        full = f"{name}-{seat}"
        return form[full] if full in form.fields else None

    names = (
        *("han", "fu", "times", "names", "pao", "pao_times", "dora", "nuki"),
        *("worth", "responsible", *_TILES, "melds", "flags", "stick", "missed"),
    )
    return [
        {
            "seat": seat,
            "name": name,
            "chips": [form[f"{chip}-{seat}"] for chip in form.offers.chips],
            "tile_fields": [found for each in _TYPED if (found := field(each, seat))],
            **{each: field(each, seat) for each in names},
        }
        for seat, name in form.seats
    ]


def initial_of(told: Told) -> dict[str, Any]:
    """A stored hand as the form has it."""
    result = told["result"]
    found: dict[str, Any] = {
        "result": result,
        "riichi": told.get("riichi", []),
        "tenpai": told.get("tenpai", []),
        "kind": told.get("kind", ""),
        "nagashi": seats_told(told, "by"),
        "callers": seats_told(told, "by"),
        **{name: told.get(name, False) for name in ("stop", "give_up", "time_up")},
    }
    if result == "chombo":
        found["chombo"] = next(iter(seats_told(told, "by")), None)
    wins = told.get("wins", [])
    if result == "ron":
        found["ron"] = [win["winner"] for win in wins]
        found["loser"] = wins[0].get("from") if wins else None
    elif result == "tsumo" and wins:
        found["tsumo"] = wins[0]["winner"]
    for win in wins:
        found |= {f"{name}-{win['winner']}": value for name, value in _win(win)}
    for penalty in told.get("penalties", []):
        _penalty(found, penalty)
    for each in told.get("yakuman_tenpai", []):
        found[f"missed-{each['seat']}"] = each["value"]
    return found


def _win(win: Told) -> list[tuple[str, Any]]:
    value, pao = win.get("value") or {}, win.get("pao")
    first = pao[0] if isinstance(pao, list) and pao else pao
    found: list[tuple[str, Any]] = [(name, value.get(name, "")) for name in _TILES]
    found += [("melds", " ".join(value.get("melds", []))), ("flags", value.get("flags", []))]
    found += list((win.get("chips") or {}).items())
    found += [(name, win[name]) for name in ("han", "fu", "dora", "worth") if name in win]
    found.append(("names", list(win.get("yaku", ()))))
    if win.get("yakuman"):
        found += [("han", YAKUMAN_SAID), ("times", win["yakuman"])]
    if isinstance(first, dict):
        found += [("pao", first["seat"]), ("pao_times", first.get("times", 1))]
    elif first is not None:
        found.append(("pao", first))
    if "responsible" in win:
        found.append(("responsible", win["responsible"] if win["responsible"] else "nobody"))
    return found


def _penalty(found: dict[str, Any], penalty: Told) -> None:
    if penalty["kind"] == "stick":
        name = f"stick-{penalty['seat']}"
        found[name] = found.get(name, 0) + 1
    else:
        found.setdefault("forfeit", []).append(penalty["seat"])
