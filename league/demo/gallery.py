"""Show every component of the design system in every state, with invented people."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final, TypedDict

from django import forms
from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.core.qr import qr_source
from league.templatetags.tiles import BACK
from scoring.hands.tiles import FLOWERS, HONOURS, KINDS, POCCHI, RED_MAN, RED_SOU, tile_name


class Row(TypedDict):
    rank: int
    name: str
    games: int
    total: int  # points
    average: int  # average place in hundredths
    top: int  # share of first places, permille
    best: int  # points on the table
    places: tuple[int, int, int, int]
    kind: str  # class of the row
    badge: str  # text of a badge beside the name


def _row(rank: int, name: str, total: int, places: tuple[int, int, int, int], best: int) -> Row:
    games = sum(places)
    weighted = sum(place * count for place, count in enumerate(places, start=1))
    return Row(
        rank=rank,
        name=name,
        games=games,
        total=total,
        average=weighted * 100 // games,
        top=places[0] * 1000 // games,
        best=best,
        places=places,
        kind="",
        badge="",
    )


RANKING: Final[list[Row]] = [
    _row(1, "山田 太郎", 182_400, (9, 6, 4, 3), 62_300),
    _row(2, "佐々木 小次郎", 96_700, (7, 7, 5, 3), 54_800),
    _row(3, "ヴァレンティナ・ロッシ=小鳥遊", 41_050, (6, 5, 6, 4), 51_200),
    {**_row(4, "林 花", 12_300, (5, 6, 4, 6), 48_900), "kind": "row--me", "badge": "あなた"},
    _row(5, "Kobayashi Ken", 0, (4, 4, 5, 4), 44_100),
    _row(6, "鈴木 一", -58_950, (3, 5, 6, 6), 41_700),
    _row(7, "斎藤 ハナコ", -121_500, (2, 3, 6, 8), 39_600),
    {**_row(8, "高橋 誠", -152_000, (0, 1, 1, 4), 33_000), "kind": "row--out", "badge": "ゲスト"},
]

#: every tile by its notation: the three suits, the honours, what is marked and what lies face down
TILE_ROWS: Final[list[list[str]]] = [
    *([tile_name(tile) for tile in range(first, first + 9)] for first in range(0, HONOURS, 9)),
    [tile_name(tile) for tile in range(HONOURS, KINDS)],
    [*(tile_name(tile) for tile in (*range(RED_MAN, RED_SOU + 1), *FLOWERS, POCCHI)), BACK],
]
#: the sizes of a tile and how many pixels high it is in them
TILE_SIZES: Final = [("s", 24), ("m", 36), ("l", 48)]


def icon_names() -> list[str]:
    found = finders.find("img/icons.svg")
    return re.findall(r'<symbol id="([\w-]+)"', Path(str(found)).read_text(encoding="utf-8"))


class FieldSample(forms.Form):
    name = forms.CharField(label="氏名", max_length=40)
    kana = forms.CharField(
        label="ふりがな",
        required=False,
        max_length=12,
        help_text="一覧の並び順と検索に使います。ひらがな・カタカナのどちらでも入力できます。",
    )
    points = forms.IntegerField(
        label="持ち点", max_value=400, widget=forms.NumberInput(attrs={"inputmode": "numeric"})
    )
    games = forms.IntegerField(
        label="規定半荘数",
        min_value=0,
        max_value=99,
        initial=10,
        help_text="この数に満たない人は参考記録になります。",
    )
    rule = forms.ChoiceField(
        label="ルール",
        choices=[("", "選んでください"), ("a", "A式(25,000点持ち30,000点返し)"), ("b", "ブー麻雀")],
    )
    day = forms.DateField(
        label="開催日", required=False, widget=forms.DateInput(attrs={"type": "date"})
    )
    note = forms.CharField(label="備考", required=False, widget=forms.Textarea(attrs={"rows": 3}))

    def __init__(self, *args: Any, locked: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.disabled = locked


class ChoiceSample(forms.Form):
    players = forms.ChoiceField(
        label="人数", choices=[("4", "四人打ち"), ("3", "三人打ち")], widget=forms.RadioSelect
    )
    tie = forms.ChoiceField(
        label="同点のとき",
        choices=[("seat", "起家に近い人が上"), ("split", "ウマを分ける"), ("draw", "くじ引き")],
        widget=forms.RadioSelect,
        required=False,
        initial="seat",
    )
    guests = forms.BooleanField(
        label="ゲストも順位に入れる", required=False, help_text="規定半荘数は同じです。"
    )
    chips = forms.BooleanField(label="チップあり", required=False)
    closed = forms.BooleanField(label="締め切り済み", required=False, disabled=True)
    reason = forms.CharField(label="理由", help_text="履歴に残ります。")


@require_safe
def gallery(request: HttpRequest) -> HttpResponse:
    if not settings.DEBUG:
        raise Http404
    context = {
        "forms": [
            FieldSample(auto_id="empty_%s"),
            FieldSample(
                {"name": "", "kana": "やまだ 太郎 & Co. <山田>", "points": "413", "games": "-2"},
                auto_id="wrong_%s",
            ),
            FieldSample(
                auto_id="locked_%s", locked=True, initial={"name": "山田 太郎", "points": 412}
            ),
        ],
        "choice_form": ChoiceSample(auto_id="choice_%s", initial={"players": "4", "guests": True}),
        "ranking": RANKING,
        "tabs": [
            {"url": "?tab=month", "label": "月間", "current": True},
            {"url": "?tab=season", "label": "シーズン"},
            {"url": "?tab=range", "label": "期間指定"},
            {"url": "?tab=team", "label": "チーム"},
        ],
        "crumbs": [
            {"url": "?", "label": "日本橋雀友会"},
            {"url": "?", "label": "開催一覧"},
            {"label": "2026年11月20日(金) 第3回戦"},
        ],
        "leagues": [("a", "Aリーグ"), ("b", "Bリーグ(三人打ち・とても長い名前のリーグ戦)")],
        "sum": [("素点", "+12.3"), ("ウマ", "+20.0"), ("オカ", "+20.0"), ("合計", "+52.3")],
        "facts": [
            ("開催日", "2026年11月20日(金)"),
            ("会場", "日本橋教室 3卓"),
            ("ルール", "A式 2015-04-10.2"),
        ],
        "qr_source": qr_source("https://example.invalid/p/demo", scale=4, border=0),
        "places": [1, 2, 3, 4, None],
        "winds": [0, 1, 2, 3],
        "scores": [42_300, 123_456, 0, -5_000, -68_950, None],
        "colours": [
            "ground",
            "surface",
            "surface-sunken",
            "felt",
            "felt-soft",
            "primary",
            "vermilion",
            "ink",
        ],
        "icons": icon_names(),
        "tile_rows": TILE_ROWS,
        "tile_sizes": TILE_SIZES,
        "themes": ["light", "dark"],
    }
    return render(request, "components/gallery.html", context)
