"""Names folded so that kanji, kana, romaji, widths and old characters find each other."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

import jaconv
from django.utils.text import slugify
from django.utils.translation import get_language

from league.core.letters import nfkc, nfkd

#: characters that families write in more than one way; only for finding, never for showing
_VARIANTS = str.maketrans(
    "髙﨑栁澤邊邉齋齊斎德眞惠廣濵濱國𠮷", "高崎柳沢辺辺斉斉斉徳真恵広浜浜国吉"
)

#: letters that turn the direction of what follows
_TURNS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"

#: Hepburn and the long vowels brought to one spelling, so that "Ohno", "Ōno" and "Oono" meet
_ROMAJI = [
    (re.compile(pattern), to)
    for pattern, to in [
        (r"sh([aouei])", r"sy\1"),
        (r"ch([aouei])", r"ty\1"),
        (r"j([aou])", r"zy\1"),
        (r"([st]y)i", r"\1i"),
        (r"syi", "si"),
        (r"tyi", "ti"),
        (r"ji", "zi"),
        (r"tsu", "tu"),
        (r"fu", "hu"),
        (r"mb|mp", "np"),
        (r"nb", "np"),
        (r"oh(?![aeiou])", "o"),
        (r"o[ou]+", "o"),
        (r"u{2,}", "u"),
        (r"a{2,}", "a"),
        (r"[ '\-]", ""),
    ]
]


def fold(name: str) -> str:
    """Fold widths, case, katakana and old characters, so that names compare by substring."""
    plain = nfkc(name).translate(_VARIANTS).lower()
    hiragana: str = jaconv.kata2hira(plain)
    return "".join(hiragana.split())


def fold_romaji(text: str) -> str:
    """Bring romaji to one spelling: Hepburn or Kunrei, long vowels short, no accents."""
    decomposed = nfkd(text.lower())
    plain = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    for pattern, to in _ROMAJI:
        plain = pattern.sub(to, plain)
    return plain


#: letters by name that fonts draw as nothing: Hangul fillers and the empty Braille cell
_EMPTY = "\u115f\u1160\u3164\uffa0\u2800"


#: what embeds, overrides or isolates the direction of writing
_TURNING = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})


def is_readable(name: str) -> bool:
    """Return whether a name shows a letter, digit or sign, not only blanks and marks."""
    return any(
        unicodedata.category(letter)[0] in "LNPS" and letter not in _EMPTY for letter in name
    )


def is_one_line(name: str) -> bool:
    """Return whether a name has no line breaks and no marks that change text direction."""
    return not any(
        unicodedata.category(letter) in ("Cc", "Zl", "Zp")
        or unicodedata.bidirectional(letter) in _TURNING
        for letter in name
    )


def in_latin(name: str) -> str:
    """Return a name in small Latin letters, words parted by hyphens; kanji are left out."""
    plain = nfkc(name).replace("ー", "")
    return slugify(jaconv.kana2alphabet(jaconv.kata2hira(plain))).strip("-_")


def search_text(names: Iterable[str]) -> str:
    """Return every form a person may be found by, one per line.

    Args:
        names: display name, full name, kana, romaji, aliases; empty ones are skipped.

    Returns:
        Each name folded, and each name of kana or Latin letters also as folded romaji.
    """
    forms: dict[str, None] = {}
    for name in filter(None, names):
        folded = fold(name)
        forms[folded] = None
        latin = fold_romaji(jaconv.kana2alphabet(folded))
        if latin.isascii():
            forms[latin] = None
    return "\n".join(forms)


def search_forms(query: str) -> tuple[str, ...]:
    """Return the forms of a query to find in ``search_text``; any one of them is a match."""
    folded = fold(query.replace("\0", ""))  # no name holds a NUL, and PostgreSQL takes none
    latin = fold_romaji(folded)
    return (folded, latin) if latin.isascii() else (folded,)


#: letters that look like another one: kana like kanji, Cyrillic and Greek like Latin
_LOOK = str.maketrans(
    "力口二工一八夕卜三千才へベペаеорсухіαορνυ",
    "かろにえーはたとみちおへべぺaeopcyxiaopvu",
)


def look(folded: str) -> str:
    """Return a folded name as it looks: two that look alike give the same. Only to compare."""
    return folded.translate(_LOOK)


def on_page(name: str, romaji: str) -> str:
    """Return a person's name for a page: the romaji in English, where they are stored."""
    return romaji if romaji and get_language() != "ja" else name


def cleaned(text: str) -> str:
    """Remove control characters and lone surrogates from a text."""
    if text.isprintable():  # most are, and there are half a million cells to a table
        return text.strip()
    whole = text.encode("utf-8", "replace").decode("utf-8")
    kept = (each for each in whole if unicodedata.category(each) != "Cc" and each not in _TURNS)
    return "".join(kept).strip()
