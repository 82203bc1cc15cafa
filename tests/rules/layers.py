#!/usr/bin/env python3
"""layers.py [--write | --count] [ROOT]: who may see whom, from src/rooms.txt, the one statement of it.

Fails on an include that no line allows, a line that nothing uses, a circle of rooms or folders, a folder that
sees its room's face, a folder of too many files, and on what "only" and "never" lines keep elsewhere. --write puts
the table of rooms into docs/architecture.md, which is compared otherwise. --count prints folders, files and lines.
"""
import os
import re
import subprocess
import sys
from collections import Counter, defaultdict

MOST_FILES = 30
# Folders that may be larger, and why.
LARGE = {
    "tests/vectors": "a corpus",
    "tests/fuzz/corpus": "a corpus",
}
TREES = ["src", "tests", "tools", "bench"]
# What of tools and bench is linked with rooms, and so may see them.
LINKED_WITH_ROOMS = ("bench/internal/", "tools/vyre/commands/conform_main.cpp")
# Where the includes of a tree are looked up, besides the file's own folder.
ROOTS = {"src": ["src"], "tests": ["tests", "src", "tools/vyre"], "tools": ["tools/vyre"], "bench": ["bench", "src"]}
BEGIN, END = "<!-- rooms: written by tests/rules/layers.py --write -->", "<!-- end of rooms -->"


def tracked(root):
    names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", *TREES, "examples"], cwd=root,
                           capture_output=True, text=True, check=True).stdout.split()
    return sorted(name for name in names if os.path.exists(os.path.join(root, name)))


class Statement:
    """src/rooms.txt: |sees| by room in the order of sight, |jobs|, the |only| and the |never| lines."""

    def __init__(self, text):
        self.sees, self.jobs, self.only, self.never = {}, {}, [], []
        for line in text.splitlines():
            if room := re.match(r"([a-z_]+) *\|([a-z_ ]*)\| *(.*)", line):
                self.sees[room[1]] = room[2].split()
                self.jobs[room[1]] = room[3]
            elif only := re.match(r"only ([a-z_/ ]+): *(.*)", line):
                self.only.append((only[1].split(), only[2]))
            elif never := re.match(r"never ([a-z_/ ]+?)(?: but ([a-z_/ ]+))?: *(.*)", line):
                self.never.append((never[1].split(), (never[2] or "").split(), never[3]))

    def upward(self):
        rooms = list(self.sees)
        for at, room in enumerate(rooms):
            for seen in self.sees[room]:
                if seen not in rooms[:at]:
                    yield f"src/rooms.txt: '{room}' sees '{seen}', which does not stand above it"

    def table(self):
        rows = [f"| `{room}` | {' '.join(sees) or '-'} | {self.jobs[room]} |" for room, sees in self.sees.items()]
        return "\n".join(["| room | sees | job |", "|---|---|---|", *rows])


class Tree:
    """The sources, and what each includes: |edges| from file to file."""

    def __init__(self, root):
        self.root, self.files = root, tracked(root)
        known = set(self.files)
        self.text, self.edges = {}, []
        for name in self.files:
            if not name.endswith((".h", ".c", ".cpp", ".def")):
                continue
            with open(os.path.join(root, name), encoding="utf-8") as file:
                self.text[name] = file.read()
            for include in re.findall(r'^\s*#\s*include "([^"]+)"', self.text[name], re.MULTILINE):
                if target := self.target(name, include, known):
                    self.edges.append((name, target))

    @staticmethod
    def target(name, include, known):
        for base in [os.path.dirname(name), *ROOTS.get(name.split("/")[0], [])]:
            path = os.path.normpath(os.path.join(base, include))
            if path in known:
                return path
        return None

    def folders(self):
        count = Counter(os.path.dirname(name) for name in self.files)
        return {folder: files for folder, files in sorted(count.items()) if folder.split("/")[0] in TREES}


def room_of(name):
    parts = name.split("/")
    return parts[1] if parts[0] == "src" and len(parts) > 2 else None


def sight(statement, tree):
    used = set()
    for name in tree.text:
        room = room_of(name)
        if room and room not in statement.sees:
            yield f"{name}: room '{room}' is not in src/rooms.txt"
    for name, target in tree.edges:
        room, seen = room_of(name), room_of(target)
        if not room or not seen or room == seen:
            continue
        used.add((room, seen))
        if seen not in statement.sees.get(room, []):
            yield f"{name}: '{room}' must not see '{seen}' ({target})"
    for room, sees in statement.sees.items():
        for seen in sees:
            if (room, seen) not in used:
                yield f"src/rooms.txt: '{room}' sees '{seen}', and no include uses it"


def components(graph):
    """Tarjan: the circles of a graph, each a list of nodes."""
    index, low, stack, result = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(graph[node]):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            at = stack.index(node)
            if len(stack) - at > 1:
                result.append(sorted(stack[at:]))
            del stack[at:]

    for node in sorted(graph):
        if node not in index:
            visit(node)
    return result


