# SPDX-License-Identifier: MIT
"""`corbel info OUT`: what a result file holds."""
import argparse
import sys

from ..exit_codes import BAD_INPUT


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="corbel info", description="Prints a summary of a result file or folder.")
    parser.add_argument("path", metavar="OUT", help="result file (.h5) or the folder that contains it")
    options = parser.parse_args(words)
    from ..results import Results
    try:
        print(Results(options.path).describe().rstrip())
        return 0
    except (OSError, ValueError, TypeError) as error:
        print(f"corbel: {error}", file=sys.stderr)
        return BAD_INPUT
