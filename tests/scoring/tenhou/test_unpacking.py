"""Compressed records: plain, gzip and zip, and what is not opened."""

from __future__ import annotations

import gzip
import io
import zipfile
from collections.abc import Mapping

import pytest

from scoring.tenhou import reading
from scoring.tenhou.errors import RecordError, TooMuchError
from scoring.tenhou.reading import MOST_RECORD, records_in, unpacked


def zipped(files: Mapping[str, bytes], *, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def found(data: bytes, **limits: int) -> list[tuple[str, bytes | str]]:
    return [
        (name, str(record) if isinstance(record, RecordError) else record)
        for name, record in records_in(data, "games", **limits)
    ]


def test_a_plain_and_a_gzip_file_are_one_record() -> None:
    assert found(b"<a/>") == [("games", b"<a/>")]
    assert found(gzip.compress(b"<a/>")) == [("games", b"<a/>")]


def test_a_zip_file_gives_each_of_its_records_plain_or_gzip() -> None:
    data = zipped({"a.xml": b"<a/>", "day/b.mjlog": gzip.compress(b"<b/>")})

    assert found(data) == [("a.xml", b"<a/>"), ("day/b.mjlog", b"<b/>")]


def test_folders_and_shadow_files_of_macintosh_are_passed_over() -> None:
    data = zipped({"day/": b"", "__MACOSX/._a.xml": b"x", "day/a.xml": b"<a/>"})

    assert found(data) == [("day/a.xml", b"<a/>")]


def test_names_that_point_elsewhere_are_only_shown() -> None:
    data = zipped({"../../etc/passwd": b"<a/>", "/root/x": b"<b/>"})

    assert found(data) == [("../../etc/passwd", b"<a/>"), ("/root/x", b"<b/>")]


def test_a_zip_file_within_a_zip_file_is_not_opened() -> None:
    data = zipped({"inner.zip": zipped({"a.xml": b"<a/>"}), "b.xml": b"<b/>"})

    assert found(data) == [
        ("inner.zip", "Zip files inside a zip file cannot be opened."),
        ("b.xml", b"<b/>"),
    ]


@pytest.mark.parametrize("pack", [gzip.compress, lambda data: data], ids=["gzip", "plain"])
def test_a_record_that_unpacks_to_too_much_is_refused(pack: type[bytes]) -> None:
    with pytest.raises(TooMuchError, match="This is too large for a record"):
        unpacked(pack(b" " * (MOST_RECORD + 1)))


def test_a_bomb_is_unpacked_no_further_than_a_record_is_long() -> None:
    bomb = gzip.compress(b"\0" * 100_000_000)
    data = zipped({"bomb.xml": b"\0" * 50_000_000, "bomb.gz": bomb, "a.xml": b"<a/>"})

    assert found(data) == [
        ("bomb.xml", "This is too large for a record."),
        ("bomb.gz", "This is too large for a record."),
        ("a.xml", b"<a/>"),
    ]


def test_files_are_counted_before_any_is_opened() -> None:
    data = zipped({f"{number}.xml": b"" for number in range(4)})

    assert found(data, most_files=3) == [("games", "Too much in one zip file: import it in parts.")]
    assert len(found(data, most_files=4)) == 4


def test_the_bytes_of_all_files_are_bounded() -> None:
    data = zipped({f"{number}.xml": b"<a/>" for number in range(4)})

    # each counts as it lies in the zip, and once more unpacked
    assert found(data, most_total=16) == [
        ("0.xml", b"<a/>"),
        ("1.xml", b"<a/>"),
        ("2.xml", "Too much in one zip file: import it in parts."),
    ]


def test_a_cut_or_broken_gzip_file_is_refused() -> None:
    whole = gzip.compress(b"<a/>" * 1_000)

    with pytest.raises(RecordError, match="The file is broken or cut off and cannot be"):
        unpacked(whole[:-20])
    with pytest.raises(RecordError, match="The file is broken or cut off and cannot be"):
        unpacked(whole[:12] + b"\xff" * 20)


def test_gzip_files_that_were_put_together_are_read_to_the_last() -> None:
    a, b = gzip.compress(b"<a/>"), gzip.compress(b"<b/>")

    assert unpacked(a + b) == b"<a/><b/>"
    assert unpacked(a + b + b"\0" * 8) == b"<a/><b/>"
    with pytest.raises(RecordError, match="The file is broken or cut off and cannot be"):
        unpacked(a + b[:-5])
    with pytest.raises(TooMuchError):
        unpacked(gzip.compress(b"x" * (MOST_RECORD - 1)) + gzip.compress(b"xx"))


def test_a_file_of_endless_gzip_files_is_refused_at_once() -> None:
    with pytest.raises(TooMuchError, match="This is too large for a record"):
        unpacked(gzip.compress(b"") * 100_000)


def test_a_locked_file_is_refused() -> None:
    data = bytearray(zipped({"a.xml": b"<a/>"}))
    central = data.rindex(b"PK\x01\x02")
    data[central + 8] |= 1  # the flag that says so

    assert found(bytes(data)) == [("a.xml", "The file is protected with a password.")]


def test_other_compressions_are_not_read() -> None:
    data = zipped({"a.xml": b"<a/>"}, method=zipfile.ZIP_BZIP2)

    assert found(data) == [("a.xml", "The file uses a compression method that is not supported.")]


def test_a_file_of_other_bytes_than_its_sum_is_refused() -> None:
    data = zipped({"a.xml": b"<abc/>"}, method=zipfile.ZIP_STORED).replace(b"<abc/>", b"<abd/>")

    [(name, message)] = found(data)
    assert name == "a.xml"
    assert "The file is broken or cut off" in str(message)


def test_a_broken_zip_file_is_refused() -> None:
    [(name, message)] = found(zipped({"a.xml": b"<a/>"})[:-10])

    assert name == "games"
    assert "The file is broken or cut off" in str(message)


def test_the_limits_let_a_year_of_games_through() -> None:
    assert (reading.MOST_FILES, reading.MOST_TOTAL) == (10_000, 400_000_000)
