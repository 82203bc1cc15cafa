#!/usr/bin/env python3
"""scripts.py ROOT: what all of scripts/ have in common.

* With --help or -h, wherever it stands, each prints how it is used and does nothing.
* With an argument that it does not know it says so, with a way out, ends with 2 and does nothing.

They run in a copy, where what installs, builds or fetches is only noted.
"""
import os
import shutil
import subprocess
import sys
import tempfile

DOERS = ("apt-get", "sudo", "cmake", "ninja", "ctest", "go", "cargo", "rustup", "curl", "dd")
FORWARDS = {"go": "its arguments are go's"}


def sources(_, names):
    return [name for name in names if name.endswith((".cpp", ".h"))]


class Copy:
    """scripts/ and what they look at first, in a folder of their own."""

    def __init__(self, root, folder):
        self.root = os.path.join(folder, "tree")
        for part in ("scripts", "tests/fuzz/corpus", "src"):
            shutil.copytree(os.path.join(root, part), os.path.join(self.root, part), ignore=sources)
        self.noted = os.path.join(folder, "noted")
        doers = os.path.join(folder, "doers")
        os.mkdir(doers)
        for name in DOERS:
            with open(os.path.join(doers, name), "w", encoding="utf-8") as file:
                file.write(f'#!/bin/sh\necho "{name} $*" >>"{self.noted}"\nexit 1\n')
            os.chmod(file.name, 0o755)
        self.environment = {"PATH": doers + ":/usr/bin:/bin", "HOME": folder}
        self.files = self.listed()

    def listed(self):
        return sorted(os.path.join(at, name) for at, _, names in os.walk(self.root) for name in names)

    def run(self, name, arguments):
        return subprocess.run([os.path.join("scripts", name), *arguments], cwd=self.root, env=self.environment,
                              capture_output=True, text=True, check=False, timeout=60)

    def deeds(self):
        """What was done since the last time."""
        done = []
        if os.path.exists(self.noted):
            with open(self.noted, encoding="utf-8") as file:
                done = file.read().splitlines()
            os.remove(self.noted)
        files = self.listed()
        done += [f"made {path}" for path in files if path not in self.files]
        self.files = files
        return done


def problems_of(copy, name):
    for arguments in (["--help"], ["-h"], ["dev", "--help"]):
        if name in FORWARDS and len(arguments) > 1:
            continue
        ended = copy.run(name, arguments)
        said = f"scripts/{name} {' '.join(arguments)}"
        if ended.returncode != 0 or ended.stderr or not ended.stdout.removeprefix("scripts/").startswith(name):
            yield f"{said} ends with {ended.returncode} and says '{(ended.stdout + ended.stderr)[:80]}'"
        for deed in copy.deeds():
            yield f"{said} did: {deed}"
    if name in FORWARDS:
        return
    ended = copy.run(name, ["--wings"])
    if ended.returncode != 2 or ended.stdout or "'--wings'" not in ended.stderr or "Fix: " not in ended.stderr:
        yield f"scripts/{name} --wings ends with {ended.returncode} and says '{ended.stdout + ended.stderr}'"
    for deed in copy.deeds():
        yield f"scripts/{name} --wings did: {deed}"


def main(root):
    folder = os.path.join(root, "scripts")
    names = sorted(name for name in os.listdir(folder) if os.access(os.path.join(folder, name), os.X_OK))
    with tempfile.TemporaryDirectory() as temporary:
        copy = Copy(root, temporary)
        found = [problem for name in names for problem in problems_of(copy, name)]
    for problem in found:
        print(f"scripts: {problem}. Fix: begin the script as its neighbors do, with scripts/usage", file=sys.stderr)
    print(f"scripts: {len(names)} scripts print how they are used and refuse what they do not know")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1])))
