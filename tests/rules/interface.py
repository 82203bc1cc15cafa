#!/usr/bin/env python3
"""interface.py [ROOT]: the public headers are documented, and the pages speak of what they have.

* include/vyre_driver.api.json is what scripts/api makes of the headers.
* Everything that a header declares has a comment; that of a function that can fail has "Errors:".
* The list at a header's end has each of its functions once, and nothing else.
* A name with vyre_ or VYRE_ in a comment of a header, or in a page, is declared, and a quoted file is quoted as it is.
"""
import glob
import json
import os
import re
import subprocess
import sys
from collections import Counter

# Names of the build, of variables and of libraries, which no header declares.
OTHERS = re.compile(r"vyre_driver\w*|vyre_(conform|gpu\w*|room|test|static|plugin_entry|x_\w+)"
                    r"|VYRE_(DRIVER_\w+|BUILDING|STATIC|NO_STDIO|BACKEND(_EXCLUDE)?|CACHE_DIR|WITH_SPIRV_TOOLS|NAME_(INIT|DEFAULT))")
PAGES = ["*.md", "docs/**/*.md", "examples/**/*.md", "bindings/*/README.md"]
UNCHANGED = ["CHANGELOG.md"]  # says what names there were
LIST = re.compile(r"/\* -+ (?:All functions|Functions by object)")
# A fenced block behind "<!-- PATH -->" is that file.
QUOTED = re.compile(r"^<!-- ([\w./-]+) -->\n```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINES = {".c": 40, ".cpp": 20, ".rs": 25, ".go": 25}  # of a first program, which README.md quotes


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


class Header:
    """A header: its text, and what scripts/api found in it."""

    def __init__(self, root, name, found):
        self.name, self.text, self.found = name, read(root, "include", name), found

    def names(self):
        for kind in ("handles", "enums", "flags", "structs", "callbacks", "functions"):
            yield from self.found[kind]
        for kind in ("enums", "flags"):
            for one in self.found[kind].values():
                yield from one["values"]
        yield from re.findall(r"^#define (VYRE_\w+)", self.text, re.MULTILINE)

    def counted(self):
        """Every function has been found: the declarations as they begin lines."""
        begin = r"^(?:VYRE_TRY |VYRE_NODISCARD |VYRE_API |static inline )[^;{(]*?(vyre_\w+)\("
        declared = re.findall(begin, self.text, re.MULTILINE)
        for name, times in (Counter(declared) - Counter(list(self.found["functions"]))).items():
            yield f"{name}: scripts/api does not find it, or it is declared {times + 1} times"

    def undocumented(self):
        for kind in ("handles", "enums", "flags", "structs", "callbacks", "functions"):
            for name, one in self.found[kind].items():
                if not one["text"] and not (kind in ("functions", "callbacks") and self.follows(name)):
                    yield f"{name} has no comment"
                for value, said in one["values"].items() if "values" in one else []:
                    if not said["text"]:
                        yield f"{value} has no comment"
                if one.get("fallible") and not one["errors_text"]:
                    yield f"{name}: its comment has no 'Errors:'. Fix: say which, or 'none beyond the usual'"

    def follows(self, name):
        """Whether a function stands right behind another one, whose comment is for both."""
        return re.search(rf"[}};]\n[^\n;{{]*\b{name}\b[)(]", self.text) is not None

    def listed(self):
        begin = LIST.search(self.text)
        if not begin:
            yield "there is no list of its functions at its end"
            return
        listed, functions = Counter(re.findall(r"\bvyre_\w+", self.text[begin.end():])), self.found["functions"]
        for name in functions:
            if listed[name] != 1:
                yield f"the list at its end has {name} {listed[name]} times"
        for name in listed:
            if name not in functions:
                yield f"the list at its end has {name}, which it does not declare"

    def comments(self):
        end = LIST.search(self.text)
        return "\n".join(re.findall(r"/\*.*?\*/", self.text[: end.start() if end else None], re.DOTALL))


def unknown(text, names, fields):
    """Names of the interface that are none. One with a star stands for all that begin so."""
    for name, star in sorted(set(re.findall(r"(?<![\w-])((?:vyre|VYRE)_\w+)(\*|\.\.\.)?", text))):
        known = any(one.startswith(name) for one in names) if star or name.endswith("_") else name in names
        if not known and not OTHERS.fullmatch(name):
            yield f"'{name}' is not declared by any header"
    for struct, field in sorted(set(re.findall(r"\b(vyre_\w+)\.([a-z]\w+)", text))):
        if struct in fields and field not in fields[struct]:
            yield f"'{struct}.{field}' is not declared by any header"


def pages(root):
    for pattern in PAGES:
        for path in sorted(glob.glob(os.path.join(root, pattern), recursive=True)):
            yield os.path.relpath(path, root)


def quoted(root, page, text):
    for path, code in QUOTED.findall(text):
        if not os.path.isfile(os.path.join(root, path)):
            yield f"quotes {path}, which is not there"
        elif read(root, path) != code:
            yield f"does not quote {path} as it is"
        lines, most = code.count("\n"), LINES.get(os.path.splitext(path)[1])
        if page == "README.md" and most and lines > most:
            yield f"quotes {path} of {lines} lines, a first program has at most {most}"


def complaints(root):
    done = subprocess.run([sys.executable, os.path.join(root, "scripts/api")], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        yield (done.stdout + done.stderr).strip()
        return
    made = json.loads(read(root, "include/vyre_driver.api.json"))
    headers = [Header(root, name, found) for name, found in made["headers"].items()]
    names = {name for header in headers for name in header.names()}
    fields = {name: {field["name"] for field in struct["fields"]}
              for header in headers for name, struct in header.found["structs"].items()}
    for header in headers:
        for complaint in [*header.counted(), *header.undocumented(), *header.listed(),
                          *unknown(header.comments(), names, fields)]:
            yield f"include/{header.name}: {complaint}"
    for page in pages(root):
        text = read(root, page)
        for complaint in [*quoted(root, page, text), *(unknown(text, names, fields) if page not in UNCHANGED else [])]:
            yield f"{page}: {complaint}"


def main(arguments):
    root = arguments[0] if arguments else "."
    found = list(complaints(root))
    for complaint in found:
        print(f"interface: {complaint}", file=sys.stderr)
    if not found:
        print(f"interface: the headers and {len(list(pages(root)))} pages are in order")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
