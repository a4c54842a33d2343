"""Score sheets as clubs keep them, one of each kind; names and results are invented."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from openpyxl import Workbook

#: a line a game, names and points beside each other; the date stands once an evening
GAMES = """\
日付,卓,回戦,東家,点数,南家,点数,西家,点数,北家,点数,備考
2026/4/10,1,1,佐藤 健一,41400,鈴木 翔,"30,000",高橋 恵,23800,田中 実,4800,
,1,2,鈴木 翔,40200,佐藤 健一,▲1200,田中 実,31000,高橋 恵,30000,国士が出た
2026/4/17,1,1,高橋 恵,35000,田中 実,25000,佐藤 健一,22000,鈴木 翔,18000,
合計,,,,,,,,,,,
"""
#: the sheet on the wall: a column for each member, points in hundreds
MEMBERS = """\
日付,回戦,佐藤 健一,鈴木 翔,高橋 恵,田中 実,伊藤 葵
令和8年4月10日,1,414,300,238,48,
,2,▲12,402,,310,300
4月17日(金),1,350,,250,220,180
合計,,752,702,488,578,480
平均,,250.7,351,244,192.7,240
"""
#: a line a player, in order of place, merged cells left empty
SEATS = """\
日付,半荘,着順,名前,得点
46122,1,1,佐藤 健一,41400
,,2,鈴木 翔,30000
,,3,高橋 恵,23800
,,4,田中 実,4800
,2,1,鈴木 翔,40200
,,2,田中 実,31000
,,3,高橋 恵,30000
,,4,佐藤 健一,-1200
"""
#: scores alone, by place
SCORES = """\
開催日\t1着\tスコア\t2着\tスコア\t3着\tスコア\t4着\tスコア
2026/4/10\t佐藤 健一\t+61.4\t鈴木 翔\t10.0\t高橋 恵\t▲16.2\t田中 実\t(55.2)
\t鈴木 翔\t+60.2\t田中 実\t11.0\t高橋 恵\t▲10.0\t佐藤 健一\t△61.2
"""


def workbook(
    rows: Sequence[Sequence[Any]], *, title: str = "成績", more: Sequence[str] = ()
) -> bytes:
    """A workbook with the rows on its first sheet, and other sheets."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.title = title
    for row in rows:
        sheet.append(list(row))
    for name in more:
        book.create_sheet(name).append(["何もない"])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()
