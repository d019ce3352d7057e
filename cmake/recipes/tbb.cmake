# SPDX-License-Identifier: MIT
# threads
find_package(TBB 2021 REQUIRED)
