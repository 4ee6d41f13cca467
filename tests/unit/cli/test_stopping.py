from __future__ import annotations

import signal
from contextlib import suppress
from pathlib import Path
from time import monotonic

import pytest

from grundy.cli.commands import grundy
from grundy.cli.main import _run
from grundy.core import Interrupted
from grundy.workflows.persistence.signals import AGAIN, Signals, Stopped, interrupted_by, is_stopped, stoppable


@pytest.mark.parametrize(("number", "word"), [(2, "interrupted"), (15, "terminated"), (1, "the terminal was closed")])
def test_every_signal_stops_a_command_with_one_line_and_its_own_exit_code(
    number: int, word: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = signal.getsignal(number)
    rules = tmp_path / "rules.py"
    rules.write_text(
        f"import grundy, signal\n@grundy.rule\ndef ends(n):\n    signal.raise_signal({number})\n    return []\n"
    )
    assert _run(["solve", f"{rules}:ends: 5"]) == 128 + number
    assert capsys.readouterr().err.split("\n") == ["", f"grundy: {word}", ""]  # the first ends the line of ^C
    assert signal.getsignal(number) is before


@pytest.mark.parametrize("cause", [None, ValueError()])
def test_a_signal_is_recognized_as_the_cause_of_later_errors(cause: Exception | None) -> None:
    with pytest.raises(TypeError) as found:
        half_a_class(cause)
    assert is_stopped(found.value)
    assert interrupted_by(found.value).exit_code == 143


def test_a_command_that_fails_after_a_signal_was_lost_was_stopped_by_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def torn(*_: object, **__: object) -> None:
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
        raise TypeError("half of a call")

    monkeypatch.setattr(grundy, "main", torn)
    assert _run(["games"]) == 143
    assert capsys.readouterr().err == "grundy: terminated\n"


def test_a_signal_that_was_lost_by_one_command_does_not_stop_the_next() -> None:
    with stoppable(), suppress(KeyboardInterrupt):
        signal.raise_signal(signal.SIGTERM)
    with stoppable():
        end = monotonic() + 5 * AGAIN
        while monotonic() < end:
            pass


def half_a_class(cause: Exception | None) -> None:
    """End otherwise than by the signal."""
    try:
        raise Stopped(signal.SIGTERM)
    except Stopped:
        raise TypeError from cause


def test_a_signal_that_is_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with stoppable():
            signal.raise_signal(signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, before)


def test_ctrl_c_that_nobody_named_is_an_interrupt() -> None:
    assert interrupted_by(KeyboardInterrupt()).exit_code == 130
    wrapped = RuntimeError()
    wrapped.__cause__ = Stopped(signal.SIGTERM)
    assert interrupted_by(wrapped).exit_code == 143
    assert is_stopped(wrapped)
    assert not is_stopped(RuntimeError())


def test_what_fails_after_a_signal_was_noted_was_stopped_by_it() -> None:
    with pytest.raises(Interrupted, match="terminated") as found, Signals():  # noqa: PT012  # both belong together
        signal.raise_signal(signal.SIGTERM)
        raise ImportError("half of a module")
    assert isinstance(found.value.__cause__, ImportError)
