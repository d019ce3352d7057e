# SPDX-License-Identifier: MIT
"""`corbel run DECK`: options before the deck are of the program, all behind it is for the deck."""
import argparse

from ..command_line import MOST_THREADS


def main(words: list[str]) -> int:
    """Of the deck: 0, 2 for bad input or a Python error, 1 for a run that failed, 130 after Ctrl-C, or what it gave to sys.exit."""
    parser = _parser()
    options = parser.parse_args(words)
    if options.write and options.resume:
        parser.error("--continue excludes --write")
    from ..deck import run_deck
    _warn_of_options(parser, options.deck, options.arguments)
    return run_deck(options.deck, options.arguments, quiet=options.quiet, force_write=options.write, resume=options.resume,
                    subdir=options.subdir, threads=options.threads)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="corbel run", usage="corbel run [OPTIONS] DECK [ARGUMENTS…]", allow_abbrev=False)
    parser.add_argument("deck", metavar="DECK", help="The script to run: Python, or the input language of Solfec")
    parser.add_argument("arguments", metavar="ARGUMENTS", nargs=argparse.REMAINDER, help="For the deck, options among them").required = False
    parser.add_argument("-q", "--quiet", action="store_true", help="No progress line and no report at the end")
    parser.add_argument("-w", "--write", action="store_true", help="Recompute even if results exist (they are overwritten)")
    parser.add_argument("-c", "--continue", dest="resume", action="store_true", help="Continue from the last frame of existing results")
    parser.add_argument("-s", "--subdir", default="", help="Append this folder to every output path")
    parser.add_argument("-t", "--threads", type=_threads, default=0, help="Threads to use (default: all cores)")
    return parser


def _threads(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 5 and int(text) <= MOST_THREADS):
        raise argparse.ArgumentTypeError(f"got '{text}', expected a number of threads of at most {MOST_THREADS}, 0 for all cores")
    return int(text)


def _warn_of_options(parser: argparse.ArgumentParser, deck: str, arguments: list[str]) -> None:
    """What follows the deck belongs to the deck, which may have such options too."""
    from ..log import warn
    own = {name for action in parser._actions for name in action.option_strings if action.dest != "help"}
    found = [word for word in arguments if word.split("=")[0] in own]
    if found:
        warn(f"{' '.join(found)} after '{deck}' {'is' if len(found) == 1 else 'are'} passed to the deck; options of corbel go before it: "
             f"corbel run {' '.join(found)} {deck}")
