# SPDX-License-Identifier: MIT
"""What `corbel run` was told, for every simulation of the deck; in plain Python nothing was."""
import os
import sys
from dataclasses import dataclass


@dataclass
class CommandLine:
    active: bool = False  # a deck is being run by the program
    quiet: bool = False
    threads: int = 0      # 0: all cores
    subdir: str = ""      # appended to output folders
    deck: str = ""        # its path
    resume: bool = False  # go on after the last frame of earlier results

    def set(self, **options):
        """The object stays the same for those who hold it."""
        self.__init__(**options)

    def is_quiet(self) -> bool:
        """In a deck unless told otherwise a run shows itself; in plain Python only on a terminal."""
        return self.quiet if self.active else not sys.stdout.isatty()

    def folder(self, output: str) -> str:
        return os.path.join(output, self.subdir) if self.subdir else output


command_line = CommandLine()
