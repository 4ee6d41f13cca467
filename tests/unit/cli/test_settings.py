"""Settings come from the command line, the environment and a file; long work shows that it is alive."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.terminal import Terminal

from grundy.cli import output, settings

KEYS = "width, colour, pager, log, limit-seconds, limit-memory"


@pytest.fixture(autouse=True)
def _restored(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Restore what the file of a test changed."""
    for _, _, variable in settings.KEYS.values():
        if variable:
            monkeypatch.setenv(variable, "")
            monkeypatch.delenv(variable)
    monkeypatch.setattr(output.DEFAULTS, "seconds", 600.0)
    monkeypatch.setattr(output.DEFAULTS, "memory", None)
    logger, handlers = logging.getLogger("grundy"), logging.root.handlers[:]
    yield
    logger.setLevel(logging.NOTSET)
    logging.root.handlers[:] = handlers


def configured(folder: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    file = folder / "config.toml"
    file.write_text(text, encoding="utf-8")
    monkeypatch.setenv("GRUNDY_CONFIG", str(file))
    return file


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("# mine\n\nwidht = 60\n", 3, f"unknown key 'widht'\n  widht = 60\n  ^\n  help: the keys are {KEYS}"),
        ("[width]\n", 1, "expected a number of columns from 20 to 9999 for width, found {}\n  [width]\n  ^"),
        (
            "width = true\n",
            1,
            "expected a number of columns from 20 to 9999 for width, found True\n  width = true\n  ^",
        ),
        ("width = 60\nlog = 'all'\n", 2, 'expected "error" or "warning" or "info" or "debug" for log, found \'all\''),
        ("colour = 1\n", 1, "expected true or false for colour, found 1\n  colour = 1\n  ^"),
        ("limit-seconds = 0\n", 1, "expected a number of seconds above 0 for limit-seconds, found 0"),
        ("limit-memory = 4\n", 1, 'expected a size such as "4G" for limit-memory, found 4'),
        ("width = 60\npager = less\n", 2, "invalid value\n  pager = less\n          ^"),
    ],
)
def test_a_wrong_file_is_refused_with_its_line(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, line: int, message: str
) -> None:
    file = configured(tmp_path, text, monkeypatch)
    code, out, err = terminal.run("solve", "nim: 3 5")
    assert (code, out) == (2, "")
    assert err.startswith(f"grundy: {file}, line {line}: {message}")


def test_the_file_sets_defaults_and_the_environment_and_options_have_precedence(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = 'width = 60\ncolour = false\npager = "more"\nlimit-seconds = 0.001\nlimit-memory = "1G"\n'
    configured(tmp_path, text, monkeypatch)
    monkeypatch.setenv("GRUNDY_PAGER", "most")
    assert terminal.run("solve", "cram: 6x7")[0] == 4
    assert (os.environ["COLUMNS"], os.environ["NO_COLOR"], os.environ["GRUNDY_PAGER"]) == ("60", "1", "most")
    assert output.default_memory() == 1 << 30
    assert terminal.run("values", "kayles", "--to", "9", "--limit-seconds", "60")[0] == 0


def test_a_named_file_that_is_missing_is_an_error_and_an_empty_name_means_no_file(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GRUNDY_CONFIG", "nofile.toml")
    assert terminal.run("games", "nim") == (2, "", "grundy: cannot read nofile.toml: no such file\n")
    monkeypatch.setenv("GRUNDY_CONFIG", "")
    assert terminal.run("games", "nim")[0] == 0


@pytest.mark.parametrize("words", [["-v", "solve", "nim: 3"], ["solve", "-v", "nim: 3"], ["solve", "nim: 3", "-vv"]])
def test_log_messages_are_shown_for_an_option_in_any_place(terminal: Terminal, words: list[str]) -> None:
    code, out, err = terminal.run(*words)
    assert (code, out.startswith("The player")) == (0, True)
    assert "the arguments are ['solve', 'nim: 3']" in err


def test_the_level_of_log_messages_is_a_variable(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRUNDY_LOG", "INFO")
    assert "INFO" in terminal.run("solve", "nim: 3")[2]
    monkeypatch.setenv("GRUNDY_LOG", "all")
    message = "grundy: expected error, warning, info or debug in GRUNDY_LOG, found 'all'\n"
    assert terminal.run("solve", "nim: 3") == (2, "", message)


def test_long_work_reports_on_a_pipe_unless_it_is_quiet(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "SELDOM", 0.0)
    words = ["misere", "kayles", "--to", "9"]
    lines = terminal.run(*words)[2].splitlines()
    assert lines
    assert all(line.startswith("grundy: ") and " positions, " in line for line in lines)
    assert terminal.run(*words, "--quiet")[2] == ""
