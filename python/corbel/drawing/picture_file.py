# SPDX-License-Identifier: MIT
"""The file of a picture; its path is checked before the picture is computed."""
import os
from typing import Any

from .. import check
from ..errors import FileError


def checked_path(path: Any) -> str:
    from matplotlib.backend_bases import FigureCanvasBase

    path = check.path("path", path)
    suffix, known = os.path.splitext(path)[1][1:].lower(), sorted(FigureCanvasBase.get_supported_filetypes())
    if suffix not in known:
        raise check.wrong_value("path", path, f"a path that ends with one of {', '.join('.' + s for s in known)}")
    folder = os.path.dirname(path) or "."
    if not os.path.isdir(folder):
        raise FileError(f"draw: cannot write '{path}': there is no folder '{folder}'")
    return path


def save(figure: Any, path: str) -> None:
    try:
        figure.savefig(path, dpi=figure.dpi)
    except OSError as error:
        raise FileError(f"draw: cannot write '{path}': {error.strerror or error}") from None