def circles(tree):
    graph, why = defaultdict(set), {}
    for name, target in tree.edges:
        pair = (os.path.dirname(name), os.path.dirname(target))
        if pair[0] != pair[1] and pair[0].split("/")[0] in TREES:
            graph[pair[0]].add(pair[1])
            why.setdefault(pair, f"{name} includes {target}")
    for folders in components(defaultdict(set, {node: set(to) for node, to in graph.items()})):
        inside = [text for (one, other), text in sorted(why.items()) if one in folders and other in folders]
        yield f"a circle of folders: {' '.join(folders)}; {'; '.join(inside)}"


def faces(tree):
    for name, target in tree.edges:
        room = room_of(name)
        if room and os.path.dirname(target) == f"src/{room}" and os.path.dirname(name) != f"src/{room}":
            yield f"{name}: a folder of '{room}' sees the room's face, {target}"


def sizes(tree):
    for folder, count in tree.folders().items():
        if count > MOST_FILES and not any((folder + "/").startswith(large + "/") for large in LARGE):
            yield f"{folder}: {count} files, more than {MOST_FILES}"


def only(statement, tree):
    for where, pattern in statement.only:
        for name, text in tree.text.items():
            if name.startswith("src/") and not any(name.startswith(f"src/{one}/") for one in where):
                if found := re.search(pattern, text):
                    yield f"{name}: '{found[0]}' may stand only in {' or '.join(where)}"


def never(statement, tree):
    """A place is a folder, or a file without its ending. A "but" that is not needed is a complaint too."""
    for where, but, pattern in statement.never:
        needed = set()
        for name, text in tree.text.items():
            inside = [one for one in where if re.match(rf"src/{one}[/.]", name)]
            found = re.search(pattern, text) if inside else None
            allowed = [one for one in but if found and re.match(rf"src/{one}[/.]", name)]
            needed.update(allowed)
            if found and not allowed:
                yield f"{name}: '{found[0]}' never stands in {inside[0]}"
        for one in but:
            if one not in needed:
                yield f"src/rooms.txt: '{pattern}' is allowed in {one}, where it does not stand"


def outside(statement, tree):
    """The tool, the examples and the benchmarks see public headers, but for what is linked with rooms."""
    rooms = "|".join(statement.sees)
    for name, text in tree.text.items():
        if name.startswith(("tools/", "examples/", "bench/")) and not name.startswith(LINKED_WITH_ROOMS):
            for include in re.findall(rf'#include "((?:{rooms})/[^"]+)"', text):
                if os.path.exists(os.path.join(tree.root, "src", include)):
                    yield f"{name}: sees more than the public headers: {include}"


def page(statement, tree, write):
    path = os.path.join(tree.root, "docs/architecture.md")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if BEGIN not in text or END not in text:
        yield f"docs/architecture.md: has no place for the rooms, '{BEGIN}' to '{END}'"
        return
    before, rest = text.split(BEGIN, 1)
    wanted = f"{before}{BEGIN}\n{statement.table()}\n{END}{rest.split(END, 1)[1]}"
    if write:
        with open(path, "w", encoding="utf-8") as file:
            file.write(wanted)
    elif text != wanted:
        yield "docs/architecture.md: the rooms are not those of src/rooms.txt. Fix: tests/rules/layers.py --write"


def count_lines(tree, folder):
    total = 0
    for name in tree.files:
        if name.startswith(folder + "/"):
            with open(os.path.join(tree.root, name), "rb") as file:
                total += file.read().count(b"\n")
    return total


def report(tree):
    folders = tree.folders()
    for top in TREES:
        mine = {folder: count for folder, count in folders.items()
                if (folder + "/").startswith(top + "/") and "/corpus" not in folder}
        largest = sorted(mine, key=mine.get, reverse=True)[:3]
        print(f"layers: {top}: {len(mine)} folders, {sum(mine.values())} files, {count_lines(tree, top)} lines; "
              f"largest {', '.join(f'{folder} {mine[folder]}' for folder in largest)}")
    for room in sorted({name.split("/")[1] for name in tree.files if room_of(name)}):
        print(f"layers:   src/{room}: {sum((f + '/').startswith(f'src/{room}/') for f in folders)} folders, "
              f"{count_lines(tree, f'src/{room}')} lines")


def main(arguments):
    options = [one for one in arguments if one.startswith("--")]
    root = next((one for one in arguments if not one.startswith("--")), ".")
    with open(os.path.join(root, "src/rooms.txt"), encoding="utf-8") as file:
        statement = Statement(file.read())
    tree = Tree(root)
    if "--count" in options:
        report(tree)
    complaints = [*statement.upward(), *sight(statement, tree), *circles(tree), *faces(tree), *sizes(tree),
                  *only(statement, tree), *never(statement, tree), *outside(statement, tree), *page(statement, tree, "--write" in options)]
    for complaint in complaints:
        print(f"layers: {complaint}", file=sys.stderr)
    if not complaints:
        print(f"layers: {len(tree.text)} files in {len(tree.folders())} folders in order; larger than "
              f"{MOST_FILES} files by choice: " + ", ".join(f"{folder} ({why})" for folder, why in LARGE.items()))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
