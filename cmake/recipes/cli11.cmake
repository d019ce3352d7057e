# SPDX-License-Identifier: MIT
# command line
find_package(CLI11 REQUIRED)
