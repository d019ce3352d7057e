# SPDX-License-Identifier: MIT
"""The source tree keeps its own rules: one-way dependencies, no forgotten file, licence lines, plain words.

A check is a function from the root of a tree to a list of problems. Each is asked twice: about the
project, where it must find nothing, and about a small made-up tree with one fault, where it must find it.
"""

import re
import subprocess
from pathlib import Path

import pytest
from cpp_names import names

ROOT = Path(__file__).resolve().parents[2]
CPP = {".cpp", ".hpp"}
SPDX = "SPDX-License-Identifier: MIT"

# Written in pieces, so that this file does not contain what it looks for.
FORBIDDEN = [
    r"(?<![\w.}])/" + r"(work|root|home)/",  # paths of somebody's machine
    r"https?://[^/\s]*" + r"(registry|artifact|proxy)",  # servers only some can reach
    r"\b(FIX" + r"ME|XX" + r"X)\b",  # unfinished
]


# --- reading a tree ---------------------------------------------------------------------------------


def files_of(root):
    """Files that belong to the project: what git knows or would take; without git, all but build products."""
    if (root / ".git").exists():
        listing = ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        try:
            names = subprocess.run(listing, capture_output=True, check=True).stdout.decode().split("\0")
            return [root / name for name in sorted(set(names)) if name and (root / name).is_file()]
        except (OSError, subprocess.CalledProcessError):
            pass
    left_out = {"build", "out", "__pycache__", ".pytest_cache", ".git"}
    return [f for f in sorted(root.rglob("*")) if f.is_file() and not left_out & set(f.relative_to(root).parts)]


def text_of(file):
    """Text of a file, or nothing if it is not text."""
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


def cmake_text(file):
    return re.sub(r"#.*", "", text_of(file)) if file.is_file() else ""


def libraries(root):
    """{folder: {"SOURCES": [...], "DEPENDS": [...], "LIBRARIES": [...]}} from the corbel_library calls."""
    found = {}
    for file in sorted((root / "src/corbel").glob("*/CMakeLists.txt")):
        for call in re.findall(r"\bcorbel_library\(([^)]*)\)", cmake_text(file)):
            name, *words = call.split()
            lists = found[name] = {"SOURCES": [], "DEPENDS": [], "LIBRARIES": []}
            current = None
            for word in words:
                if word in lists:
                    current = lists[word]
                elif current is not None:
                    current.append(word)
    return found


def reachable(folder, graph):
    """All that a folder depends on, directly or not; itself only if it is on a cycle."""
    seen, todo = set(), list(graph.get(folder, []))
    while todo:
        other = todo.pop()
        if other not in seen:
            seen.add(other)
            todo += graph.get(other, [])
    return seen


# --- the checks -------------------------------------------------------------------------------------


def dependency_problems(root):
    graph = {folder: lists["DEPENDS"] for folder, lists in libraries(root).items()}
    problems = []
    for folder, depends in graph.items():
        problems += [f"{folder} depends on {d}, which is no folder" for d in depends if d not in graph]
        if folder in reachable(folder, graph):
            problems.append(f"{folder} is on a dependency cycle")
    for file in files_of(root):
        parts = file.relative_to(root).parts
        if parts[:2] != ("src", "corbel") or len(parts) < 4 or file.suffix not in CPP:
            continue
        folder = parts[2]
        if folder not in graph:
            problems.append(f"{'/'.join(parts)}: {folder} has no corbel_library(...)")
            continue
        for other in re.findall(r'^\s*#\s*include\s+["<]corbel/(\w+)/', text_of(file), re.MULTILINE):
            if other != folder and other not in reachable(folder, graph):
                problems.append(f"{'/'.join(parts)} includes {other}, which {folder} does not depend on")
    return problems


def sub_folder_problems(root):
    """Sub-folders of a folder include each other and the folder itself one way."""
    graph = {}
    for file in files_of(root):
        parts = file.relative_to(root).parts
        if parts[:2] != ("src", "corbel") or len(parts) < 4 or file.suffix not in CPP:
            continue
        home = "/".join(parts[2:-1])
        graph.setdefault(home, set()).update(
            other for other in re.findall(rf'^\s*#\s*include\s+"corbel/({parts[2]}(?:/\w+)*)/\w+\.hpp"', text_of(file), re.MULTILINE)
            if other != home)
    return [f"{home} is on a cycle of sub-folders" for home in sorted(graph) if home in reachable(home, graph)]


def folder_readme_problems(root):
    """Every folder says in a few lines what is in it."""
    problems = []
    for folder in libraries(root):
        lines = text_of(root / "src/corbel" / folder / "README.md").splitlines() if (root / "src/corbel" / folder / "README.md").is_file() else []
        if not 3 <= len(lines) <= 10:
            problems.append(f"src/corbel/{folder}/README.md: {len(lines)} lines, expected a title and a few lines on what is in the folder")
    return problems


