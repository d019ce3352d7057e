# SPDX-License-Identifier: MIT
"""`corbel python …`: the interpreter that the engine was built for, with the package on its path."""
import os
import sys
from pathlib import Path


def main(words: list[str]) -> int:
    """`--path` prints the path; else the program becomes the interpreter, and all its arguments are of Python."""
    folder = str(Path(__file__).resolve().parents[2])
    if words[:1] == ["--path"]:
        print(folder)
        return 0
    own = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = f"{folder}{os.pathsep}{own}" if own else folder
    try:
        os.execv(sys.executable, [sys.executable, *words])
    except OSError as error:
        print(f"corbel: cannot start {sys.executable}: {error.strerror}", file=sys.stderr)
        return 1
