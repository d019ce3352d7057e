# SPDX-License-Identifier: MIT
"""Where results lie."""
import os


def result_file(path: str) -> str:
    """The file itself (….h5, or any that exists), or out/name/name.h5 for a folder out/name."""
    if path.endswith(".h5") or os.path.isfile(path):
        return path
    folder = os.path.normpath(path)
    return os.path.join(folder, os.path.basename(os.path.abspath(folder)) + ".h5")
