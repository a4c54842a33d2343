"""Commands speak the language that the terminal asks for, whatever the club's is."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from league.management.terminal import terminal_language

LOCALES = ("LC_ALL", "LC_MESSAGES", "LANG")


@pytest.mark.parametrize(
    ("locales", "language"),
    [
        pytest.param({"LANG": "ja_JP.UTF-8"}, "ja", id="a Japanese terminal"),
        pytest.param({"LANG": "en_GB.UTF-8"}, "en", id="an English one"),
        pytest.param({"LANG": "de_DE.UTF-8"}, "en", id="a language that we do not speak"),
        pytest.param({"LANG": "C.UTF-8"}, "en", id="no language"),
        pytest.param({}, "en", id="nothing set, as for cron"),
        pytest.param({"LANG": "ja_JP.UTF-8", "LC_ALL": "C"}, "en", id="LC_ALL overrides LANG"),
        pytest.param({"LANG": "C", "LC_MESSAGES": "ja_JP"}, "ja", id="LC_MESSAGES overrides LANG"),
        pytest.param({"LANG": "ja_JP.UTF-8", "LC_ALL": ""}, "ja", id="an empty one is not set"),
    ],
)
def test_the_terminal_says_which_language_is_spoken(
    monkeypatch: pytest.MonkeyPatch, locales: dict[str, str], language: str
) -> None:
    for name in LOCALES:
        monkeypatch.delenv(name, raising=False)
    for name, value in locales.items():
        monkeypatch.setenv(name, value)

    assert terminal_language() == language


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("lang", "says"),
    [("ja_JP.UTF-8", "「nowhere」"), ("en_US.UTF-8", "There is no club “nowhere”.")],
)
def test_a_command_refuses_in_the_language_of_the_terminal(
    monkeypatch: pytest.MonkeyPatch, lang: str, says: str
) -> None:
    monkeypatch.setenv("LC_ALL", lang)

    with pytest.raises(CommandError, match=says):
        call_command("archive_club", "nowhere")
