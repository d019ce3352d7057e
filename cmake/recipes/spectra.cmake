# SPDX-License-Identifier: MIT
# eigenvalues of large matrices
find_package(Spectra 1.0 REQUIRED)
