# SPDX-License-Identifier: MIT
"""RUN, OUTPUT, CALLBACK, EXTENTS, UNPHYSICAL_PENETRATION, LOCDYN_DUMP."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Callable

from .. import check
from ..command_line import command_line
from ..results import Results
from ..routine import routine
from ..simulation.limits import corners
from .callbacks import data_arguments, going_on, of_simulation
from .model import SOLFEC
from .session import session
from .solvers import LanguageSolver

if TYPE_CHECKING:
    from ..annotations import Path, Rows


@routine("RUN")
def RUN(solfec: SOLFEC, solver: LanguageSolver | None, duration: float) -> None:
    """RUN (solfec, solver, duration); solver None: the default of corbel, Auto. In READ mode it shows the first frame and returns
    at once."""
    check.instance("solfec", solfec, SOLFEC, "a SOLFEC object")
    check.instance("solver", solver, (LanguageSolver, type(None)), "a solver, such as a GAUSS_SEIDEL_SOLVER object, or None for the default")
    duration = check.number("duration", duration, above=0)
    if solfec.mode == "READ":
        solfec._simulation._engine.solver_text = solver._solver.text if solver else ""
        return solfec._show(0)
    if solfec._resuming:
        duration = _remaining(solfec, duration)
    if duration > 0:
        _run(solfec, solver, duration)


def _run(solfec: SOLFEC, solver: LanguageSolver | None, duration: float) -> None:
    session.written.add(os.path.abspath(solfec._simulation.output_file))
    asked, interval = solfec._callback
    solfec._simulation.run(duration, solver._solver if solver else None, callback=of_simulation(asked) if asked else None, every=interval,
                           on_failure=solver._on_failure() if solver else "continue", quiet=command_line.is_quiet() or solfec._verbose == "OFF")


def _remaining(solfec: SOLFEC, duration: float) -> float:
    """Continued decks (-c): what the earlier results cover of all RUNs so far is not computed again. The end of a RUN that they
    cover is shown, so that the deck goes on with the bodies as they were then; where the results end, the run goes on."""
    solfec._runs += 1
    solfec._planned += duration
    if solfec._simulation._resumed:
        return _rest(solfec)
    earlier = Results(solfec._simulation.output_file)
    for end, stopped in earlier._reader.run_ends()[solfec._runs - 1:solfec._runs]:
        if stopped:  # by a callback or a failure of the solver: it ended before its duration
            solfec._planned = end
    covered = earlier.frame_at(solfec._planned)  # the first of two at the same time: the next RUN began with other bodies, and made no step
    if solfec._planned < earlier.times[-1] + _slack(solfec) and covered < len(earlier) - 1:
        solfec._simulation._engine.show(earlier._reader, covered)
        solfec._simulation._changes += 1
        return 0.0
    earlier.close()  # before it is opened for writing
    solfec._simulation.resume()
    if not command_line.is_quiet():
        print(f"corbel: continuing from t = {solfec.time:g} s in {solfec._simulation.output_file}", flush=True)
    return _rest(solfec)


def _slack(solfec: SOLFEC) -> float:
    return 1e-3 * solfec.step


def _rest(solfec: SOLFEC) -> float:
    rest = solfec._planned - solfec.time
    return rest if rest > _slack(solfec) else 0.0


def _in_write_mode(solfec: SOLFEC) -> bool:
    return check.instance("solfec", solfec, SOLFEC, "a SOLFEC object").mode == "WRITE"


@routine("OUTPUT")
def OUTPUT(solfec: SOLFEC, interval: float, compression: str = "OFF") -> None:
    """OUTPUT (solfec, interval | compression): simulated time between frames; 0 writes every step."""
    interval = check.number("interval", interval, at_least=0)
    compress = check.choice("compression", compression, ("OFF", "ON", "FASTLZ")) != "OFF"
    if _in_write_mode(solfec):
        solfec._simulation._engine.output_interval = interval
        solfec._simulation._engine.compress = compress


@routine("CALLBACK")
def CALLBACK(solfec: SOLFEC, interval: float, data: Any, callback: Callable[..., Any]) -> None:
    """CALLBACK (solfec, interval, data, callback): called after the next step and then every interval of time; 0 stops the RUN.
    The last one counts."""
    interval = check.number("interval", interval, above=0)
    check.function("callback", callback)
    if _in_write_mode(solfec):
        solfec._callback = going_on("callback", callback, *data_arguments(data)), interval
        solfec._simulation._engine.call_back_after_next_step()


@routine("EXTENTS")
def EXTENTS(solfec: SOLFEC, extents: Rows) -> None:
    """EXTENTS (solfec, extents): bodies outside (xmin, ymin, zmin, xmax, ymax, zmax) are deleted."""
    box = corners("extents", extents)
    if _in_write_mode(solfec):
        solfec._simulation.extents = box


@routine("UNPHYSICAL_PENETRATION")
def UNPHYSICAL_PENETRATION(solfec: SOLFEC, depth: float) -> None:
    """UNPHYSICAL_PENETRATION (solfec, depth): a deeper contact stops the run."""
    depth = check.number("depth", depth, above=0, infinite=True)
    if _in_write_mode(solfec):
        solfec._simulation.max_penetration = depth


@routine("LOCDYN_DUMP")
def LOCDYN_DUMP(solfec: SOLFEC, path: Path) -> None:
    """LOCDYN_DUMP (solfec, path): the contact problem of the last step, with its solution, as an FCLIB file."""
    path = check.path("path", path)
    if _in_write_mode(solfec):
        solfec._simulation.dump_problem(path)
