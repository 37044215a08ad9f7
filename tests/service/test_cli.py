"""The command line: what it prints and with which status it ends."""

from __future__ import annotations

import pytest

from events.redis_client import connect
from service.cli import COMMANDS, junta, main
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
    assert _run(capsys, "keys", "remove", "club") == (1, "", "club has no key.\n")
    assert _run(capsys, "keys", "list")[1] == ""
