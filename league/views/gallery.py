"""Show every component of the design system in every state, with invented people."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from league.qr import qr_source
from league.views.gallery_samples import (
    PICKS,
    RANKING,
    TILE_ROWS,
    TILE_SIZES,
    ChoiceSample,
    FieldSample,
    icon_names,
)


@require_safe
def gallery(request: HttpRequest) -> HttpResponse:
    """Answer the gallery page; it reads nothing and writes nothing."""
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
        "picks": PICKS,
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
