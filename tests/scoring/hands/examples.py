"""One hand for each yaku and yakuman, closed and, where it can be, open. West wins in East."""

from __future__ import annotations

from scoring.hands.hand import Hand

from .written import won

#: four sets and a pair, closed, and no yaku: a closed wait, a terminal, nothing of value
NOTHING = "123567m678p1124s"
NOTHING_CALLED = "567m678p1124s"
A_CHI, A_KAN = "chi:123m", "ankan:9999m"

CLOSED: dict[str, Hand] = {
    "riichi": won(NOTHING, "3s", flags="riichi"),
    "double_riichi": won(NOTHING, "3s", flags="double_riichi"),
    "ippatsu": won(NOTHING, "3s", flags="riichi ippatsu"),
    "menzen_tsumo": won(NOTHING, "3s", "tsumo"),
    "pinfu": won("23567m678p22345s", "4m"),
    "tanyao": won("23567m678p22345s", "4m"),
    "iipeikou": won("223344m678p1145s", "6s"),
    "seat_wind": won("567m678p1124s333z", "3s"),
    "round_wind": won("567m678p1124s111z", "3s"),
    "haku": won("567m678p1124s555z", "3s"),
    "hatsu": won("567m678p1124s666z", "3s"),
    "chun": won("567m678p1124s777z", "3s"),
    "rinshan": won(NOTHING_CALLED, "3s", "tsumo", melds=A_KAN, flags="rinshan"),
    "chankan": won(NOTHING, "3s", flags="chankan"),
    "haitei": won(NOTHING, "3s", "tsumo", flags="haitei"),
    "houtei": won(NOTHING, "3s", flags="houtei"),
    "chiitoitsu": won("1122m3344p5566s7z", "7z"),
    "sanshoku": won("234m234678p1124s", "3s"),
    "ittsu": won("12345679m678p11s", "8m"),
    "chanta": won("123999m12p789s44z", "3p"),
    "toitoi": won("111m999p2223344s", "3s"),
    "sanankou": won("11188m999p22245s", "6s"),
    "shousangen": won("123m45s55566677z", "6s"),
    "honroutou": won("111m999p99s11144z", "9s"),
    "sanshoku_doukou": won("222m222678p1122s", "2s"),
    "sankantsu": won("45m11s", "6m", melds="ankan:1111m ankan:2222p ankan:4444z"),
    "honitsu": won("12334568m55777z", "7m"),
    "junchan": won("123789m12399p78s", "9s"),
    "ryanpeikou": won("223344m667788p5z", "5z"),
    "chinitsu": won("1233455677899m", "6m"),
}

OPEN: dict[str, Hand] = {
    "tanyao": won("23567m22345s", "4m", melds="chi:678p"),
    "seat_wind": won("567m678p1124s", "3s", melds="pon:333z"),
    "round_wind": won("567m678p1124s", "3s", melds="pon:111z"),
    "haku": won("567m678p1124s", "3s", melds="pon:555z"),
    "hatsu": won("567m678p1124s", "3s", melds="kakan:6666z"),
    "chun": won("567m678p1124s", "3s", melds="minkan:7777z"),
    "rinshan": won(NOTHING_CALLED, "3s", "tsumo", melds="minkan:9999m", flags="rinshan"),
    "chankan": won(NOTHING_CALLED, "3s", melds=A_CHI, flags="chankan"),
    "haitei": won(NOTHING_CALLED, "3s", "tsumo", melds=A_CHI, flags="haitei"),
    "houtei": won(NOTHING_CALLED, "3s", melds=A_CHI, flags="houtei"),
    "sanshoku": won("234m678p1124s", "3s", melds="chi:234p"),
    "ittsu": won("45679m678p11s", "8m", melds="chi:123m"),
    "chanta": won("999m12p789s44z", "3p", melds="chi:123m"),
    "toitoi": won("999p2223344s", "3s", melds="pon:111m"),
    "sanankou": won("1118m999p222s", "8m", melds="chi:456s"),
    "shousangen": won("123m45s66677z", "6s", melds="pon:555z"),
    "honroutou": won("999p99s11144z", "9s", melds="pon:111m"),
    "sanshoku_doukou": won("222m678p1122s", "2s", melds="pon:222p"),
    "sankantsu": won("45m11s", "6m", melds="ankan:1111m minkan:2222p kakan:4444z"),
    "honitsu": won("34568m55777z", "7m", melds="chi:123m"),
    "junchan": won("789m12399p78s", "9s", melds="chi:123m"),
    "chinitsu": won("3455677899m", "6m", melds="chi:123m"),
}

YAKUMAN: dict[str, Hand] = {
    "tenhou": won(NOTHING, "3s", "tsumo", seat="E", flags="tenhou"),
    "chiihou": won(NOTHING, "3s", "tsumo", flags="chiihou"),
    "renhou": won(NOTHING, "3s", flags="renhou"),
    "kokushi": won("119m19p19s123456z", "7z"),
    "kokushi13": won("19m19p19s1234567z", "7z"),
    "daisangen": won("1145m777z", "6m", melds="pon:555z pon:666z"),
    "suuankou": won("11155m222p33344s", "5m", "tsumo"),
    "suuankou_tanki": won("1115m222p333444s", "5m"),
    "shousuushii": won("12m33344z", "3m", melds="pon:111z pon:222z"),
    "daisuushii": won("55m33344z", "4z", melds="pon:111z pon:222z"),
    "tsuuiisou": won("5556677z", "7z", melds="pon:111z pon:222z"),
    "chinroutou": won("11199p11s", "1s", melds="pon:111m pon:999m"),
    "ryuuiisou": won("22334466688s66z", "8s"),
    "suukantsu": won("5m", "5m", melds="minkan:1111m ankan:2222p minkan:3333s kakan:4444z"),
    "chuuren": won("1112345678899m", "9m"),
    "chuuren_pure": won("1112345678999m", "5m"),
}
