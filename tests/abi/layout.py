"""What programs that were built against the public headers rely on, one fact on each line.

layout.py INCLUDE_DIR prints it: the ABI number, constants, types, signatures, sizes and offsets. Names and
types come from clang's syntax tree, numbers from a program that cc compiles.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

# The last includes those before it.
HEADERS = ["vyre_driver.h", "vyre_driver_vulkan.h"]

# Numbers of a release and words without a value are no part of the binary interface.
NOT_CONSTANTS = {"VYRE_VERSION_MAJOR", "VYRE_VERSION_MINOR", "VYRE_VERSION_PATCH", "VYRE_API",
                 "VYRE_NODISCARD"}


def declarations(header):
    """What the header and those that it includes declare, as clang reads them."""
    dump = subprocess.run(["clang", "-x", "c", "-std=c99", "-fsyntax-only", "-Xclang",
                           "-ast-dump=json", header], check=True, stdout=subprocess.PIPE)
    return [node for node in json.loads(dump.stdout)["inner"]
            if node.get("name", "").startswith("vyre_")]


def constant_names(header):
    with open(header, encoding="utf-8") as file:
        names = re.findall(r"^\s*#define (VYRE_\w+)[ \t]+\S", file.read(), re.MULTILINE)
    return [name for name in dict.fromkeys(names)
            if not name.endswith("_INIT") and name not in NOT_CONSTANTS]


def prints(text, *values):
    """A C statement; each %zu in |text| stands for one of |values|."""
    return "".join([f'  printf("{text}\\n"', *(f", {value}" for value in values), ");\n"])


def struct_facts(node):
    name = node["name"]
    facts = prints(f"struct {name} size %zu align %zu", f"sizeof({name})", f"_Alignof({name})")
    for field in (inner for inner in node["inner"] if inner["kind"] == "FieldDecl"):
        facts += prints(f"field {name}.{field['name']} offset %zu type {field['type']['qualType']}",
                        f"offsetof({name}, {field['name']})")
    return facts


def declaration_facts(node):
    """C statements that print what one declaration promises; none for what another one repeats."""
    name, kind = node["name"], node["kind"]
    if kind == "RecordDecl" and node.get("completeDefinition"):
        return struct_facts(node)
    if kind == "RecordDecl":
        return prints(f"object {name}")
    written = node["type"]["qualType"]
    if kind == "FunctionDecl":
        inline = "inline " if node.get("inline") else ""
        return prints(f"{inline}function {name} {written}")
    if kind == "TypedefDecl" and written != f"struct {name}":
        return prints(f"type {name} {written}")
    return ""


def constant_facts(name):
    return prints(f"constant {name} %lld", f"(long long)({name})")


def layout(include_dir):
    """The facts, in the order of the headers."""
    headers = [os.path.join(include_dir, name) for name in HEADERS]
    facts = [declaration_facts(node) for node in declarations(headers[-1])]
    facts += [constant_facts(name) for header in headers for name in constant_names(header)]
    body = "".join(dict.fromkeys(facts))
    with tempfile.TemporaryDirectory() as work:
        source, program = os.path.join(work, "layout.c"), os.path.join(work, "layout")
        with open(source, "w", encoding="utf-8") as file:
            file.write(f'#include <stdio.h>\n#include "{HEADERS[-1]}"\nint main(void) {{\n{body}}}\n')
        subprocess.run(["cc", "-std=c11", f"-I{include_dir}", source, "-o", program], check=True)
        return subprocess.run([program], check=True, stdout=subprocess.PIPE,
                              text=True).stdout.splitlines()


if __name__ == "__main__":
    print("\n".join(layout(sys.argv[1])))
