# SPDX-License-Identifier: MIT
"""Names that a C++ file declares at namespace level, read without a compiler: enough for code laid out by clang-format."""

import re
from typing import NamedTuple

TOKEN = re.compile(r"""
    (?P<namespace>\bnamespace\s*(?P<space>[\w:]*)\s*\{)
  | (?P<type>\b(?:enum\s+class|enum|struct|class|union)\s+(?:alignas\(\w+\)\s+)?(?P<name>[\w:]+)(?P<arguments>\s*<)?[^;{}()=]*\{)
  | (?P<open>\{) | (?P<close>\}) | (?P<end>;)
""", re.VERBOSE)


class Name(NamedTuple):
    name: str
    kind: str  # "type", "alias", "variable", "function"
    detail: str  # what an alias stands for, the types of a function's parameters
    anonymous: bool


def without_comments(text):
    text = re.sub(r'R"\((.|\n)*?\)"', '""', text)
    text = re.sub(r'"(\\.|[^"\\\n])*"|\'(\\.|[^\'\\\n])\'', '""', text)
    text = re.sub(r"//[^\n]*|/\*(.|\n)*?\*/", "", text)
    return re.sub(r"^\s*#(\\\n|[^\n])*", "", text, flags=re.MULTILINE)


def statements(text):
    """(statement, anonymous) for all that stands directly in namespaces; bodies in braces are left out."""
    text = without_comments(text)
    scopes, begin = [], 0
    found = []

    def in_namespace():
        return all(scope is not None for scope in scopes)

    def take(end):
        statement = " ".join(text[begin:end].split())
        if statement:
            found.append((statement, "" in scopes))

    for token in TOKEN.finditer(text):
        if token["namespace"]:
            scopes.append(token["space"])
            begin = token.end()
        elif token["type"] or token["open"]:
            if in_namespace():
                take(token.end())
            scopes.append(None)
        elif token["close"]:
            if scopes:
                scopes.pop()
            if in_namespace():
                begin = token.end()
        elif token["end"] and in_namespace():
            take(token.start())
            begin = token.end()
    return found


def parameter_types(parameters):
    """The list without names and default values: `const A& a, int n = 3` gives `const A&, int`."""
    parts, depth = [""], 0
    for letter in parameters:
        depth += {"<": 1, "(": 1, "{": 1, ">": -1, ")": -1, "}": -1}.get(letter, 0)
        if depth < 0:
            break
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return ", ".join(re.sub(r"(?<=[&*>\s])\w+$", "", part.split("=")[0].strip()).strip() for part in parts)


def name_of(statement, anonymous):
    body = re.sub(r"^template<[^{;]*?>\s*(?=struct|class|using|\w)", "", statement)
    if hit := re.match(r"(?:enum class|enum|struct|class|union) (?:alignas\(\w+\) )?([\w:]+)(\s*<)?.*\{$", body):
        return None if "::" in hit[1] or hit[2] else Name(hit[1], "type", "", anonymous)
    if hit := re.match(r"using (\w+) = (.*)", body):
        return Name(hit[1], "alias", hit[2], anonymous)
    if re.match(r"(using|struct|class|enum|union|extern|friend|static_assert|[A-Z_]{4,}\b|return|\})", body):
        return None
    head = re.split(r"(?<![=<>!])=(?!=)", body.rstrip("{ "))[0].strip()
    if hit := re.match(r"[^()]*?([\w:]+)\((.*)$", head):
        return None if "::" in hit[1] or " " not in head.split("(")[0].strip() else Name(hit[1], "function", parameter_types(hit[2]), anonymous)
    hit = re.search(r"\s(\w+)(\[[^\]]*\])?$", head)
    return Name(hit[1], "variable", "", anonymous) if hit else None


def names(text):
    return {name for statement, anonymous in statements(text) if (name := name_of(statement, anonymous))}
