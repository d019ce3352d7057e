# SPDX-License-Identifier: MIT
"""5. Three basic geometric objects: CONVEX, MESH and SPHERE. In the Solfec language; docs/tutorial.md explains it.

    ./corbel run examples/05_three_objects.py

A ball hits a stack of two bodies on a floor: the first tutorial of the Solfec user manual (section 4.1), with rigid bodies only.
What to expect: nothing bounces (restitution 0); the ball strikes the sloping top of the stack with about 10 m/s, rolls down the
slope and over the edge. The blow pushes the upper body back, friction holds it. After one second the floor carries the
weight of the stack, and the weight of the ball as well once it has landed.
"""
import corbel

OUT = 'out/05_three_objects'

# The floor: a convex hull of eight points.
w, l, h = 10, 10, 1
floor = HULL([-w/2, -l/2, -h,
              w/2, -l/2, -h,
              w/2, l/2, -h,
              -w/2, l/2, -h,
              -w/2, -l/2, 0,
              w/2, -l/2, 0,
              w/2, l/2, 0,
              -w/2, l/2, 0], 1, 1)

solfec = SOLFEC('DYNAMIC', 1E-3, OUT)
bulk = BULK_MATERIAL(solfec, model='KIRCHHOFF', young=15E9, poisson=0.3, density=2E3)
BODY(solfec, 'OBSTACLE', floor, bulk, label='floor')

# The first body of the stack: four convex bricks.
a, b, c = 2, 2, 2
brick = CONVEX([0, 0, 0,
                a, 0, 0,
                a, b, 0,
                0, b, 0,
                0, 0, c,
                a, 0, c,
                a, b, c,
                0, b, c],
               [4, 0, 3, 2, 1, 2,
                4, 1, 2, 6, 5, 2,
                4, 2, 3, 7, 6, 2,
                4, 3, 0, 4, 7, 2,
                4, 0, 1, 5, 4, 2,
                4, 4, 5, 6, 7, 2], 2)
b1 = COPY(brick)
b2 = TRANSLATE(COPY(brick), (a, 0, 0))
b3 = TRANSLATE(COPY(brick), (0, b, 0))
b4 = TRANSLATE(COPY(brick), (a, b, 0))
bricks = [b1, b2, b3, b4]
TRANSLATE(bricks, (-a, -b, 0))
BODY(solfec, 'RIGID', bricks, bulk, label='bricks')

# The second one: a mesh of hexahedra with a sloping top, finer towards one side.
nodes = [-1.0, -1.0, 0.0,
         1.0, -1.0, 0.0,
         1.0, 1.0, 0.0,
         -1.0, 1.0, 0.0,
         -1.0, -1.0, 2.0,
         1.0, -1.0, 2.0,
         1.0, 1.0, 1.0,
         -1.0, 1.0, 1.0]
mesh = HEX(nodes, 2, 3, 2, 3, [3, 3, 3, 3, 3, 3], dy=[1, 1, 2])
TRANSLATE(mesh, (0, 0, c))
BODY(solfec, 'RIGID', mesh, bulk, label='mesh')

# The ball.
ball = BODY(solfec, 'RIGID', SPHERE((0, 0, 5), 1, 1, 1), bulk, label='ball')
INITIAL_VELOCITY(ball, (0, 0, -10), (0, 0, 0))

SURFACE_MATERIAL(solfec, model='SIGNORINI_COULOMB', friction=0.5, restitution=0.0)
GRAVITY(solfec, (0, 0, -1), 10)
OUTPUT(solfec, 0.01)
RUN(solfec, None, 1.0)  # None: the default solver of Corbel

results = corbel.open(OUT)
for body in results.bodies:
    x, y, z = results.history(body)[-1].round(3) + 0.0  # no "-0.000"
    print(f"{body.label:7} mass {body.mass:9.1f} kg, mass centre at {x:7.3f} {y:7.3f} {z:7.3f}")
carried = sum(c.frame[2, 2] * c.reaction[2] for c in results.constraints(-1) if results.body('floor').id in (c.master, c.slave))
print(f"the floor carries {carried / 10:.1f} kg of {sum(body.mass for body in results.bodies if body.kind == 'RIGID'):.1f} kg")
corbel.draw(results, [0, 0.3, 1], camera=corbel.Camera(-35, 20, target=(0, 0, 1.8), width=11.5), size=(12, 3.7),
            color={'floor': '#e9e4d8', 'bricks': '#c8553d', 'mesh': '#3d7ea6', 'ball': '#e0a030'}, path=OUT + '/picture.png')
print(f'picture: {OUT}/picture.png')
