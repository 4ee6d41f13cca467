"""Makes the commands that run an operation: arguments, options and help come from the fields of its request."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

import click
from click.core import ParameterSource

from ..core import GrundyError, InputError, Limits, NotationError, missing_package
from ..operations import (
    Argument,
    Bounds,
    Choices,
    Context,
    FieldError,
    Local,
    LongAnswer,
    NotInProof,
    OfProof,
    Play,
    RequestField,
    WorkersField,
    fields_of,
    served,
    write_whole,
)
from .options import (
    Number,
    Seconds,
    WorkersOption,
    certified_option,
    format_option,
    json_option,
    limit_options,
    misere_option,
    offered,
    screen_options,
    show_all,
    showing_positions,
    text_argument,
)
from .output import DEFAULTS, Defaults, answered, progress, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..certificates import Certificate
    from ..operations import Operation, Request, Result

FORMS = {"style": "--format", "picture": "--svg", "certificate": "--certificate", "certified": "--certified"}
"""Parameters of commands that are not fields of requests, and their options."""
WORKERS = get_args(WorkersField)[0]
"""The type of a number of workers."""


def __getattr__(name: str) -> click.Command:
    """Make the click command of an operation: `generate.solve` is the command `solve`.

    The documentation imports the commands by these names.
    """
    try:
        return command_of(served(name))
    except KeyError:
        raise AttributeError(name) from None


def command_of(operation: Operation[Any, Any], name: str = "", **defaults: str) -> click.Command:
    """Make the click command that runs an operation, with arguments and options for the fields of its request.

    Args:
        operation: The operation, such as `solve`.
        name: The name of the command; "" for the name of the operation.
        defaults: Defaults of options that replace those of the request, such as `method="search"`.

    Returns:
        The command, with its arguments, options and help.
    """
    fields = fields_of(operation.request)
    shown = {field.name: _name_of(field) for field in fields}
    proof = [field.name for field in fields if field.mark(OfProof)]

    def run(limits: Limits, as_json: bool, **given: Any) -> int:  # noqa: ANN401  # the values of the options
        given["play"] = "misere" if given.pop("misere", False) else "normal"
        if as_json and writes:  # JSON is one of its formats
            given["format"], as_json = "json", False
        request = {field.name: given[field.name] for field in fields if field.name in given}
        form = {name: value for name, value in given.items() if name not in request and name != "play"}
        asked = operation.request(**request)
        of_proof = [name for name in asked.given(*proof) if request[name] != defaults.get(name)]
        _check_form(form, [shown[name] for name in of_proof], [shown[name] for name in asked.given(*unproved)])
        if operation.lines and request[arguments[-1].name] == "-":
            if several := [name for name in [*files, *form] if request.get(name) or form.get(name)]:
                raise click.UsageError(f"{(shown | FORMS)[several[0]]} needs a single {arguments[-1].name}")
            return _answer_lines(operation, request, arguments[-1].name, limits, as_json=as_json)
        with _named(shown), _quoted(arguments, given):
            return _answer(operation, asked, limits, as_json=as_json, **form)

    writes = any(field.name == "format" for field in fields)
    unproved = [field.name for field in fields if field.mark(NotInProof)]
    files = [field.name for field in fields if (local := field.mark(Local)) and local.file]
    decorators = [_option_of(field, defaults.get(field.name)) for field in fields if not field.mark(Argument)]
    arguments = [field for field in fields if field.mark(Argument)]
    if operation.certificates:
        about = "Write a certificate to a file."
        decorators += [click.option("--certificate", type=click.Path(dir_okay=False, path_type=Path), help=about)]
        decorators += [certified_option]
    decorators += [json_option, *([format_option] if operation.papers else [])]
    if operation.pictures:
        path = click.Path(dir_okay=False, path_type=Path)
        decorators += [click.option("--svg", "picture", type=path, help=operation.pictures)]
    decorators += [screen_options, limit_options]
    last = arguments[-1]
    metavar = "" if last.required else f"[{last.name.upper()}]"
    first = [click.argument(field.name, shell_complete=offered) for field in arguments[:-1]]
    first.append(text_argument(last.name, required=last.required, metavar=metavar))
    call: Any = run
    for decorate in reversed([*first, *decorators]):
        call = decorate(call)
    return click.command(name or operation.name, help=operation.about)(call)


def _check_form(form: dict[str, Any], of_proof: list[str], unproved: list[str]) -> None:
    # the options `unproved` print results without a proof, which --certified excludes
    certified = form.get("certified")
    if of_proof and not certified and form.get("certificate") is None:
        raise click.UsageError(f"{of_proof[0]} needs --certificate FILE")
    beyond = [*unproved, *(FORMS[name] for name in ("style", "picture") if form.get(name))]
    if certified and beyond:
        raise click.UsageError(f"--certified cannot be combined with {beyond[0]}")


def _answer(
    operation: Operation[Any, Any],
    request: Request,
    limits: Limits,
    *,
    as_json: bool,
    style: str | None = None,
    picture: Path | None = None,
    certificate: Path | None = None,
    certified: bool = False,
) -> int:
    """Run an operation and print its result; return the exit code.

    The picture and the certificate are written to the files with these names, if given. `limits` are those of the
    computation. With `as_json` the result is printed as JSON, otherwise as text or in the format `style`. With
    `certified` only what the checked certificate claims is printed.
    """
    source = click.get_current_context().get_parameter_source("limit_seconds")
    timed = source is not ParameterSource.DEFAULT or DEFAULTS.seconds != Defaults.seconds
    with (
        showing_positions() as report,
        progress() as show,
        Context(limits, report, show=show, remark=partial(say, err=True), timed=timed, remote=False) as context,
    ):
        result: Result = operation(request, context)
        if certified:
            proof = result.certificate(Context(context.limits, report).budget)
            return _print_accepted(result, proof, certificate, context.limits, as_json=as_json)
        with context.budget.presenting():
            answered(result, as_json=as_json, style=style)
            if picture is not None:
                paper = result.paper()
                write_whole(picture, paper.pictures[0].svg().encode("utf-8"))
                say(f"{picture}: {paper.title}", err=True)
        if result.ended is not None:
            raise result.ended
        if certificate is None:
            return result.exit_code
        from .verify import save_certificate

        budget = Context(context.limits, report).budget
        return save_certificate(certificate, lambda: result.certificate(budget)) or result.exit_code


def _print_accepted(
    result: Result, certificate: Certificate, out: Path | None, limits: Limits, *, as_json: bool
) -> int:
    """Print what the certificate of a result claims if the independent checker accepts it; return the exit code.

    Other results, such as winning moves, are not printed. The certificate is saved in `out` only if it is accepted. The
    check has the `limits`. With `as_json` the claim is printed as JSON.
    """
    from tempfile import TemporaryDirectory

    from ..drawing import prose
    from ..workflows.proving import require_accepted

    with TemporaryDirectory(prefix="grundy-") as folder:  # a folder that other users cannot write
        path = Path(folder) / ("certificate" + (".gz" if out is not None and out.suffix == ".gz" else ""))
        with progress() as report:
            certificate.write(path, report)
        verdict = require_accepted(path, limits)
        if out is not None:
            write_whole(out, path.read_bytes())
    found = result.accepted(certificate.claim)
    facts = {"claim": verdict.claim, "theorem": verdict.theorem, "trusted": verdict.trusted}
    if as_json:
        numbers = {"entries": verdict.entries, "game_sha256": verdict.game_sha256}
        say(json.dumps({"schema": 1, **found.data, "certified": True, "check": facts | numbers}))
    else:
        entries = f"{verdict.entries} {'entry' if verdict.entries == 1 else 'entries'}"
        told = [f"{name}: {fact}" for name, fact in facts.items() if fact]
        lines = [prose(line, initial_indent="  ", subsequent_indent="    ") for line in told]
        say("\n".join([found.words, f"Checked by grundy-check: accepted ({entries}).", *lines]))
    if out is not None:
        say(f"certificate: {out}; grundy verify {out} checks it again", err=True)
    return found.exit_code


def _answer_lines(
    operation: Operation[Any, Any], request: dict[str, Any], name: str, limits: Limits, *, as_json: bool
) -> int:
    """Run an operation for each line of standard input, which becomes the field `name` of the request.

    Return the first exit code that is not 0, or 0 if all lines succeed. The `limits` apply to each line separately.
    With `as_json` each answer is printed as JSON, otherwise as a short text.
    """
    status = 0
    for raw in sys.stdin.buffer:
        try:
            with Context(limits, remote=False) as context:
                result = operation(operation.request(**request | {name: _line(raw)}), context)
                answer, code = json.dumps(result.to_dict()) if as_json else result.brief(), result.exit_code
        except Exception as error:  # noqa: BLE001  # a defect met in one line must not lose the others
            failure = error if isinstance(error, GrundyError) else missing_package(error)
            if failure is None:
                what = f"internal error: {type(error).__name__}: {error}; please report this"
                failure = GrundyError(what)
            at = f" at character {failure.at}" if isinstance(failure, InputError) and failure.at is not None else ""
            answer = json.dumps(failure.to_dict()) if as_json else f"error{at}: {failure}"
            code = failure.exit_code
        say(answer)
        status = status or code
    return status


def _line(raw: bytes) -> str:
    try:
        return raw.decode("utf-8").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise NotationError(f"expected UTF-8 text, found the byte {raw[error.start]:#04x}") from None


def _option_of(field: RequestField, default: str | None = None) -> Callable[[Any], Any]:
    if field.kind == Play:
        return misere_option
    kind: Any = str
    choice = field.mark(Choices)
    words = [one for one in (field.kind, *get_args(field.kind)) if get_origin(one) is Literal]
    if field.kind is int and (bounds := field.mark(Bounds)):
        kind = click.IntRange(bounds.at_least, bounds.at_most)
    elif field.kind is int:
        kind = Number()
    elif field.kind is float:
        kind = Seconds()
    elif field.kind == WORKERS:
        kind = WorkersOption()
    elif choice or words:
        kind = click.Choice(choice.names if choice else get_args(words[0]))
    elif (local := field.mark(Local)) and local.file:
        kind = click.Path(dir_okay=local.folder, file_okay=not local.folder)
    if field.kind is bool:
        shows = show_all if field.mark(LongAnswer) else None
        return click.option(_option_name(field), field.name, is_flag=True, callback=shows, help=field.help)
    told: dict[str, Any] = {"default": default or field.default, "show_default": field.default is not None}
    return click.option(_option_name(field), field.name, type=kind, help=field.help, **told)


def _option_name(field: RequestField) -> str:
    return f"--{field.name.replace('_', '-')}"


def _name_of(field: RequestField) -> str:
    """Return the name of a field of a request as a user types it: "GAME", "--misere", or "--out FILE"."""
    if field.mark(Argument):
        return field.name.upper()
    if field.kind == Play:
        return "--misere"
    local = field.mark(Local)
    kind = "DIRECTORY" if local and local.folder else "FILE"
    return f"{_option_name(field)} {kind}" if local and local.file else _option_name(field)


@contextmanager
def _quoted(arguments: list[RequestField], given: dict[str, Any]) -> Iterator[None]:
    """Within this context, add a hint about quotes to an error in the first of several arguments, if it is one word."""
    try:
        yield
    except NotationError as error:
        first = arguments[0].name
        if len(arguments) > 1 and error.text == given[first] and " " not in given[first] and error.hint is None:
            error.hint = f'put a {first.upper()} of several words in quotes: "take 1..3"'
        raise


@contextmanager
def _named(shown: dict[str, str]) -> Iterator[None]:
    """Within this context, convert errors about fields that cannot be combined to usage errors of click.

    The usage errors name the options as a user types them; `shown` has this name for each field.
    """
    try:
        yield
    except FieldError as error:
        raise click.UsageError(error.template.format_map(shown)) from None
