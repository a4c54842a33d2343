"""What config/env.py makes of the surroundings."""

import stat
from pathlib import Path

import pytest

from config import env


def test_a_value_comes_from_the_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLUB_WORD", " 雀 ")

    assert env.text("CLUB_WORD") == "雀"


def test_a_file_goes_before_the_variable(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text("from the file\n", encoding="utf-8")
    monkeypatch.setenv("CLUB_WORD", "from the variable")
    monkeypatch.setenv("CLUB_WORD_FILE", str(file))

    assert env.text("CLUB_WORD") == "from the file"


@pytest.mark.parametrize("value", ["", "  "], ids=["empty", "blanks"])
def test_an_empty_variable_is_not_set(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("CLUB_WORD", value)

    assert env.text("CLUB_WORD", "default") == "default"
    with pytest.raises(env.SettingError, match="CLUB_WORD is not set"):
        env.text("CLUB_WORD")


@pytest.mark.parametrize(
    ("content", "message"),
    [(None, "cannot read"), ("\n", "is empty")],
    ids=["missing file", "empty file"],
)
def test_a_useless_file_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: str | None, message: str
) -> None:
    file = tmp_path / "secret"
    if content is not None:
        file.write_text(content, encoding="utf-8")
    monkeypatch.setenv("CLUB_WORD_FILE", str(file))

    with pytest.raises(env.SettingError, match=f"CLUB_WORD_FILE.*{message}"):
        env.text("CLUB_WORD", "default")


@pytest.mark.parametrize(
    ("value", "on"),
    [("1", True), ("Yes", True), ("on", True), ("0", False), ("FALSE", False), ("off", False)],
)
def test_a_switch_is_on_or_off(monkeypatch: pytest.MonkeyPatch, value: str, on: bool) -> None:
    monkeypatch.setenv("CLUB_SWITCH", value)

    assert env.flag("CLUB_SWITCH", default=not on) is on


@pytest.mark.parametrize("default", [True, False])
def test_a_switch_that_is_not_set_stays_as_it_is(default: bool) -> None:
    assert env.flag("CLUB_SWITCH", default=default) is default


def test_a_switch_is_not_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLUB_SWITCH", "perhaps")

    with pytest.raises(env.SettingError, match="CLUB_SWITCH is 'perhaps'"):
        env.flag("CLUB_SWITCH", default=True)


def test_names_are_written_with_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLUB_NAMES", "a.example, b.example,,")

    assert env.names("CLUB_NAMES") == ["a.example", "b.example"]
    assert env.names("OTHER_NAMES", "") == []


def test_the_secret_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "var" / "secret.key"
    secret = env.stored_secret(path)

    assert len(secret) >= 50
    assert env.stored_secret(path) == secret
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(path.parent.iterdir()) == [path]


def test_two_processes_that_start_at_once_share_one_secret(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "secret.key"
    path.write_text("the first one's", encoding="utf-8")
    monkeypatch.setattr(Path, "exists", lambda _self: False)

    assert env.stored_secret(path) == "the first one's"


def test_sqlite_writes_at_once_and_survives_a_power_cut() -> None:
    setting = env.database("sqlite:///club.sqlite3")

    assert setting["NAME"] == "club.sqlite3"
    assert (setting["CONN_MAX_AGE"], setting["CONN_HEALTH_CHECKS"]) == (60, True)
    assert setting["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert "synchronous=FULL" in setting["OPTIONS"]["init_command"]


def test_the_databases_password_may_lie_in_a_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "password"
    file.write_text("s3cret/with@signs\n", encoding="utf-8")
    monkeypatch.setenv("DATABASE_PASSWORD_FILE", str(file))
    setting = env.database("postgres://jancho@db.example:5433/league?sslmode=require")

    assert setting["ENGINE"] == "django.db.backends.postgresql"
    assert (setting["HOST"], setting["PORT"], setting["NAME"]) == ("db.example", 5433, "league")
    assert setting["PASSWORD"] == "s3cret/with@signs"
    assert setting["OPTIONS"]["sslmode"] == "require"
    assert setting["OPTIONS"]["options"] == (
        "-c client_connection_check_interval=200ms -c tcp_keepalives_idle=15"
        " -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c jit=off"
    )
    assert setting["CONN_HEALTH_CHECKS"] is True


def test_another_kind_of_database_is_refused() -> None:
    with pytest.raises(env.SettingError, match="postgres:// or sqlite://"):
        env.database("mysql://club@db.example/league")


def test_the_cache_is_redis_where_there_is_one() -> None:
    assert env.cache("redis://r.example:6379/1")["LOCATION"] == "redis://r.example:6379/1"
    assert env.cache("memory://")["BACKEND"].endswith("LocMemCache")


def test_the_queue_lies_in_files_in_redis_or_in_memory(tmp_path: Path) -> None:
    files = env.broker_options("filesystem://localhost", tmp_path / "queue")

    assert Path(files["data_folder_in"]).is_dir()
    assert files["data_folder_in"] == files["data_folder_out"]
    assert env.broker_options("redis://r.example", tmp_path)["visibility_timeout"] == 300
    assert env.broker_options("memory://", tmp_path) == {}


def test_counts_are_so_many_whole_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BACKUP_KEEP", raising=False)
    assert env.counts("BACKUP_KEEP", "7,4,12", many=3) == [7, 4, 12]

    monkeypatch.setenv("BACKUP_KEEP", "0, 0,1")
    assert env.counts("BACKUP_KEEP", "7,4,12", many=3) == [0, 0, 1]


@pytest.mark.parametrize("wrong", ["7", "7,4,-1", "7,4,x", "1,2,3,4"])
def test_other_counts_are_refused_with_an_example(
    monkeypatch: pytest.MonkeyPatch, wrong: str
) -> None:
    monkeypatch.setenv("BACKUP_KEEP", wrong)

    with pytest.raises(env.SettingError, match=r"BACKUP_KEEP is .*write '7,4,12'"):
        env.counts("BACKUP_KEEP", "7,4,12", many=3)


def test_a_word_is_one_of_a_few_in_any_case(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FOUNDING", raising=False)
    assert env.one_of("FOUNDING", "open", ("open", "closed")) == "open"

    monkeypatch.setenv("FOUNDING", "Closed")
    assert env.one_of("FOUNDING", "open", ("open", "closed")) == "closed"


def test_another_word_is_refused_with_those_that_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOUNDING", "nobody")

    with pytest.raises(env.SettingError, match="FOUNDING is 'nobody': write open or closed"):
        env.one_of("FOUNDING", "open", ("open", "closed"))


LOGINS = ("LOGIN_LINE_ID", "LOGIN_LINE_SECRET", "LOGIN_GOOGLE_ID", "LOGIN_GOOGLE_SECRET")


@pytest.fixture
def _no_logins(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in LOGINS:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(f"{name}_FILE", raising=False)


@pytest.mark.usefixtures("_no_logins")
def test_a_provider_is_set_up_by_its_id_and_its_secret_which_may_be_a_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert env.login_providers("line", "google") == {}

    secret = tmp_path / "login_line_secret"
    secret.write_text("of the operator\n", encoding="utf-8")
    monkeypatch.setenv("LOGIN_LINE_ID", "1650000000")
    monkeypatch.setenv("LOGIN_LINE_SECRET_FILE", str(secret))
    assert env.login_providers("line", "google") == {"line": ("1650000000", "of the operator")}


@pytest.mark.usefixtures("_no_logins")
@pytest.mark.parametrize(("there", "missing"), [LOGINS[:2], LOGINS[1::-1]])
def test_half_of_a_provider_ends_the_start(
    monkeypatch: pytest.MonkeyPatch, there: str, missing: str
) -> None:
    monkeypatch.setenv(there, "1650000000")

    with pytest.raises(env.SettingError, match=f"{there} is set, but {missing} is not"):
        env.login_providers("line", "google")
