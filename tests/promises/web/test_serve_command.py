"""`grundy serve`: what it prints, what it refuses, how it ends."""

from __future__ import annotations

import io
import os
import re
import signal
import socket
import subprocess
import sys

import httpx
import psutil  # type: ignore[import-untyped]
import pytest
import segno
from tests.cases import few
from tests.promises.web.servers import Served, serving
from tests.terminal import Terminal

from grundy.core import InputError
from grundy_web import launch
from grundy_web.settings import Settings

GRUNDY = [sys.executable, "-m", "grundy", "serve"]


def refused(*words: str) -> tuple[int, str]:
    done = subprocess.run([*GRUNDY, *words], capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stderr


@pytest.mark.parametrize("number", few([signal.SIGINT, signal.SIGTERM], signal.SIGTERM))
def test_serve_prints_its_address_answers_and_ends_on_request(number: int) -> None:
    with subprocess.Popen([*GRUNDY, "--port", "0", "--no-open"], stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://127\.0\.0\.1:[0-9]+/", server.stdout.readline())
            assert found is not None
            assert httpx.get(f"{found[0]}api/v1/health").json()["status"] == "ok"
        finally:
            server.send_signal(number)
        assert server.wait(60) == 0


@pytest.mark.nightly
@pytest.mark.parametrize(("flags", "logged"), [([], False), (["--debug"], True)])
def test_requests_are_logged_with_their_query_only_on_request(flags: list[str], logged: bool) -> None:
    command = [*GRUNDY, "--port", "0", "--no-open", *flags]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:[0-9]+/", server.stdout.readline())
        assert found is not None
        httpx.get(f"{found[0]}api/v1/health?why=not")
        server.send_signal(signal.SIGINT)
        told = server.communicate(timeout=60)[1]
    assert ("GET /api/v1/health?why=not 200" in told) is logged
    assert told.count("\n") == logged


@pytest.mark.parametrize("asked", [True, pytest.param(False, marks=pytest.mark.nightly)])
def test_a_key_that_interrupts_the_whole_terminal_ends_all_in_silence(asked: bool) -> None:
    command = [*GRUNDY, "--port", "0", "--no-open"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True) as server:
        assert server.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:[0-9]+/", server.stdout.readline())
        assert found is not None
        if asked:
            assert httpx.post(f"{found[0]}api/v1/solve", json={"game": "kayles: 9"}).json()["value"] == 4
        family = psutil.Process(server.pid).children(recursive=True)
        os.killpg(server.pid, signal.SIGINT)
        assert server.communicate(timeout=60) == ("", "")
        assert server.returncode == 0
    assert not psutil.wait_procs(family, 60)[1]


def test_another_host_and_a_port_in_use_are_refused_in_one_line() -> None:
    code, told = refused("--host", "0.0.0.0")
    assert (code, told.count("\n")) == (2, 2)
    assert told.endswith("help: add --allow-remote\n")
    with socket.create_server(("127.0.0.1", 0)) as other:
        code, told = refused("--port", str(other.getsockname()[1]))
    assert (code, told.count("\n")) == (2, 2)
    assert "help: " in told
    assert "--port" in told


def test_without_grundy_web_the_command_says_what_to_install(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("grundy.core.installed_plugins", lambda _: {})
    for words in (["serve"], ["serve", "--port", "0"], ["site", "out", "--json"], ["mcp", "--help"]):
        code, out, err = terminal.run(*words)
        assert (code, "grundy-web, which is not installed" in out + err) == (2, True)
        assert "pip install ./packages/grundy-learn ./packages/grundy-web" in out + err


def test_an_embedding_origin_is_checked() -> None:
    code, told = refused("--allow-embed", "everybody")
    assert code == 2
    assert "origin" in told


@pytest.mark.nightly
def test_a_server_and_its_children_stay_small() -> None:
    with serving() as server:
        for game in ("kayles: 5", "nim: 3 5 7", "wythoff: 3 5"):
            httpx.post(f"{server.address}/api/v1/moves", json={"game": game}, timeout=60)
        assert server.process.memory_info().rss < 80 << 20
        assert sum(psutil.Process(one.pid).memory_full_info().pss for one in server.family()) < 92 << 20


@pytest.mark.nightly
def test_the_server_stays_small_after_many_answers(server: Served) -> None:
    with httpx.Client(base_url=server.address, timeout=60) as client:
        client.post("/api/v1/solve", json={"game": "nim: 1 2"})
        before = server.process.memory_info().rss
        for number in range(500):
            client.post("/api/v1/solve", json={"game": f"nim: 3 5 {number}"})
    assert server.process.memory_info().rss - before < 20 << 20


def test_input_errors_of_the_settings_are_typed() -> None:
    with pytest.raises(InputError):
        launch(Settings(host="no.such.host.invalid", remote=True, token="t" * 43))


@pytest.mark.nightly
def test_who_serves_others_is_shown_a_code_to_scan_with_address_and_key() -> None:
    command = [*GRUNDY, "--port", "0", "--no-open", "--allow-remote", "--host", "127.0.0.1"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, encoding="utf-8", env=os.environ | {"PYTHONIOENCODING": "utf-8"}
    ) as server:
        assert server.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:[0-9]+/\?token=[\w-]{43}", server.stdout.readline())
        assert found is not None
        out = io.StringIO()
        segno.make(found[0], error="l", micro=False).terminal(out, border=2, compact=True)
        expected = out.getvalue()
        lines = [server.stdout.readline() for _ in range(expected.count("\n"))]
        server.send_signal(signal.SIGTERM)
    assert "".join(lines) == expected
