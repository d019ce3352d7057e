# SPDX-License-Identifier: MIT
# small dense matrices
find_package(Eigen3 3.4 REQUIRED)
