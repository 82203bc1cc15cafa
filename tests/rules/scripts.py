#!/usr/bin/env python3
"""scripts.py ROOT: what all of scripts/ have in common.

* With --help or -h, wherever it stands, each prints how it is used and does nothing.
* With an argument that it does not know it says so, with a way out, ends with 2 and does nothing.
* scripts/setup installs no more than its group has, and says that it does; scripts/build says how much it is to build.
* scripts/go ends where the go that it needs cannot be fetched.

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
        self.doers = os.path.join(folder, "doers")
        os.mkdir(self.doers)
        for name in DOERS:
            self.stand_in(name, "exit 1")
        self.environment = {"PATH": self.doers + ":/usr/bin:/bin", "HOME": folder}
        self.files = self.listed()

    def stand_in(self, name, does):
        with open(os.path.join(self.doers, name), "w", encoding="utf-8") as file:
            file.write(f'#!/bin/sh\necho "{name} $*" >>"{self.noted}"\n{does}\n')
        os.chmod(file.name, 0o755)

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


def problems_of_work(copy):
    for name in ("apt-get", "sudo", "apt-cache"):
        copy.stand_in(name, "exit 0")
    copy.stand_in("dpkg-query", "exit 1")  # nothing is installed
    copy.stand_in("cmake", "mkdir -p build/tool && : >build/tool/build.ninja")
    copy.stand_in("ninja", "echo '[1/312] one'; echo '[312/312] the last'")
    copy.deeds()
    for group, wanted, unwanted in (("build", "libcjson-dev", "clang"), ("test", "clang", "no-such")):
        ended = copy.run("setup", [group])
        installed = " ".join(deed for deed in copy.deeds() if " -y " in deed).split()
        if "nothing is installed" in ended.stderr:
            return  # another system
        if wanted not in installed or unwanted in installed:
            yield f"scripts/setup {group} installs {' '.join(installed)}"
        for said in (" packages and what they need, for ", "setup: installed after "):
            if said not in ended.stderr:
                yield f"scripts/setup {group} does not say '{said}' but '{ended.stderr}'"
    ended = copy.run("build", ["tool", "vyre"])
    for said in ("build: 312 steps into build/tool, some ", "build: build/tool is made after "):
        if said not in ended.stderr:
            yield f"scripts/build does not say '{said}' but '{ended.stderr}'"
    if any("clang" in deed.split() for deed in copy.deeds()):
        yield "scripts/build tool installs what only tests need"


# A go that is too old, and fetches nothing.
OLD_GO = """case "$*" in
  "env GOVERSION") echo go1.19.8 ;;
  "env GOOS" | "env GOARCH") echo any ;;
  "mod download"*) exit 1 ;;
esac"""


def problems_of_go(copy):
    copy.stand_in("go", OLD_GO)
    ended = copy.run("go", ["version"])
    if ended.returncode != 1 or "could not be fetched. Fix: " not in ended.stderr:
        yield f"scripts/go that fetches nothing ends with {ended.returncode} and says '{ended.stderr}'"
    if "go version" in copy.deeds():
        yield "scripts/go runs a go that is too old"


def main(root):
    folder = os.path.join(root, "scripts")
    names = sorted(name for name in os.listdir(folder) if os.access(os.path.join(folder, name), os.X_OK))
    with tempfile.TemporaryDirectory() as temporary:
        copy = Copy(root, temporary)
        found = [problem for name in names for problem in problems_of(copy, name)]
        found += problems_of_work(copy)
        found += problems_of_go(copy)
    for problem in found:
        print(f"scripts: {problem}. Fix: begin the script as its neighbors do, with scripts/usage", file=sys.stderr)
    print(f"scripts: {len(names)} scripts print how they are used and refuse what they do not know")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1])))
