"""Who is in the demo club. Every person here is invented."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from league.models import Member


@dataclass(frozen=True, slots=True)
class Person:
    """An invented member, with how well they play: 100 wins as often as anybody."""

    full_name: str
    kana: str
    romaji: str
    skill: int
    display_name: str = ""  # empty: the family name
    aliases: tuple[str, ...] = ()
    tenhou_names: tuple[str, ...] = ()

    def values(self) -> dict[str, Any]:
        """The person as the member list keeps them."""
        return {
            "display_name": self.display_name or self.full_name.split()[0],
            "full_name": self.full_name,
            "kana": self.kana,
            "romaji": self.romaji,
            "aliases": list(self.aliases),
            "tenhou_names": list(self.tenhou_names),
        }


@dataclass(frozen=True, slots=True)
class Login:
    """A login of the demo club. Its password is no secret: it is printed and documented."""

    username: str
    password: str
    role: Member.Role
    person: int  # place in PEOPLE


PEOPLE: Final = (
    Person(
        "桐山 修平", "きりやま しゅうへい", "Kiriyama Shuhei", 112, tenhou_names=("きりきり舞",)
    ),
    Person("小野寺 千夏", "おのでら ちなつ", "Onodera Chinatsu", 106, aliases=("ちなっちゃん",)),
    Person("三宅 大輔", "みやけ だいすけ", "Miyake Daisuke", 97),
    Person("早川 文子", "はやかわ ふみこ", "Hayakawa Fumiko", 103),
    Person("大野 雄一郎", "おおの ゆういちろう", "Ohno Yuichiro", 121, tenhou_names=("oono_u16",)),
    Person("柴田 恵", "しばた めぐみ", "Shibata Megumi", 95, "めぐさん"),
    Person("岩崎 隆", "いわさき たかし", "Iwasaki Takashi", 88),
    Person("森下 沙織", "もりした さおり", "Morishita Saori", 109, tenhou_names=("さおりんご",)),
    Person("髙橋 正人", "たかはし まさと", "Takahashi Masato", 99, "髙橋(正)"),
    Person("髙橋 由美", "たかはし ゆみ", "Takahashi Yumi", 104, "髙橋(由)"),
    Person("永井 誠", "ながい まこと", "Nagai Makoto", 92, aliases=("マコっさん",)),
    Person("藤本 和也", "ふじもと かずや", "Fujimoto Kazuya", 116),
    Person("西村 優", "にしむら ゆう", "Nishimura Yu", 98),
    Person("上原 久美子", "うえはら くみこ", "Uehara Kumiko", 90),
    Person("平野 武", "ひらの たけし", "Hirano Takeshi", 101, tenhou_names=("平野流",)),
    Person("坂口 遥", "さかぐち はるか", "Sakaguchi Haruka", 107),
    Person("野田 光男", "のだ みつお", "Noda Mitsuo", 84, "みっちゃん"),
    Person("渡邉 翼", "わたなべ つばさ", "Watanabe Tsubasa", 102),
    Person("宮本 静香", "みやもと しずか", "Miyamoto Shizuka", 96),
    Person("石川 俊", "いしかわ しゅん", "Ishikawa Shun", 111, tenhou_names=("石の上にも",)),
    Person("長谷川 純", "はせがわ じゅん", "Hasegawa Jun", 94),
    Person("村上 和子", "むらかみ かずこ", "Murakami Kazuko", 100),
    Person("木村 圭", "きむら けい", "Kimura Kei", 93, aliases=("キムケイ",)),
    Person("今井 達郎", "いまい たつろう", "Imai Tatsuro", 105),
)

GUESTS: Final = (
    Person("", "", "", 92, "ゲスト・秋元"),
    Person("", "", "", 100, "ゲスト・ベルナール"),
    Person("", "", "", 86, "ゲスト・須藤"),
)

LOGINS: Final = (
    Login("owner", "demo-owner", Member.Role.OWNER, 0),
    Login("organizer", "demo-organizer", Member.Role.ORGANIZER, 1),
    Login("scorer", "demo-scorer", Member.Role.SCORER, 2),
    Login("member", "demo-member", Member.Role.MEMBER, 3),
)
