#!/usr/bin/env python3
"""wrong_use.py [ROOT]: what must not compile does not, and its twin does: tests/rules/wrong_use/cases.txt.

With gcc and clang, as they are here, in C11 and C++11. The twin differs in the mistake alone, so what is refused is that.
"""
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile

COMPILERS = {"c": [("gcc", "c11"), ("clang", "c11")], "c++": [("g++", "c++11"), ("clang++", "c++11")]}
FEWEST = 20  # cases, or they were not read rightly
ARGUMENTS = ("vyre_builder* k, vyre_program** program, vyre_device** device, vyre_buffer* buffer, "
             "const vyre_buffer* constant, vyre_pipeline* pipeline, vyre_expr i, vyre_parameter a, vyre_local sum")
SOURCE = """
#include <vyre_driver.h>
#include <vyre_driver_builder.h>
void use(%s);
void use(%s) {
  (void)k, (void)program, (void)device, (void)buffer, (void)constant, (void)pipeline, (void)i, (void)a, (void)sum;
  %%s
}
""" % (ARGUMENTS, ARGUMENTS)


def read_cases(root):
    """Language, name, the wrong statements and the right ones."""
    with open(os.path.join(root, "tests/rules/wrong_use/cases.txt"), encoding="utf-8") as file:
        return re.findall(r"^(c|c\+\+) (\w+)\n  wrong: (.*)\n  right: (.*)$", file.read(), re.MULTILINE)


def compiles(root, language, compiler, standard, statements):
    """GCC tells of an error that nobody looks at only when it makes code."""
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "use.c" if language == "c" else "use.cpp")
        with open(source, "w", encoding="utf-8") as file:
            file.write(SOURCE % statements)
        command = [compiler, f"-std={standard}", "-Wall", "-Wextra", "-pedantic", "-Werror", "-c",
                   "-I", os.path.join(root, "include"), "-o", os.path.join(folder, "use.o"), source]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        return done.returncode == 0, done.stderr


def judge(root, case, compiler, standard):
    language, name, wrong, right = case
    good, why = compiles(root, language, compiler, standard, right)
    if not good:
        return f"{name}: {compiler} refuses the twin: {re.search(r'.*(?:error|warning).*', why)[0].strip()}"
    if compiles(root, language, compiler, standard, wrong)[0]:
        return f"{name}: {compiler} takes it: {wrong}"
    return None


def main(arguments):
    root = arguments[0] if arguments else "."
    cases = read_cases(root)
    runs = [(case, *one) for case in cases for one in COMPILERS[case[0]] if shutil.which(one[0])]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        complaints = [one for one in pool.map(lambda run: judge(root, *run), runs) if one]
    if len(cases) < FEWEST:
        complaints.append(f"only {len(cases)} cases were found; is the file read rightly?")
    for complaint in complaints:
        print(f"wrong_use: {complaint}", file=sys.stderr)
    if not complaints:
        print(f"wrong_use: {len(cases)} mistakes are refused and their twins taken, {len(runs)} times")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
