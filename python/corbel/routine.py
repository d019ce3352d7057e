# SPDX-License-Identifier: MIT
"""Public routines: arguments are bound before the call, and error messages start with the name of the routine."""
import difflib
import functools
import inspect
from typing import Any, Callable, Collection, TypeVar, cast

from .errors import ArgumentTypeError, InputError

Function = TypeVar("Function", bound=Callable[..., Any])

_current: str | None = None  # the routine that the user called, while it runs


def routine(name: str) -> Callable[[Function], Function]:
    """Decorates a public routine; `name` is what the user typed."""

    def decorate(function: Function) -> Function:
        signature = inspect.signature(function)

        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            global _current
            outer, _current = _current, _current or name
            try:
                _check_call(signature, args, kwargs)
                return function(*args, **kwargs)
            except (InputError, ArgumentTypeError) as error:
                _put_name(error)
                raise
            finally:
                _current = outer

        return cast(Function, call)

    return decorate


def user_function(function: Function) -> Function:
    """A function of the user: routines called in it speak with their own names."""

    @functools.wraps(function)
    def call(*args: Any) -> Any:
        global _current
        outer, _current = _current, None
        try:
            return function(*args)
        finally:
            _current = outer

    return cast(Function, call)


def closest(word: str, words: Collection[str]) -> str:
    """' Did you mean …?' when one of the words is near, else nothing."""
    found = difflib.get_close_matches(word.lower(), [w.lower() for w in words], n=1)
    near = [w for w in words if found and w.lower() == found[0]]
    return f" Did you mean '{near[0]}'?" if near else ""


def _put_name(error: Any) -> None:
    if not getattr(error, "named", False):
        error.args = (f"{_current}: {error}",)
        error.named = True


def _check_call(signature: inspect.Signature, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    try:
        signature.bind(*args, **kwargs)
    except TypeError:
        raise ArgumentTypeError(_explain(signature, args, kwargs)) from None


def _explain(signature: inspect.Signature, args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    parameters = list(signature.parameters.values())
    if parameters and parameters[0].name in ("self", "sim"):  # of methods: the user does not write it
        parameters, args = parameters[1:], args[1:]
    positional = [p.name for p in parameters if p.kind is not p.KEYWORD_ONLY]
    accepted = f"Accepted arguments: {', '.join(p.name for p in parameters)}." if parameters else "It takes no arguments."
    for name in kwargs:
        if name not in signature.parameters:
            return f"unknown argument '{name}'.{closest(name, [p.name for p in parameters])} {accepted}"
    if len(args) > len(positional):
        return f"got {len(args)} arguments, expected at most {len(positional)}. {accepted}"
    for name in positional[:len(args)]:
        if name in kwargs:
            return f"argument '{name}' was given twice. {accepted}"
    given = set(positional[:len(args)]) | set(kwargs)
    missing = [p.name for p in parameters if p.default is p.empty and p.name not in given]
    return f"argument '{missing[0]}' is missing. {accepted}"
