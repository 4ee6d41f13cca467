"""Commands of operations: their arguments, options and help are made from the fields of the requests."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

import click
from click.core import ParameterSource

from ..core import Limits, NotationError
from ..operations import Context, served
from ..operations.request import (
    Argument,
    FieldError,
    Local,
    OfProof,
    Play,
    RequestField,
    Untimed,
    WorkersField,
    fields_of,
)
from .options import (
    Number,
    WorkersOption,
    answered,
    certified_option,
    format_option,
    json_option,
    limit_options,
    misere_option,
    offered,
    screen_options,
    showing_positions,
    text_argument,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..operations import Operation, Result

WORKERS = get_args(WorkersField)[0]
"""The type of a number of workers."""


def __getattr__(name: str) -> click.Command:
    """Return the command of an operation; the documentation reads them as names of this module."""
    try:
        return command_of(served(name))
    except KeyError:
        raise AttributeError(name) from None


def command_of(operation: Operation[Any, Any]) -> click.Command:
    """Return the command of an operation."""
    fields = fields_of(operation.request)
    shown = {field.name: _name_of(field) for field in fields}
    proof = [field.name for field in fields if field.mark(OfProof)]

    def run(limits: Limits, as_json: bool, **given: Any) -> int:  # noqa: ANN401  # the values of the options
        given["play"] = "misere" if given.pop("misere", False) else "normal"
        request = {field.name: given[field.name] for field in fields if field.name in given}
        form = {name: value for name, value in given.items() if name not in request and name != "play"}
        if form.get("certificate") is None and (idle := operation.request(**request).given(*proof)):
            raise click.UsageError(f"{shown[idle[0]]} needs --certificate FILE")
        with _named(shown), _quoted(arguments, given):
            return answer(operation, request, _timed(fields, limits), as_json=as_json, **form)

    decorators = [_option_of(field) for field in fields if not field.mark(Argument)]
    arguments = [field for field in fields if field.mark(Argument)]
    if operation.certificates:
        about = "Write a certificate to a file."
        decorators += [click.option("--certificate", type=click.Path(dir_okay=False, path_type=Path), help=about)]
        decorators += [certified_option]
    decorators += [json_option, *([format_option] if operation.papers else []), screen_options, limit_options]
    first = [click.argument(field.name, shell_complete=offered) for field in arguments[:-1]]
    last = [_last_argument(field) for field in arguments[-1:]]
    call: Any = run
    for decorate in reversed([*first, *last, *decorators]):
        call = decorate(call)
    return click.command(operation.name, help=operation.about)(call)


def answer(
    operation: Operation[Any, Any],
    request: dict[str, Any],
    limits: Limits,
    *,
    as_json: bool,
    style: str | None = None,
    certificate: Path | None = None,
    certified: bool = False,
) -> int:
    """Run an operation and print its result.

    Args:
        operation: The operation.
        request: The fields of its request.
        limits: The limits of the work.
        as_json: Whether the result is printed as JSON.
        style: The format for papers, if it is printed in one.
        certificate: The file for the proof.
        certified: Whether only what the checker accepted is printed.

    Returns:
        The exit code.

    Raises:
        UsageError: If the options do not go together.
        LimitReached: If the checker reached a limit.
        InputError: If the checker does not know such certificates, or a file cannot be written.
        GrundyError: If the checker rejected the certificate.
    """
    if certified and style is not None:
        raise click.UsageError("--certified cannot be combined with --format")
    with showing_positions() as report:
        context = Context(limits, report, remote=False)
        result: Result = operation(operation.request(**request), context)
    if certified:
        from .certified import answer_certified

        with showing_positions() as report:
            proof = result.certificate(Context(limits, report).meter)
        code = answer_certified(proof, result.accepted, out=certificate, limits=limits, as_json=as_json)
        return code or result.exit_code
    with context.meter.telling():
        answered(result, as_json=as_json, style=style)
    if certificate is None:
        return result.exit_code
    from .verify import save_certificate

    with showing_positions() as report:
        meter = Context(limits, report).meter
        return save_certificate(certificate, lambda: result.certificate(meter)) or result.exit_code


def _last_argument(field: RequestField) -> Callable[[Any], Any]:
    metavar = "" if field.required else f"[{field.name.upper()}]"
    return text_argument(field.name, required=field.required, metavar=metavar)


def _option_of(field: RequestField) -> Callable[[Any], Any]:
    if field.kind == Play:
        return misere_option
    kind: Any = str
    if field.kind is int:
        kind = Number()
    elif field.kind == WORKERS:
        kind = WorkersOption()
    elif get_origin(field.kind) is Literal:
        kind = click.Choice(get_args(field.kind))
    elif (local := field.mark(Local)) and local.file:
        kind = click.Path(dir_okay=False)
    if field.kind is bool:
        return click.option(_option_name(field), field.name, is_flag=True, help=field.help)
    told = {"default": field.default, "show_default": field.default is not None}
    return click.option(_option_name(field), field.name, type=kind, help=field.help, **told)


def _option_name(field: RequestField) -> str:
    return f"--{field.name.replace('_', '-')}"


def _name_of(field: RequestField) -> str:
    """Return the name of a field in messages."""
    if field.mark(Argument):
        return field.name.upper()
    if field.kind == Play:
        return "--misere"
    local = field.mark(Local)
    return f"{_option_name(field)} FILE" if local and local.file else _option_name(field)


@contextmanager
def _quoted(arguments: list[RequestField], given: dict[str, Any]) -> Iterator[None]:
    """Suggest quotes if the first of several arguments is a single word that cannot be read."""
    try:
        yield
    except NotationError as error:
        first = arguments[0].name
        if len(arguments) > 1 and error.text == given[first] and " " not in given[first] and error.hint is None:
            error.hint = f'put a {first.upper()} of several words in quotes: "take 1..3"'
        raise


@contextmanager
def _named(shown: dict[str, str]) -> Iterator[None]:
    """Name fields that do not go together as the command line does."""
    try:
        yield
    except FieldError as error:
        raise click.UsageError(error.template.format_map(shown)) from None


def _timed(fields: tuple[RequestField, ...], limits: Limits) -> Limits:
    """Return the limits, without the default time limit if the work can be resumed."""
    context = click.get_current_context()
    resumable = any(context.params.get(field.name) is not None for field in fields if field.mark(Untimed))
    default = context.get_parameter_source("limit_seconds") is ParameterSource.DEFAULT
    return limits._replace(seconds=None) if resumable and default else limits