def listed_tests(root):
    """Sources of all corbel_test(folder … SOURCES …) and files of all corbel_pytest(…) in tests/list.cmake."""
    listed = set()
    text = cmake_text(root / "tests/list.cmake")
    for folder, rest in re.findall(r"corbel_test\(\s*(\w+)([^)]*)\)", text):
        listed |= {f"{folder}/{word}" for word in rest.split() if word.endswith(".cpp")}
    return listed | set(re.findall(r"corbel_pytest\(\s*([\w/.]+)", text))


def forgotten_file_problems(root):
    problems = [f"tests/{file.relative_to(root / 'tests').as_posix()} is not in tests/list.cmake"
                for file in files_of(root) if file.relative_to(root).parts[0] == "tests"
                and (file.suffix == ".cpp" or (file.suffix == ".py" and file.name.startswith("test_")))
                and file.relative_to(root / "tests").as_posix() not in listed_tests(root)]
    for file in files_of(root):
        parts = file.relative_to(root).parts
        if file.suffix != ".cpp" or len(parts) < 3:
            continue
        if parts[:2] == ("src", "corbel") and len(parts) > 3:
            home = root / "src/corbel" / parts[2]
        else:
            continue
        named = re.split(r"[\s()\"]+", cmake_text(home / "CMakeLists.txt"))
        if file.relative_to(home).as_posix() not in named:
            problems.append(f"{'/'.join(parts)} is not in {home.relative_to(root)}/CMakeLists.txt")
    return problems


def licence_problems(root):
    problems = []
    for file in files_of(root):
        lines = text_of(file).splitlines() or [""]
        if file.suffix in CPP:
            mark = "// "
        elif file.suffix in {".py", ".cmake", ".sh"} or file.name == "CMakeLists.txt" or lines[0].startswith("#!"):
            mark = "# "
        else:
            continue
        first = lines[1:2] if lines[0].startswith("#!") else lines[:1]
        if first != [mark + SPDX]:
            problems.append(f"{file.relative_to(root)} does not start with '{mark}{SPDX}'")
    return problems


def word_problems(root):
    problems = []
    for file in files_of(root):
        for number, line in enumerate(text_of(file).splitlines(), 1):
            for pattern in FORBIDDEN:
                if hit := re.search(pattern, line):
                    problems.append(f"{file.relative_to(root)}:{number}: '{hit.group()}'")
    return problems


def names_by_file(root):
    """{(folder, file): names at namespace level} of src/corbel and the bindings."""
    found = {}
    for file in files_of(root):
        parts = file.relative_to(root).parts
        if file.suffix in CPP and (parts[:2] == ("src", "corbel") or parts[:2] == ("python", "bindings")):
            found[parts[2] if parts[0] == "src" else "bindings", file.relative_to(root)] = names(text_of(file))
    return found


def type_name_problems(root):
    """One-definition rule: no two types of one name in the namespace corbel, wherever they are."""
    homes = {}
    for (_, file), declared in names_by_file(root).items():
        for name in declared:
            if name.kind in {"type", "alias"} and not name.anonymous:
                homes.setdefault(name.name, []).append((file, name))
    return [f"{' and '.join(sorted(str(file) for file, _ in found))} each define a type {name}"
            for name, found in sorted(homes.items())
            if len(found) > 1 and len({(n.kind, n.detail if n.kind == "alias" else f) for f, n in found}) > 1]


def anonymous_name_problems(root):
    """Files of a folder are compiled together (cmake/unity.cmake): what they keep to themselves differs in name, and
    from the types of all they include."""
    graph = {folder: lists["DEPENDS"] for folder, lists in libraries(root).items()}
    by_file, problems = names_by_file(root), []
    for folder in {folder for folder, _ in by_file}:
        seen = {}
        for (home, file), declared in sorted(by_file.items()):
            near = home == folder or home in reachable(folder, graph)
            for name in sorted(declared):
                if (home != folder if name.anonymous else not near or name.kind not in {"type", "alias"}):
                    continue
                for other_file, other in seen.setdefault(name.name, []):
                    together = name.anonymous or other.anonymous
                    overloads = name.kind == other.kind == "function" and name.detail != other.detail
                    same_alias = name.kind == other.kind == "alias" and name.detail == other.detail
                    if together and file != other_file and not overloads and not same_alias:
                        problems.append(f"{file} and {other_file} are compiled together and both have a {name.name}")
                seen[name.name].append((file, name))
    return problems


def law_names(root):
    """The laws listed in constraints/law.hpp."""
    listed = re.search(r"using Law = std::variant<([^;]*)>;", text_of(root / "src/corbel/constraints/law.hpp"))
    return listed.group(1).replace(",", " ").split() if listed else []


