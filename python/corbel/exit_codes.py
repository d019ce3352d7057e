# SPDX-License-Identifier: MIT
"""How the program ends, other than by 0 or by what a deck gave to sys.exit."""

RUN_FAILED, BAD_INPUT, INTERRUPTED = 1, 2, 130
