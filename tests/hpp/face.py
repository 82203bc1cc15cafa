#!/usr/bin/env python3
"""face.py [ROOT]: what a compiler says about include/vyre_driver.hpp.

It includes what is allowed, has at most 500 lines as clang-format leaves it, and compiles without a warning in each
standard and mode, also between the macros of Qt and Windows. The modes with and without exceptions have no weak symbol
in common. The mistakes of wrong_use/cases.txt do not compile, and their twins do.
"""
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile

INCLUDES = ["cstdlib", "exception", "initializer_list", "iterator", "string_view", "type_traits", "utility",
            "vyre_driver_builder.h", "vyre_driver_sequence.h"]
MOST_LINES = 500
FEWEST_CASES = 40  # or they were not read rightly
COMPILERS = [one for one in ("g++", "clang++") if shutil.which(one)]
WARNINGS = ["-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-pedantic", "-Werror"]
MACROS = ["-Dsignals=public", "-Dslots=", "-Demit=", "-Dforeach=BAD", "-Dnear=", "-Dfar=", "-Dsmall=char",
          "-Dinterface=struct", "-Dmin(a,b)=BAD", "-Dmax(a,b)=BAD"]
HEADERS = """#include <string>
#include <vector>
#include <vyre_driver.hpp>
"""
MEMBERS = """
struct %s {
  vyre::Builder k;
  vyre::Array<float> a;
  vyre::Array<uint32_t> out;
  vyre::Value<uint32_t> i;
  vyre::Device device;
  vyre::Program program;
  vyre::Pipeline pipeline;
  vyre::Buffer buffer;
  std::vector<float> x;
  std::string name;
  vyre::Error error;
  void use();
};
void %s::use() {
  %s
}
"""


class Face:
    def __init__(self, root, folder):
        self.root, self.folder = root, folder
        self.header = os.path.join(root, "include/vyre_driver.hpp")
        self.users = [os.path.join(root, "tests/hpp", name) for name in ("every_call.cpp", "every_operator.cpp")]

    def compile(self, compiler, standard, source, *options):
        """What the compiler complains about, or nothing."""
        command = [compiler, f"-std={standard}", *WARNINGS, "-I", os.path.join(self.root, "include"), *options, source]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return None
        found = re.search(r".*(?:error|warning).*", done.stderr)
        return found[0].strip() if found else done.stderr[:200]

    def text(self):
        with open(self.header, encoding="utf-8") as file:
            return file.read()

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def includes(self):
        found = re.findall(r"^#include\s*[<\"](.+)[>\"]", self.text(), re.MULTILINE)
        for name in sorted(set(found) - set(INCLUDES)):
            yield f"it includes <{name}>, which costs everybody's compile time. Fix: do without"
        for name in sorted(set(INCLUDES) - set(found)):
            yield f"<{name}> is allowed and not included. Fix: take it from the list in face.py"

    def lines(self):
        text = self.text()
        if shutil.which("clang-format"):
            done = subprocess.run(["clang-format", self.header], capture_output=True, text=True, check=True)
            if done.stdout != text:
                yield "it is not as clang-format leaves it. Fix: clang-format -i include/vyre_driver.hpp"
            text = done.stdout
        if text.count("\n") > MOST_LINES:
            yield f"it has {text.count(chr(10))} lines, {MOST_LINES} at most. Fix: leave more to the C headers"

    def standards(self):
        """A line for each compilation of the programs that use everything."""
        runs = [(compiler, standard, mode) for compiler in COMPILERS for standard in ("c++17", "c++20")
                for mode in ("-fexceptions", "-fno-exceptions")]
        runs = [(*run, user) for run in runs for user in self.users]
        runs += [(compiler, "c++17", option, self.users[0]) for compiler in COMPILERS
                 for option in ("-DVYRE_NO_STDIO", "-fno-rtti")]
        for compiler, standard, option, user in runs:
            yield (compiler, standard, user, "-fsyntax-only", option)
        empty = self.write("macros.cpp", "#include <vyre_driver.hpp>\n")
        for compiler in COMPILERS:
            yield (compiler, "c++17", empty, "-fsyntax-only", *MACROS)

    def weak_symbols(self, user, mode):
        made = os.path.join(self.folder, os.path.basename(user) + mode + ".o")
        if complaint := self.compile("g++", "c++17", user, mode, "-c", "-o", made):
            return complaint
        done = subprocess.run(["nm", made], capture_output=True, text=True, check=True)
        return set(re.findall(r" [WVu] (\S*4vyre\S*)", done.stdout))

    def modes(self):
        for user in self.users:
            with_, without = (self.weak_symbols(user, mode) for mode in ("-fexceptions", "-fno-exceptions"))
            if not isinstance(with_, set) or not isinstance(without, set) or not with_ or not without:
                yield f"{os.path.basename(user)} gives no weak symbols to compare: {with_ or without}"
            elif common := with_ & without:
                yield f"both modes have the weak symbol {min(common)}. Fix: put it into VYRE_MODE's namespace"

    def cases(self):
        with open(os.path.join(self.root, "tests/hpp/wrong_use/cases.txt"), encoding="utf-8") as file:
            return re.findall(r"^(\w+)\n  wrong: (.*)\n  right: (.*)$", file.read(), re.MULTILINE)

    def precompile(self, compiler):
        """The headers of all cases, read once; both compilers find them by this name."""
        source = self.write(f"{compiler}.hpp", HEADERS)
        made = source + (".gch" if compiler == "g++" else ".pch")
        return self.compile(compiler, "c++17", source, "-xc++-header", "-o", made)

    def case(self, name, text, compiler):
        headers = os.path.join(self.folder, f"{compiler}.hpp")
        source = self.write(f"{name}.cpp", text)
        # GCC tells of an error that nobody looks at only when it makes code.
        return (compiler, "c++17", source, "-include", headers, "-c", "-o", f"{source}.{compiler}.o")

    def twins(self):
        """All of them in one program: they differ from the mistakes in the mistake alone."""
        text = "".join(MEMBERS % (name, name, right) for name, _, right in self.cases())
        return [self.case("twins", text, compiler) for compiler in COMPILERS]

    def mistakes(self):
        for name, wrong, _ in self.cases():
            for compiler in COMPILERS:
                yield name, wrong, self.case(name, MEMBERS % (name, name, wrong), compiler)


def judge(face):
    yield from face.includes()
    yield from face.lines()
    if len(face.cases()) < FEWEST_CASES:
        yield f"only {len(face.cases())} mistakes were found; is the file read rightly?"
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        symbols = pool.submit(lambda: list(face.modes()))
        yield from filter(None, pool.map(face.precompile, COMPILERS))
        good, bad = [*face.standards(), *face.twins()], list(face.mistakes())
        for run, complaint in zip(good, pool.map(lambda run: face.compile(*run), good)):
            if complaint:
                yield f"{' '.join(run)}: {complaint}"
        for (name, wrong, run), complaint in zip(bad, pool.map(lambda one: face.compile(*one[2]), bad)):
            if not complaint:
                yield f"{name}: {run[0]} takes it: {wrong}"
        yield from symbols.result()


def main(arguments):
    with tempfile.TemporaryDirectory() as folder:
        face = Face(os.path.abspath(arguments[0] if arguments else "."), folder)
        complaints = list(judge(face)) if COMPILERS else ["there is no C++ compiler"]
        for complaint in complaints:
            print(f"vyre_driver.hpp: {complaint}", file=sys.stderr)
        if not complaints:
            count, by = len(face.cases()), " and ".join(COMPILERS)
            print(f"vyre_driver.hpp: {count} mistakes are refused by {by}, their twins taken")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