def law_problems(root):
    """Laws answer questions (constraints/law_questions.hpp); which law a constraint has is nobody's business outside that
    folder. Tests may look: some are about which law was made."""
    problems, laws = [], "|".join(law_names(root))
    if not laws:
        return ["src/corbel/constraints/law.hpp lists no laws"]
    for file in files_of(root):
        parts = file.relative_to(root).parts
        if file.suffix not in CPP or parts[0] == "tests" or parts[:3] == ("src", "corbel", "constraints"):
            continue
        for hit in re.finditer(rf"\b(get_if|holds_alternative|get)<\s*(const\s+)?(corbel::)?({laws})\s*>", text_of(file)):
            problems.append(f"{'/'.join(parts)}:{text_of(file)[:hit.start()].count(chr(10)) + 1}: '{hit.group()}' "
                            "asks which law it is: constraints/law_questions.hpp has what laws answer")
    return problems


def readme_problems(root):
    readme = root / "README.md"
    if not readme.is_file():
        return ["there is no README.md"]
    text = readme.read_text(encoding="utf-8")
    problems = [] if "./corbel test" in text else ["README.md does not name ./corbel test"]
    decks = re.findall(r"\./corbel run (examples/[^\s`]+\.py)", text)
    if not decks:
        problems.append("README.md does not name ./corbel run examples/….py")
    return problems + [f"README.md names {d}, which is not there" for d in decks if not (root / d).is_file()]


CHECKS = [dependency_problems, sub_folder_problems, folder_readme_problems, forgotten_file_problems, licence_problems, word_problems, type_name_problems,
          anonymous_name_problems, law_problems, readme_problems]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_project_has_no(check):
    problems = check(ROOT)
    assert not problems, "\n" + "\n".join(problems)


# --- can the checks fail? ---------------------------------------------------------------------------


LOG_CPP = """#include "corbel/core/log.hpp"
namespace corbel {
namespace {
using Index = int;
constexpr int most = 2;
int twice(const Vec3& a) { return 2 * a; }
}  // namespace
int log(int most) { struct Local {} local; return most; }
struct Log::Part {};
}  // namespace corbel
"""


@pytest.fixture
def tree(tmp_path):
    """A small tree without fault."""
    cmake, cpp = f"# {SPDX}\n", f"// {SPDX}\n"
    content = {
        "README.md": "Run `./corbel run examples/first.py`, then `./corbel test`.\n",
        "examples/first.py": f"# {SPDX}\n",
        "corbel": f"#!/bin/sh\n# {SPDX}\n",
        "src/corbel/core/CMakeLists.txt": cmake + "corbel_library(core SOURCES log.cpp LIBRARIES fmt::fmt)\n",
        "src/corbel/core/log.cpp": cpp + LOG_CPP,
        "src/corbel/core/log.hpp": cpp + "namespace corbel {\nstruct Log {\n  int level = 0;\n};\nstruct Far;\n}\n",
        "src/corbel/constraints/CMakeLists.txt": cmake + "corbel_library(constraints)\n",
        "src/corbel/constraints/law.hpp": cpp + "using Law = std::variant<Slip,\n                         Hinge>;\n"
                                                "inline bool slips(const Law& l) { return std::holds_alternative<Slip>(l); }\n",
        "src/corbel/math/CMakeLists.txt": cmake + "corbel_library(math DEPENDS core)\n",
        "src/corbel/math/types.hpp": cpp + '#include "corbel/core/log.hpp"\n',
        "src/corbel/step/CMakeLists.txt": cmake + "corbel_library(step\n  SOURCES a.cpp # b.cpp\n  DEPENDS math)\n",
        "src/corbel/step/a.cpp": cpp + '#include "corbel/core/log.hpp"\n#include "corbel/math/types.hpp"\n',
        "src/corbel/step/parts/b.hpp": cpp + '#include "corbel/step/a.hpp"\n',
        **{f"src/corbel/{folder}/README.md": f"# {folder}\nWhat it is for.\nTests.\n" for folder in ["core", "constraints", "math", "step"]},
        "tests/list.cmake": cmake + "corbel_test(core\n  SOURCES test_log.cpp DEPENDS core)\n",
        "tests/core/test_log.cpp": cpp + "EXPECT_TRUE(std::holds_alternative<Slip>(law) && std::get_if<Shape>(&part));\n",
        "docs/picture.png": b"\x89PNG\xff",
    }
    for name, text in content.items():
        write(tmp_path, name, text)
    return tmp_path


def write(tree, name, text):
    file = tree / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_a_good_tree_passes(check, tree):
    assert check(tree) == []


