"""The supervisor, as a process of its own with a real Redis and stand-ins for API and worker.

The stand-ins note what happens to them in a journal, in the order in which it happens.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
import redis

from service.first_game import CALLS, beginning
from service.private_redis import running_url, start_private_redis
from service.settings import Settings
from service.supervisor import Commands, address_of, listen, product_commands

pytestmark = pytest.mark.waits

PATIENCE_S = 20.0

JOURNAL = """
import os, pathlib, signal, sys, time
from service.private_redis import running_url

def note(text):
    with open(os.environ["JOURNAL"], "a") as journal:
        journal.write(text + "\\n")

def is_redis_there():
    return running_url(pathlib.Path(os.environ["JUNTA_VAR"])) is not None

def note_and_end(name):
    def end(number, frame):
        note(f"{name} stops, redis {is_redis_there()}")
        os._exit(0)
    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, lambda number, frame: note(f"{name} got the terminal's SIGINT"))
"""

API = (
    JOURNAL
    + """
import http.server, json, socket
readiness = int(os.environ.get("READINESS", "200"))

class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = json.dumps({"pid": os.getpid(), "env": dict(os.environ)}).encode()
        self.send_response(readiness)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *words):
        pass

note_and_end("API")
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer, bind_and_activate=False)
server.socket = socket.socket(fileno=int(sys.argv[1]))
note(f"API {os.getpid()}")
server.serve_forever()
"""
)

WORKER = (
    JOURNAL
    + """
note_and_end("worker")
note(f"worker {os.getpid()}")
while True:
    time.sleep(60)
"""
)

DRIVER = """
import os, sys
from service import private_redis
from service.settings import Settings
from service.supervisor import Commands, Pace, serve

def stand_ins(settings, listener):
    return Commands(
        api=(sys.executable, os.environ["API"], str(listener)),
        worker=(sys.executable, os.environ["WORKER"]),
    )

private_redis.LOCK_WAIT_S = 0.2
pace = Pace(watch_s=0.02, quick_s=5, backoff_s=0.05, stop_s=5,
            ready_s=float(os.environ.get("READY_S", "15")),
            redis_s=float(os.environ.get("REDIS_S", "5")))
sys.exit(serve(Settings.from_env(os.environ), commands=stand_ins, pace=pace))
"""

GUNICORN_DRIVER = """
import os, sys
from service.settings import Settings
from service.supervisor import Commands, Pace, product_commands, serve

def commands(settings, listener):
    product = product_commands(settings, listener)
    api = ["stand_in:app" if word == "service.wsgi:app" else word for word in product.api]
    return Commands(api=api, worker=(sys.executable, os.environ["WORKER"]))

