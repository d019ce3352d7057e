# SPDX-License-Identifier: MIT
# C++ tests
find_package(GTest REQUIRED)
