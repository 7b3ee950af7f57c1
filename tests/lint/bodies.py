"""The body lint: what the bodies of steps and abilities must not do, found in the syntax tree.

A body is run again until its answers are there, on any machine, in any order of hashing. So the code below it reads no
clock, draws no chance of its own, touches no file, starts nothing, keeps nothing in modules and never walks a set.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

FORBIDDEN_MODULES = frozenset(
    "random secrets uuid time datetime calendar zoneinfo sched "  # chance and clock
    "os io pathlib shutil tempfile glob fileinput mmap sqlite3 socket ssl urllib http "  # files and network
    "asyncio anyio threading _thread multiprocessing concurrent subprocess signal queue contextvars "  # others at work
    "logging structlog rich click sqlalchemy starlette uvicorn".split()
)
FORBIDDEN_CALLS = {
    "open": "opens a file",
    "input": "asks the terminal",
    "print": "writes to the terminal",
    "breakpoint": "stops the program",
    "__import__": "hides an import",
    "hash": "differs from process to process",
    "id": "differs from run to run",
}
#: These load rulesets, rules and texts before any body runs: path -> what they may import for it.
LOADERS: Mapping[str, frozenset[str]] = {
    "*/core/registry.py": frozenset({"importlib", "importlib.metadata"}),
    "*/core/text.py": frozenset({"importlib.resources"}),
    "*/rulesets/*/data.py": frozenset({"importlib.resources"}),
    "*/rulesets/*/composing.py": frozenset({"random"}),  # a generator seeded by the game's secret
}

SET_NAMES = {"set", "frozenset", "Set", "FrozenSet", "AbstractSet", "MutableSet"}
SET_METHODS = {"union", "intersection", "difference", "symmetric_difference"}
#: What these make of a set does not depend on its order.
ORDER_FREE = {"any", "all", "sum", "len", "set", "frozenset", "sorted", "min", "max"}
ORDER_TAKING = {"list", "tuple", "iter", "enumerate", "zip", "map", "filter", "reversed", "next", "fromkeys"}
ORDER_TAKING_METHODS = {"join", "extend", "fromkeys", "from_iterable", "chain", "product", "permutations"}

MUTABLE_MAKERS = frozenset(
    "list dict set bytearray defaultdict OrderedDict Counter deque WeakKeyDictionary WeakValueDictionary".split()
)
MUTATORS = frozenset(
    "append extend insert remove pop popitem popleft appendleft clear update add discard setdefault sort reverse "
    "difference_update intersection_update symmetric_difference_update".split()
)


class Finding(NamedTuple):
    """One place that breaks one rule."""

    path: str
    line: int
    rule: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: [{self.rule}] {self.message}"


def last_name(node: ast.AST) -> str:
    """The last part of a dotted name: `collections.abc.Set` is `Set`."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def says_set(annotation: ast.AST | None) -> bool:
    """Does this annotation name a set, also as one of several types or in quotes?"""
    match annotation:
        case ast.Constant(value=str(text)):
            return says_set(ast.parse(text, mode="eval").body)
        case ast.BinOp(left, ast.BitOr(), right):
            return says_set(left) or says_set(right)
        case ast.Subscript(value, inner):
            return last_name(value) in SET_NAMES or (last_name(value) in {"Optional", "Final"} and says_set(inner))
        case ast.Name() | ast.Attribute():
            return last_name(annotation) in SET_NAMES
    return False


@dataclass
class Declared:
    """What the whole tree declares to be sets: fields and functions, by name."""

    fields: set[str] = field(default_factory=set)
    functions: set[str] = field(default_factory=set)

    def read(self, tree: ast.AST) -> None:
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                for part in node.body:
                    if isinstance(part, ast.AnnAssign) and says_set(part.annotation):
                        self.fields.add(last_name(part.target))
            elif isinstance(node, ast.FunctionDef) and says_set(node.returns):
                self.functions.add(node.name)
                if any(last_name(each) in {"property", "cached_property"} for each in node.decorator_list):
                    self.fields.add(node.name)


Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def arguments(function: Function) -> list[ast.arg]:
    args = function.args
    return [*args.posonlyargs, *args.args, *args.kwonlyargs, *filter(None, (args.vararg, args.kwarg))]


