# SPDX-License-Identifier: MIT
"""Pictures of simulations and results: a depth-buffer renderer in NumPy that needs no display, shown by Matplotlib.

surfaces.py   bodies in a state → triangles and ellipsoids in space
camera.py     parallel projection
raster.py     triangles and ellipsoids → which of them is seen at each pixel, and how near
shading.py    → colours: light, shadows, edges
figure.py     → a figure: panels, labels, colour bar
"""
from .camera import Camera
from .figure import draw

__all__ = ["Camera", "draw"]
