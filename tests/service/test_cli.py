"""The command line: what it prints and with which status it ends."""

from __future__ import annotations

import click
import pytest

from bots.client import Problem
from events.redis_client import connect
from service.cli import COMMANDS, junta, main
from service.commands.calling import refused, without_redis
from service.private_redis import RedisBroken, RedisUnavailable
from service.redis_tokens import RedisTokens
from service.settings import SETTINGS_HELP
from service.tokens import marked


def _run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main(list(words))
    told = capsys.readouterr()
    code = end.value.code
    assert isinstance(code, int)
    return code, told.out, told.err


def test_every_command_is_there_and_helps(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = _run(capsys, "--help")
    assert status == 0
    for name in COMMANDS:
        assert name in out
        assert _run(capsys, name, "--help")[0] == 0
    assert junta.name == "junta"


def test_serve_lists_every_setting_with_its_default(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = _run(capsys, "serve", "--help")
    for name, default, _ in SETTINGS_HELP:
        assert name in out
        assert default in out


@pytest.mark.parametrize(
    "words", [("dance",), ("serve", "--loud"), ("keys", "add"), ("keys", "burn", "x"), ("worker",)]
)
def test_wrong_use_is_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.delenv("JUNTA_REDIS_URL", raising=False)
    status, out, err = _run(capsys, *words)
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("group", [(), ("keys",)])
def test_the_list_of_commands_has_the_whole_first_sentence_of_each(
    capsys: pytest.CaptureFixture[str], group: tuple[str, ...]
) -> None:
    _, out, _ = _run(capsys, *group, "--help")
    assert "…" not in out and "..." not in out.partition("Commands:")[2]
    listed = " ".join(out.partition("Commands:")[2].split())
    names = COMMANDS if not group else ("add", "list", "remove")
    for name in names:
        _, told, _ = _run(capsys, *group, name, "--help")
        first = " ".join(told.split("\n\n")[1].split())
        assert f"{name} {first}" in listed


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("replay", "x", "--at", "0"), "'--at': a whole number of at least 1 is needed, not 0."),
        (("replay", "x", "--at", "q"), "'--at': a whole number of at least 1 is needed, not 'q'."),
        (("demo", "--seats", "9"), "'--seats': a whole number from 4 to 7 is needed, not 9."),
        (("demo", "--seed", "q"), "'--seed': a whole number is needed, not 'q'."),
        (("play-bots", "u", "g", "--seats", "0"), "a whole number of at least 1 is needed, not 0."),
        (("export", "g", "--token", "ü"), "'--token': a token has letters, digits and signs only."),
        (("dance",), "No such command 'dance'."),
        (("demo", "more"), "Got unexpected extra argument (more)."),
    ],
)
def test_wrong_values_are_told_in_plain_words(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    status, _, err = _run(capsys, *words)
    assert status == 2 and err.endswith(f"{said}\n"), err
    assert "range" not in err and "<=" not in err


def test_no_help_describes_numbers_in_signs(capsys: pytest.CaptureFixture[str]) -> None:
    for name in COMMANDS:
        assert "<=" not in _run(capsys, name, "--help")[1].replace(">=1", "<=")


@pytest.mark.parametrize("name", ["demo", "bench", "serve"])
@pytest.mark.parametrize("folder", ["/proc/x", "README.md"])
def test_a_folder_that_cannot_be_is_one_sentence(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    folder: str,
) -> None:
    monkeypatch.delenv("JUNTA_REDIS_URL", raising=False)
    monkeypatch.setenv("JUNTA_PORT", "0")
    monkeypatch.setenv("JUNTA_VAR", folder)
    status, out, err = _run(capsys, name)
    assert (status, out) == (2, "")
    assert err.startswith("The folder ") and err.count("\n") == 1
    assert "(JUNTA_VAR) can't be written to: there is" in err and "Errno" not in err


def refusal(status: int, slug: str = "", detail: str = "no") -> click.ClickException:
    return refused("http://a", Problem(status, {"type": f"/problems/{slug}", "detail": detail}))


def test_one_table_says_what_is_a_finding_and_what_is_wrong_use() -> None:
    for status, slug in ((422, "file-unfit"), (409, "game-exists"), (500, "internal")):
        assert refusal(status, slug).exit_code == 1
    for status, slug in (
        *((401, "token-missing"), (403, "wrong-role"), (404, "unknown-game")),
        *((409, "name-taken"), (422, "invalid-query"), (429, "too-many"), (503, "unavailable")),
    ):
        assert refusal(status, slug).exit_code == 2
    assert refusal(404, "x", "there is no game").message == "There is no game."
    assert "says 404 and no more" in refused("http://a", Problem(404, {})).message
    assert without_redis(RedisUnavailable("x")).exit_code == 2
    assert without_redis(RedisBroken("x")).exit_code == 1


@pytest.mark.parametrize("url", ["http://[::1", "nothing", "ftp://x", "http://"])
def test_an_address_that_is_none_is_wrong_use(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.setattr("bots.client.FIRST_PAUSE_S", 0.0)
    status, out, err = _run(capsys, "export", "gaaaaaaaaaa", "-o", "-", "--url", url)
    assert (status, out) == (2, "") and err.count("\n") == 1


def test_a_bad_setting_is_wrong_use(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUNTA_PORT", "eighty")
    status, _, err = _run(capsys, "serve")
    assert status == 2
    assert "JUNTA_PORT" in err


def test_keys(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, redis_url: str
) -> None:
    monkeypatch.setenv("JUNTA_REDIS_URL", redis_url)
    status, key, _ = _run(capsys, "keys", "add", "club")
    assert status == 0
    assert _run(capsys, "keys", "list")[1] == "club\n"
    tokens = RedisTokens(connect(redis_url))
    assert tokens.service_key(marked(key.strip())) == "club"
    assert _run(capsys, "keys", "remove", "club")[0] == 0
    assert _run(capsys, "keys", "remove", "club") == (2, "", "club has no key.\n")
    assert _run(capsys, "keys", "list")[1] == ""