sys.exit(serve(Settings.from_env(os.environ), commands=commands))
"""

ENDLESS_APP = """
import time
def app(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/plain")])
    if environ["PATH_INFO"] != "/endless":
        return [b"ready"]
    return iter(lambda: time.sleep(0.05) or b"tick\\n", None)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A supervisor that runs: its process, the address it printed, where its things are."""

    driver: subprocess.Popen[bytes]
    address: str
    folder: Path

    @property
    def var(self) -> Path:
        return self.folder / "var"

    def journal(self) -> list[str]:
        path = self.folder / "journal"
        return path.read_text().splitlines() if path.exists() else []

    def numbers(self, name: str) -> list[int]:
        """Process numbers of all the parts of that name so far."""
        lines = (line.split() for line in self.journal())
        return [int(line[1]) for line in lines if line[0] == name and line[1].isdigit()]

    def readyz(self) -> dict[str, object]:
        with urlopen(f"{self.address}/readyz", timeout=5) as answer:
            return dict(json.load(answer))

    def stopped(self, number: int = signal.SIGTERM) -> tuple[int, str, str]:
        self.driver.send_signal(number)
        return ended(self.driver, self.folder)


def ended(driver: subprocess.Popen[bytes], folder: Path) -> tuple[int, str, str]:
    status = driver.wait(PATIENCE_S)
    return status, (folder / "out").read_text(), (folder / "errors").read_text()


def environment(folder: Path, **more: str) -> dict[str, str]:
    (folder / "api.py").write_text(API)
    worker = folder / "worker.py"
    if not worker.exists():
        worker.write_text(WORKER)
    (folder / "stand_in.py").write_text(ENDLESS_APP)
    kept = {name: text for name, text in os.environ.items() if not name.startswith("JUNTA_")}
    return {
        **kept,
        "PYTHONPATH": os.pathsep.join([str(Path.cwd()), str(folder)]),
        "JOURNAL": str(folder / "journal"),
        "API": str(folder / "api.py"),
        "WORKER": str(worker),
        "JUNTA_VAR": str(folder / "var"),
        "JUNTA_PORT": "0",
        "JUNTA_WORKERS": "1",
        **more,
    }


def launch(folder: Path, code: str = DRIVER, **more: str) -> subprocess.Popen[bytes]:
    with (folder / "out").open("wb") as out, (folder / "errors").open("wb") as errors:
        return subprocess.Popen(
            [sys.executable, "-c", code],
            env=environment(folder, **more),
            stdout=out,
            stderr=errors,
            start_new_session=True,
        )


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Callable[..., Run]]:
    drivers: list[subprocess.Popen[bytes]] = []

    def run_one(code: str = DRIVER, **more: str) -> Run:
        (tmp_path / "journal").unlink(missing_ok=True)
        driver = launch(tmp_path, code, **more)
        drivers.append(driver)
        address = printed_address(driver, tmp_path)
        service = Run(driver=driver, address=address, folder=tmp_path)
        wait_until(lambda: service.numbers("worker"))
        return service

    yield run_one
    for driver in drivers:
        driver.terminate()
        driver.wait(PATIENCE_S)


def printed_address(driver: subprocess.Popen[bytes], folder: Path) -> str:
    address = re.compile(r"http://[\d.]+:[1-9]\d*")
    wait_until(lambda: address.search((folder / "out").read_text()) or driver.poll() is not None)
    found = address.search((folder / "out").read_text())
    assert found, f"no address: {(folder / 'errors').read_text()}"
    return found.group()


def wait_until(what: Callable[[], object]) -> None:
    last_try = time.monotonic() + PATIENCE_S
    while not what():
        assert time.monotonic() < last_try, "waited in vain"
        time.sleep(0.02)


def is_alive(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{number}/stat")
    return not status.exists() or ") Z " not in status.read_text()  # Z: ended, not yet collected


# -- start and stop -----------------------------------------------------------------------------


def test_it_says_where_it_listens_and_how_a_first_game_goes(run: Callable[..., Run]) -> None:
    service = run()
    assert service.readyz()
    status, out, errors = service.stopped()
    assert (status, errors) == (0, "")
    lines = [line[3:] for line in out.splitlines() if line.startswith("   ")]
    assert lines == [
        *beginning(service.address),
        *(line for call in CALLS for line in call.lines),
    ]
    assert sum("curl" in line for line in lines) == 5


def test_ctrl_c_stops_api_then_worker_then_redis(run: Callable[..., Run]) -> None:
    service = run()
    numbers = service.numbers("API") + service.numbers("worker")
    os.killpg(service.driver.pid, signal.SIGINT)  # as a terminal does, to the whole group
    assert ended(service.driver, service.folder)[0] == 0
    assert service.journal()[-2:] == ["API stops, redis True", "worker stops, redis True"]
    assert not any("terminal" in line for line in service.journal())
    assert running_url(service.var) is None
    assert "bye bye" in (service.var / "redis.log").read_text()
    assert not any(is_alive(number) for number in numbers)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_other_ways_to_end_it_are_as_clean(run: Callable[..., Run], number: int) -> None:
    service = run()
    assert service.stopped(number)[0] == 0
    assert service.journal()[-2:] == ["API stops, redis True", "worker stops, redis True"]


def test_a_second_run_goes_on_with_the_same_games(run: Callable[..., Run]) -> None:
    first = run()
    with redis.Redis.from_url(running_url(first.var) or "") as connection:
        connection.set("game", "g1")
    assert first.stopped()[0] == 0
    second = run()
    with redis.Redis.from_url(running_url(second.var) or "") as connection:
        assert connection.get("game") == b"g1"


def test_the_parts_are_told_the_settings_in_force(run: Callable[..., Run]) -> None:
    service = run(JUNTA_FSYNC="always", JUNTA_OPEN_CREATION="0")
    told = service.readyz()["env"]
    assert isinstance(told, dict)
    url = running_url(service.var)
    port = service.address.rsplit(":", 1)[1]
    wanted = {
        "JUNTA_REDIS_URL": url,
        "JUNTA_QUEUE_URL": url,
        "JUNTA_FSYNC": "always",
        "JUNTA_PORT": port,
        "JUNTA_HOST": "127.0.0.1",
        "JUNTA_OPEN_CREATION": "false",
        "JUNTA_VAR": str(service.var),
    }
    assert {name: told.get(name) for name in wanted} == wanted


def test_a_named_redis_is_used_and_left_running(run: Callable[..., Run], tmp_path: Path) -> None:
    with start_private_redis(tmp_path / "elsewhere", "everysec") as named:
        service = run(JUNTA_REDIS_URL=named.url)
        told = service.readyz()["env"]
        assert isinstance(told, dict)
        assert told["JUNTA_REDIS_URL"] == told["JUNTA_QUEUE_URL"] == named.url
        assert not service.var.exists()
        assert service.stopped()[0] == 0
        assert named.process.poll() is None


def test_a_busy_port_is_one_sentence_and_starts_nothing(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        status, out, errors = ended(launch(tmp_path, JUNTA_PORT=port), tmp_path)
    assert (status, out) == (2, "")
    assert errors.count("\n") == 1
    assert f"Port {port} of 127.0.0.1 is taken" in errors
    assert not (tmp_path / "var").exists()


def test_a_folder_in_use_is_one_sentence(tmp_path: Path) -> None:
    with start_private_redis(tmp_path / "var", "everysec"):
        status, out, errors = ended(launch(tmp_path), tmp_path)
    assert (status, out) == (2, "")
    assert "already serves" in errors
    assert errors.count("\n") == 1


@pytest.mark.parametrize(
    ("folder", "why"),
    [("/proc/x", "there is no such place"), ("api.py", "there is a file where a folder is")],
)
def test_a_folder_that_cannot_be_is_one_sentence_without_python(
    tmp_path: Path, folder: str, why: str
) -> None:
    driver = launch(tmp_path, JUNTA_VAR=str(tmp_path / folder))
    status, out, errors = ended(driver, tmp_path)
    assert (status, out) == (2, "")
    assert errors.startswith(f"The folder {tmp_path / folder} (JUNTA_VAR) can't be written to: ")
    assert why in errors and "Errno" not in errors
    assert errors.count("\n") == 1


@pytest.mark.parametrize("name", ["JUNTA_REDIS_URL", "JUNTA_QUEUE_URL"])
def test_a_named_redis_that_is_not_there_is_one_sentence_after_some_tries(
    tmp_path: Path, name: str
) -> None:
    began = time.monotonic()
    driver = launch(tmp_path, REDIS_S="0.5", **{name: "redis://me:hush@127.0.0.1:1/0"})
    status, out, errors = ended(driver, tmp_path)
    assert time.monotonic() - began > 0.5
    assert (status, out) == (2, "")
    place = "redis://127.0.0.1:1/0"
    assert errors == f"{name}: no Redis answers at {place}: start it, or name another.\n"
    assert not (tmp_path / "journal").exists()


def test_a_host_that_has_no_name_is_one_sentence(tmp_path: Path) -> None:
    status, out, errors = ended(launch(tmp_path, JUNTA_HOST=".."), tmp_path)
    assert (status, out) == (2, "")
    assert "JUNTA_HOST" in errors and errors.count("\n") == 1


def test_it_can_be_stopped_before_it_is_ready(tmp_path: Path) -> None:
    driver = launch(tmp_path, READINESS="503")
    wait_until((tmp_path / "journal").exists)
    driver.send_signal(signal.SIGINT)
    status, out, errors = ended(driver, tmp_path)
    assert (status, errors) == (0, "")
    assert "curl" not in out
    assert running_url(tmp_path / "var") is None


def test_an_api_that_is_never_ready_ends_the_run(tmp_path: Path) -> None:
    status, out, errors = ended(launch(tmp_path, READINESS="503", READY_S="0.5"), tmp_path)
    assert (status, out) == (1, "")
    assert "not ready" in errors
    assert running_url(tmp_path / "var") is None


# -- deaths -------------------------------------------------------------------------------------


def test_a_dead_api_is_started_again_on_the_same_port(run: Callable[..., Run]) -> None:
    service = run()
    first = service.readyz()["pid"]
    assert isinstance(first, int)
    os.kill(first, signal.SIGKILL)
    wait_until(lambda: len(service.numbers("API")) == 2)
    assert service.readyz()["pid"] == service.numbers("API")[1] != first
    status, _, errors = service.stopped()
    assert status == 0
    assert errors == "The API was ended by SIGKILL; it is started again in 0.05 s.\n"


def test_a_dead_redis_is_started_again_on_the_same_socket(run: Callable[..., Run]) -> None:
    service = run()
    url = running_url(service.var)
    os.kill(int((service.var / "redis.lock").read_text()), signal.SIGKILL)
    wait_until(lambda: running_url(service.var) is None)
    wait_until(lambda: running_url(service.var) == url)
    status, _, errors = service.stopped()
    assert status == 0
    assert errors.startswith("The Redis was ended by SIGKILL")
    assert running_url(service.var) is None


def test_three_quick_deaths_in_a_row_stop_everything(tmp_path: Path) -> None:
    (tmp_path / "worker.py").write_text(JOURNAL + "note(f'worker {os.getpid()}'); sys.exit(3)")
    status, _, errors = ended(launch(tmp_path), tmp_path)
    assert status == 1
    journal = (tmp_path / "journal").read_text().splitlines()
    assert len([line for line in journal if line.startswith("worker")]) == 3
    assert errors.splitlines() == [
        "The worker ended by itself with status 3; it is started again in 0.05 s.",
        "The worker ended by itself with status 3; it is started again in 0.1 s.",
        "The worker ended by itself with status 3, 3 times in a row: everything stops.",
    ]
    assert running_url(tmp_path / "var") is None


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells children of a killed parent")
def test_a_killed_supervisor_leaves_nobody_behind(run: Callable[..., Run]) -> None:
    service = run()
    numbers = service.numbers("API") + service.numbers("worker")
    assert len(numbers) == 2
    service.driver.kill()
    wait_until(lambda: not any(is_alive(number) for number in numbers))
    wait_until(lambda: running_url(service.var) is None)


# -- the real API server ------------------------------------------------------------------------


def test_gunicorn_serves_on_the_inherited_socket_and_a_stream_does_not_delay_the_stop(
    run: Callable[..., Run],
) -> None:
    service = run(GUNICORN_DRIVER)
    host, port = service.address.removeprefix("http://").split(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=5)
    connection.request("GET", "/endless")
    assert connection.getresponse().read(5) == b"tick\n"
    asked = time.monotonic()
    status, _, errors = service.stopped(signal.SIGINT)
    assert (status, errors) == (0, "")
    assert time.monotonic() - asked < 6
    connection.close()
    with pytest.raises(URLError):
        urlopen(service.address, timeout=1)


def test_the_product_runs_as_many_api_processes_as_set() -> None:
    commands = product_commands(Settings(workers=5), listener=9)
    assert isinstance(commands, Commands)
    assert commands.api[commands.api.index("--workers") + 1] == "5"
    assert commands.api[commands.api.index("--bind") + 1] == "fd://9"
    assert commands.worker[1:] == ("-m", "workers.run")
    assert commands.steward[1:] == ("-m", "service.cli", "steward")


# -- addresses and calls ------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
def test_the_printed_address_can_be_called_from_here(host: str) -> None:
    with listen(host, 0) as listener:
        address = address_of(listener)
        assert address == f"http://127.0.0.1:{listener.getsockname()[1]}"
        socket.create_connection(("127.0.0.1", listener.getsockname()[1]), timeout=1).close()
