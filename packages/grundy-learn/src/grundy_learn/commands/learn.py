"""`grundy learn [LESSON]`: a lesson of the course, screen by screen, with exercises graded by the engine."""

from __future__ import annotations

import json
from textwrap import fill

import click

from grundy.cli import Number, json_option, line_editing
from grundy.core import GrundyError, InputError

from ..course import HOW, LESSONS, Beat, Exercise, ExerciseKind, Screen, exercise_text, kinds, lesson

WIDTH = 78
SEED = 1


@click.command()
@click.argument("name", metavar="[LESSON]", required=False)
@click.option(
    "--seed", type=Number(), default=SEED, show_default=True, help="A seed for other numbers in the exercises."
)
@json_option
def learn(name: str | None, seed: int, as_json: bool) -> None:
    """Learn the theory by playing: LESSON is a number from 1 to 12 or a name; without one, list the lessons.

    Press Enter to continue. Answer an exercise at its prompt as often as you like. Stop with Ctrl-D.
    """
    if name is None:
        found = [lesson(each) for each in LESSONS]
        if as_json:
            click.echo(json.dumps({"schema": 1, "lessons": [one.to_dict() for one in found]}))
            return
        for one in found:
            click.echo(f"{one.number:2}  {one.name:10} {one.title}")
            click.echo(fill(one.goal, WIDTH, initial_indent=" " * 4, subsequent_indent=" " * 4))
        click.echo("\nStart with: grundy learn 1")
        return
    one = lesson(name)
    if as_json:
        drawn = [kinds(screen.kind)[0].exercise(seed).to_dict() if screen.kind else None for screen in one.screens]
        click.echo(json.dumps({"schema": 1} | one.to_dict() | {"seed": seed, "exercises": drawn}))
        return
    click.echo(f"Lesson {one.number}: {one.title}\n{fill(one.goal, WIDTH)}")
    right = asked = 0
    try:
        for number, screen in enumerate(one.screens, 1):
            click.echo(f"\n[{number}/{len(one.screens)}] {screen.title}\n")
            asked += bool(screen.kind)
            right += _shown(screen, seed)
    except (EOFError, click.Abort):
        click.echo("")
    click.echo(f"\n{right} of {asked} exercises correct.")


def _shown(screen: Screen, seed: int) -> bool:
    """Print a screen of a lesson and ask its exercise until it is solved or skipped; return whether it was solved.

    `seed` determines the numbers of the exercise.
    """
    for paragraph in screen.text:
        click.echo(fill(paragraph.replace("`", ""), WIDTH) + "\n")
    if not screen.kind:
        _line("Enter continues")
        return False
    kind = kinds(screen.kind)[0]
    exercise = kind.exercise(seed)
    click.echo(exercise_text(exercise))
    return _matched(kind, exercise) if isinstance(kind, Beat) else _asked(kind, exercise)


def _asked(kind: ExerciseKind, exercise: Exercise) -> bool:
    while text := _line(f"{HOW[exercise.form]} Enter skips"):
        try:
            grade = kind.grade(exercise, text)
        except InputError as error:
            click.echo(f"{error}")
            continue
        click.echo("\n".join(fill(said, WIDTH) for said in ("Right." if grade.right else "Not right.", *grade.said)))
        if grade.right:
            return True
    return False


def _matched(kind: Beat, exercise: Exercise) -> bool:
    """Let the learner play the match of an exercise again after each loss.

    Return True as soon as the learner has won, and False if the learner gives up.
    """
    moves: list[str] = []
    while True:
        match, played = kind.played(exercise, "; ".join(moves))
        if played:
            click.echo(
                f"You: {played[len(moves) * 2 - 2]}." + (f" Computer: {played[-1]}." if len(played) % 2 == 0 else "")
            )
        if match.over:
            grade = kind.grade(exercise, "; ".join(moves))
            won = "You win." if grade.right else "The computer wins."
            click.echo("\n".join(fill(said, WIDTH) for said in (won, *grade.said)))
            if grade.right:
                return True
            moves = []
            continue
        click.echo(f"{match.game}")
        text = _line('Your move (for example "' + match.words(match.moves()[0]) + '"; Enter skips)')
        if not text:
            return False
        try:
            match.find(text)
        except GrundyError as error:
            click.echo(f"{error}")
            continue
        moves.append(text)


def _line(prompt: str) -> str:
    line_editing()
    return str(click.prompt(prompt, default="", show_default=False, prompt_suffix=": ")).strip()
