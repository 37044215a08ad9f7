"""Settings: every variable, its default, and one sentence for each bad value."""

from __future__ import annotations

import errno
import os
from dataclasses import FrozenInstanceError, fields
from pathlib import Path

import pytest

from service.settings import SETTINGS_HELP, Settings, SettingsError, why


def test_an_empty_environment_gives_the_defaults() -> None:
    assert Settings.from_env({}) == Settings(
        redis_url=None,
        queue_url=None,
        fsync="everysec",
        host="127.0.0.1",
        port=8000,
        workers=max(1, (os.cpu_count() or 2) // 2),
        open_creation=True,
        var=Path("var"),
    )


def test_every_variable_is_read() -> None:
    environ = {
        "JUNTA_REDIS_URL": "redis://logs:6379/0",
        "JUNTA_QUEUE_URL": "rediss://queue:6379/1",
        "JUNTA_FSYNC": "always",
        "JUNTA_HOST": "0.0.0.0",
        "JUNTA_PORT": "65535",
        "JUNTA_WORKERS": "7",
        "JUNTA_OPEN_CREATION": "0",
        "JUNTA_VAR": "/srv/junta",
    }
    assert Settings.from_env(environ) == Settings(
        redis_url="redis://logs:6379/0",
        queue_url="rediss://queue:6379/1",
        fsync="always",
        host="0.0.0.0",
        port=65535,
        workers=7,
        open_creation=False,
        var=Path("/srv/junta"),
    )


def test_the_queue_is_where_the_logs_are_unless_it_is_named() -> None:
    settings = Settings.from_env({"JUNTA_REDIS_URL": "unix:///run/redis.sock"})
    assert settings.queue_url == "unix:///run/redis.sock"


def test_an_empty_variable_counts_as_not_set() -> None:
    assert Settings.from_env({line.name: "  " for line in SETTINGS_HELP}) == Settings.from_env({})


@pytest.mark.parametrize(
    ("word", "meaning"),
    [("1", True), ("true", True), ("TRUE", True), ("0", False), ("false", False), ("False", False)],
)
def test_open_creation_knows_four_words(word: str, meaning: bool) -> None:
    assert Settings.from_env({"JUNTA_OPEN_CREATION": word}).open_creation is meaning


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("JUNTA_REDIS_URL", "localhost:6379"),
        ("JUNTA_QUEUE_URL", "http://localhost"),
        ("JUNTA_FSYNC", "never"),
        ("JUNTA_PORT", "65536"),
        ("JUNTA_PORT", "-1"),
        ("JUNTA_PORT", "http"),
        ("JUNTA_PORT", "²"),
        ("JUNTA_WORKERS", "0"),
        ("JUNTA_WORKERS", "257"),
        ("JUNTA_WORKERS", "1.5"),
        ("JUNTA_OPEN_CREATION", "maybe"),
        ("JUNTA_REDIS_URL", "redis://[::1"),
        ("JUNTA_REDIS_URL", "redis://h:x/0"),
        ("JUNTA_QUEUE_URL", "redis://h:99999"),
        ("JUNTA_VAR", "~nobody-of-this-name/x"),
    ],
)
def test_a_bad_value_is_one_sentence_that_names_the_variable(name: str, text: str) -> None:
    with pytest.raises(SettingsError) as refused:
        Settings.from_env({name: text})
    sentence = str(refused.value)
    assert sentence.startswith(name)
    assert sentence.endswith(".")
    assert "\n" not in sentence


def test_a_url_is_not_repeated_in_the_sentence_because_it_may_hold_a_password() -> None:
    with pytest.raises(SettingsError) as refused:
        Settings.from_env({"JUNTA_REDIS_URL": "http://:secret@localhost"})
    assert "secret" not in str(refused.value)


def test_port_zero_is_allowed() -> None:
    assert Settings.from_env({"JUNTA_PORT": "0"}).port == 0


def test_the_help_lists_every_setting_once() -> None:
    assert sorted(line.name for line in SETTINGS_HELP) == sorted(
        f"JUNTA_{setting.name.upper()}" for setting in fields(Settings)
    )
    assert all(line.default and line.meaning for line in SETTINGS_HELP)


@pytest.mark.parametrize("line", SETTINGS_HELP, ids=lambda line: line.name)
def test_a_default_in_the_help_is_the_real_default(line: tuple[str, str, str]) -> None:
    name, default, _ = line
    if not default.startswith("("):
        assert Settings.from_env({name: default}) == Settings.from_env({})


def test_settings_do_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        Settings.from_env({}).port = 1  # type: ignore[misc]


@pytest.mark.parametrize("number", [errno.EACCES, errno.ENOENT, errno.ENOTDIR, errno.ENOSPC, 9999])
def test_what_the_system_would_not_do_is_told_without_its_number(number: int) -> None:
    said = why(OSError(number, "Some Words."))
    assert said[:1].islower() and not said.endswith(".")
    assert str(number) not in said and "Errno" not in said
    assert (said == "some Words") == (number == 9999)