def own_nodes(scope: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a scope without those of the functions inside it (but with the functions themselves)."""
    pending = list(ast.iter_child_nodes(scope))
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, Function):
            pending.extend(ast.iter_child_nodes(node))


def bound_names(scope: ast.AST) -> set[str]:
    """The names that a function makes its own."""
    names = {arg.arg for arg in arguments(scope)} if isinstance(scope, Function) else set()
    for node in own_nodes(scope):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
    return names


def makes_mutable(value: ast.AST | None) -> bool:
    if isinstance(value, ast.Call):
        return last_name(value.func) in MUTABLE_MAKERS
    return isinstance(value, ast.List | ast.Dict | ast.Set | ast.ListComp | ast.DictComp | ast.SetComp)


def takes_key(call: ast.Call) -> bool:
    """With `key=`, equal keys come in the order of the walk."""
    return any(keyword.arg == "key" for keyword in call.keywords)


class Linter:
    """The rules on one module."""

    def __init__(self, path: str, source: str, declared: Declared | None = None) -> None:
        self.path = path
        self.tree = ast.parse(source)
        self.declared = declared or Declared()
        if declared is None:
            self.declared.read(self.tree)
        self.found: list[Finding] = []

    def findings(self) -> list[Finding]:
        self.imports()
        self.calls()
        self.sets(self.tree, frozenset())
        self.module_state()
        return sorted(set(self.found))

    def report(self, node: ast.AST, rule: str, message: str) -> None:
        self.found.append(Finding(self.path, getattr(node, "lineno", 0), rule, message))

    # -- imports and calls

    def imports(self) -> None:
        allowed = next((names for pattern, names in LOADERS.items() if fnmatch(self.path, pattern)), frozenset[str]())
        for node in ast.walk(self.tree):
            modules: list[str] = []
            if isinstance(node, ast.Import):
                modules = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                modules = [node.module]
            for module in modules:
                root = module.partition(".")[0]
                if (root in FORBIDDEN_MODULES or root == "importlib") and module not in allowed:
                    self.report(node, "import", f"a body may not reach {module}")

    def calls(self) -> None:
        in_hash = {
            inner
            for node in ast.walk(self.tree)
            if isinstance(node, ast.FunctionDef) and node.name == "__hash__"
            for inner in ast.walk(node)
        }
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node not in in_hash:
                why = FORBIDDEN_CALLS.get(node.func.id)
                if why:
                    self.report(node, "call", f"{node.func.id}() {why}")

    # -- walking sets

    def sets(self, scope: ast.AST, outer: frozenset[str]) -> None:
        """Report walks over sets in this scope and the ones inside it; ``outer``: names of sets seen from here."""
        known = self.set_names(scope, outer)
        nodes = list(own_nodes(scope))
        harmless = self.order_free_parts(nodes)
        for node in nodes:
            for walked in self.walked(node, harmless):
                if self.is_set(walked, known):
                    self.report(walked, "set-order", f"the order of the set `{ast.unparse(walked)}` is taken; sort it")
            if isinstance(node, Function):
                self.sets(node, known)

    def set_names(self, scope: ast.AST, outer: frozenset[str]) -> frozenset[str]:
        known = set(outer)
        if isinstance(scope, Function):
            known -= bound_names(scope)
            known |= {arg.arg for arg in arguments(scope) if says_set(arg.annotation)}
        assigned = [n for n in own_nodes(scope) if isinstance(n, ast.Assign | ast.AnnAssign | ast.NamedExpr)]
        before = None
        while before != known:  # a set may be named after another one
            before = set(known)
            for node in assigned:
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                annotated = isinstance(node, ast.AnnAssign) and says_set(node.annotation)
                if annotated or (node.value is not None and self.is_set(node.value, frozenset(known))):
                    known |= {target.id for target in targets if isinstance(target, ast.Name)}
        return frozenset(known)

    def is_set(self, node: ast.AST, known: frozenset[str]) -> bool:
        match node:
            case ast.Set() | ast.SetComp():
                return True
            case ast.Name(id=name):
                return name in known
            case ast.Attribute(attr=name):
                return name in self.declared.fields
            case ast.BinOp(left, ast.BitOr() | ast.BitAnd() | ast.Sub() | ast.BitXor(), right):
                return self.is_set(left, known) or self.is_set(right, known)
            case ast.IfExp(body=body, orelse=orelse):
                return self.is_set(body, known) or self.is_set(orelse, known)
            case ast.NamedExpr(value=value):
                return self.is_set(value, known)
            case ast.BoolOp(values=values):
                return any(self.is_set(value, known) for value in values)
            case ast.Call(func=ast.Name(id=name)):
                return name in {"set", "frozenset"} or name in self.declared.functions
            case ast.Call(func=ast.Attribute(value=value, attr=name)):
                if name in SET_METHODS or name == "copy":
                    return self.is_set(value, known)
                return name in self.declared.functions
        return False

    @staticmethod
    def order_free_parts(nodes: list[ast.AST]) -> set[ast.AST]:
        """Comprehensions whose outcome does not depend on the order they are walked in."""
        parts: set[ast.AST] = {node for node in nodes if isinstance(node, ast.SetComp)}
        for node in nodes:
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ORDER_FREE:
                parts |= set() if takes_key(node) else set(node.args)
        return parts

    @staticmethod
    def walked(node: ast.AST, harmless: set[ast.AST]) -> Iterator[ast.AST]:
        """The expressions whose order this node takes."""
        match node:
            case ast.For(iter=walked) | ast.AsyncFor(iter=walked) | ast.YieldFrom(value=walked):
                yield walked
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp() if node not in harmless:
                yield from (generator.iter for generator in node.generators)
            case ast.List(elts=parts) | ast.Tuple(elts=parts):
                yield from (part.value for part in parts if isinstance(part, ast.Starred))
            case ast.Assign(targets=targets, value=value):
                if any(isinstance(target, ast.Tuple | ast.List) for target in targets):
                    yield value
            case ast.Call():
                yield from Linter.walked_by_call(node)

    @staticmethod
    def walked_by_call(node: ast.Call) -> Iterator[ast.AST]:
        yield from (part.value for part in node.args if isinstance(part, ast.Starred))
        name = last_name(node.func)
        by_key = name in {"sorted", "min", "max"} and takes_key(node)
        if isinstance(node.func, ast.Name) and (name in ORDER_TAKING or by_key):
            yield from node.args
        elif isinstance(node.func, ast.Attribute):
            if name in ORDER_TAKING_METHODS:
                yield from node.args
            elif name == "pop" and not node.args:
                yield node.func.value

    # -- state kept in modules

    def module_state(self) -> None:
        mutable, named = set(), set()
        for node in own_nodes(self.tree):
            if isinstance(node, ast.Assign | ast.AnnAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                names = {target.id for target in targets if isinstance(target, ast.Name)}
                named |= names
                if makes_mutable(node.value):
                    mutable |= names
            elif isinstance(node, ast.Import | ast.ImportFrom):
                named |= {(alias.asname or alias.name).partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ClassDef | ast.FunctionDef):
                named.add(node.name)
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Global):
                self.report(node, "global", f"`global {', '.join(node.names)}` keeps state in the module")
        for scope in own_nodes(self.tree):
            if isinstance(scope, Function):
                self.writes(scope, mutable, named)

    def writes(self, scope: Function, mutable: set[str], named: set[str]) -> None:
        """Report what a function writes into things of its module."""
        own = bound_names(scope)
        mutable, named = mutable - own, named - own
        for node in own_nodes(scope):
            match node:
                case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Lambda():
                    self.writes(node, mutable, named)
                case ast.Attribute(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()) if name in named:
                    self.report(node, "module-state", f"`{ast.unparse(node)}` is written by a function")
                case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()) if name in named:
                    self.report(node, "module-state", f"`{ast.unparse(node)}` is written by a function")
                case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=attr)):
                    if name in mutable and attr in MUTATORS:
                        self.report(node, "module-state", f"`{name}.{attr}()` changes the module")


def lint_text(source: str, path: str = "snippet.py") -> list[Finding]:
    """The findings in one module, read alone."""
    return Linter(path, source).findings()


def lint_tree(files: list[Path], root: Path) -> list[Finding]:
    """The findings in many modules; what one declares to be a set is known in all."""
    declared = Declared()
    texts = {str(path.relative_to(root)): path.read_text(encoding="utf-8") for path in files}
    for source in texts.values():
        declared.read(ast.parse(source))
    return [finding for path, source in texts.items() for finding in Linter(path, source, declared).findings()]
