#!/usr/bin/env python3
"""The header, the bindings and the JSON page have the operators of src/ir/program/ops.def, and no other.

ops.py [--write] [ROOT]; --write first writes the enumerators of the header, the constants of Go and the JSON page's names
from the rows. The comments of the header are written by hand and stay.
"""
import os
import re
import subprocess
import sys
import textwrap

# The rows of each kind of operator, and where else they are told: Go's file, the heading of the JSON page.
KINDS = {
    "BINARY": (("BINARY",), "builder_binary.go", "Binary operators"),
    "UNARY": (("UNARY", "TRANSCENDENTAL"), "builder_unary.go", "Unary operators"),
    "ATOMIC": (("ATOMIC",), "builder_expressions.go", "Atomic operators"),
}
HEADER = "include/vyre_driver_builder.h"
RUST = "bindings/rust/vyre-gpu/src/values/building.rs"


def read(root, *path):
    with open(os.path.join(root, *path), encoding="utf-8") as file:
        return file.read()


def rows_of(root, macros):
    """C name, JSON name and tag of each row."""
    row = rf"^(?:{'|'.join(macros)})\(k\w+, *(\w+), *(\w+), *(0x\w+),"
    return [(c, json, int(tag, 16)) for c, json, tag in re.findall(row, read(root, "src/ir/program/ops.def"), re.MULTILINE)]


def replace_lines(root, path, line, make):
    """Puts the lines that |make| gives for the found ones in the place of the block of lines like |line|."""
    text = read(root, path)
    block = re.search(rf"(?:^{line}$\n)+", text, re.MULTILINE)
    new = "".join(f"{one}\n" for one in make(block.group(0)))
    with open(os.path.join(root, path), "w", encoding="utf-8") as file:
        file.write(text[: block.start()] + new + text[block.end():])


def enumeration(kind, text):
    """The enumerators of the header's enumeration of |kind|, a match."""
    return re.search(rf"^VYRE_ENUM\(vyre_{kind.lower()}\) ?\{{\n?(.*?)\}};", text, re.MULTILINE | re.DOTALL)


def write_header(root, kind, rows):
    text = read(root, HEADER)
    block = enumeration(kind, text)
    said = dict(re.findall(rf"VYRE_{kind}_(\w+) = \w+,?\s*(/\*.*?\*/)", block.group(1), re.DOTALL))
    lines = [f"    VYRE_{kind}_{c} = {tag}{',' if tag < len(rows) else ''} {said.get(c, '')}".rstrip() for c, _, tag in rows]
    path = os.path.join(root, HEADER)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text[: block.start(1)] + "\n".join(lines) + "\n" + text[block.end(1):])
    subprocess.run(["clang-format", "-i", path], check=True)


def write(root, kind):
    macros, go_file = KINDS[kind][:2]
    rows = rows_of(root, macros)
    write_header(root, kind, rows)

    def constants(old):
        names = {c: name for name, c in re.findall(rf"^\t(\w+) .*VYRE_{kind}_(\w+)$", old, re.MULTILINE)}
        spelled = [names.get(c, kind.capitalize() + json.title().replace("_", "")) for c, json, _ in rows]
        width = max(map(len, spelled))
        return [f"\t{name:{width}} {kind.capitalize()}Op = C.VYRE_{kind}_{c}" for name, (c, _, _) in zip(spelled, rows)]

    page = os.path.join(root, "docs/program-json.md")
    text = read(root, "docs/program-json.md")
    told = textwrap.fill(f"{KINDS[kind][2]}: " + " ".join(f"`{json}`" for _, json, _ in rows), 150)
    with open(page, "w", encoding="utf-8") as file:
        file.write(re.sub(rf"^{KINDS[kind][2]}: `[`\w\s]*`", lambda _: told, text, flags=re.MULTILINE))
    replace_lines(root, os.path.join("bindings/go", go_file), rf"\t\w+ +\w+ = C\.VYRE_{kind}_\w+", constants)


def differences(place, found, expected):
    if not found:
        yield f"{place}: no operators found; is it read rightly?"
    for name in sorted(set(expected) - set(found)):
        yield f"{place}: {name} is missing"
    for name in sorted(set(found) - set(expected)):
        yield f"{place}: {name} is no row of ops.def"


def check(root, kind):
    macros, go_file, heading = KINDS[kind]
    rows = rows_of(root, macros)
    if [tag for _, _, tag in rows] != list(range(1, len(rows) + 1)):
        yield f"ops.def: the tags of {kind} do not go up from 1 by one"
    names = [c for c, _, _ in rows]

    block = enumeration(kind, read(root, HEADER))
    header = re.findall(rf"VYRE_{kind}_(\w+) = (\d+)", block.group(1)) if block else []
    yield from differences(HEADER, [(c, int(tag)) for c, tag in header], [(c, tag) for c, _, tag in rows])

    go = read(root, "bindings/go", go_file)
    constants = dict(re.findall(rf"^\t(\w+) +\w+ = C\.VYRE_{kind}_(\w+)$", go, re.MULTILINE))
    yield from differences(go_file, constants.values(), names)
    if kind != "ATOMIC":
        methods = re.findall(rf"return \w+\.{kind.capitalize()}\((\w+)[,)]", go)
        yield from differences(f"{go_file}, methods", methods, constants)

    rust = re.findall(rf"= VYRE_{kind}_(\w+),$", read(root, RUST), re.MULTILINE)
    yield from differences(RUST, rust, names)

    page = re.search(rf"^{heading}: (.*?)(, or .*?)?\.\n\n", read(root, "docs/program-json.md"), re.MULTILINE | re.DOTALL)
    told = re.findall(r"`(\w+)`", page.group(1)) if page else []
    yield from differences("program-json.md", told, [json for _, json, _ in rows])


def main(arguments):
    root = next((argument for argument in arguments if argument != "--write"), ".")
    if "--write" in arguments:
        for kind in KINDS:
            write(root, kind)
    errors = [error for kind in KINDS for error in check(root, kind)]
    for error in errors:
        print(f"ops: {error}")
    if not errors:
        print(f"ops: {', '.join(f'{len(rows_of(root, KINDS[kind][0]))} {kind.lower()}' for kind in KINDS)} operators are the same everywhere")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
