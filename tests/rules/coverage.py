#!/usr/bin/env python3
"""Every public function is called from C, Rust and Go: coverage.py ROOT names those that are not."""
import glob
import os
import re
import sys

# What is searched for each language: files, files left out, and a call of |name|. In Rust, object!(...)
# makes the Drop that calls the function it names last; in C++, made<...>(name, ...) and Handle<...,
# name> call the function they name.
LANGUAGES = {
    "C": (["tests/**/*.c", "tests/capi/**/*.h", "tests/capi/**/*.cpp", "tests/plugin/**/*.cpp"], r"$^",
          r"\b{name}\s*\(|\b(?:made<\w+>\(|Handle<\w+,)\s*{name}\b"),
    "Rust": (["bindings/rust/**/*.rs"], r"bindings\.rs$|/target/",
             r"\b{name}\s*\(|\bobject!\([^()]*\b{name}\)"),
    "Go": (["bindings/go/**/*.go"], r"$^", r"\bC\.{name}\s*\("),
}
COMMENTS = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)


def code(path):
    """A file without comments. A string that looks like one loses its end, which hides calls at most."""
    with open(path, encoding="utf-8") as file:
        return COMMENTS.sub(" ", file.read())


def public_functions(root):
    headers = sorted(glob.glob(os.path.join(root, "include/*.h")))
    text = "\n".join(code(path) for path in headers)
    declared = r"^(?:VYRE_NODISCARD )?VYRE_(?:TRY|API)\b[^;{]*?\b(vyre_\w+)\s*\("
    return re.findall(declared, text, re.MULTILINE)


def sources(root, patterns, excluded):
    for pattern in patterns:
        for path in sorted(glob.glob(os.path.join(root, pattern), recursive=True)):
            if not re.search(excluded, path):
                yield path


def uncalled(language, root, functions):
    """Prints and counts the functions that no file of the language calls."""
    patterns, excluded, call = LANGUAGES[language]
    files = list(sources(root, patterns, excluded))
    if not files:
        print(f"coverage: {language}: there are no files like {patterns[0]}, so nothing is called")
        return len(functions)
    text = "\n".join(code(path) for path in files)
    names = [name for name in functions if not re.search(call.format(name=name), text)]
    for name in names:
        print(f"coverage: {language}: {name} is not called")
    print(f"coverage: {language} calls {len(functions) - len(names)} of {len(functions)}")
    return len(names)


def main(root):
    functions = public_functions(root)
    if len(functions) < 50:
        print(f"coverage: only {len(functions)} functions found in the header; is it read rightly?")
        return 1
    return 1 if sum([uncalled(language, root, functions) for language in LANGUAGES]) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
