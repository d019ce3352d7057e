# SPDX-License-Identifier: MIT
"""Decks written for Python 2: compiled as they are where possible, else translated in memory."""
import ast
import copy
import functools
import numbers
import operator
import re
import warnings
from types import CodeType
from typing import Any, Callable

# Fixers that would add lines (messages name lines of the deck) or change what the deck runner provides itself.
LEFT_OUT = {"execfile", "import", "reduce", "reload", "intern", "sys_exc", "future", "idioms", "buffer", "set_literal",
            "ws_comma"}


def compile_deck(source: str, path: str) -> tuple[CodeType, str]:
    """(code, what was done to make it Python 3: "" or a phrase). Raises the SyntaxError of the source as it is."""
    try:
        return compile(source, path, "exec", dont_inherit=True), ""
    except SyntaxError as error:
        original = error
    source = _expand_tabs(source)
    try:
        return compile(source, path, "exec", dont_inherit=True), "tabs and spaces are mixed: tabs count as in Python 2"
    except SyntaxError:
        pass
    try:
        return _translated(source, path), "translated from Python 2"
    except Exception:  # not Python 2 either
        raise original from None


def _expand_tabs(source: str) -> str:
    return re.sub(r"(?m)^[ \t]+", lambda blank: blank.group().expandtabs(8), source)


def _translated(source: str, path: str) -> CodeType:
    tool = _tools()
    failure: Exception
    attempts: tuple[dict[str, bool], ...] = {}, {"print_function": True}
    for options in attempts:
        try:
            text = str(tool(options).refactor_string(source.rstrip() + "\n", path))
            break
        except Exception as error:
            failure = error
    else:
        raise failure
    tree = ast.parse(text, path)
    if "from __future__ import division" not in source:
        tree = ast.fix_missing_locations(_Division().visit(tree))
    return compile(tree, path, "exec", dont_inherit=True)


@functools.cache
def _tools() -> Callable[[dict[str, bool]], Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        from lib2to3 import refactor
        fixers = [f for f in refactor.get_fixers_from_package("lib2to3.fixes") if f.rpartition("fix_")[2] not in LEFT_OUT]
    return lambda options: refactor.RefactoringTool(fixers, options)


class _Division(ast.NodeTransformer):
    """a / b of two integers rounds down, as in Python 2."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        return _divide(node.left, node.right, node) if isinstance(node.op, ast.Div) else node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        self.generic_visit(node)
        if not isinstance(node.op, ast.Div):
            return node
        read = copy.deepcopy(node.target)
        read.ctx = ast.Load()
        return ast.copy_location(ast.Assign([node.target], _divide(read, node.value, node)), node)


def _divide(left: ast.expr, right: ast.expr, node: ast.AST) -> ast.Call:
    return ast.copy_location(ast.Call(ast.Name("__python2_divide__", ast.Load()), [left, right], []), node)


def python2_divide(a: Any, b: Any) -> Any:
    both_integers = isinstance(a, numbers.Integral) and isinstance(b, numbers.Integral)
    return operator.floordiv(a, b) if both_integers else operator.truediv(a, b)


# Names that Python 3 moved or dropped; also for decks whose syntax is valid in both.
NAMES = {"__python2_divide__": python2_divide, "reduce": functools.reduce, "xrange": range, "raw_input": input,
         "unicode": str, "long": int}
