"""Where a mistake can be made in a module, and the module with one made.

Each place is one small change that compiles: another comparison, a sum for a difference, a number
more by one, a condition turned round, an entry of a table or a statement left out. What decides
nothing is left alone: annotations, docstrings, decorators, and what an error says.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_COUNTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
}
_LEFT_ALONE = (ast.Raise, ast.Assert, ast.Import, ast.ImportFrom, ast.FormattedValue)


def places(tree: ast.Module) -> list[tuple[ast.AST, int]]:
    """List in reading order every place of a module that can be changed, with what can be done.

    The same source always gives the same list.
    """
    return [(node, change) for node in _deciding(tree) for change in _changes(node)]


def mutated(source: str, number: int) -> tuple[ast.Module, int, str]:
    """Make the change of one place.

    Returns:
        the changed module, and the line and words of what was done.
    """
    tree = ast.parse(source)
    node, change = places(tree)[number]
    line = getattr(node, "lineno", 0)
    was = ast.unparse(node)
    made = _made(copy.deepcopy(node), change)
    changed = ast.fix_missing_locations(_Put(node, made).visit(tree))
    assert isinstance(changed, ast.Module)
    return changed, line, f"{_short(was)} → {_short(ast.unparse(made))}"


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 40 else f"{text[:39]}…"


class _Put(ast.NodeTransformer):
    """Puts one node in the place of another."""

    def __init__(self, there: ast.AST, made: ast.AST) -> None:
        self.there, self.made = there, made

    def visit(self, node: ast.AST) -> ast.AST:
        """Go down to the place."""
        return self.made if node is self.there else super().generic_visit(node)


def _deciding(node: ast.AST) -> Iterator[ast.AST]:
    for child in _children(node):
        if isinstance(child, _LEFT_ALONE) or _is_of_types(child):
            continue
        yield child
        yield from _deciding(child)


#: fields that decide nothing; the keywords of a class, not those of a call
_SAYS_NOTHING = {"annotation", "returns", "decorator_list", "type_params", "bases"}


def _children(node: ast.AST) -> Iterator[ast.AST]:
    for name, value in ast.iter_fields(node):
        if name in _SAYS_NOTHING or (name == "keywords" and isinstance(node, ast.ClassDef)):
            continue
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, ast.AST):
                yield each


def _is_of_types(node: ast.AST) -> bool:
    """Whether a statement is there for type checkers and readers alone."""
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    called = node.func if isinstance(node, ast.Call) else None
    return isinstance(called, ast.Name) and called.id in {"cast", "TypeVar", "ParamSpec", "NewType"}


def _changes(node: ast.AST) -> Iterator[int]:
    """Number what can be done to a node: one thing, or as many as a table has entries."""
    if isinstance(node, ast.Set | ast.Dict):
        entries = len(_entries(node))
        yield from range(entries if entries > 1 else 0)
    elif _can_change(node):
        yield 0


def _can_change(node: ast.AST) -> bool:
    match node:
        case ast.Compare(ops=[op, *_]):
            return type(op) in _COMPARED
        case ast.BinOp(op=op) | ast.AugAssign(op=op):
            return type(op) in _COUNTED
        case ast.Constant(value=value):
            return isinstance(value, bool | int)
        case ast.Return(value=value):
            return value is not None
        case ast.UnaryOp(op=op):
            return isinstance(op, ast.Not | ast.USub)
    return isinstance(node, ast.BoolOp | ast.If | ast.IfExp | ast.While | ast.Expr)


def _entries(node: ast.Set | ast.Dict) -> list[ast.expr]:
    return node.elts if isinstance(node, ast.Set) else node.values


def _made(node: ast.AST, change: int) -> ast.AST:  # noqa: C901 - a line for each kind of node
    match node:
        case ast.Compare():
            node.ops[0] = _COMPARED[type(node.ops[0])]()
        case ast.BinOp() | ast.AugAssign():
            node.op = _COUNTED[type(node.op)]()
        case ast.BoolOp():
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        case ast.UnaryOp():
            return node.operand
        case ast.Constant(value=bool() | int() as value):
            node.value = not value if isinstance(value, bool) else value + 1
        case ast.If() | ast.IfExp() | ast.While():
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case ast.Return():
            node.value = None
        case ast.Expr():
            return ast.Pass()
        case ast.Set():
            del node.elts[change]
        case ast.Dict():
            del node.keys[change], node.values[change]
    return node
