# SPDX-License-Identifier: MIT
"""Corbel: dynamics of many solid bodies with contact, impact and friction. SI units throughout; any consistent set works."""
from .version import __version__ as __version__

TYPE_CHECKING = False  # as in `typing`, which takes a while to import
if TYPE_CHECKING:
    from .api import *
    from .api import open as open
else:
    # The names of api.py, and modules of the package, come with their first use: the command line starts without NumPy and the engine.
    def __getattr__(name):
        import importlib
        try:
            return importlib.import_module(f"{__name__}.{name}")
        except ModuleNotFoundError as error:
            if error.name != f"{__name__}.{name}":
                raise
        names = _public()
        if name not in names:
            raise AttributeError(f"module 'corbel' has no attribute '{name}'")
        globals().update(names)
        return names[name]

    def __dir__():
        return sorted({*globals(), *_public()})

    def _public():
        from . import api
        return {name: getattr(api, name) for name in (*api.__all__, "open")} | {"__all__": [*api.__all__, "__version__"]}
