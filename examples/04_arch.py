# SPDX-License-Identifier: MIT
"""4. A masonry arch: how thin may it be? In the Solfec language.

    ./corbel run examples/04_arch.py [seconds of the falling arch, default 2.2]

A semicircular arch of loose stones carries its own weight as long as its thickness t is not below 0.1075 of its mean radius R
(Milankovitch 1907; 0.106 in Heyman, "The Stone Skeleton", Int. J. Solids Structures 2, 1966, 249). A thinner one folds on
hinges that open at its inner and outer edge, because the line of thrust leaves the stones. Friction of 0.5 is enough to
exclude sliding (Gilbert, Casapulla & Ahmed, Computers & Structures 84, 2006, 873). The stones do not crush: geometry alone
decides. A limit analysis of this very arch of 27 stones gives 0.10672. So of two arches that no eye would tell apart, t/R = 0.1075
has to stand still and t/R = 0.106 has to fall.

CONTACT_POINTS (solfec, 'PATCH') lets stones touch at the corners of their joint, so hinges open at the true edge. Without it, as in
Solfec, a contact acts in the middle of a pair of elements: each stone is a mesh with thin layers at its inner and outer edge, hinges lie in
the middle of those layers, 1.25 % of t inside the edge, and the limit moves up to about 0.1095.
"""
from math import cos, pi, sin

from matplotlib.figure import Figure

import corbel

RADIUS, WIDTH, STONES = 10.0, 5.0, 27  # [m]
RATIOS = 0.1075, 0.106
STEP = 1E-3
arguments = NON_SOLFEC_ARGV()
FALL = float(arguments[0]) if arguments else 2.2

GEOMETRIC_EPSILON(1E-4)


def stone(solfec, material, ratio, i):
    """Stone i of the arch; -1 and STONES are the abutments."""
    corners = []
    for angle in (i * pi / STONES, (i + 1) * pi / STONES):
        for side, y in ((-1, -0.5), (1, -0.5), (1, 0.5), (-1, 0.5)):
            r = RADIUS * (1 + side * ratio / 2)
            corners += [r * cos(angle), y * WIDTH, r * sin(angle)]
    shape = HEX(corners, 3, 2, 1, 1, [1, 1, 1, 1, 1, 1], dx=[0.05, 1.9, 0.05])
    BODY(solfec, 'RIGID' if 0 <= i < STONES else 'OBSTACLE', shape, material, label='stone %d' % i)


def arch(ratio, duration):
    solfec = SOLFEC('DYNAMIC', STEP, 'out/04_arch/%g' % ratio)  # a second start finds the results and only reads them
    solfec.verbose = 'OFF'
    CONTACT_POINTS(solfec, 'PATCH')
    CONTACT_SPARSIFY(solfec, 0.005)
    SURFACE_MATERIAL(solfec, model='SIGNORINI_COULOMB', friction=0.5)
    material = BULK_MATERIAL(solfec, model='KIRCHHOFF', young=1E9, poisson=0.25, density=1.0)
    for i in range(-1, STONES + 1):
        stone(solfec, material, ratio, i)
    GRAVITY(solfec, (0, 0, -9.81))
    OUTPUT(solfec, 0.05)
    RUN(solfec, None, duration)  # None: the default solver of Corbel
    return solfec


def picture(axes, ratio, t, label):
    results = corbel.open('out/04_arch/%g' % ratio)
    corbel.draw(results, t, camera=corbel.Camera(-75, 12, target=(0.8, 0, 4.6), width=27), floor=-1.14, axes=axes,
                color=lambda body: '#8f8a80' if body.kind == 'OBSTACLE' else ('#e3d3ad', '#cdb98c')[body.id % 2])
    axes.set_title(label, fontsize=11)


figure = Figure(figsize=(10, 3.9), layout='constrained')
axes = figure.subplots(1, 2)
for axis, ratio, duration in zip(axes, RATIOS, (0.75, FALL)):
    solfec = arch(ratio, duration)
    crown = next(body for body in solfec.bodies if body.label == 'stone %d' % (STONES // 2))
    times, kinetic, z = HISTORY(solfec, [(solfec, 'KINETIC'), (crown, crown.center, 'DZ')], 0, duration)
    i = min(range(len(times)), key=lambda j: abs(times[j] - 0.75))
    verdict = 'stands' if kinetic[i] < 1E-4 else 'falls'
    print('t/R = %g: kinetic energy after %.2f s %.2e J, crown moved %.2e m after %.2f s: %s'
          % (ratio, times[i], kinetic[i], z[-1], times[-1], verdict))
    picture(axis, ratio, times[-1], 't/R = %g after %.2f s: it %s' % (ratio, times[-1], verdict))
figure.savefig('out/04_arch/picture.png', dpi=100)
print('picture: out/04_arch/picture.png')
