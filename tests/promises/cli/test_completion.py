"""Live shells complete commands, options, games, rulesets and codes, set up as the documentation says."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import sys
from pathlib import Path
from time import monotonic

import pytest
from click.shell_completion import ShellComplete

from grundy.cli.commands import grundy

TYPED = {
    "grundy so": {"solve"},
    "grundy solve --cert": {"--certificate"},
    "grundy solve cr": {"cram:"},
    "grundy play kayles: 7 + wy": {"wythoff:"},
    "grundy values kay": {"kayles"},
    "grundy period 0.15": {"0.15", "0.152", "0.156"},
    "grundy claim ka": {"kayles"},
    "grundy solve --proof str": {"strategy"},
}
"""What is typed in front of the tab key, and some of what is offered."""
BASH = """
. "$SCRIPT"
complete -p grundy
for typed in "$@"; do
    COMP_LINE="$typed"
    COMP_POINT=${#typed}
    read -ra COMP_WORDS <<< "${typed//:/ : }"
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    COMPREPLY=()
    _grundy_completion grundy
    echo "${COMPREPLY[@]}"
done
"""
ZSH = """
autoload -Uz compinit
compinit -u -d "$HOME/dump"
. "$SCRIPT"
bindkey '^I' complete-word
PROMPT=ready:
"""


@pytest.fixture
def program(tmp_path: Path) -> dict[str, str]:
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    command = bin_folder / "grundy"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m grundy "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    return dict(os.environ) | {"HOME": str(tmp_path), "PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}"}


def script(shell: str, program: dict[str, str]) -> str:
    out = Path(program["HOME"]) / f"complete.{shell}"
    said = program | {"_GRUNDY_COMPLETE": f"{shell}_source"}
    out.write_bytes(subprocess.run(["grundy"], env=said, capture_output=True, check=True).stdout)
    return str(out)


def needs(shell: str) -> None:
    if os.name != "posix" or shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")


def test_what_is_offered() -> None:
    complete = ShellComplete(grundy, {}, "grundy", "_GRUNDY_COMPLETE")
    for typed, some in TYPED.items():
        _, *words, last = typed.replace(":", " : ").split()
        assert some <= {item.value for item in complete.get_completions(words, last)}, typed
    assert [item.value for item in complete.get_completions(["solve", "cram", ":"], "")] == ["3x4"]
    assert complete.get_completions(["solve", "no-such-game:"], "") == []


@pytest.mark.nightly
def test_bash_completes(program: dict[str, str]) -> None:
    needs("bash")
    said = program | {"SCRIPT": script("bash", program)}
    done = subprocess.run(["bash", "-c", BASH, "-", *TYPED], env=said, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    registered, *answers = done.stdout.splitlines()
    assert "_grundy_completion" in registered
    for (typed, some), answer in zip(TYPED.items(), answers, strict=True):
        assert some <= set(answer.split()), typed


def test_fish_completes(program: dict[str, str]) -> None:
    needs("fish")
    said = program | {"SCRIPT": script("fish", program)}
    ask = "source $SCRIPT; for typed in $argv; complete --do-complete $typed; echo; end"
    done = subprocess.run(["fish", "-c", ask, *TYPED], env=said, capture_output=True, text=True, check=True)
    answers = done.stdout.split("\n\n")
    for (typed, some), answer in zip(TYPED.items(), answers, strict=False):
        assert some <= {line.partition("\t")[0] for line in answer.splitlines()}, (typed, answer)


def test_zsh_completes(program: dict[str, str]) -> None:
    """Zsh completes only while it talks: the tab key is pressed on a terminal of its own."""
    needs("zsh")
    home = Path(program["HOME"])
    (home / ".zshrc").write_text(ZSH, encoding="utf-8")
    said = program | {"SCRIPT": script("zsh", program), "ZDOTDIR": str(home), "TERM": "vt100"}
    screen, terminal = os.openpty()
    shell = subprocess.Popen(
        ["zsh", "-i"], stdin=terminal, stdout=terminal, stderr=terminal, env=said, start_new_session=True
    )
    os.close(terminal)

    def answer(end: bytes) -> bool:
        text, late = b"", monotonic() + 120
        while end not in text and monotonic() < late:
            if select.select([screen], [], [], 1)[0]:
                text += os.read(screen, 1 << 12)
        return end in text

    try:
        assert answer(b"ready:")
        for typed, end in (("solve cr", b"cram:"), ("values kay", b"kayles"), ("so", b"solve")):
            os.write(screen, f"grundy {typed}\t".encode())
            assert answer(end), typed
            os.write(screen, b"\x15")
    finally:
        shell.kill()
        shell.wait()
        os.close(screen)
