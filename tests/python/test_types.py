# SPDX-License-Identifier: MIT
"""Annotations of the public API: they are complete, mypy finds no fault in them, and the stub of the engine tells the truth."""
import ast
import importlib
import inspect
import os
import pathlib
import pkgutil
import re
import subprocess
import sys

import pytest

import corbel
from corbel import _engine
from corbel.engine_members import EngineValue

PACKAGE = pathlib.Path(corbel.__file__).parent
CONFIG = pathlib.Path(__file__).resolve().parents[2] / "python" / "mypy.ini"
STUB = PACKAGE / "_engine.pyi"
not_instrumented = pytest.mark.skipif(os.environ.get("CORBEL_SANITIZED") == "1", reason="nothing of the engine runs; the plain build checks it")


# ---- every public function, method and property


def missing(function) -> list[str]:
    """Parameters without annotation, and 'return'."""
    parameters = list(inspect.signature(function).parameters.values())
    bare = [p.name for p in parameters if p.annotation is p.empty and p.name not in ("self", "cls")]
    return bare + (["return"] if "return" not in inspect.unwrap(function).__annotations__ else [])


def incomplete_members(owner) -> list[str]:
    declared = {name for kind in owner.__mro__ for name in vars(kind).get("__annotations__", {})}
    problems = []
    for name, member in vars(owner).items():
        where = f"{owner.__module__}.{owner.__qualname__}.{name}"
        if name.startswith("_") and name != "__init__":
            continue
        if isinstance(member, EngineValue):
            problems += [] if hasattr(member, "__orig_class__") else [f"{where}: EngineValue without its type in brackets"]
        elif isinstance(member, property) and name not in declared:
            problems += [f"{where}: {bare}" for f in (member.fget, member.fset) if f for bare in missing(f)]
        elif isinstance(member, (staticmethod, classmethod)):
            problems += [f"{where}: {bare}" for bare in missing(member.__func__)]
        elif inspect.isfunction(member):
            problems += [f"{where}: {bare}" for bare in missing(member)]
    return problems


def incomplete(item) -> list[str]:
    if inspect.isclass(item):
        return incomplete_members(item)
    return [f"{item.__module__}.{item.__qualname__}: {bare}" for bare in missing(item)]


def modules():
    """All of the package that are Python and no program."""
    names = [m.name for m in pkgutil.walk_packages(corbel.__path__, "corbel.")]
    return [importlib.import_module(name) for name in names if not name.split(".")[-1].startswith("_")]


def public_items():
    """Functions and classes without underscore of all modules, where they are defined."""
    for module in modules():
        for name, item in vars(module).items():
            if not name.startswith("_") and (inspect.isfunction(item) or inspect.isclass(item)) and item.__module__ == module.__name__:
                yield item


def test_every_public_item_is_annotated():
    items = list(public_items())
    assert {getattr(corbel, name) for name in corbel.__all__ if inspect.isfunction(getattr(corbel, name))} <= set(items)
    assert corbel.Simulation in items and corbel.Body in items and len(items) > 150
    assert [problem for item in items for problem in incomplete(item)] == []


def test_no_module_hides_a_public_name():
    """Names of modules and public names are looked up in the same place, modules first."""
    assert {module.__name__.split(".")[1] for module in modules()} & {*corbel.__all__, "open"} == set()


def test_an_item_without_annotations_is_found():
    def bare(a, b: int, *, c=1) -> int:
        return a

    class Kind:
        shown = property(lambda self: 1)
        declared: int
        kept = EngineValue("_engine", "untyped")

        def __init__(self, a: int):
            pass

        def method(self, a: int) -> int:
            return a

    Kind.declared = property(lambda self: 1)
    assert [p.split(": ")[1] for p in incomplete(bare)] == ["a", "c"]
    assert [p.split(".")[-1] for p in incomplete(Kind)] == ["shown: return", "kept: EngineValue without its type in brackets", "__init__: return"]


# ---- mypy


def mypy(module, *arguments):
    """python3-mypy is among the packages that tools/packages.txt names: where it is missing this fails."""
    return subprocess.run([sys.executable, "-m", module, *map(str, arguments)], capture_output=True, text=True,
                          env={**os.environ, "MYPYPATH": str(PACKAGE.parent)}, timeout=600)


@pytest.fixture(scope="module")
def checked(tmp_path_factory):
    """mypy's arguments for all checks: what it knows of NumPy is computed once."""
    return "--config-file", CONFIG, "--cache-dir", tmp_path_factory.mktemp("mypy")


@not_instrumented
def test_mypy_finds_no_fault_in_the_package(checked):
    result = mypy("mypy", *checked, "-p", "corbel")
    assert result.returncode == 0, result.stdout + result.stderr
    assert (PACKAGE / "py.typed").is_file()


SCRIPT = """\
import corbel
import numpy as np

sim = corbel.Simulation(step=1e-3, output="out/slide", gravity=(0, 0, -9.81))
sim.surface_material(friction=0.3)
stone = corbel.Material(density=2400)
floor = sim.obstacle(corbel.box(low=(-5, -5, -1), high=(5, 5, 0)), stone, label="floor")
block = sim.rigid(corbel.box(0.2), stone, label="block", velocity=np.array([1, 0, 0]))
sim.epsilon, sim.gravity = None, [0, 0, corbel.TimeSeries([(0, 0), (1, -9.81)])]
joint = sim.move(floor, velocity=lambda t: (t, 0, 0))
report = sim.run(1.0, corbel.GaussSeidel(epsilon=1e-6), callback=lambda s: s.time < 0.5)
x: np.ndarray = corbel.open("out/slide").history(block, "position", point=(0, 0, 0))
seconds: float = report.wall_seconds
with corbel.Simulation(1) as other:
    energies: dict[str, float] = other.energy()
"""

