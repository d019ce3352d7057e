# SPDX-License-Identifier: MIT
# options of the benchmarks
find_package(CLI11 REQUIRED)
