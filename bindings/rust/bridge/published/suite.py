#!/usr/bin/env python3
"""suite.py SUITE WORK: makes one test program of the published test files of SUITE, in WORK.

1. The tests of a crate, and the sources that some read, are copied from the registry of cargo.
2. A file that several share (`mod common;`) becomes a module of the program, once.
3. WORK/SUITE.rs has a module for each file. So a program is linked once, and tests share devices.

Which files those are: the table below, without what left_out.txt names.
"""

import os
import pathlib
import re
import shutil
import sys

# Suite: crate, names of files, what a file takes.
SUITES = {
    "wgpu": [("vyre-driver-wgpu", r"(?!c_|c11_)", r"WgpuBackend")],
    "c_front": [("vyre-driver-wgpu", r"c_|c11_", r"")],
    "reference": [("vyre-reference", r"", r"")],
    "libs": [("vyre-libs", r"", r"reference_eval")],
    "primitives": [("vyre-primitives", r"", r"reference_eval")],
    "others": [
        ("vyre-foundation", r"", r"reference_eval"),
        ("vyre-self-substrate", r"", r"reference_eval"),
        ("vyre-driver", r"", r"reference_eval"),
    ],
}
VERSION = "0.6.2"
HERE = pathlib.Path(__file__).resolve().parent
MODULE = re.compile(r"^(?P<attributes>(?:#\[[^\]]*\]\s*)*)(?:pub(?:\(crate\))? )?mod (?P<name>\w+);", re.M)


def published(crate):
    """The folder of the crate, as cargo unpacked it."""
    home = pathlib.Path(os.environ.get("CARGO_HOME", pathlib.Path.home() / ".cargo"))
    return next(home.glob(f"registry/src/*/{crate}-{VERSION}"))


def left_out(suite):
    """The files of the suite that are not run."""
    lines = (HERE / "left_out.txt").read_text().splitlines()
    names = [line.split(":")[0] for line in lines if line.startswith(suite + "/")]
    return {name.split("/")[1] for name in names}


def chosen(suite, crate, names, takes):
    """The test files of the crate that the suite has."""
    out = left_out(suite)
    for path in sorted((published(crate) / "tests").glob("*.rs")):
        text = path.read_text()
        if path.stem not in out and re.match(names, path.stem) and re.search(takes, text):
            if "#[test]" in text or "include!" in text or "proptest!" in text:
                yield path.stem


def shared(tests, match):
    """The file of a module that is common to several test files, or None."""
    name = match["name"]
    path = re.search(r'#\[path = "([^"]*)"\]', match["attributes"])
    if path and path[1] not in (f"{name}.rs", f"{name}/mod.rs"):
        return None
    files = [tests / f"{name}.rs", tests / name / "mod.rs"]
    return next((file for file in files if file.exists()), None)


def with_shared(tests, file, modules):
    """Makes the modules of the file that others have too a use of the program's."""
    def use(match):
        module = shared(tests, match)
        if module is None:
            return match[0]
        modules[match["name"]] = module
        kept = re.sub(r'#\[(?:path = "[^"]*"|macro_use)\]\s*', "", match["attributes"])
        return f"{kept}use crate::{match['name']};"

    file.write_text(MODULE.sub(use, file.read_text()))


def module(name, file):
    return f'#[macro_use]\n#[path = "{file}"]\nmod {name};\n'


def main(suite, work):
    target = pathlib.Path(work).resolve() / suite
    shutil.rmtree(target, ignore_errors=True)
    files, modules = {}, {}
    for crate, names, takes in SUITES[suite]:
        folder = target / crate
        for part in ("tests", "fixtures") + (() if crate == "vyre-driver-wgpu" else ("src",)):
            if (published(crate) / part).exists():
                shutil.copytree(published(crate) / part, folder / part)
        for stem in chosen(suite, crate, names, takes):
            files[stem] = folder / "tests" / f"{stem}.rs"
            with_shared(folder / "tests", files[stem], modules)
    for file in list(modules.values()):
        if file.name != "mod.rs":
            with_shared(file.parent, file, modules)
    for name in modules:
        files.pop(name, None)
    entries = [module(name, file) for part in (modules, files) for name, file in part.items()]
    root = pathlib.Path(work).resolve() / f"{suite}.rs"
    root.write_text("\n".join(entries))
    print(f"{suite}: {len(files)} files")


main(*sys.argv[1:])
