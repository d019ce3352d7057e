# SPDX-License-Identifier: MIT
"""What `corbel run` was told, for every simulation of the deck; in plain Python nothing was."""
import os
import sys
from dataclasses import dataclass
from typing import Any

MOST_THREADS = 1024  # far more than a machine has cores: a larger number is a mistake, and could exhaust its memory


@dataclass
class CommandLine:
    active: bool = False  # a deck is being run by the program
    quiet: bool = False
    threads: int = 0      # 0: all cores
    subdir: str = ""      # appended to output folders
    deck: str = ""        # its path
    resume: bool = False  # go on after the last frame of earlier results

    def set(self, **options: Any) -> None:
        """The object stays the same for those who hold it."""
        vars(self).update(vars(CommandLine(**options)))

    def is_quiet(self) -> bool:
        """A run shows itself unless told otherwise."""
        return self.active and self.quiet

    def is_brief(self) -> bool:
        """In plain Python a run that nobody watches says one line at its end."""
        return not self.active and not sys.stdout.isatty()

    def folder(self, output: str) -> str:
        return os.path.join(output, self.subdir) if self.subdir else output


command_line = CommandLine()
