"""The catalogues become what Django reads."""

import gettext
import os
from pathlib import Path

from league.management.commands.compile_translations import compile_catalogues

CATALOGUE = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=1; plural=0;\\n"

msgid "place"
msgstr "着順"

#, fuzzy
msgid "seat"
msgstr "席?"
"""


def catalogue(folder: Path) -> Path:
    source = folder / "ja" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.write_text(CATALOGUE, encoding="utf-8")
    return source


def test_a_translation_is_read_after_compiling_and_a_doubtful_one_is_not(tmp_path: Path) -> None:
    source = catalogue(tmp_path)
    made = compile_catalogues(tmp_path)

    japanese = gettext.translation("django", str(tmp_path), languages=["ja"])
    assert made == [source.with_suffix(".mo")]
    assert japanese.gettext("place") == "着順"
    assert japanese.gettext("seat") == "seat"
    assert sorted(path.name for path in source.parent.iterdir()) == ["django.mo", "django.po"]


def test_only_a_catalogue_that_changed_is_compiled_again(tmp_path: Path) -> None:
    source = catalogue(tmp_path)
    compile_catalogues(tmp_path)
    again = compile_catalogues(tmp_path)
    later = source.stat().st_mtime + 10
    os.utime(source, (later, later))

    assert again == []
    assert len(compile_catalogues(tmp_path)) == 1


def test_nothing_to_compile_is_fine(tmp_path: Path) -> None:
    assert compile_catalogues(tmp_path / "nowhere") == []