MISTAKES = {
    "sim.gravty = (0, 0, 0)": "attr-defined",
    "sim.time = 1.0": "assignment",
    "sim.fix_point(block)": "call-arg",
    "sim.fix_point(block, 'x', strength='weak')": "arg-type",
    "corbel.Auto(tolerence=1e-4)": "call-arg",
    "corbel.Auto().tolerance = 'small'": "assignment",
    "corbel.bocks(1)": "attr-defined",
    "length: str = block.mass": "assignment",
}


@not_instrumented
def test_scripts_of_users_are_checked(checked, tmp_path):
    """What is right passes, and every mistake is found, each in its line."""
    (tmp_path / "script.py").write_text(SCRIPT + "".join(f"{line}\n" for line in MISTAKES))
    result = mypy("mypy", *checked, tmp_path / "script.py")
    found = re.findall(r"script\.py:(\d+): error: .*\[([\w-]+)\]", result.stdout)
    first = len(SCRIPT.splitlines()) + 1
    assert dict((int(line), kind) for line, kind in found) == {first + i: kind for i, kind in enumerate(MISTAKES.values())}, result.stdout


# ---- the stub of the engine


@not_instrumented
def test_the_stub_names_what_the_engine_has():
    result = mypy("mypy.stubtest", "--mypy-config-file", CONFIG, "corbel._engine")
    assert result.returncode == 0, result.stdout + result.stderr


PLAIN = {"float", "int", "str", "bool", "None"}


def split_arguments(text) -> list[str]:
    """At the commas that are in no brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        parts = [*parts, ""] if letter == "," and depth == 0 else [*parts[:-1], parts[-1] + letter]
    return [part.strip() for part in parts if part.strip()]


def compiled_signature(text) -> tuple[list[str], str]:
    """Types of the arguments but self, and of the result, from the text that pybind11 gives to a function."""
    arguments, result = re.fullmatch(r"\w+\((.*)\) -> (.*)", text.splitlines()[0]).groups()
    types = [part.split(": ", 1)[1] for part in split_arguments(arguments) if not part.startswith("self:")]
    return types, result


def stub_functions(body, owner=_engine):
    """(function of the engine, its node in the stub)"""
    for node in body:
        if isinstance(node, ast.ClassDef) and hasattr(owner, node.name):
            yield from stub_functions(node.body, getattr(owner, node.name))
        elif isinstance(node, ast.FunctionDef) and not any(isinstance(d, ast.Name) and d.id == "property" for d in node.decorator_list):
            yield inspect.getattr_static(owner, node.name) if node.name != "from_file" else getattr(owner, node.name), node


def disagreements(function, node) -> list[str]:
    """Plain types and classes of the engine are the same; others are known to the engine only by what they convert to."""
    text = getattr(function, "__func__", function).__doc__ or ""
    if "Overloaded" in text or not re.match(rf"{node.name}\(.*\) -> ", text):
        return []
    types, result = compiled_signature(text)
    stub = [ast.unparse(a.annotation) for a in node.args.args if a.arg != "self"]
    if len(types) != len(stub):
        return [f"{node.name} takes {len(types)} arguments, in the stub {len(stub)}"]
    pairs = [*zip(types, stub), (result, ast.unparse(node.returns))]
    pairs = [(compiled.replace("corbel._engine.", ""), said.strip("'")) for compiled, said in pairs]
    return [f"{node.name}: {compiled}, in the stub {said}" for compiled, said in pairs
            if compiled != said and (compiled in PLAIN or inspect.isclass(getattr(_engine, compiled, None))) and "Amplitude" not in said]


def test_the_stub_has_the_signatures_of_the_engine():
    pairs = list(stub_functions(ast.parse(STUB.read_text()).body))
    assert len(pairs) > 100
    assert [problem for pair in pairs for problem in disagreements(*pair)] == []


@pytest.mark.parametrize("line, problem", [
    ("def make_sphere(center: list[float], radius: float, volume_id: int) -> Sphere: ...", "make_sphere takes 4 arguments, in the stub 3"),
    ("def make_sphere(center: list[float], radius: int, volume_id: int, surface_id: int) -> Sphere: ...", "make_sphere: float, in the stub int"),
    ("def make_sphere(center: list[float], radius: float, volume_id: int, surface_id: int) -> Mesh: ...", "make_sphere: Sphere, in the stub Mesh"),
])
def test_a_stub_that_differs_is_found(line, problem):
    assert disagreements(_engine.make_sphere, ast.parse(line).body[0]) == [problem]


# ---- the command line needs little


def test_the_command_line_starts_without_numpy_and_the_engine():
    code = "import sys, corbel.cli; print([m for m in ('numpy', 'corbel._engine') if m in sys.modules])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert result.stdout == "[]\n", result.stderr


def test_versions_agree():
    assert corbel.__version__ == _engine.__version__
