# SPDX-License-Identifier: MIT
# text formatting
find_package(fmt 9 REQUIRED)
