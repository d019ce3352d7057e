# SPDX-License-Identifier: MIT
# convex hulls
find_package(Qhull REQUIRED)
