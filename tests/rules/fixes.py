#!/usr/bin/env python3
"""fixes.py ROOT: every error of src/ and tools/ says what to do.

* A call that makes an error has "Fix: " in its text, or passes on the text of another, which has.
* Behind "Fix: " something stands.
* Each rule of the IR that src/ir/validate names has a row in its fixes.cpp.
"""
import glob
import os
import re
import sys

MAKES = re.compile(r"\b(?:fail|fail_with)\(Code::|\bFailure\{[\"a-z]|\breport\(\{")
# What stands for the text of another error, or for its end.
PASSED_ON = re.compile(r"\.text\(\)|\.text\b|\.message|\bparts\.\.\.|\bk\w*Fix\b|kUseOwnIds|entry\.reason|vyre_error_text|\btold\b|,\s*(?:what|text|why)\)")
EMPTY = re.compile(r'Fix: "\s*[)}]+$|Fix: ",\s*""|Fix: "\s*\+\s*""|Fix: [.,;]')


def call_at(text, begin):
    """From |begin| to the bracket that ends it, literals that stand side by side as one."""
    depth, quoted, at = 0, False, begin
    while True:
        at += 1
        if quoted and text[at] == "\\":
            at += 1
        elif text[at] == '"':
            quoted = not quoted
        elif not quoted and text[at] in "({":
            depth += 1
        elif not quoted and text[at] in ")}":
            depth -= 1
            if depth == 0:
                return re.sub(r'"\s*\n\s*"', "", text[begin:at + 1])


def problems_of(path, text):
    for match in MAKES.finditer(text):
        call = call_at(text, match.start())
        line = text.count("\n", 0, match.start()) + 1
        if "Fix: " not in call and not PASSED_ON.search(call):
            yield f"{path}:{line} makes an error that does not say what to do"
        elif EMPTY.search(call):
            yield f"{path}:{line} has nothing behind 'Fix: '"


def rules_without_fix(root):
    named, known = set(), set()
    for path in glob.glob(os.path.join(root, "src/ir/validate/*.cpp")):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if path.endswith("fixes.cpp"):
            known = set(re.findall(r'\{"([VR][-\w]+)",\s*(?:"\w|k[A-Z])', text))
        else:
            named |= set(re.findall(r'error(?:_at)?\([^"]*?"((?:V\d|R-)[-\w]+)"', text))
    return [f"rule {code} has no row in src/ir/validate/fixes.cpp" for code in sorted(named - known)]


def main(root):
    found, count = rules_without_fix(root), 0
    for path in sorted(glob.glob(os.path.join(root, "src/**/*.*"), recursive=True) +
                       glob.glob(os.path.join(root, "tools/**/*.*"), recursive=True)):
        if not path.endswith((".cpp", ".h")):
            continue
        with open(path, encoding="utf-8") as file:
            text = re.sub(r"//[^\n]*", "", file.read())
        count += len(MAKES.findall(text))
        found += problems_of(os.path.relpath(path, root), text)
    for problem in found:
        print(f"fixes: {problem}. Fix: say it behind '. Fix: '", file=sys.stderr)
    print(f"fixes: {count} errors say what to do")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1])))
