# SPDX-License-Identifier: MIT
# json in and out
find_package(nlohmann_json 3.11 REQUIRED)