FAULTS = {
    "cycle": (dependency_problems, "src/corbel/core/CMakeLists.txt",
              "corbel_library(core SOURCES log.cpp DEPENDS step)", "cycle"),
    "upward include": (dependency_problems, "src/corbel/core/log.hpp", '#include "corbel/math/types.hpp"',
                       "does not depend on"),
    "unknown folder": (dependency_problems, "src/corbel/math/CMakeLists.txt",
                       "corbel_library(math DEPENDS core nothing)", "is no folder"),
    "no library": (dependency_problems, "src/corbel/lost/x.hpp", "", "has no corbel_library"),
    "cycle of sub-folders": (sub_folder_problems, "src/corbel/step/a.cpp", '#include "corbel/step/parts/b.hpp"', "step is on a cycle"),
    "folder without README": (folder_readme_problems, "src/corbel/step/README.md", "", "step/README.md: 0 lines"),
    "forgotten source": (forgotten_file_problems, "src/corbel/core/new.cpp", "", "is not in"),
    "source only in a comment": (forgotten_file_problems, "src/corbel/step/b.cpp", "", "is not in"),
    "forgotten test": (forgotten_file_problems, "tests/core/test_new.cpp", "", "is not in"),
    "same name, other folder": (forgotten_file_problems, "tests/math/test_log.cpp", "", "is not in"),
    "no licence, C++": (licence_problems, "src/corbel/core/log.hpp", "#pragma once", "does not start"),
    "no licence, Python": (licence_problems, "examples/first.py", "", "does not start"),
    "no licence, script": (licence_problems, "corbel", "#!/bin/sh\nexit", "does not start"),
    "machine path": (word_problems, "docs/a.md", "see /" + "work/x", "docs/a.md:1"),
    "home folder": (word_problems, "docs/a.md", "\n/" + "home/me/x", "docs/a.md:2"),
    "server": (word_problems, "docs/a.md", "http://" + "registry.example/x", "docs/a.md:1"),
    "unfinished": (word_problems, "docs/a.md", "FIX" + "ME later", "docs/a.md:1"),
    "two types of one name": (type_name_problems, "src/corbel/step/a.hpp", "struct Log { int a; };", "a type Log"),
    "a type and an alias": (type_name_problems, "src/corbel/step/a.hpp", "using Log = int;", "a type Log"),
    "one constant twice": (anonymous_name_problems, "src/corbel/core/b.cpp",
                           "namespace corbel {\nnamespace {\nconstexpr int most = 3;\n}\n}", "both have a most"),
    "one function twice": (anonymous_name_problems, "src/corbel/core/b.cpp",
                           "namespace {\nint twice(const Vec3& b)\n{\n  return 2;\n}\n}", "both have a twice"),
    "a type included": (anonymous_name_problems, "src/corbel/math/b.cpp", "namespace {\nclass Log : X {\n};\n}",
                        "both have a Log"),
    "law asked for its kind": (law_problems, "src/corbel/step/a.cpp", "\nif (std::holds_alternative<Hinge>(law)) return;",
                               "src/corbel/step/a.cpp:2"),
    "law taken apart": (law_problems, "python/bindings/a.cpp", "if (auto* s = std::get_if<const corbel::Slip>(&law)) return;", "get_if"),
    "law taken by force": (law_problems, "src/corbel/step/a.cpp", "std::get<\n  Slip>(law).mu", "asks which law it is"),
    "law taken by force in a binding": (law_problems, "python/bindings/a.cpp", "return std::get<Slip>(problem.laws[i]).mu;", "python/bindings/a.cpp:1"),
    "laws not found": (law_problems, "src/corbel/constraints/law.hpp", "using Law = int;", "lists no laws"),
    "README without test": (readme_problems, "README.md", "`./corbel run examples/first.py`", "corbel test"),
    "README without run": (readme_problems, "README.md", "`./corbel test`", "corbel run"),
    "README names no file": (readme_problems, "README.md", "./corbel test, ./corbel run examples/no.py", "not there"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_found(fault, tree):
    check, name, text, expected = FAULTS[fault]
    write(tree, name, text)
    assert any(expected in problem for problem in check(tree)), check(tree)


def test_words_inside_longer_ones_are_fine(tree):
    write(tree, "docs/a.md", "${base}/" + "work/x and frame" + "work/x and ../" + "root/x")
    assert word_problems(tree) == []


def test_names_that_do_not_meet_are_fine(tree):
    write(tree, "src/corbel/step/b.cpp", LOG_CPP)  # of another folder
    write(tree, "src/corbel/core/b.cpp", "namespace {\nusing Index = int;\nint twice(const Vec2& a) { return most; }\n}")
    write(tree, "src/corbel/core/c.hpp", "namespace corbel {\nstruct Log;\nstruct Other { struct Log {} log; };\n}")
    assert type_name_problems(tree) == []
    assert anonymous_name_problems(tree) == []


def test_build_products_are_not_looked_at(tree):
    write(tree, "build/release/x.cpp", "")
    assert licence_problems(tree) == []
